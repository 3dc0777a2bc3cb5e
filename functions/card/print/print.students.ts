import type { PrintSettings } from '#shared/card/card.jobs.ts'
import type { Candidate } from '#shared/exam/exam.types.ts'
import type { PrintStudent } from './card.print.ts'

const byNumber = (a: Candidate, b: Candidate) => a.studentNumber.localeCompare(b.studentNumber, 'en', { numeric: true })
const byClass = (a: Candidate, b: Candidate) =>
  a.className.localeCompare(b.className, 'zh-Hans-CN', { numeric: true }) || byNumber(a, b)

/**
 * The candidates of some classes (absent: all) as they are printed: class by class, then by student number; or by rooms
 * of so many seats, filled in the order of the student numbers. Neighbours get papers A and B in turn.
 */
export const printOrder = (
  candidates: readonly Candidate[],
  { classIds, split, order = split === 'room' ? 'room' : 'class', seats = 30 }: Partial<PrintSettings> = {},
): PrintStudent[] =>
  candidates
    .filter((c) => classIds === undefined || classIds.includes(c.classId))
    .sort(order === 'class' ? byClass : byNumber)
    .map((c, i) => ({
      studentNumber: c.studentNumber,
      name: c.studentName,
      className: c.className,
      paperType: (order === 'room' ? i % seats : i) % 2 === 0 ? ('A' as const) : ('B' as const),
      ...(order === 'room'
        ? {
            room: String(Math.floor(i / seats) + 1).padStart(2, '0'),
            seat: String((i % seats) + 1).padStart(2, '0'),
          }
        : {}),
    }))

/** One file of a print and who is in it; without a name it holds all. */
export type PrintGroup = { name?: string; students: PrintStudent[] }

/** The copies cut into files, in the order in which they are printed: whoever hands them out needs no sorting. */
export const printGroups = (students: readonly PrintStudent[], split?: PrintSettings['split']): PrintGroup[] => {
  if (students.length === 0) return []
  if (split === undefined) return [{ students: [...students] }]
  const groups = new Map<string, PrintStudent[]>()
  for (const s of students) {
    const name = split === 'class' ? s.className : s.room === undefined ? '' : `第${s.room}考场`
    groups.set(name, [...(groups.get(name) ?? []), s])
  }
  return [...groups].map(([name, own]) => ({ ...(name ? { name } : {}), students: own }))
}
