import { examTotals } from '#shared/exam/tools/total.calls.ts'
import { offeredTotals, totalWords } from '#shared/exam/tools/total.rules.ts'
import { examStatus } from '#shared/exam/exam.types.ts'
import { publishPath, reportPath } from '#web/analysis/analysis.paths.ts'
import { useAsk } from '#web/kit/ask.ts'
import { ListPart } from '#web/kit/parts/ListPart.tsx'
import type { Action } from '#web/kit/screens/screen.types.ts'
import { totalPath } from '../exam.paths.ts'
import type { Detail } from '../parts/progress.tsx'

/** The totals of an exam's papers: what each adds up, its reports and its release. */
export const Totals = ({ data: { exam, papers, mayManage } }: { data: Detail }) => {
  const { examId } = exam
  const there = useAsk(examTotals, { examId }).data ?? []
  const open = offeredTotals(papers).filter((offer) => !there.some((t) => t.courseName === offer.name))
  const actions: Action[] = mayManage
    ? [
        ...open.map(({ name }) => ({ name: `设置“${name}”`, to: totalPath(examId, name) })),
        { name: '自选科目', to: totalPath(examId), barred: papers.length < 2 && '本场考试只有一科' },
      ]
    : []
  const released = new Set<string>(papers.filter((p) => p.status === examStatus.released).map((p) => p.paperId))
  const isOut = (parts: readonly { paperId: string }[]): boolean => parts.every((p) => released.has(p.paperId))
  return (
    <ListPart
      label="总分"
      name="totals"
      call={examTotals}
      input={{ examId }}
      rowTo={({ paperId, parts }) => (isOut(parts) ? reportPath('summary', examId, paperId) : undefined)}
      rowKey={(t) => t.paperId}
      columns={[
        { key: 'courseName', name: '总分', value: (t) => t.courseName, width: 120 },
        { key: 'parts', name: '科目', value: (t) => totalWords(t.parts), width: 320 },
      ]}
      actions={actions}
      rowActions={({ paperId, parts }) => {
        const barred = isOut(parts) ? null : '各科成绩发布后可查看'
        return [
          { name: '成绩单', to: reportPath('transcript', examId, paperId), barred },
          { name: '考试总结', to: reportPath('summary', examId, paperId), barred },
          ...(mayManage ? [{ name: '发布', to: publishPath(paperId) }] : []),
        ]
      }}
      empty={{
        title: '还没有设置总分',
        text: '把几科的成绩相加，名次、分数段和各类报告都可按总分查看；各科成绩发布时，总分随之发布。',
      }}
    />
  )
}
