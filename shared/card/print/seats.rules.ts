/** A list of rooms and seats as schools keep it: who sits where, read from a sheet. Pure. */
import { cleanText } from '#shared/kit/text.ts'

export type Seat = { room: string; seat: string }
type Person = { studentNumber: string; studentName: string }

const names = {
  number: ['考号', '准考证号', '学号'],
  room: ['考场', '考场号', '考室'],
  seat: ['座位', '座位号', '座号'],
} as const

/** How rooms and seats follow one another: 2 before 10, 实验楼101 before 实验楼102. */
export const bySeat = (a: Seat, b: Seat): number =>
  a.room.localeCompare(b.room, 'zh-Hans-CN', { numeric: true }) ||
  a.seat.localeCompare(b.seat, 'zh-Hans-CN', { numeric: true })

/** What a room is called where it stands alone. */
export const roomName = (room: string): string => (/^\d+$/.test(room) ? `第${room}考场` : room)

/**
 * The seats of `people` in a sheet whose rows are numbered as the spreadsheet does. Rows of others are passed over; a
 * person without a seat, twice in the list or on another's seat is a problem, and with any problem nothing is printed.
 */
export const planSeats = (
  sheet: readonly { row: number; cells: readonly string[] }[],
  people: readonly Person[],
): { seats: Map<string, Seat>; problems: string[] } => {
  const bare = (cell: string | undefined): string => cleanText(cell ?? '').replace(/^'/, '')
  const columns = (cells: readonly string[]) =>
    Object.values(names).map((known) => cells.findIndex((c) => (known as readonly string[]).includes(bare(c))))
  const at = sheet.slice(0, 10).findIndex((r) => columns(r.cells).every((c) => c >= 0))
  const seats = new Map<string, Seat>()
  if (at < 0) return { seats, problems: ['前十行没有“考号”“考场”“座位号”三列'] }
  const [numberAt, roomAt, seatAt] = columns(sheet[at]!.cells) as [number, number, number]
  const wanted = new Set(people.map((p) => p.studentNumber))
  const taken = new Map<string, number>()
  const rows = new Map<string, number>()
  const problems: string[] = []
  for (const { row, cells } of sheet.slice(at + 1)) {
    const number = bare(cells[numberAt])
    if (!wanted.has(number)) continue
    const seat = { room: bare(cells[roomAt]), seat: bare(cells[seatAt]) }
    const place = `${seat.room} ${seat.seat}`
    if (seat.room === '' || seat.seat === '') problems.push(`第${row}行：考号${number}没有考场或座位号`)
    else if (rows.has(number)) problems.push(`第${row}行：考号${number}在第${rows.get(number)}行已经有了`)
    else if (taken.has(place))
      problems.push(`第${row}行：${roomName(seat.room)}${seat.seat}号已由第${taken.get(place)}行占用`)
    else seats.set(number, seat)
    rows.set(number, row)
    if (seat.room !== '' && seat.seat !== '' && !taken.has(place)) taken.set(place, row)
  }
  const without = people.filter((p) => !rows.has(p.studentNumber))
  if (without.length > 0) {
    const some = without.slice(0, 5).map((p) => `${p.studentName}（${p.studentNumber}）`)
    problems.push(`${without.length}名考生不在座位表中：${some.join('、')}${without.length > 5 ? '等' : ''}`)
  }
  return { seats, problems }
}
