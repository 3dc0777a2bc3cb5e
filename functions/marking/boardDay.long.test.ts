/**
 * A day of a joint exam of 200 schools × 9 papers, as its organiser watches it: each minute the board is asked for what
 * changed, and what is known then is what the day's own book says. Schools hand in in parts, one of them late, one has no line
 * until the afternoon, one never comes, one declines, one has a wrong roster; none of them keeps the others.
 */
import { beforeAll, expect, it } from 'vitest'
import type { BoardCell, BoardSchool } from '#shared/exam/joint/board.calls.ts'
import { jointBoard } from '#shared/exam/joint/board.calls.ts'
import { boardRows, cellStates, mergedSchools } from '#shared/exam/joint/board.rules.ts'
import type { CellState } from '#shared/exam/joint/board.rules.ts'
import {
  answerPart,
  closeSchools,
  extendSchools,
  remindSchools,
  takeOverSchools,
} from '#shared/exam/joint/part.calls.ts'
import { mostGroupedAtOnce } from '#shared/exam/joint/school.calls.ts'
import { paperStep, stepMoves } from '#shared/exam/step.rules.ts'
import type { StepMove } from '#shared/exam/step.rules.ts'
import type { StudentId } from '#shared/kit/ids.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import { handler as examHandler } from '#functions/exam/exam.api.ts'
import { movePaper } from '#functions/exam/step.public.ts'
import { newId, now, usePorts } from '#functions/kit/ports.ts'
import { actAs, asFunction, send, testCaller, unitsDuring } from '#functions/kit/testing.ts'
import { ofSchool, scriptCounts as scanned } from '#functions/scan/counts.ts'
import { boardExam } from './board.fixtures.ts'
import { groupOf, scriptCounts as marked } from './counts.ts'
import { handler } from './marking.api.ts'

const design = { schools: 200, papers: 9, perSchool: 300 }
const minuteMs = 60_000
const dayMinutes = 600
const noon = 240
const examDate = Date.UTC(2026, 10, 26, 0)
const timeOf = (minute: number): number => examDate + minute * minuteMs

/** Places among the schools of those of which something is the matter. */
const odd = { late: 17, offline: 42, silent: 99, declined: 120, wrong: 155 }

type Doing = { minute: number; school: number; paper: number; has: Partial<BoardCell> }
/** What each school hands in of each paper, and when it is marked: from its place alone, so that every day is the same. */
const doings = (): Doing[] => {
  const all: Doing[] = []
  for (let school = 0; school < design.schools; school++) {
    if (school === odd.silent || school === odd.declined) continue
    for (let paper = 0; paper < design.papers; paper++) {
      const own = (school * 37 + paper * 11) % 50
      const begins =
        school === odd.late ? noon + 30 + paper : school === odd.offline ? 420 + paper : 10 + paper * 20 + own
      const absent = (school + paper) % 4
      const come = design.perSchool - absent
      const wrong = school === odd.wrong ? 5 : 0
      const add = (after: number, has: Doing['has']) => all.push({ minute: begins + after, school, paper, has })
      add(0, { present: Math.floor(come / 2), absent: 0, doubts: wrong })
      add(7, { present: come, absent, doubts: wrong })
      // A person has looked at what was wrong.
      if (wrong) all.push({ minute: 400, school, paper, has: { present: come, absent, doubts: 0 } })
      const marking = Math.max(begins + 60, 430)
      all.push({ minute: marking + (own % 20), school, paper, has: { finished: Math.floor(come / 3) } })
      all.push({ minute: marking + 70 + (own % 30), school, paper, has: { finished: come } })
    }
  }
  return all
}

type Seen = Pick<Awaited<ReturnType<typeof look>>['board'], 'schools' | 'cells' | 'at' | 'total'>
let of: Awaited<ReturnType<typeof boardExam>>
let organiser: Awaited<ReturnType<typeof testCaller>>
/** What is true, as the day itself has it. */
const book = new Map<string, BoardSchool>()

beforeAll(async () => {
  actAs('marking-api')
  // The day before: rows say when they were written.
  const back = usePorts({ now: () => timeOf(-dayMinutes) })
  of = await boardExam({ ...design, examDate })
  for (const { schoolId, schoolName, classCount, candidateCount } of of.schools)
    book.set(schoolId, {
      ...{ schoolId, schoolName, classCount, candidateCount, answer: 'none', reason: '', closed: false },
      takenOver: false,
      cells: of.courses.map(({ paperId }) => ({
        ...{ paperId, step: paperStep.cardUpload, candidates: candidateCount },
        ...{ present: 0, absent: 0, doubts: 0, finished: 0 },
      })),
    })
  // All counters are whole: no look begins a job that makes them.
  await asFunction('marking-work', async () => {
    for (const { paperId } of of.courses) await marked.markWhole(groupOf({ paperId, keyVersion: 1 }), examDate)
  })
  back()
}, 900_000)

const look = async (since?: number) => {
  const asked = { examId: of.exam.examId, ...(since === undefined ? {} : { since }) }
  const { result, read } = await unitsDuring(() => send(handler, jointBoard, asked, organiser.token))
  return { board: result.data, read, bytes: Buffer.byteLength(JSON.stringify(result)) }
}

const cellOf = (school: number, paper: number): BoardCell =>
  book.get(of.schools[school]!.schoolId)!.cells.find((c) => c.paperId === of.courses[paper]!.paperId)!
const idsOf = (places: readonly number[]) => places.map((n) => of.schools[n]!.schoolId)
const allPlaces = Array.from({ length: design.schools }, (_, n) => n)

/** One script stands for all of a school's: the row of the school is as large for one as for all. */
const units = new Map<string, StudentId>()
const unitOf = (school: number, paper: number): StudentId => {
  const key = `${school} ${paper}`
  const known = units.get(key) ?? newId<StudentId>('student')
  units.set(key, known)
  return known
}

/** Counts as scanning and marking do. */
const count = async (paper: number, due: readonly Doing[], minute: number): Promise<void> => {
  const { paperId } = of.courses[paper]!
  const bySchool = new Map(due.map((d): [string, number] => [unitOf(d.school, paper), d.school]))
  const now = (told: (school: number) => Record<string, number>) => async (ids: readonly string[]) =>
    new Map(
      ids.map((id) => [
        id,
        {
          stamp: String(minute),
          counts: Object.fromEntries(Object.entries(told(bySchool.get(id)!)).filter(([, n]) => n)),
        },
      ]),
    )
  const schoolOf = (n: number) => of.schools[n]!
  await asFunction('scan-api', () =>
    scanned.take(
      paperId,
      [...bySchool.keys()],
      now((n) => {
        const { present, absent, doubts } = cellOf(n, paper)
        const one = { present, absent, doubts }
        const [name] = Object.keys(ofSchool(schoolOf(n), { present: 1 }))
        const place = name!.slice(0, name!.lastIndexOf('.'))
        return Object.fromEntries(Object.entries(one).map(([what, many]) => [`${place}.${what}`, many]))
      }),
    ),
  )
  if (due.some((d) => d.has.finished !== undefined))
    await asFunction('marking-work', () =>
      marked.take(
        groupOf({ paperId, keyVersion: 1 }),
        [...bySchool.keys()],
        now((n) => ({ [`@${schoolOf(n).schoolId}.finished`]: cellOf(n, paper).finished })),
      ),
    )
}

const move = async (paper: number, how: StepMove, schools: readonly number[]): Promise<void> => {
  const due = schools.filter((n) => (stepMoves[how].from as readonly number[]).includes(cellOf(n, paper).step))
  if (due.length === 0) return
  await asFunction('exam-api', () =>
    movePaper({ examId: of.exam.examId, paperId: of.courses[paper]!.paperId }, how, idsOf(due)),
  )
  for (const n of due) cellOf(n, paper).step = stepMoves[how].to
}

const say = async (
  call: typeof extendSchools | typeof closeSchools | typeof remindSchools | typeof takeOverSchools,
  places: readonly number[],
  what: object,
  becomes: Partial<BoardSchool>,
): Promise<void> => {
  const ids = idsOf(places)
  for (let at = 0; at < ids.length; at += mostGroupedAtOnce) {
    const input = { examId: of.exam.examId, schoolIds: ids.slice(at, at + mostGroupedAtOnce), ...what } as never
    const told = await asFunction('exam-api', () => send(examHandler, call, input, organiser.token))
    expect(told.data.schools).toBe(Math.min(mostGroupedAtOnce, ids.length - at))
  }
  for (const id of ids) Object.assign(book.get(id)!, becomes)
}

/** What the organiser and the schools say to each other, by the minute. */
const said: Record<number, () => Promise<void>> = {
  1: () => say(extendSchools, allPlaces, { dueAt: timeOf(noon) }, { dueAt: timeOf(noon) }),
  3: async () => {
    const school = of.schools[odd.declined]!
    const own = await testCaller({ userType: 2, tenant: schoolTenant(school.schoolId) })
    const input = { examId: of.exam.examId, accepts: false, reason: '停水', version: 0 }
    await asFunction('exam-api', () => send(examHandler, answerPart, input, own.token))
    Object.assign(book.get(school.schoolId)!, { answer: 'declined', reason: '停水' })
  },
  [noon + 5]: async () => {
    const late = [odd.late, odd.offline, odd.silent]
    const text = '请尽快上传答题卡'
    const reminder = { at: now(), byName: organiser.caller.userName, text }
    await say(remindSchools, late, { text }, { reminder })
  },
  330: () => say(takeOverSchools, [odd.offline], { takenOver: true }, { takenOver: true }),
  500: () => say(closeSchools, [odd.silent], { closed: true, reason: '时间已过' }, { closed: true }),
}

const stateOf = (rows: ReturnType<typeof boardRows>, place: number, paper = 0): CellState => {
  const row = rows.find((r) => r.schoolId === of.schools[place]!.schoolId)!
  return row.states[of.courses[paper]!.paperId]!
}

it('is told of a whole day by its changes: what is known is what is true at every minute, at the price of what has changed', async () => {
  let clock = timeOf(0)
  const back = usePorts({ now: () => clock })
  const plan = Map.groupBy(doings(), (d) => d.minute)
  const cost = { looks: 0, read: 0, most: 0, bytes: 0, mostBytes: 0, quiet: 0, quietMost: 0, whole: 0 }
  let known: readonly BoardSchool[] = []
  let last: Seen | null = null
  try {
    for (let minute = 0; minute <= dayMinutes; minute++) {
      clock = timeOf(minute)
      // A token lives some minutes.
      if (minute % 5 === 0) organiser = await testCaller({ userType: 18, tenant: of.owner })
      await said[minute]?.()
      const due = plan.get(minute) ?? []
      for (const [paper, own] of Map.groupBy(due, (d) => d.paper)) {
        for (const { school, has } of own) Object.assign(cellOf(school, paper), has)
        await count(paper, own, minute)
        const places = own.map((d) => d.school)
        await move(paper, 'scanned', places)
        const settled = places.filter((n) => cellOf(n, paper).doubts === 0 && cellOf(n, paper).present > 290)
        await move(paper, 'settled', settled)
      }
      // Marking is opened and closed over all schools at once, with some of them missing.
      if (minute === 425) for (let paper = 0; paper < design.papers; paper++) await move(paper, 'opened', allPlaces)
      if (minute === 590) for (let paper = 0; paper < design.papers; paper++) await move(paper, 'closed', allPlaces)

      clock = timeOf(minute) + 30_000
      const { board, read, bytes } = await look(last?.at)
      known = mergedSchools(known, board)
      last = board
      const truth = [...book.values()]
      expect(known).toEqual(truth)
      expect(board.total).toBe(design.schools)
      if (minute > 0) {
        cost.looks++
        cost.read += read
        cost.most = Math.max(cost.most, read)
        cost.bytes += bytes
        cost.mostBytes = Math.max(cost.mostBytes, bytes)
        const lookedBack = [minute, minute - 1]
        const isQuiet = lookedBack.every((m) => !plan.has(m) && !said[m] && m !== 425 && m !== 590)
        if (isQuiet) {
          cost.quiet++
          cost.quietMost = Math.max(cost.quietMost, read)
          expect([minute, board.schools.length, board.cells.length]).toEqual([minute, 0, 0])
        }
      }
      const rows = boardRows(known, { now: clock, examDate })
      const order = rows.map((r) => cellStates.indexOf(r.worst))
      expect(order).toEqual(order.toSorted((a, b) => a - b))
      if (minute % 60 === 0) {
        const whole = await look()
        expect(whole.board.schools).toEqual(truth)
        expect(whole.board.cells).toEqual([])
        cost.whole = whole.read
      }
      if (minute === 235) expect(stateOf(rows, odd.late)).toBe('empty')
      if (minute === noon + 10) {
        const late = rows
          .filter((r) => r.worst === 'late')
          .map((r) => of.schools.findIndex((s) => s.schoolId === r.schoolId))
        expect(late.toSorted((a, b) => a - b)).toEqual([odd.late, odd.offline, odd.silent])
        // The wrong roster waits for a person and keeps no one; who declined is owed nothing.
        expect(rows.slice(0, 4).at(-1)!.schoolId).toBe(of.schools[odd.wrong]!.schoolId)
        expect(stateOf(rows, odd.declined)).toBe('declined')
        expect(rows.filter((r) => Object.values(r.states).every((s) => s === 'uploaded')).length).toBe(
          design.schools - 5,
        )
      }
      if (minute === dayMinutes) {
        expect(rows[0]!.schoolId).toBe(of.schools[odd.silent]!.schoolId)
        expect(rows[0]!.worst).toBe('without')
        expect(rows.filter((r) => r.worst === 'done').length).toBe(design.schools - 2)
      }
    }
    console.log(JSON.stringify(cost))
    expect(cost.quiet).toBeGreaterThan(20)
    expect(cost.quietMost).toBeLessThan(30)
    expect(cost.read / cost.looks).toBeLessThan(cost.whole / 3)
    // Where all schools were told something at once, it is the whole board and no more.
    expect(cost.most).toBeLessThan(cost.whole * 1.5)
    expect(cost.bytes / cost.looks).toBeLessThan(20_000)
    expect(cost.mostBytes).toBeLessThan(400_000)
  } finally {
    back()
  }
}, 1_200_000)
