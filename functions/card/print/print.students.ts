import type { PrintSettings } from '#shared/card/card.jobs.ts'
import type { Candidate } from '#shared/exam/exam.types.ts'
import { bySeat, roomName } from '#shared/card/print/seats.rules.ts'
import type { Seat } from '#shared/card/print/seats.rules.ts'
import type { PrintStudent } from './card.print.ts'

/** A candidate as a sheet names one, with the school where that is known. */
export type PrintCandidate = Candidate & { school?: string | undefined }

const byNumber = (a: Candidate, b: Candidate) => a.studentNumber.localeCompare(b.studentNumber, 'en', { numeric: true })
const byClass = (a: Candidate, b: Candidate) =>
  a.className.localeCompare(b.className, 'zh-Hans-CN', { numeric: true }) || byNumber(a, b)

/** Room by room, seat by seat; who has no seat there is not printed. */
const seatOrder = (candidates: readonly PrintCandidate[], seated: ReadonlyMap<string, Seat>): PrintStudent[] => {
  const places = new Map<string, number>()
  return candidates
    .flatMap((c) => {
      const at = seated.get(c.studentNumber)
      return at ? [{ c, at }] : []
    })
    .sort((a, b) => bySeat(a.at, b.at))
    .map(({ c, at }) => {
      const place = places.get(at.room) ?? 0
      places.set(at.room, place + 1)
      return {
        studentNumber: c.studentNumber,
        name: c.studentName,
        className: c.className,
        ...(c.school ? { school: c.school } : {}),
        paperType: place % 2 === 0 ? ('A' as const) : ('B' as const),
        ...at,
      }
    })
}

/**
 * The candidates of some classes (absent: all) as they are printed: class by class, then by student number; or by rooms
 * of so many seats, filled in the order of the student numbers; or as a list of seats has them. Neighbours get papers A
 * and B in turn.
 */
export const printOrder = (
  candidates: readonly PrintCandidate[],
  { classIds, split, order = split === 'room' ? 'room' : 'class', seats = 30 }: Partial<PrintSettings> = {},
  seated?: ReadonlyMap<string, Seat>,
): PrintStudent[] => {
  if (seated)
    return seatOrder(
      candidates.filter((c) => classIds === undefined || classIds.includes(c.classId)),
      seated,
    )
  return candidates
    .filter((c) => classIds === undefined || classIds.includes(c.classId))
    .sort(order === 'class' ? byClass : byNumber)
    .map((c, i) => ({
      studentNumber: c.studentNumber,
      name: c.studentName,
      className: c.className,
      ...(c.school ? { school: c.school } : {}),
      paperType: (order === 'room' ? i % seats : i) % 2 === 0 ? ('A' as const) : ('B' as const),
      ...(order === 'room'
        ? {
            room: String(Math.floor(i / seats) + 1).padStart(2, '0'),
            seat: String((i % seats) + 1).padStart(2, '0'),
          }
        : {}),
    }))
}

/** One file of a print and who is in it; without a name it holds all. */
export type PrintGroup = { name?: string; students: PrintStudent[] }

/** The copies cut into files, in the order in which they are printed: they are handed out without sorting. */
export const printGroups = (students: readonly PrintStudent[], split?: PrintSettings['split']): PrintGroup[] => {
  if (students.length === 0) return []
  if (split === undefined) return [{ students: [...students] }]
  const groups = new Map<string, PrintStudent[]>()
  for (const s of students) {
    const name = split === 'class' ? s.className : s.room === undefined ? '' : roomName(s.room)
    groups.set(name, [...(groups.get(name) ?? []), s])
  }
  return [...groups].map(([name, own]) => ({ ...(name ? { name } : {}), students: own }))
}
