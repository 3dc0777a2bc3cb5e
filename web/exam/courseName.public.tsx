import { paperPlace } from '#shared/exam/exam.calls.ts'
import type { PaperId } from '#shared/kit/ids.ts'
import { useAsk } from '#web/kit/ask.ts'

/** The course of a paper, once it is known; crumbs ask for it too. */
export const useCourseName = (paperId: PaperId): string | undefined =>
  useAsk(paperPlace, { paperId }, { quiet: true, freshMs: 60_000 }).data?.courseName
