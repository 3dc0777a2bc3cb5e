/** Who has sheets, for the exam's roster: they stay candidates. */
import type { SheetsNow } from '#functions/exam/roster/roster.public.ts'
import { isBeingRead, pagesOfStudents } from '#functions/scan/scan.public.ts'

export const sheetsNow: SheetsNow = {
  sheetsOf: async (paperId, studentIds) =>
    new Set((await pagesOfStudents(paperId, studentIds)).flatMap(([id, pages]) => (pages.length > 0 ? [id] : []))),
  isBeingRead,
}
