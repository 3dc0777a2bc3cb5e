import { useParams, useSearchParams } from 'react-router'
import { resultAs } from '#shared/analysis/analysis.calls.ts'
import type { ExamId, PaperId, StudentId } from '#shared/kit/ids.ts'
import { examPaths } from '#web/exam/exam.paths.ts'
import { Refusal, useAsk } from '#web/kit/ask.ts'
import { Page } from '#web/kit/parts/Page.tsx'
import { EmptyState, Waiting } from '#web/kit/parts/States.tsx'
import { pathTo } from '#web/kit/route.types.ts'
import { Whole } from './ResultScreen.tsx'

const names = { student: '学生', parent: '家长' }

/** A result as its student or a parent sees it, for who says what is shown. */
export const ResultAsScreen = () => {
  const { examId, paperId, studentId } = useParams() as { examId: ExamId; paperId: PaperId; studentId: StudentId }
  const [query] = useSearchParams()
  const as = query.get('as') === 'parent' ? 'parent' : 'student'
  const answer = useAsk(resultAs, { paperId, studentId, as }, { hideMessage: true })
  const to = pathTo(examPaths.resultAs, { examId, paperId, studentId })
  return (
    <Page
      title={`以${names[as]}身份查看`}
      width="narrow"
      siblings={{
        label: '身份',
        here: as,
        items: (['student', 'parent'] as const).map((key) => ({ key, name: names[key], to: `${to}?as=${key}` })),
      }}
    >
      {answer.data ? (
        <Whole result={answer.data} />
      ) : answer.error instanceof Refusal ? (
        <EmptyState
          empty={{
            title: `${names[as]}现在看不到成绩`,
            text: answer.error.message,
            action: { name: '成绩可见范围', to: pathTo(examPaths.visibility, { examId }) },
          }}
        />
      ) : (
        <Waiting asked={answer} rows={8} height={32} />
      )}
    </Page>
  )
}
