/** Tables of candidates that people take away and bring back. */
import { examProblems } from '#shared/exam/exam.problems.ts'
import type { Exam } from '#shared/exam/exam.types.ts'
import type { CandidateWish, CandidateWishSent } from '#shared/exam/roster/candidateWish.rules.ts'
import { numbersIn } from '#shared/exam/roster/sheet.rules.ts'
import type { Sheet } from '#shared/exam/roster/sheet.rules.ts'
import type { Problem } from '#shared/kit/problem.ts'
import { asideKey, putObject, signedUrl } from '#functions/kit/objects.ts'
import { newId } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { bookOf } from '#functions/kit/workbook.ts'
import { tenantOfUpload } from '#functions/platform/upload.public.ts'
import { uploadedTable } from '#functions/platform/uploadedTable.public.ts'

/** The rows of a file of the caller's own tenant. @throws Refused notFound, and `bad` with what is wrong with the file */
export const sheetIn = async (
  { key, fileName }: { key: string; fileName: string },
  caller: Caller,
  bad: Problem,
): Promise<Sheet> => {
  if (tenantOfUpload(key) !== caller.tenant) return refuse(examProblems.notFound)
  const table = await uploadedTable({ key, fileName })
  return 'fault' in table ? refuse(bad, { detail: table.fault }) : table
}

/** What a list means, which may be a file. @throws as `sheetIn` */
export const wishMeant = async (wish: CandidateWishSent, caller: Caller, bad: Problem): Promise<CandidateWish> =>
  wish.kind === 'file' ? { kind: 'numbers', text: numbersIn(await sheetIn(wish, caller, bad)) } : wish

export const writeBook = async (
  { examId, owner }: Exam,
  fileName: string,
  sheets: Parameters<typeof bookOf>[0],
): Promise<{ url: string; fileName: string }> => {
  const key = asideKey(newId<string>('file'), owner, 'exam', examId, 'sheet.xlsx')
  await putObject(key, await bookOf(sheets), { type: 'application/octet-stream' })
  return { url: await signedUrl(key, { name: fileName }), fileName }
}
