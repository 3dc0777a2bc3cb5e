/** The lists of an exam's rooms as sheets of a workbook: one for each door, and labels for the desks. Pure. */
import type { Candidate } from '../exam.types.ts'

type Sheet = { name: string; rows: string[][] }
type Seated = Pick<Candidate, 'studentName' | 'studentNumber' | 'className' | 'room' | 'seat'>

/** Labels beside one another on a sheet of paper. */
const across = 3

/** Room after room, seat after seat; none where no candidate has a seat. */
export const seatSheets = (examName: string, roster: readonly Seated[]): Sheet[] => {
  const numeric = (a: string | undefined, b: string | undefined): number =>
    (a ?? '').localeCompare(b ?? '', 'zh-Hans-CN', { numeric: true })
  const seated = roster
    .filter((c) => c.room !== undefined && c.seat !== undefined)
    .sort((a, b) => numeric(a.room, b.room) || numeric(a.seat, b.seat))
  if (seated.length === 0) return []
  const rooms = [...Map.groupBy(seated, (c) => c.room!)]
  const labels: string[][] = []
  for (const [, own] of rooms)
    for (let at = 0; at < own.length; at += across) {
      const row = own.slice(at, at + across)
      labels.push(
        row.map((c) => `${c.room}考场　${c.seat}号`),
        row.map((c) => c.studentName),
        row.map((c) => c.studentNumber),
        row.map((c) => c.className),
        [],
      )
    }
  return [
    ...rooms.map(([room, own]) => ({
      // The signs that a sheet's name may not have.
      name: `${room}考场`.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31),
      rows: [
        [examName],
        [`${room}考场　共${own.length}人`],
        ['座位号', '考号', '姓名', '班级'],
        ...own.map((c) => [c.seat!, c.studentNumber, c.studentName, c.className]),
      ],
    })),
    { name: '桌贴', rows: labels },
  ]
}
