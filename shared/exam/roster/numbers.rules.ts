/** 考号, rooms and seats of an exam's candidates: how they are given, and what keeps them from it. Pure. */
import * as z from 'zod'
import { ExamId } from '#shared/kit/ids.ts'
import type { Candidate } from '../exam.types.ts'
import { underHead } from './sheet.rules.ts'
import type { Sheet } from './sheet.rules.ts'

export const numberOrders = { class: '按班级', number: '按学号', name: '按姓名' } as const
export const seatOrders = { number: '按考号顺序', random: '随机', class: '按班级，不混编' } as const

export const NumberWish = z.discriminatedUnion('kind', [
  /** The roster's own. */
  z.object({ kind: z.literal('roster') }),
  z.object({
    kind: z.literal('rule'),
    prefix: z.string().regex(/^\d{0,12}$/, '前缀只能是数字，最多12位'),
    order: z.enum(['class', 'number', 'name']),
  }),
  z.object({ kind: z.literal('random'), prefix: z.string().regex(/^\d{0,12}$/, '前缀只能是数字，最多12位') }),
  /** Those that the same students had in a former exam. */
  z.object({ kind: z.literal('kept'), from: ExamId }),
  /** A sheet of 学号 and 考号, with 考场 and 座位号 where it has them. */
  z.object({ kind: z.literal('file'), key: z.string().min(1).max(400), fileName: z.string().min(1).max(300) }),
  z.object({
    kind: z.literal('seats'),
    order: z.enum(['number', 'random', 'class']),
    perRoom: z.int().min(1, '每个考场至少1人').max(200, '每个考场最多200人'),
    firstRoom: z.int().min(1).max(999).default(1),
  }),
  /** No rooms and seats any more. */
  z.object({ kind: z.literal('noSeats') }),
])
export type NumberWish = z.infer<typeof NumberWish>

const ownNumber = (c: Pick<Candidate, 'ownNumber' | 'studentNumber'>): string => c.ownNumber ?? c.studentNumber
const numeric = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true })
/** Class by class as their names follow one another, within one by the roster's number. */
const byClass = (a: Candidate, b: Candidate): number =>
  a.className.localeCompare(b.className, 'zh-Hans-CN', { numeric: true }) || numeric(ownNumber(a), ownNumber(b))
const orders: Readonly<Record<keyof typeof numberOrders, (a: Candidate, b: Candidate) => number>> = {
  class: byClass,
  number: (a, b) => numeric(ownNumber(a), ownNumber(b)),
  name: (a, b) => a.pinyin.localeCompare(b.pinyin, 'en') || numeric(ownNumber(a), ownNumber(b)),
}

/** The same order for the same seed: what was previewed is what is done (mulberry32). */
export const shuffled = <T>(list: readonly T[], seed: number): T[] => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return (t ^ (t >>> 14)) >>> 0
  }
  const out = [...list]
  for (let i = out.length - 1; i > 0; i--) {
    const j = next() % (i + 1)
    ;[out[i], out[j]] = [out[j]!, out[i]!]
  }
  return out
}

const withNumber = ({ ownNumber: own, ...c }: Candidate, studentNumber: string): Candidate => {
  const rosters = own ?? c.studentNumber
  return studentNumber === rosters ? { ...c, studentNumber } : { ...c, studentNumber, ownNumber: rosters }
}

/** Numbers in turn behind a prefix, as wide as the last one's; 4 digits at least. */
const inTurn = (list: readonly Candidate[], prefix: string): Candidate[] => {
  const width = Math.max(4 - prefix.length, 3, String(list.length).length)
  return list.map((c, i) => withNumber(c, `${prefix}${String(i + 1).padStart(width, '0')}`))
}

/** Seats room after room; of `class` no room holds two classes. */
const seated = (
  roster: readonly Candidate[],
  { order, perRoom, firstRoom }: Extract<NumberWish, { kind: 'seats' }>,
  seed: number,
): Candidate[] => {
  const ordered =
    order === 'random'
      ? shuffled(
          [...roster].sort((a, b) => numeric(a.studentNumber, b.studentNumber)),
          seed,
        )
      : [...roster].sort(order === 'class' ? byClass : (a, b) => numeric(a.studentNumber, b.studentNumber))
  const width = String(perRoom).length
  let room = firstRoom - 1
  let seat = perRoom
  let last: string | undefined
  return ordered.map((c) => {
    if (seat >= perRoom || (order === 'class' && last !== c.classId)) {
      room++
      seat = 0
    }
    seat++
    last = c.classId
    return { ...c, room: String(room).padStart(2, '0'), seat: String(seat).padStart(Math.max(2, width), '0') }
  })
}

const heads = {
  own: ['学号'],
  number: ['考号', '准考证号'],
  room: ['考场', '考场号'],
  seat: ['座位号', '座号', '座位'],
} as const
const shown = 5

/** A sheet to be filled in: as the candidates stand now, class by class. */
export const numberSheet = (roster: readonly Candidate[]): string[][] => [
  ['学号', '姓名', '班级', '考号', '考场', '座位号'],
  ...[...roster]
    .sort(byClass)
    .map((c) => [ownNumber(c), c.studentName, c.className, c.studentNumber, c.room ?? '', c.seat ?? '']),
]

/** The numbers of a sheet: every candidate once, no stranger, no number twice. */
const fromSheet = (roster: readonly Candidate[], sheet: Sheet): { next: Candidate[]; problems: string[] } => {
  const table = underHead(sheet, heads, ['own', 'number'])
  if (!table) return { next: [], problems: ['前十行没有“学号”“考号”两列'] }
  const people = new Map(roster.map((c) => [ownNumber(c), c]))
  const rows = new Map<string, number>()
  const problems: string[] = []
  const next: Candidate[] = []
  for (const line of table.body) {
    const { row } = line
    const of = table.cell(line, 'own')
    const wanted = table.cell(line, 'number')
    if (of === '' && wanted === '') continue
    const person = people.get(of)
    if (!person) problems.push(`第${row}行：学号${of || '（空）'}不是本场考试的考生`)
    else if (rows.has(of)) problems.push(`第${row}行：学号${of}在第${rows.get(of)}行已经有了`)
    else {
      const { room: _room, seat: _seat, ...c } = withNumber(person, wanted)
      const [r, s] = (['room', 'seat'] as const).map((column) => (table.has(column) ? table.cell(line, column) : ''))
      next.push(
        r && s
          ? { ...c, room: r, seat: s }
          : { ...c, ...(person.room ? { room: person.room } : {}), ...(person.seat ? { seat: person.seat } : {}) },
      )
    }
    rows.set(of, row)
  }
  const without = roster.filter((c) => !rows.has(ownNumber(c)))
  if (without.length > 0)
    problems.push(
      `${without.length}名考生不在表中：${without
        .slice(0, shown)
        .map((c) => `${c.studentName}（${ownNumber(c)}）`)
        .join('、')}${without.length > shown ? '等' : ''}`,
    )
  return { next, problems }
}

/** No number or seat that two have, none that a card cannot bear. */
const clashes = (next: readonly Candidate[]): string[] => {
  const problems: string[] = []
  const numbers = new Map<string, string>()
  const seats = new Map<string, string>()
  for (const { studentNumber, studentName, room, seat } of next) {
    if (!/^\d{4,18}$/.test(studentNumber)) problems.push(`${studentName}的考号“${studentNumber}”不是4到18位数字`)
    const other = numbers.get(studentNumber)
    if (other !== undefined) problems.push(`考号${studentNumber}同时给了${other}和${studentName}`)
    numbers.set(studentNumber, studentName)
    if (room === undefined || seat === undefined) continue
    const place = `${room}考场${seat}号`
    if (seats.has(place)) problems.push(`${place}同时给了${seats.get(place)}和${studentName}`)
    seats.set(place, studentName)
  }
  return problems
}

/** What the wish needs beside the roster. */
export type NumberSource = {
  seed: number
  /** Of a former exam, by student. */
  kept?: ReadonlyMap<string, string>
  sheet?: Sheet
}

/** The candidates with their numbers and seats; with any problem nothing is given. */
export const planNumbers = (
  wish: NumberWish,
  roster: readonly Candidate[],
  { seed, kept, sheet }: NumberSource,
): { next: Candidate[]; problems: string[] } => {
  const given = ((): { next: Candidate[]; problems: string[] } => {
    switch (wish.kind) {
      case 'roster':
        return { next: roster.map((c) => withNumber(c, ownNumber(c))), problems: [] }
      case 'rule':
        return { next: inTurn([...roster].sort(orders[wish.order]), wish.prefix), problems: [] }
      case 'random':
        return { next: inTurn(shuffled([...roster].sort(orders.number), seed), wish.prefix), problems: [] }
      case 'kept':
        return { next: roster.map((c) => withNumber(c, kept?.get(c.studentId) ?? c.studentNumber)), problems: [] }
      case 'file':
        return fromSheet(roster, sheet ?? [])
      case 'seats':
        return { next: seated(roster, wish, seed), problems: [] }
      case 'noSeats':
        return { next: roster.map(({ room: _room, seat: _seat, ...c }) => c), problems: [] }
    }
  })()
  return { next: given.next, problems: [...given.problems, ...clashes(given.next)] }
}
