/** Addresses of this room. */
import { pathTo } from '#web/kit/route.types.ts'

export const learningPaths = {
  results: '/v2/exam/report/detail',
  exam: '/v2/exam/report/exam/:examId',
  result: '/v2/exam/report/detail/:paperId',
} as const
export const resultPath = (paperId: string): string => pathTo(learningPaths.result, { paperId })
/** An exam of several subjects: its total and each of them. */
export const examResultsPath = (examId: string): string => pathTo(learningPaths.exam, { examId })
/** Where the own results of an exam begin: of one subject its result itself. */
export const ownResultsPath = ({
  examId,
  courses,
}: {
  examId: string
  courses: readonly { paperId: string }[]
}): string => (courses.length === 1 ? resultPath(courses[0]!.paperId) : examResultsPath(examId))
