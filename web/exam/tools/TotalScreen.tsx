import { useParams, useSearchParams } from 'react-router'
import { examDetail } from '#shared/exam/exam.calls.ts'
import { createTotal } from '#shared/exam/tools/total.calls.ts'
import { offeredTotals } from '#shared/exam/tools/total.rules.ts'
import { examStatus } from '#shared/exam/exam.types.ts'
import { ExamId } from '#shared/kit/ids.ts'
import { publishPath } from '#web/analysis/analysis.paths.ts'
import { useAsk } from '#web/kit/ask.ts'
import { Page } from '#web/kit/parts/Page.tsx'
import { Bars, ErrorState } from '#web/kit/parts/States.tsx'
import { FormScreen } from '#web/kit/screens/FormScreen.tsx'
import type { Field } from '#web/kit/screens/screen.types.ts'
import { NoticeScreen } from '#web/kit/screens/NoticeScreen.tsx'
import { examPath, totalsTab } from '../exam.paths.ts'

/** Forms a total of an exam's papers; one that is usual comes filled in. */
export const TotalScreen = () => {
  const examId = ExamId.safeParse(useParams()['examId']).data
  const [query] = useSearchParams()
  const { data, error } = useAsk(examDetail, examId ? { examId } : undefined)
  if (!examId || !data)
    return (
      <Page title="设置总分" width="narrow">
        {error || !examId ? (
          <ErrorState error={error ?? new Error('考试不存在或已删除')} />
        ) : (
          <Bars rows={4} height={32} />
        )}
      </Page>
    )
  if (!data.mayManage)
    return (
      <NoticeScreen
        title="设置总分"
        width="narrow"
        empty={{ title: '只有考试管理者可以设置', action: { name: '返回考试', to: examPath(examId) } }}
      />
    )
  const offer = offeredTotals(data.papers).find((t) => t.name === query.get('name'))
  const released = data.exam.status === examStatus.released
  const [first, others] = [offer?.groups[0], offer?.groups[1]]
  const options = data.papers.map((p) => ({ value: p.paperId, label: p.courseName }))
  const papers = (name: string, label: string, more: Partial<Field> = {}): Field =>
    ({ name, label, kind: 'multi', wide: true, options, ...more }) as Field
  return (
    <FormScreen
      key={offer?.name ?? ''}
      title="设置总分"

      call={createTotal}
      fixed={{ examId }}
      start={{
        name: offer?.name ?? '',
        all: [...(offer?.all ?? [])],
        first: [...(first?.paperIds ?? [])],
        others: [...(others?.paperIds ?? [])],
        othersCount: others?.count ?? 2,
      }}
      submit="设置"
      doneText="总分已设置"
      // Where its papers are published already nothing will be that begins it.
      done={({ paperId }) => (released ? publishPath(paperId) : totalsTab(examId))}
      fields={[
        { name: 'name', label: '名称', kind: 'text', required: true, maxLength: 20, placeholder: '如 语数英' },
        papers('all', '都计入的科目', { hint: '缺考其中一科的考生没有总分' }),
        papers('first', '首选科目（计1科）', { hint: '如物理、历史；按名单中的选课，没有选课的按实际参加的科目' }),
        papers('others', '再选科目', { hint: '如化学、生物、政治、地理；各科满分须相同' }),
        {
          name: 'othersCount',
          label: '再选计几科',
          kind: 'select',
          number: true,
          required: true,
          options: [1, 2, 3, 4, 5].map((n) => ({ value: String(n), label: `${n}科` })),
        },
      ]}
    />
  )
}
