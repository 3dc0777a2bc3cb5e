import { ProgressBar, makeStyles, tokens } from '@fluentui/react-components'
import { Link, useNavigate, useParams } from 'react-router'
import type { ExamId, PaperId } from '#shared/kit/ids.ts'
import { unlikelyTexts } from '#shared/marking/quality/unlikely.rules.ts'
import { completeMarking, markingProgressCall } from '#shared/marking/marking.calls.ts'
import { doneWords } from '#shared/kit/pace.ts'
import { decimal } from '#shared/kit/score.ts'
import { publishPath, reportPath } from '#web/analysis/analysis.paths.ts'
import { useCourseName } from '#web/exam/courseName.public.tsx'
import { act } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import { NoticeLine } from '#web/kit/parts/NoticeLine.tsx'
import { DetailScreen } from '#web/kit/screens/DetailScreen.tsx'
import { arbitrates, toArbitrate } from './arbitration.ts'
import {
  arrangePath,
  classProgressPath,
  fixPath,
  markPath,
  recordPath,
  remarkPath,
  resetReadPath,
  seedsPath,
} from './marking.paths.ts'
import { monitorSiblings } from './parts/monitorSiblings.ts'
import { Undecided } from './parts/Undecided.tsx'

const useStyles = makeStyles({
  section: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS },
  head: { margin: 0, fontSize: tokens.fontSizeBase400, fontWeight: tokens.fontWeightSemibold },
  // On a phone the share says it.
  bar: { minWidth: '120px', '@media (max-width: 600px)': { minWidth: 0, '& > *': { display: 'none' } } },
})

type Data = OutputOf<typeof markingProgressCall>
type Row = Data['questions'][number]

const stateWords = {
  draft: { text: '未开启', meaning: 'none' },
  open: { text: '阅卷中', meaning: 'going' },
  closing: { text: '正在结束', meaning: 'going' },
  closed: { text: '已结束', meaning: 'done' },
} as const

const unfinished = (data: Data): number => data.questions.reduce((n, q) => n + q.total - q.done, 0)

/** Why marking cannot be closed yet, in a sentence, or null. */
const standsInTheWay = (data: Data): string | null => {
  if (data.state === 'draft') return '阅卷还没有开启'
  if (data.scripts.present === 0) return '还没有到考的答卷'
  const left = unfinished(data)
  if (left === 0 && data.scripts.undecided > 0)
    return `有 ${data.scripts.undecided} 份答卷选做了哪道题还没有确定，请在下方确定`
  if (left === 0 && data.scripts.unfinished > 0)
    return `有 ${data.scripts.unfinished} 份答卷没有得分齐全：请到“处理存疑”中处理缺页和填涂存疑`
  if (left === 0) return null
  const waiting = data.questions.filter((q) => q.done < q.total).map((q) => `第${q.number}题 ${q.total - q.done} 份`)
  const more = waiting.length > 4 ? `等 ${waiting.length} 题` : ''
  return `还有 ${left} 份作答没有评完：${waiting.slice(0, 4).join('，')}${more}`
}

const Tables = ({ data, examId, paperId }: { data: Data; examId: ExamId; paperId: PaperId }) => {
  const styles = useStyles()
  const navigate = useNavigate()
  const reason = standsInTheWay(data)
  const hasRecords = data.mayManage && data.state !== 'draft'
  const questionTo = ({ questionId, needFinal }: Row) =>
    needFinal > 0 && data.arbitrates.includes(questionId)
      ? markPath({ paperId, questionId, role: 'final' })
      : hasRecords
        ? recordPath(examId, paperId, { questionId })
        : undefined
  const markerTo = ({ userId }: Data['markers'][number]) =>
    hasRecords ? recordPath(examId, paperId, { userId }) : undefined
  const open =
    <R,>(to: (row: R) => string | undefined) =>
    (row: R) => {
      const address = to(row)
      if (address !== undefined) void navigate(address)
    }
  return (
    <>
      {data.stopped !== undefined ? (
        <NoticeLine meaning="waits">
          有 {data.stopped} 位老师的种子卷偏差过大，已暂停发放答卷。
          <Link to={seedsPath(examId, paperId)}>去处理</Link>
        </NoticeLine>
      ) : (
        (data.counting || (reason && data.state === 'open')) && (
          <NoticeLine meaning="going">
            {[data.counting && '正在汇总阅卷进度，数字会自动更新', data.state === 'open' && reason]
              .filter(Boolean)
              .join('。')}
          </NoticeLine>
        )
      )}
      {data.unlikely && data.unlikely.length > 0 && (
        <NoticeLine meaning="waits">
          {unlikelyTexts(data.unlikely)}，请查看。
          <Link to={recordPath(examId, paperId, { questionId: data.unlikely[0]!.questionId })}>看阅卷记录</Link>
        </NoticeLine>
      )}
      {data.mayManage && data.state !== 'draft' && <Undecided paperId={paperId} />}
      <div data-list="">
        <DataTable<Row>
          label="各题进度"
          rows={data.questions}
          rowKey={(q) => q.questionId}
          onOpen={open(questionTo)}
          linkOf={questionTo}
          columns={[
            { key: 'number', name: '题号', width: 104, value: (q) => `第 ${q.number} 题` },
            {
              key: 'progress',
              name: '进度',
              width: 144,
              value: (q) => doneWords(q.done, q.total),
              cell: (q) => (
                <span className={styles.bar}>
                  {doneWords(q.done, q.total)}
                  <ProgressBar value={q.done} max={Math.max(1, q.total)} aria-label={`第${q.number}题`} />
                </span>
              ),
            },
            {
              key: 'done',
              name: '已完成',
              unit: '份',
              number: true,
              width: 104,
              value: (q) => `${q.done} / ${q.total}`,
            },
            // Of what is marked once the number of first marks says nothing more.
            ...(data.questions.every((q) => q.single)
              ? []
              : (['first', 'second'] as const).map((role) => ({
                  key: role,
                  name: role === 'first' ? '一评' : '二评',
                  number: true,
                  width: 72,
                  value: (q: Row) => (q.single ? null : q[role]),
                }))),
            ...(data.questions.some((q) => q.third > 0)
              ? [
                  {
                    key: 'third',
                    name: '三评',
                    number: true,
                    width: 72,
                    value: (q: (typeof data.questions)[number]) => q.third,
                  },
                ]
              : []),
            {
              key: 'needFinal',
              name: '待仲裁',
              number: true,
              // As wide with the way there as without: nothing jumps when the last one is settled.
              width: 120,
              // A doubtful answer of one marker is decided too, where there is one.
              value: (q) => (q.single && q.needFinal === 0 ? null : q.needFinal),
              cell: (q) =>
                arbitrates(data, q) ? (
                  <Link to={markPath({ paperId, questionId: q.questionId, role: 'final' })}>{q.needFinal} 去仲裁</Link>
                ) : q.single && q.needFinal === 0 ? (
                  '—'
                ) : (
                  q.needFinal
                ),
            },
            {
              key: 'final',
              name: '已仲裁',
              number: true,
              width: 72,
              value: (q) => (q.single && q.final === 0 ? null : q.final),
            },
            { key: 'problems', name: '问题卷', number: true, width: 72, value: (q) => q.problems },
          ]}
        />
      </div>
      <section className={styles.section}>
        <h2 className={styles.head}>各教师进度</h2>
        <DataTable
          label="各教师进度"
          rows={data.markers}
          rowKey={(m) => m.userId}
          onOpen={open(markerTo)}
          linkOf={markerTo}
          columns={[
            { key: 'teacherName', name: '教师', width: 120, value: (m) => m.teacherName },
            { key: 'marked', name: '已评', unit: '份', number: true, width: 88, value: (m) => m.marked },
            {
              key: 'mean',
              name: '平均得分率',
              number: true,
              width: 104,
              value: (m) => (m.mean === null ? '—' : `${decimal(m.mean * 100, 1)}%`),
            },
          ]}
        />
      </section>
    </>
  )
}

/** How far marking is, by question and by marker; closes it when nothing stands in the way. */
export const MonitorScreen = () => {
  const { examId, paperId } = useParams() as { examId: ExamId; paperId: PaperId }
  const courseName = useCourseName(paperId)
  return (
    <DetailScreen
      call={markingProgressCall}
      input={{ paperId }}
      everyMs={10_000}
      title={() => [courseName, '阅卷进度'].filter(Boolean).join('　')}
      badge={(data) => stateWords[data.state]}
      siblings={monitorSiblings(examId, paperId, 'progress')}
      facts={(data) => [
        { name: '到考', value: `${data.scripts.present} 人` },
        { name: '缺考', value: `${data.scripts.absent} 人` },
        { name: '未交', value: `${data.scripts.missing} 人` },
        { name: '未评完', value: `${unfinished(data)} 份` },
        { name: '待仲裁', value: `${data.questions.reduce((n, q) => n + q.needFinal, 0)} 份` },
      ]}
      actions={(data) => [
        { name: '阅卷安排', to: arrangePath(paperId) },
        ...(toArbitrate(data)
          ? [
              {
                name: '去仲裁',
                to: markPath({ paperId, questionId: toArbitrate(data)!.questionId, role: 'final' }),
                primary: true,
              },
            ]
          : []),
        ...(data.mayManage && data.state !== 'draft'
          ? [
              { name: '成绩更正', to: fixPath(examId, paperId) },
              { name: '阅卷记录', to: recordPath(examId, paperId) },
              { name: '退回重新评阅', to: resetReadPath(examId, paperId) },
              { name: '请其他老师重评', to: remarkPath(examId, paperId) },
            ]
          : []),
        ...(data.state === 'draft' ? [] : [{ name: '班级进度', to: classProgressPath(examId, paperId) }]),
        ...(data.mayManage && data.state === 'closed'
          ? [
              // What is published leads to what is read of it.
              ...(data.released
                ? [{ name: '考试总结', to: reportPath('summary', examId, paperId), primary: true }]
                : []),
              { name: '发布成绩', to: publishPath(paperId), primary: !data.released },
            ]
          : []),
        ...(data.mayManage && data.state !== 'closed'
          ? [
              {
                name: '结束阅卷',
                primary: toArbitrate(data) === undefined,
                barred: standsInTheWay(data),
                confirm: `${data.scripts.present} 份答卷全部评完。结束后教师不能再修改评分；个别分数可由管理者更正。`,
                run: async () => {
                  await act(completeMarking, { paperId })
                  toast('success', '阅卷已结束')
                },
              },
            ]
          : []),
      ]}
    >
      {(data) => <Tables data={data} examId={examId} paperId={paperId} />}
    </DetailScreen>
  )
}
