import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { adviceOf, changesOf, differingStudents, seenRows, snapshotColumns, sortRows } from './publication.rules.ts'
import type { ResultItem, TranscriptRow } from './publication.types.ts'
import type { PaperScores } from '#shared/marking/marking.types.ts'
import type { Candidate } from '#shared/exam/exam.types.ts'

const scores = (rows: [string, PaperScores['states'][number], number[]][], questionIds = ['q1', 'q2']): PaperScores =>
  ({
    paperId: 'p',
    keyVersion: 1,
    questionIds,
    studentIds: rows.map((r) => r[0]),
    states: rows.map((r) => r[1]),
    scores: rows.map((r) => r[2]),
    chosen: rows.map((r) => r[2].map(() => '')),
    complete: true,
    unfinished: 0,
  }) as unknown as PaperScores

const row = (of: Partial<TranscriptRow>): TranscriptRow =>
  ({
    studentId: 's',
    studentName: '',
    studentNumber: '1',
    classId: 'c1',
    className: '1班',
    state: 'present',
    total: 0,
    rank: 1,
    classRank: 1,
    percentileRank: 50,
    t: 50,
    scores: [],
    ...of,
  }) as TranscriptRow

describe('the two computations (I11)', () => {
  it('agree whatever the order of students and questions', () => {
    const a = scores([
      ['s1', 'present', [100, 200]],
      ['s2', 'absent', [-1, -1]],
    ])
    const b = scores(
      [
        ['s2', 'absent', [0, 0]],
        ['s1', 'present', [200, 100]],
      ],
      ['q2', 'q1'],
    )
    expect(differingStudents(a, b)).toEqual([])
  })
  it('name who differs in a question although the totals are the same, in a state, or is known to one only', () => {
    const a = scores([
      ['s1', 'present', [100, 200]],
      ['s2', 'present', [0, 0]],
      ['s3', 'present', [0, 0]],
    ])
    const b = scores([
      ['s1', 'present', [200, 100]],
      ['s2', 'absent', [0, 0]],
      ['s4', 'present', [0, 0]],
    ])
    expect(differingStudents(a, b)).toEqual(['s1', 's2', 's3', 's4'])
  })
})

describe('a snapshot', () => {
  it('keeps the order of the roster, and tells missing from absent', () => {
    const roster = ['s3', 's1', 's2'].map((studentId) => ({
      studentId,
      studentName: studentId,
      studentNumber: studentId,
      classId: 'c2',
    })) as unknown as Candidate[]
    const of = scores([
      ['s1', 'present', [100, 200]],
      ['s2', 'absent', [-1, -1]],
    ])
    expect(snapshotColumns(roster, [{ classId: 'c1' }, { classId: 'c2' }], of)).toMatchObject({
      studentId: ['s3', 's1', 's2'],
      state: ['missing', 'present', 'absent'],
      scores: [[], [100, 200], []],
      classOf: [1, 1, 1],
    })
  })
})

describe('advice', () => {
  const item = (number: string, score: number, fullScore: number, scoreRate: number | null): ResultItem =>
    ({ questionId: 'q', number, objective: true, score, fullScore, scoreRate }) as ResultItem
  it('names dear losses where most did well, and full marks where most did not', () => {
    expect(
      adviceOf([
        item('1', 0, 300, 0.9),
        item('2', 0, 1000, 0.8),
        item('3', 500, 500, 0.3),
        item('4', 500, 500, 0.95),
        item('5', 0, 500, 0.1),
      ]),
    ).toEqual({ wentWell: ['3'], doNext: ['2', '1'] })
  })
  it('says nothing from figures that may not be told', () => {
    expect(adviceOf([item('1', 0, 300, null), item('2', 300, 300, null)])).toEqual({ wentWell: [], doNext: [] })
  })
})

describe('what is seen', () => {
  const rows = [
    row({ studentId: 'a' as never, classId: 'c1' as never }),
    row({ studentId: 'b' as never, classId: 'c2' as never }),
  ]
  it('is the own classes, without the rank among all where the settings say so', () => {
    expect(seenRows(rows, { classIds: ['c2'], totalRank: false })).toEqual([
      { ...rows[1], rank: null, percentileRank: null, t: null },
    ])
    expect(seenRows(rows, { classIds: null, totalRank: true })).toEqual(rows)
  })
  it('sorts either way with the absent last, and loses nobody', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.nat(1000)), { maxLength: 40 }), fc.boolean(), (totals, down) => {
        const all = totals.map((total, i) => row({ total, studentNumber: String(i) }))
        const sorted = sortRows(all, down ? '-total' : 'total').map((r) => r.total)
        expect(sorted).toHaveLength(totals.length)
        const known = sorted.filter((t) => t !== null)
        expect(sorted.slice(0, known.length)).toEqual([...known].sort((a, b) => (down ? b - a : a - b)))
      }),
    )
  })
})

it('changes name every student of either version', () => {
  expect(
    changesOf(
      [row({ studentId: 'a' as never, total: 1 }), row({ studentId: 'b' as never, total: 2 })],
      [row({ studentId: 'b' as never, total: 3 }), row({ studentId: 'c' as never, total: null })],
    ),
  ).toEqual([
    { studentId: 'a', before: 1, after: null },
    { studentId: 'b', before: 2, after: 3 },
    { studentId: 'c', before: null, after: null },
  ])
})
