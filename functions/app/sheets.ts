/** Who has sheets, for the exam's roster: they stay candidates. */
import type { SheetsOf } from '#functions/exam/roster.public.ts'
import { pagesOfStudents } from '#functions/scan/scan.public.ts'

export const sheetsOf: SheetsOf = async (paperId, studentIds) =>
  new Set((await pagesOfStudents(paperId, studentIds)).flatMap(([id, pages]) => (pages.length > 0 ? [id] : [])))
