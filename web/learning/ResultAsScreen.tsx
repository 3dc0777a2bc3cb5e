import { useParams, useSearchParams } from 'react-router'
import { resultAs } from '#shared/analysis/analysis.calls.ts'
import type { ExamId, PaperId, StudentId } from '#shared/kit/ids.ts'
import { examPaths } from '#web/exam/exam.paths.ts'
import { pathTo } from '#web/kit/route.types.ts'
import { DetailScreen } from '#web/kit/screens/DetailScreen.tsx'
import { Whole } from './ResultScreen.tsx'

const names = { student: '学生', parent: '家长' }

/** A result as its student or a parent sees it, for who says what is shown. */
export const ResultAsScreen = () => {
  const { examId, paperId, studentId } = useParams() as { examId: ExamId; paperId: PaperId; studentId: StudentId }
  const [query] = useSearchParams()
  const as = query.get('as') === 'parent' ? 'parent' : 'student'
  const to = pathTo(examPaths.resultAs, { examId, paperId, studentId })
  return (
    <DetailScreen
      call={resultAs}
      input={{ paperId, studentId, as }}
      title={`以${names[as]}身份查看`}
      width="narrow"
      siblings={{
        label: '身份',
        here: as,
        items: (['student', 'parent'] as const).map((key) => ({ key, name: names[key], to: `${to}?as=${key}` })),
      }}
      refused={({ message }) => ({
        title: `${names[as]}现在看不到成绩`,
        text: message,
        action: { name: '成绩可见范围', to: pathTo(examPaths.visibility, { examId }) },
      })}
    >
      {(result) => <Whole result={result} />}
    </DetailScreen>
  )
}
