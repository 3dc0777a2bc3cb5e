/** Some of an exam's candidates, as a manager means them: by hand, by class, by a pasted column of numbers, or all. Pure. */
import * as z from 'zod'
import { ClassId, StudentId } from '#shared/kit/ids.ts'
import { cleanText } from '#shared/kit/text.ts'
import type { Candidate } from '../exam.types.ts'
import { byNumbers } from './sheet.rules.ts'

/** So many lines of a list are read. */
const mostLines = 5000

/** Which candidates are meant. */
export const CandidateWish = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('students'), studentIds: z.array(StudentId).min(1, '请选择考生').max(200) }),
  z.object({ kind: z.literal('classes'), classIds: z.array(ClassId).min(1, '请选择班级').max(200) }),
  /** A column of 考号 or 学号, as it was copied of a sheet, other columns behind it or not: each once, none of a stranger. */
  z.object({ kind: z.literal('numbers'), text: z.string().trim().min(1, '请粘贴考号或学号').max(100_000) }),
  z.object({ kind: z.literal('all') }),
])
export type CandidateWish = z.infer<typeof CandidateWish>

/** As it is sent: a list may also be a file that was uploaded, which the server reads as if its numbers had been pasted. */
export const CandidateWishSent = z.discriminatedUnion('kind', [
  ...CandidateWish.options,
  z.object({ kind: z.literal('file'), key: z.string().min(1).max(400), fileName: z.string().min(1).max(300) }),
])
export type CandidateWishSent = z.infer<typeof CandidateWishSent>

const shown = 20

const numbered = (text: string, roster: readonly Candidate[]): { ids: Set<string>; problems: string[] } => {
  const lines = text
    .split(/\r?\n/)
    .map((line, i) => ({ row: i + 1, number: cleanText(line.split(/[\t,，]/)[0]!).replace(/^'/, '') }))
  const wanted = lines.filter(({ number }) => number !== '' && number !== '考号' && number !== '学号')
  if (wanted.length > mostLines) return { ids: new Set(), problems: [`一次最多${mostLines}行，请分几次`] }
  const people = byNumbers(roster)
  const rows = new Map<string, number>()
  const problems: string[] = []
  for (const { row, number } of wanted) {
    const id = people.get(number)?.studentId
    const before = id === undefined ? undefined : rows.get(id)
    if (id === undefined) problems.push(`第${row}行：${number.slice(0, 30)}不是本场考试的考生`)
    else if (before !== undefined) problems.push(`第${row}行：${number}与第${before}行是同一名考生`)
    else rows.set(id, row)
  }
  if (wanted.length === 0) problems.push('没有考号或学号')
  const more = problems.length - shown
  return { ids: new Set(rows.keys()), problems: [...problems.slice(0, shown), ...(more > 0 ? [`另有${more}处`] : [])] }
}

/** Those who are meant, or what is wrong with the list of them. */
export const candidatesMeant = (
  wish: CandidateWish,
  roster: readonly Candidate[],
): { meant: Candidate[]; problems: string[] } => {
  const listed = wish.kind === 'numbers' ? numbered(wish.text, roster) : null
  if (listed && listed.problems.length > 0) return { meant: [], problems: listed.problems }
  const among: Readonly<Record<CandidateWish['kind'], (c: Candidate) => boolean>> = {
    students: (c) => wish.kind === 'students' && wish.studentIds.includes(c.studentId),
    classes: (c) => wish.kind === 'classes' && wish.classIds.includes(c.classId),
    numbers: (c) => listed!.ids.has(c.studentId),
    all: () => true,
  }
  return { meant: roster.filter(among[wish.kind]), problems: [] }
}
