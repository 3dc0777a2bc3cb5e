import { listExams } from '#shared/exam/exam.calls.ts'
import type { ExamRow } from '#shared/exam/exam.calls.ts'
import { examStatus, markingProgress } from '#shared/exam/exam.types.ts'
import { showDate } from '#shared/kit/time.ts'
import { useAsk } from '#web/kit/ask.ts'
import { StateMark } from '#web/kit/parts/StateMark.tsx'
import { EmptyState, Waiting } from '#web/kit/parts/States.tsx'
import { WorkList } from '#web/kit/parts/WorkList.tsx'
import type { WorkItem } from '#web/kit/parts/WorkList.tsx'
import type { Action } from '#web/kit/screens/screen.types.ts'
import { examPath, examPaths, workPaths } from './exam.paths.ts'
import { progressText, statusOf } from './states.ts'

/** The next step of an exam from its row alone; what the row does not tell (key, card) its own page does. */
const nextOf = (e: ExamRow): Action => {
  const paperId = e.courses[0]?.paperId
  const of = paperId && { examId: e.examId, paperId }
  if (!of || e.status === examStatus.released)
    return of ? { name: '考试总结', to: workPaths.summary(of) } : { name: '详情', to: examPath(e.examId) }
  if (!e.mayManage) return { name: '详情', to: examPath(e.examId) }
  if (e.status === examStatus.awaitingRelease) return { name: '发布成绩', to: workPaths.publish(of), primary: true }
  switch (e.markingProgress) {
    case markingProgress.cardExceptions:
      return { name: '处理存疑', to: workPaths.doubts(of), primary: true }
    case markingProgress.marking:
      return { name: '阅卷进度', to: workPaths.progress(of), primary: true }
    case markingProgress.done:
      return { name: '发布成绩', to: workPaths.publish(of), primary: true }
    default:
      return e.markingProgress > markingProgress.cardExceptions
        ? { name: '安排阅卷', to: workPaths.arrange(of), primary: true }
        : { name: '继续准备', to: examPath(e.examId), primary: true }
  }
}

const itemOf = (e: ExamRow): WorkItem => ({
  key: e.examId,
  name: e.examName,
  to: examPath(e.examId),
  badge: <StateMark {...statusOf(e)} />,
  text: [
    e.gradeName,
    e.courses.map((c) => c.courseName).join('、'),
    showDate(e.examDate),
    `${e.candidateCount}人`,
    e.status === examStatus.released ? '' : progressText(e),
  ]
    .filter(Boolean)
    .join(' · '),
  action: nextOf(e),
})

/** The newest exams of a school's people, those in work first, each with its next step. */
export const ExamsAtWork = ({ mayMake }: { mayMake: boolean }) => {
  const asked = useAsk(listExams, { pageNumber: 1, pageSize: 20 }, { freshMs: 10_000 })
  if (asked.data === undefined) return <Waiting asked={asked} rows={5} height={64} />
  const over = (e: ExamRow): number => Number(e.status === examStatus.released)
  const rows = asked.data.list.toSorted((a, b) => over(a) - over(b)).slice(0, 8)
  if (rows.length === 0)
    return (
      <EmptyState
        empty={{
          title: '还没有考试',
          text: mayMake ? '新建考试后，设置试题、设计答题卡，即可打印和扫描。' : '学校安排考试后会出现在这里。',
          ...(mayMake ? { action: { name: '新建考试', to: examPaths.add } } : {}),
        }}
      />
    )
  return <WorkList items={rows.map(itemOf)} label="考试" />
}

/** A student's or parent's newest exams: what is published can be opened. */
export const OwnExams = () => {
  const asked = useAsk(listExams, { pageNumber: 1, pageSize: 20 }, { freshMs: 10_000 })
  if (asked.data === undefined) return <Waiting asked={asked} rows={5} height={64} />
  // What can be read comes before what is still awaited.
  const awaited = (e: ExamRow): number => Number(e.status !== examStatus.released)
  const rows = asked.data.list.toSorted((a, b) => awaited(a) - awaited(b)).slice(0, 6)
  const items = rows.flatMap((e) =>
    e.courses.map((c): WorkItem => {
      const released = e.status === examStatus.released
      return {
        key: c.paperId,
        name: e.examName,
        ...(released ? { to: workPaths.ownReport(c.paperId) } : {}),
        badge: <StateMark text={released ? '已发布' : '未发布'} meaning={released ? 'done' : 'waits'} />,
        text: `${c.courseName} · ${showDate(e.examDate)}`,
        ...(released ? { action: { name: '查看成绩', to: workPaths.ownReport(c.paperId), primary: true } } : {}),
      }
    }),
  )
  return items.length === 0 ? (
    <EmptyState empty={{ title: '还没有考试', text: '参加考试后，成绩会出现在这里。' }} />
  ) : (
    <WorkList items={items} label="我的考试" />
  )
}
