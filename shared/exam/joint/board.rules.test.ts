import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lateAfter } from '../atWork.rules.ts'
import type { BoardCell, BoardSchool } from './board.calls.ts'
import { boardRows, cellState, cellStates, keptRows, mergedSchools } from './board.rules.ts'

const day = 86_400_000
const examDate = 100 * day
const due = lateAfter(examDate)
const cell = (more: Partial<BoardCell> = {}): BoardCell => ({
  paperId: 'pa_1' as BoardCell['paperId'],
  step: 2,
  candidates: 50,
  present: 0,
  absent: 0,
  doubts: 0,
  finished: 0,
  ...more,
})
const school = (n: number, cells: BoardCell[], more: Partial<BoardSchool> = {}): BoardSchool => ({
  schoolId: `sc_${n}` as BoardSchool['schoolId'],
  schoolName: `第${n}中学`,
  classCount: 1,
  candidateCount: 50,
  answer: 'accepted',
  reason: '',
  dueAt: due,
  closed: false,
  takenOver: false,
  cells,
  ...more,
})

describe('a paper in a school', () => {
  it.each([
    ['before the day', {}, {}, examDate - 1, 'ahead'],
    ['on the day, nothing', {}, {}, examDate + 1, 'empty'],
    ['some', { step: 3, present: 10, absent: 2 }, {}, examDate + 1, 'partly'],
    ['only absents are known', { step: 2, absent: 2 }, {}, examDate + 1, 'empty'],
    ['done, and only absents are known', { step: 6, absent: 2 }, {}, due + 1, 'without'],
    ['one lacks after the time', { step: 3, present: 47, absent: 2 }, {}, due + 1, 'late'],
    ['at the very time it is not late', { step: 3, present: 47, absent: 2 }, {}, due, 'partly'],
    ['later for this school', { step: 3, present: 1 }, { dueAt: due + day }, due + 1, 'partly'],
    ['closed is not late', { step: 3, present: 1 }, { closed: true }, due + 1, 'closed'],
    ['all are there or absent', { step: 3, present: 48, absent: 2 }, {}, due + 1, 'uploaded'],
    ['a doubt comes before what lacks', { step: 3, present: 10, doubts: 1 }, {}, due + 1, 'doubts'],
    ['marking', { step: 5, present: 50, finished: 7 }, {}, due + 1, 'marking'],
    ['marking, and one has not come', { step: 5, present: 49 }, {}, due + 1, 'late'],
    ['done stays done', { step: 6, present: 49, finished: 49, doubts: 1 }, {}, due + 1, 'done'],
    ['released', { step: 7, present: 49, finished: 49 }, {}, due + 1, 'released'],
    ['released, and nothing of the school has come', { step: 7 }, {}, due + 1, 'without'],
    ['done, and nothing of the school has come', { step: 6 }, {}, due + 1, 'without'],
    ['done, all of the school absent', { step: 6, absent: 50 }, {}, due + 1, 'done'],
    [
      'declined, and all of the school absent',
      { step: 6, absent: 50 },
      { answer: 'declined' as const },
      due + 1,
      'done',
    ],
    ['marking is open for the others, and nothing has come', { step: 5 }, {}, due, 'empty'],
    ['the same after the time', { step: 5 }, {}, due + 1, 'late'],
    ['the same, closed', { step: 5 }, { closed: true }, due + 1, 'closed'],
    ['released, and cards have come since', { step: 7, present: 9 }, {}, due + 1, 'marking'],
    ['done, and one card more', { step: 6, present: 50, finished: 49 }, {}, due + 1, 'marking'],
    ['declined', {}, { answer: 'declined' as const }, due + 1, 'declined'],
    ['declined after sheets came', { step: 3, present: 3 }, { answer: 'declined' as const }, due + 1, 'late'],
    ['all who chose it', { step: 3, candidates: 12, present: 12 }, {}, due + 1, 'uploaded'],
    ['no candidate at all', { candidates: 0 }, {}, examDate + 1, 'empty'],
  ])('%s', (_, of, more, now, expected) => {
    expect(cellState(cell(of), school(1, [], more), { now, examDate })).toBe(expected)
  })
})

describe('the board', () => {
  const at = { now: due + 1, examDate }

  it('has the worst first: one paper late is before all in doubt, two late before one, more lacking before fewer', () => {
    const p = (n: number, more: Partial<BoardCell>): BoardCell => cell({ paperId: `pa_${n}` as never, ...more })
    const rows = boardRows(
      [
        school(1, [p(1, { step: 6, present: 50, finished: 50 }), p(2, { step: 6, present: 50, finished: 50 })]),
        school(2, [p(1, { present: 49, step: 3 }), p(2, { step: 6, present: 50, finished: 50 })]),
        school(3, [p(1, { present: 49, doubts: 2, step: 3 }), p(2, { present: 49, doubts: 1, step: 3 })]),
        school(4, [p(1, { present: 40, step: 3 }), p(2, { present: 1, step: 3 })]),
        school(5, [p(1, { present: 9, step: 3 }), p(2, { step: 6, present: 50, finished: 50 })]),
      ],
      at,
    )
    expect(rows.map((r) => r.schoolName)).toEqual(['第4中学', '第5中学', '第2中学', '第3中学', '第1中学'])
    expect(rows[0]).toMatchObject({ worst: 'late', lacking: 59 })
  })

  it('on the exam’s day has who is silent before who is on the way, and who is silent in all papers first', () => {
    const p = (n: number, more: Partial<BoardCell>): BoardCell => cell({ paperId: `pa_${n}` as never, ...more })
    const rows = boardRows(
      [
        school(1, [p(1, { present: 1, step: 3 }), p(2, { present: 1, step: 3 })]),
        school(2, [p(1, { present: 49, step: 3 }), p(2, {})]),
        school(3, [p(1, {}), p(2, {})]),
        school(4, [p(1, { present: 49, doubts: 1, step: 3 }), p(2, { present: 50, step: 3 })]),
      ],
      { now: examDate + 1, examDate },
    )
    expect(rows.map((r) => r.schoolName)).toEqual(['第4中学', '第3中学', '第2中学', '第1中学'])
  })

  it('has the time that was said to a school, and else the exam’s, which may be moved', () => {
    const { dueAt: _said, ...usual } = school(1, [cell({ present: 1 })])
    const later = school(2, [cell({ present: 1 })], { dueAt: due + 9 * day })
    const of = (moved: number) =>
      boardRows([usual, later], { now: due + 1, examDate: examDate + moved }).map((r) => [
        r.schoolName,
        r.worst,
        r.dueAt,
      ])
    expect(of(0)).toEqual([
      ['第1中学', 'late', due],
      ['第2中学', 'partly', due + 9 * day],
    ])
    expect(of(day).find(([name]) => name === '第1中学')).toEqual(['第1中学', 'partly', due + day])
  })

  it('has equals in the order of their names, a number in one as a number', () => {
    const rows = boardRows(
      [100, 9, 10, 1].map((n) => school(n, [cell()])),
      { now: examDate + 1, examDate },
    )
    expect(rows.map((r) => r.schoolName)).toEqual(['第1中学', '第9中学', '第10中学', '第100中学'])
  })

  it('keeps every school once, none before one that is worse', () => {
    const cells = fc.record({
      step: fc.integer({ min: 1, max: 7 }),
      present: fc.nat(50),
      absent: fc.constant(0),
      doubts: fc.nat(2),
      finished: fc.constant(0),
    })
    fc.assert(
      fc.property(fc.array(fc.array(cells, { minLength: 1, maxLength: 4 }), { maxLength: 20 }), (all) => {
        const schools = all.map((own, n) =>
          school(
            n,
            own.map((c, i) => cell({ ...c, paperId: `pa_${i}` as never })),
          ),
        )
        const rows = boardRows(schools, at)
        expect(rows.map((r) => r.schoolId).sort()).toEqual(schools.map((s) => s.schoolId).sort())
        const order = rows.map((r) => cellStates.indexOf(r.worst))
        expect(order).toEqual([...order].sort((a, b) => a - b))
      }),
    )
  })

  it('takes what changed in its place, what is new at the end, and nothing where nothing changed', () => {
    const known = [school(1, []), school(2, [])]
    expect(mergedSchools(known, { schools: [], cells: [] })).toBe(known)
    const next = mergedSchools(known, { schools: [school(1, [], { closed: true }), school(3, [])], cells: [] })
    expect(next.map((s) => [s.schoolName, s.closed])).toEqual([
      ['第1中学', true],
      ['第2中学', false],
      ['第3中学', false],
    ])
  })

  it('keeps the row of a school that says what it said, and no other', () => {
    const schools = [school(1, [cell({})]), school(2, [cell({})]), school(3, [cell({})])]
    const before = boardRows(schools, at)
    const again = keptRows(before, boardRows(schools, at))
    expect(again.every((r) => before.includes(r))).toBe(true)
    const changed = schools.map((s, i) => (i === 1 ? { ...s, closed: true } : s))
    const next = keptRows(before, boardRows(changed, at))
    expect(next.filter((r) => !before.includes(r)).map((r) => [r.schoolName, r.closed])).toEqual([['第2中学', true]])
    // Time alone makes a school late.
    const late = keptRows(before, boardRows(schools, { ...at, now: at.now + 365 * 86_400_000 }))
    expect(late.map((r) => r.states)).toEqual(
      boardRows(schools, { ...at, now: at.now + 365 * 86_400_000 }).map((r) => r.states),
    )
  })

  it('takes a paper that changed into its school, and leaves the others of it', () => {
    const [a, b] = [cell({ paperId: 'pa_1' as never }), cell({ paperId: 'pa_2' as never })]
    const known = [school(1, [a, b]), school(2, [a, b])]
    const changed = { ...b, present: 1 }
    const cells = [
      { schoolId: known[1]!.schoolId, ...changed },
      { schoolId: 'of no one', ...a },
    ]
    expect(mergedSchools(known, { schools: [], cells })).toEqual([known[0], { ...known[1], cells: [a, changed] }])
  })
})
