import { makeStyles, tokens } from '@fluentui/react-components'
import type { PaperId } from '#shared/kit/ids.ts'
import { showTime } from '#shared/kit/time.ts'
import { replayApply, replayLook, replayUndo } from '#shared/marking/rubric/replay.calls.ts'
import { replayStands } from '#shared/marking/rubric/replay.types.ts'
import type { rubricDetail } from '#shared/marking/rubric/rubric.calls.ts'
import { act } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { ActionButton } from '#web/kit/parts/ActionButton.tsx'
import type { DialogForm } from '#web/kit/parts/FormDialog.tsx'
import type { Action } from '#web/kit/screens/screen.types.ts'
import { newAttempt } from '../desk/outbox.ts'
import { toldText, wayText } from './replay.words.ts'

type Data = OutputOf<typeof rubricDetail>
type Replay = Data['replays'][number]

const useStyles = makeStyles({
  all: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  title: { margin: 0, fontSize: tokens.fontSizeBase400, fontWeight: tokens.fontWeightSemibold },
  note: { margin: 0, color: tokens.colorNeutralForeground3, maxWidth: '80ch' },
  line: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
  one: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalXS,
    paddingBlock: tokens.spacingVerticalS,
  },
  text: { margin: 0, maxWidth: '80ch' },
  ways: { margin: 0, paddingLeft: tokens.spacingHorizontalL, color: tokens.colorNeutralForeground2 },
})

const waysShown = 8

/** Why nothing is replayed now; null where it may be. */
const barredBy = (data: Data): string | null =>
  data.released ? '成绩已发布，请用“成绩更正”' : data.state === 'open' ? null : '阅卷开启期间才能重算'

const standText = (r: Replay): string =>
  r.stands === 'going'
    ? { look: '正在试算', apply: '正在应用', undo: '正在撤销' }[r.phase]
    : r.stands === 'failed'
      ? `${{ look: '试算', apply: '应用', undo: '撤销' }[r.phase]}${replayStands.failed}`
      : replayStands[r.stands]

/** Marks that were given by the former points, and what the rubric as it is now makes of them. */
export const ReplayPart = ({ paperId, data }: { paperId: PaperId; data: Data }) => {
  const styles = useStyles()
  const { rubric, replays, questionId } = data
  if (!rubric || (replays.length === 0 && !rubric.points.some((p) => p.retired))) return null
  const barred = barredBy(data)
  const look: Action = {
    name: '试算已评的分',
    barred,
    job: () => act(replayLook, { paperId, questionId, attemptId: newAttempt(), version: rubric.version }),
  }
  const applying = ({ attemptId, told }: Replay): DialogForm => ({
    title: '按新的评分细则重算',
    fields: [{ name: 'reason', label: '原因', kind: 'textarea', maxLength: 200, required: true }],
    submit: `改变 ${told?.marks ?? 0} 个评分`,
    run: (sent) => act(replayApply, { paperId, questionId, attemptId, reason: String(sent['reason']) }),
  })
  const actionsOf = (r: Replay, newest: boolean): Action[] => {
    const { attemptId } = r
    const [failed, marks] = [r.stands === 'failed', r.told?.marks ?? 0]
    const other = r.rubricVersion !== rubric.version
    if (r.stands === 'looked' || (failed && r.phase === 'apply'))
      return newest && marks > 0
        ? [
            {
              name: '应用',
              barred: barred ?? (other && r.phase === 'look' && '评分细则又改过，请重新试算'),
              form: () => applying(r),
            },
          ]
        : []
    if (r.stands === 'applied' || (failed && r.phase === 'undo'))
      return [{ name: '撤销', barred, job: () => act(replayUndo, { paperId, questionId, attemptId }) }]
    return []
  }
  return (
    <section className={styles.all} aria-label="已评的分">
      <h2 className={styles.title}>已评的分</h2>
      <p className={styles.note}>
        细则改变以前给的分还是原来的。先试算，看会改变哪些评分；应用以后，改了分值的点按新的分值，删去的点不再算分，直接给的分不变。发布成绩以前可以撤销。
      </p>
      <div className={styles.line}>
        <ActionButton action={look} />
      </div>
      {replays.map((r, i) => (
        <div key={r.attemptId} className={styles.one} role="group" aria-label={showTime(r.at)}>
          <p className={styles.text}>
            {`${showTime(r.at)}　${r.byName}　${standText(r)}${r.reason ? `　${r.reason}` : ''}`}
          </p>
          {r.told && <p className={styles.text}>{toldText(r.told)}</p>}
          {r.told && r.told.ways.length > 0 && i === 0 && (
            <ul className={styles.ways}>
              {r.told.ways.slice(0, waysShown).map((w) => (
                <li key={`${w.from}>${w.to}`}>{`${wayText(rubric.kind, r.points, w)}，${w.marks}个`}</li>
              ))}
              {r.told.ways.length > waysShown && <li>{`另有${r.told.ways.length - waysShown}种`}</li>}
            </ul>
          )}
          <div className={styles.line}>
            {actionsOf(r, i === 0).map((action) => (
              <ActionButton key={action.name} action={action} />
            ))}
          </div>
        </div>
      ))}
    </section>
  )
}
