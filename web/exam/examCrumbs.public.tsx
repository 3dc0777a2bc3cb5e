import { examDetail } from '#shared/exam/exam.calls.ts'
import type { ExamId } from '#shared/kit/ids.ts'
import { useAsk } from '#web/kit/ask.ts'
import type { Crumb } from '#web/kit/screens/screen.types.ts'
import { examPath, examPaths } from './exam.paths.ts'

/** The way back from a work of one paper to its exam, and the paper's course once it is known. */
export const useExamCrumbs = (
  of: { examId: ExamId | undefined; paperId: string },
  here: string,
): { crumbs: Crumb[]; courseName: string | undefined } => {
  const { examId, paperId } = of
  const { data } = useAsk(examDetail, examId && { examId }, { quiet: true, freshMs: 60_000 })
  return {
    crumbs: [
      { name: '考试', to: examPaths.list },
      ...(examId ? [{ name: data?.exam.examName ?? '考试详情', to: examPath(examId) }] : []),
      { name: here },
    ],
    courseName: data?.papers.find((p) => p.paperId === paperId)?.courseName,
  }
}
