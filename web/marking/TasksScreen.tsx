import { Badge, Card, ProgressBar, makeStyles, tokens } from '@fluentui/react-components'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { sessionUser } from '#shared/identity/identity.calls.ts'
import { showScore } from '#shared/kit/score.ts'
import { markingTasks } from '#shared/marking/marking.calls.ts'
import { refresh, useAsk } from '#web/kit/ask.ts'
import { ActionButton } from '#web/kit/parts/ActionButton.tsx'
import { Page } from '#web/kit/parts/Page.tsx'
import { EmptyState, Waiting } from '#web/kit/parts/States.tsx'
import { useNarrow } from '#web/kit/parts/useNarrow.ts'
import { markPath, markingPaths, trialPath } from './marking.paths.ts'
import { enterPassword } from './parts/enterPassword.ts'
import { barOf, taskCards } from './taskCards.ts'
import type { TaskCard } from './taskCards.ts'
import { outboxOf } from './desk/useMarkingDesk.ts'

const useStyles = makeStyles({
  group: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS },
  head: { margin: 0, fontSize: tokens.fontSizeBase400, fontWeight: tokens.fontWeightSemibold },
  cards: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(260px, 100%), 1fr))',
    gap: tokens.spacingHorizontalM,
  },
  line: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS },
  push: { marginLeft: 'auto' },
  number: { fontSize: tokens.fontSizeBase400, fontWeight: tokens.fontWeightSemibold },
  faint: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
})

const roleNames = { marking: undefined, double: '双评', final: '仲裁' } as const

const QuestionCard = ({ task }: { task: TaskCard }) => {
  const styles = useStyles()
  const narrow = useNarrow()
  const { left } = task
  // A tooltip is not seen on a phone: the reason takes the place of the counts.
  const barred = left > 0 && (!task.locked || task.shut !== undefined) && barOf(task, narrow)
  return (
    <Card>
      <div className={styles.line}>
        <span className={styles.number}>第 {task.number} 题</span>
        {task.together && (
          <Badge appearance="tint" color="informative">
            题组 {task.together.numbers.join('、')}
          </Badge>
        )}
        {roleNames[task.role] && (
          <Badge appearance="tint" color={task.role === 'final' ? 'warning' : 'informative'}>
            {roleNames[task.role]}
          </Badge>
        )}
        <span className={`${styles.faint} ${styles.push}`}>满分 {showScore(task.fullScore)} 分</span>
      </div>
      <ProgressBar value={task.done} max={Math.max(1, task.total)} aria-label={`第${task.number}题进度`} />
      <div className={styles.line}>
        <span className={styles.faint}>{barred || `还有 ${left} 份（共 ${task.total}），我已评 ${task.mine}`}</span>
        <span className={styles.push}>
          <ActionButton
            size="small"
            action={
              task.locked && left > 0 && !task.shut
                ? { name: '输入阅卷密码', primary: task.next, run: () => enterPassword(task.paperId) }
                : task.trial === 'failed' && left > 0 && !task.stopped
                  ? { name: '试评结果', to: trialPath(task) }
                  : task.trial === 'going' && left > 0
                    ? { name: '先试评', to: trialPath(task), primary: task.next, barred: barOf(task, narrow) }
                    : {
                        name:
                          left === 0
                            ? task.mine > 0
                              ? '回看已评'
                              : '已评完'
                            : task.mine > 0
                              ? '继续评阅'
                              : '开始评阅',
                        to: markPath({ ...task, role: task.role === 'final' ? 'final' : undefined }),
                        primary: task.next,
                        // The own answers can be looked at, and given again, until the paper closes.
                        barred: left === 0 && task.mine > 0 ? false : barOf(task, narrow),
                      }
            }
          />
        </span>
      </div>
    </Card>
  )
}

/** What the caller marks: one card a question, with what is left of it. */
export const TasksScreen = () => {
  const styles = useStyles()
  const arbitration = useLocation().pathname.includes('arbitration')
  const user = useAsk(sessionUser, {}, { freshMs: 300_000 })
  const answer = useAsk(markingTasks, {}, { everyMs: 20_000 })
  const owner = user.data?.userId
  // Marks that were given before the network or the tab went are sent from here too.
  useEffect(() => {
    if (owner === undefined) return
    const outbox = outboxOf(owner, { settled: () => void refresh(['markingTasks']), changed: () => undefined })
    return () => outbox.close()
  }, [owner])
  const tasks = answer.data && taskCards(answer.data.filter((t) => !arbitration || t.role === 'final'))
  const groups = Map.groupBy(tasks ?? [], (t) => t.paperId)
  return (
    <Page
      title={arbitration ? '仲裁任务' : '阅卷任务'}
      actions={[
        { name: '我的阅卷记录', to: markingPaths.history },
        ...(answer.data?.some((t) => t.like) ? [{ name: '按相同作答评阅', to: markingPaths.likeTodo }] : []),
      ]}
    >
      {tasks === undefined ? (
        <Waiting asked={answer} rows={6} height={32} />
      ) : tasks.length === 0 ? (
        <EmptyState
          empty={{
            title: arbitration ? '没有需要仲裁的答卷' : '现在没有您的阅卷任务',
            text: '考试开启阅卷并分配给您之后，任务会出现在这里。',
          }}
        />
      ) : (
        [...groups].map(([paperId, own]) => (
          <section key={paperId} className={styles.group}>
            <h2 className={styles.head}>
              {own[0]!.examName} · {own[0]!.courseName}
            </h2>
            <div className={styles.cards}>
              {own.map((t) => (
                <QuestionCard key={`${t.questionId}|${t.role}`} task={t} />
              ))}
            </div>
          </section>
        ))
      )}
    </Page>
  )
}
