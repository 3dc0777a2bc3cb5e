/**
 * The base info of a joint exam in one file: a row a candidate, of any of its schools, with class, number, room and seat.
 * All of a school's rows are sound or none of them is taken. Pure.
 */
import * as z from 'zod'
import type { FileProblem } from '#shared/kit/checkedFile.ts'
import { SchoolId, StudentId } from '#shared/kit/ids.ts'
import { cleanText } from '#shared/kit/text.ts'
import type { Candidate, ExamSchool } from '../exam.types.ts'

export const baseInfoHeads = {
  school: '学校',
  className: '班级',
  name: '姓名',
  own: '学号',
  number: '考号',
  room: '考场',
  seat: '座位号',
} as const
type Head = keyof typeof baseInfoHeads
const needed: readonly Head[] = ['school', 'name', 'own', 'number']

/** What a candidate is to have. */
export const BaseInfo = z.object({
  schoolId: SchoolId,
  studentId: StudentId,
  studentNumber: z.string(),
  room: z.string().optional(),
  seat: z.string().optional(),
  /** A student of the school who is no candidate yet. */
  joins: z.boolean().optional(),
  /** Where it stands in the file. */
  row: z.int().optional(),
})
export type BaseInfo = z.infer<typeof BaseInfo>

type Row = { row: number; cells: readonly string[] }
type School = Pick<ExamSchool, 'schoolId' | 'schoolName'>

export type BaseInfoRead = {
  rows: number
  /** Of rows that change something. */
  changes: BaseInfo[]
  /** Rows that say what is so already. */
  existing: number
  faults: FileProblem[]
  schools: number
  /** Students who become candidates. */
  joining: number
  /** Candidates of these schools of whom the file says nothing. */
  lacking: number
  renumbered: number
}

const bare = (cell: string | undefined): string => cleanText(cell ?? '').replace(/^'/, '')
const ownNumberOf = (c: Pick<Candidate, 'ownNumber' | 'studentNumber'>): string => c.ownNumber ?? c.studentNumber

type Columns = Readonly<Record<Head, number>>
const columnsIn = (rows: readonly Row[]): { at: number; columns: Columns } | string => {
  const at = rows.slice(0, 10).findIndex((r) => needed.every((h) => r.cells.some((c) => bare(c) === baseInfoHeads[h])))
  if (at < 0) return `前十行没有“${needed.map((h) => baseInfoHeads[h]).join('”“')}”这几列`
  const cells = rows[at]!.cells.map(bare)
  const twice = Object.values(baseInfoHeads).find((h) => cells.indexOf(h) !== cells.lastIndexOf(h))
  if (twice !== undefined) return `表头“${twice}”出现了两次`
  const columns = Object.entries(baseInfoHeads).map(([key, h]) => [key, cells.indexOf(h)])
  return { at, columns: Object.fromEntries(columns) as Columns }
}

/** The names of the schools that a file speaks of: whose rosters are to be read. */
export const schoolsNamed = (rows: readonly Row[]): string[] => {
  const head = columnsIn(rows)
  if (typeof head === 'string') return []
  const names = rows.slice(head.at + 1).map((r) => bare(r.cells[head.columns.school]))
  return [...new Set(names.filter((n) => n !== ''))]
}
/** The rosters' own numbers that it names of each school. */
export const ownNumbersNamed = (rows: readonly Row[]): Map<string, Set<string>> => {
  const head = columnsIn(rows)
  const named = new Map<string, Set<string>>()
  if (typeof head === 'string') return named
  for (const { cells } of rows.slice(head.at + 1)) {
    const [school, own] = [bare(cells[head.columns.school]), bare(cells[head.columns.own])]
    named.set(school, (named.get(school) ?? new Set()).add(own))
  }
  return named
}
/** The numbers that it gives: who has one already is asked for. */
export const numbersNamed = (rows: readonly Row[]): string[] => {
  const head = columnsIn(rows)
  if (typeof head === 'string') return []
  const numbers = rows.slice(head.at + 1).map((r) => bare(r.cells[head.columns.number]))
  return [...new Set(numbers.filter((n) => n !== ''))]
}

export type Numbered = { candidate: Candidate; own: string }
export type BaseInfoKnown = {
  /** All that sit the exam. */
  schools: readonly School[]
  /** The candidates of a school that the file speaks of. A roster's own number, without the school's place before it. */
  rosterOf: (schoolId: string) => readonly Numbered[]
  /** Of a school whose roster lacks a number that the file gives: its students who are no candidates, as each would be one. */
  othersOf: (schoolId: string) => readonly Numbered[]
  /** Who has which of the numbers that the file gives, in any school. */
  holders: readonly Candidate[]
}

export const readBaseInfo = (
  rows: readonly Row[],
  { schools, rosterOf, othersOf, holders }: BaseInfoKnown,
): BaseInfoRead => {
  const none = { rows: 0, changes: [], existing: 0, schools: 0, joining: 0, lacking: 0, renumbered: 0 }
  const head = columnsIn(rows)
  if (typeof head === 'string') return { ...none, faults: [{ row: 0, column: '', text: head }] }
  const { at, columns } = head
  const faults: FileProblem[] = []
  const byName = Map.groupBy(schools, (s) => s.schoolName)
  const byOwn = (of: (schoolId: string) => readonly Numbered[]) => {
    const all = new Map<string, Map<string, Candidate>>()
    return {
      all,
      in: (schoolId: string): Map<string, Candidate> => {
        const own = all.get(schoolId) ?? new Map(of(schoolId).map((p) => [p.own, p.candidate]))
        all.set(schoolId, own)
        return own
      },
    }
  }
  const [people, others] = [byOwn(rosterOf), byOwn(othersOf)]
  const told = new Map<string, number>()
  const given = new Map<string, number>()
  const places = new Map<string, number>()
  const changes: BaseInfo[] = []
  let [count, existing, joining, renumbered] = [0, 0, 0, 0]
  for (const { row, cells } of rows.slice(at + 1)) {
    const cell = (of: Head): string => (columns[of] < 0 ? '' : bare(cells[columns[of]]))
    if (Object.keys(columns).every((h) => cell(h as Head) === '')) continue
    count++
    const say = (of: Head, text: string): void => void faults.push({ row, column: baseInfoHeads[of], text })
    const [school, ...namesakes] = byName.get(cell('school')) ?? []
    if (!school) {
      say('school', cell('school') === '' ? '没有写学校' : `“${cell('school')}”没有参加本场考试`)
      continue
    }
    if (namesakes.length > 0) {
      say('school', `有${namesakes.length + 1}所学校叫“${school.schoolName}”，请分别更新`)
      continue
    }
    const sits = people.in(school.schoolId).get(cell('own'))
    const candidate = sits ?? others.in(school.schoolId).get(cell('own'))
    if (!candidate) {
      say('own', `${school.schoolName}的考生名单里没有学号“${cell('own')}”，学校的学生里也没有`)
      continue
    }
    if (candidate.studentName !== cell('name'))
      say('name', `学号${cell('own')}的考生是${candidate.studentName}，不是“${cell('name')}”`)
    if (cell('className') !== '' && candidate.className !== cell('className'))
      say('className', `${candidate.studentName}在${candidate.className}，不在“${cell('className')}”`)
    const before = told.get(candidate.studentId)
    if (before !== undefined) say('own', `${candidate.studentName}在第${before}行已经有了`)
    told.set(candidate.studentId, row)
    const number = cell('number')
    if (!/^\d{4,18}$/.test(number)) say('number', `考号“${number}”不是4到18位数字`)
    const taken = given.get(number)
    if (taken !== undefined) say('number', `考号${number}在第${taken}行已经给了别人`)
    given.set(number, row)
    const [room, seat] = [cell('room'), cell('seat')]
    if ((room === '') !== (seat === '')) say(room === '' ? 'room' : 'seat', '考场和座位号要一起填')
    // A room is a school's: the same one stands in every school.
    const place = `${school.schoolId} ${room} ${seat}`
    if (room !== '' && places.has(place)) say('seat', `${room}考场${seat}号在第${places.get(place)}行已经给了别人`)
    places.set(place, row)
    const seated = room === '' ? { room: candidate.room, seat: candidate.seat } : { room, seat }
    if (!sits) joining++
    else if (candidate.studentNumber !== number) renumbered++
    if (sits && candidate.studentNumber === number && candidate.room === seated.room && candidate.seat === seated.seat)
      existing++
    else {
      const { schoolId } = school
      const { studentId } = candidate
      const of = { row, schoolId, studentId, studentNumber: number, ...(sits ? {} : { joins: true }) }
      changes.push(seated.room && seated.seat ? { ...of, room: seated.room, seat: seated.seat } : of)
    }
  }
  // Who is not in the file keeps the number, which then no other may have.
  for (const holder of holders) {
    const row = given.get(holder.studentNumber)
    if (row !== undefined && !told.has(holder.studentId))
      faults.push({
        row,
        column: baseInfoHeads.number,
        text: `考号${holder.studentNumber}是${holder.studentName}（${holder.className}）的，表里没有给这名考生别的考号`,
      })
  }
  if (count === 0) faults.push({ row: 0, column: '', text: '文件里没有考生' })
  const candidates = [...people.all.values()].flatMap((own) => [...own.values()])
  const wrong = faults.length > 0
  return {
    rows: count,
    changes: wrong ? [] : changes,
    existing: wrong ? 0 : existing,
    faults: faults.sort((a, b) => a.row - b.row),
    schools: people.all.size,
    joining,
    lacking: candidates.filter((c) => !told.has(c.studentId)).length,
    renumbered,
  }
}

/** What is told of the schools that are taken, where none is. */
const nothing = { changes: [], existing: 0, schools: 0, joining: 0, lacking: 0, renumbered: 0 }

/** Two rows of one text are one problem. */
const once = (faults: readonly FileProblem[]): FileProblem[] =>
  [...new Map(faults.map((f) => [`${f.row} ${f.column} ${f.text}`, f])).values()].sort((a, b) => a.row - b.row)

/**
 * What of a file may be taken school by school: a school with a fault is left out whole, and then those that wanted a number
 * which a candidate of it keeps. All faults are told; without one this is the file as it was read.
 */
export const readSoundSchools = (rows: readonly Row[], known: BaseInfoKnown): BaseInfoRead & { left: string[] } => {
  const whole = readBaseInfo(rows, known)
  const head = columnsIn(rows)
  const schoolAt = new Map(
    typeof head === 'string' ? [] : rows.slice(head.at + 1).map((r) => [r.row, bare(r.cells[head.columns.school])]),
  )
  const left = new Set<string>()
  const told = [...whole.faults]
  let read = whole
  while (read.faults.length > 0) {
    // Of the file itself: it has no rows, or none that could be taken.
    if (read.faults.some((f) => f.row === 0)) return { ...whole, ...nothing, faults: once(told), left: [...left] }
    for (const { row } of read.faults) left.add(schoolAt.get(row)!)
    const sound = rows.filter((r) => !schoolAt.has(r.row) || !left.has(schoolAt.get(r.row)!))
    read = readBaseInfo(sound, known)
    told.push(...read.faults.filter((f) => f.row > 0))
  }
  return { ...read, rows: whole.rows, faults: once(told), left: [...left] }
}

/** The candidate with what the file says, the roster's own number kept beside another. */
export const withBaseInfo = ({ room: _room, seat: _seat, ownNumber, ...c }: Candidate, info: BaseInfo): Candidate => {
  const { studentNumber, room, seat } = info
  const rosters = ownNumber ?? c.studentNumber
  return {
    ...c,
    studentNumber,
    ...(studentNumber === rosters ? {} : { ownNumber: rosters }),
    ...(room && seat ? { room, seat } : {}),
  }
}

/**
 * A candidate's number in the roster: what the exam gave, without the place of the school that a joint exam puts before it
 * where it is the school's own. `prefix`: that place.
 */
export const rosterNumber = (c: Pick<Candidate, 'ownNumber' | 'studentNumber'>, prefix: string): string => {
  const own = ownNumberOf(c)
  return own.startsWith(prefix) ? own.slice(prefix.length) : own
}

/** So many stretches of rows are said. */
const mostStretches = 10
/** 第2至101行、第205行 */
export const rowsSaid = (rows: readonly number[]): string => {
  const stretches: [number, number][] = []
  for (const row of [...rows].sort((a, b) => a - b)) {
    const last = stretches.at(-1)
    if (last && row <= last[1] + 1) last[1] = row
    else stretches.push([row, row])
  }
  const named = stretches.slice(0, mostStretches).map(([a, b]) => `第${a === b ? a : `${a}至${b}`}行`)
  return `${named.join('、')}${stretches.length > mostStretches ? '等' : ''}`
}
