import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { adviceOf, resultOf, shortIn } from './result.rules.ts'
import { changesOf, differingStudents, snapshotColumns } from './snapshot.rules.ts'
import { noScoreWord, rangesOf, seenRows, sortRows } from './transcript.rules.ts'
import { questionTypeRates, setsOfSchools, watchedBy } from './publication.rules.ts'
import { madeSnapshot, reportAndTranscript } from './snapshot.fixtures.ts'
import { fullScoreOf } from './stats/shard.ts'
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
  it('agree at any order of students and questions', () => {
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
    expect(
      snapshotColumns(roster, { paperId: 'p', classes: [{ classId: 'c1' }, { classId: 'c2' }] }, of),
    ).toMatchObject({
      studentId: ['s3', 's1', 's2'],
      state: ['missing', 'present', 'absent'],
      scores: [[], [100, 200], []],
      classOf: [1, 1, 1],
    })
  })
})

it('a type has the rate of its questions: who lacks a page, or chose otherwise, is in neither', () => {
  const made = madeSnapshot(40)
  const last = made.questions.length - 1
  const type = made.questions[last]!.unitType
  // One in four lacks the page of the last question, and has earned nothing there.
  const lacks = (i: number): boolean => i % 4 === 0
  const data = {
    ...made,
    chosen: made.chosen.map((own, i) => own.map((c, k) => (k === last && lacks(i) ? '~' : c))),
    scores: made.scores.map((own, i) => own.map((n, k) => (k === last && lacks(i) ? 0 : n))),
  }
  const { report } = reportAndTranscript(data)
  const row = questionTypeRates(data.questions, { ...report, groups: report.classes }).find((t) => t.unitType === type)!
  const own = data.questions.flatMap((q, k) => (q.unitType === type ? [report.items[k]!] : []))
  expect(report.items[last]!.answered).toBeLessThan(report.overall.present)
  const worth = own.reduce((n, i) => n + i.answered! * i.fullScore, 0)
  expect(row.scoreRate).toBeCloseTo(own.reduce((n, i) => n + i.answered! * i.mean!, 0) / worth, 12)
  const rates = own.map((i) => i.difficulty!)
  expect(row.scoreRate).toBeGreaterThanOrEqual(Math.min(...rates))
  expect(row.scoreRate).toBeLessThanOrEqual(Math.max(...rates))
  expect(row.mean! / row.fullScore).toBeCloseTo(row.scoreRate!, 12)
  for (const c of report.classes) {
    const inClass = data.questions.flatMap((q, k) => (q.unitType === type ? [c.itemScoreRates[k]!] : []))
    const rate = row.rates.get(c.classIndex)!
    expect(rate).toBeGreaterThanOrEqual(Math.min(...inClass) - 1e-12)
    expect(rate).toBeLessThanOrEqual(Math.max(...inClass) + 1e-12)
  }
})

describe('optional questions', () => {
  it('count once in the full score, and who did not answer one is not told of it', () => {
    const made = madeSnapshot(30)
    const last = made.questions.length - 1
    const optional = { group: '选做', count: 1 }
    const data = {
      ...made,
      questions: made.questions.map((q, k) => (k < last - 1 ? q : { ...q, optional })),
      chosen: made.chosen.map((own, i) => own.map((c, k) => (k === last - (i % 2) ? '-' : c))),
      scores: made.scores.map((own, i) => own.map((n, k) => (k === last - (i % 2) ? 0 : n))),
    }
    const { report, transcript } = reportAndTranscript(data)
    expect(report.fullScore).toBe(fullScoreOf(made.questions) - 1500)
    const [subjective] = questionTypeRates(data.questions, { ...report, groups: report.classes }).filter(
      (t) => t.unitType === 5,
    )
    expect(subjective).toMatchObject({ count: 4, fullScore: 4500 })
    const row = transcript.find((r) => r.state === 'present')!
    const { items } = resultOf(data, report, row, 1, [])
    expect(items.length).toBe(made.questions.length - 1)
    // Of the one that was chosen the rate is of those who chose it, and it says so.
    expect(items.flatMap((i, k) => (i.optional ? [k] : []))).toEqual([items.length - 1])
    expect(items.reduce((n, q) => n + q.score, 0)).toBe(row.total)
    // The transcript says the same: a question that was not chosen has no score, and comes last by that column.
    expect(row.notTaken).toEqual([data.chosen[data.studentId.indexOf(row.studentId)]!.indexOf('-')])
    const byLast = sortRows(transcript, `-q${last}`).filter((r) => r.state === 'present')
    const chose = byLast.map((r) => !r.notTaken!.includes(last))
    expect(chose).toEqual([...chose].sort((a, b) => Number(b) - Number(a)))
    expect(chose).toContain(false)
  })

  it.each([
    ['-', '-', {}],
    ['~', '-', { lacked: true }],
    ['-', '~', { lacked: true }],
  ])(
    'of which none was answered (%s%s) are told as what they are worth: all adds up to the full mark',
    (a, b, told) => {
      const made = madeSnapshot(10)
      const last = made.questions.length - 1
      const data = {
        ...made,
        questions: made.questions.map((q, k) => (k < last - 1 ? q : { ...q, optional: { group: '选做', count: 1 } })),
        chosen: made.chosen.map((own) => own.map((c, k) => (k < last - 1 ? c : k < last ? a : b))),
        scores: made.scores.map((own) => own.map((n, k) => (k < last - 1 ? n : 0))),
      }
      const { report, transcript } = reportAndTranscript(data)
      const row = transcript.find((r) => r.state === 'present')!
      // Of a page that was not handed in it is not known which one was not chosen.
      const word = 'lacked' in told ? '缺页' : '未作答'
      expect([last - 1, last].map((place) => noScoreWord(row, place))).toEqual([word, word])
      const { items, unanswered = [], fullScore } = resultOf(data, report, row, 1, [])
      const [group] = unanswered
      expect(unanswered).toEqual([
        { numbers: data.questions.slice(last - 1).map((q) => q.number), fullScore: group!.fullScore, ...told },
      ])
      expect([...items, ...unanswered].reduce((n, q) => n + q.fullScore, 0)).toBe(fullScore)
    },
  )

  it('of which fewer were answered than asked for tell what is left of them', () => {
    const made = madeSnapshot(10)
    const from = made.questions.length - 3
    const full = made.questions[from]!.fullScore
    const data = {
      ...made,
      questions: made.questions.map((q, k) =>
        k < from ? q : { ...q, fullScore: full, optional: { group: '选做', count: 2 } },
      ),
      chosen: made.chosen.map((own) => own.map((c, k) => (k < from ? c : k === from ? '' : '-'))),
      scores: made.scores.map((own) => own.map((n, k) => (k <= from ? Math.min(n, full) : 0))),
    }
    const { report, transcript } = reportAndTranscript(data)
    const row = transcript.find((r) => r.state === 'present')!
    const { items, short = [], unanswered, fullScore } = resultOf(data, report, row, 1, [])
    expect(unanswered).toBeUndefined()
    expect(short).toEqual([{ numbers: data.questions.slice(from + 1).map((q) => q.number), left: 1, fullScore: full }])
    expect([...items, ...short].reduce((n, q) => n + q.fullScore, 0)).toBe(fullScore)
    // What is answered as often as asked for lacks nothing, and of a missing page it is not known.
    const told = (signs: string[]) =>
      shortIn(
        data.questions,
        data.questions.map((_, k) => (k < from ? '' : signs[k - from]!)),
      )
    expect([told(['', '', '-']), told(['', '', '']), told(['-', '~', '-'])]).toEqual([undefined, undefined, undefined])
  })
})

describe('a page that was not handed in', () => {
  it('earns nothing in the total, and is no zero in what is said of its questions', () => {
    const made = madeSnapshot(60)
    // The first choice and the last answer stand on a page that every fourth student lacks.
    const [k, last] = [0, made.questions.length - 1]
    const lacks = (i: number) => i % 4 === 1 && made.state[i] === 'present'
    const on = (place: number) => place === k || place === last
    const data = {
      ...made,
      chosen: made.chosen.map((own, i) => own.map((c, place) => (lacks(i) && on(place) ? '~' : c))),
      scores: made.scores.map((own, i) => own.map((n, place) => (lacks(i) && on(place) ? 0 : n))),
    }
    const { report, transcript } = reportAndTranscript(data)
    const there = made.state.flatMap((s, i) => (s === 'present' && !lacks(i) ? [i] : []))
    const wanted = reportAndTranscript({
      ...made,
      ...Object.fromEntries(
        (['studentId', 'studentName', 'studentNumber', 'classOf', 'state', 'scores', 'chosen'] as const).map((c) => [
          c,
          there.map((i) => made[c][i]),
        ]),
      ),
    }).report
    for (const place of [k, last]) {
      const { answered, mean, sigma, difficulty, zero, full, options } = report.items[place]!
      expect({ answered, mean, sigma, difficulty, zero, full, options }).toMatchObject({
        answered: there.length,
        ...(({ mean, sigma, difficulty, zero, full, options }) => ({ mean, sigma, difficulty, zero, full, options }))(
          wanted.items[place]!,
        ),
      })
    }
    const row = transcript.find((r) => r.lacked)!
    expect(row.lacked).toEqual([k, last])
    expect([noScoreWord(row, k), noScoreWord(row, 1)]).toEqual(['缺页', null])
    expect(row.total).toBe(row.scores.reduce((a, b) => a + b, 0))
    const { items, doNext } = resultOf(data, report, row, 1, [])
    expect(items.filter((i) => i.lacked).map((i) => [i.number, i.chosen])).toEqual([
      ['1', ''],
      [data.questions[last]!.number, undefined],
    ])
    for (const of of items.filter((i) => i.lacked)) expect(doNext).not.toContain(of.number)
    // By that column they come last, either way.
    const byLast = sortRows(transcript, `q${last}`).filter((r) => r.state === 'present')
    expect(byLast.map((r) => r.lacked !== undefined)).toEqual(
      [...byLast.map((r) => r.lacked !== undefined)].sort((a, b) => Number(a) - Number(b)),
    )
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
  it('of a total names the courses that are far above the others, the farthest first', () => {
    const courses = [
      item('语文', 82_00, 150_00, 0.567),
      item('物理', 93_00, 100_00, 0.657),
      item('化学', 69_00, 100_00, 0.636),
      item('生物', 77_00, 100_00, 0.611),
      item('地理', 100_00, 100_00, null),
    ]
    expect(adviceOf(courses, true)).toEqual({ wentWell: ['物理', '生物'], doNext: ['语文'] })
    expect(adviceOf(courses).wentWell).toEqual([])
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
  it('sorts either way with the absent last, and loses no student', () => {
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

const columnsOf = (totals: Record<string, number | null>): Parameters<typeof changesOf>[1] => {
  const ids = Object.keys(totals)
  return {
    classes: [{ classId: 'c1' as never, className: '1班' }],
    studentId: ids as never,
    studentName: ids,
    studentNumber: ids,
    classOf: ids.map(() => 0),
    state: ids.map((id) => (totals[id] === null ? 'absent' : 'present')),
    scores: ids.map((id) => (totals[id] === null ? [] : [totals[id]!])),
    chosen: ids.map(() => ['']),
  }
}

it('changes name every student of either version', () => {
  const changes = changesOf(columnsOf({ a: 1, b: 2 }), columnsOf({ b: 3, c: null }))
  expect(changes.map((c) => [c.studentId, c.before, c.after])).toEqual([
    ['b', 2, 3],
    ['c', null, null],
    ['a', 1, null],
  ])
  expect(changesOf(null, columnsOf({ b: 3 }))).toMatchObject([{ studentId: 'b', before: null, after: 3 }])
})

it('ranges hold every line once, and a total in one of them only', () => {
  const counts = fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 30 })
  const shards = fc.array(fc.tuple(fc.nat(5), fc.nat(7)), { minLength: 1, maxLength: 9 })
  fc.assert(
    fc.property(counts, shards, fc.integer({ min: 1, max: 12 }), (of, cut, size) => {
      const table = { values: of.map((_, i) => i * 10), counts: of }
      const parts = cut.map(([present, absent], part) => ({ part, present, students: present + absent }))
      const ranges = rangesOf(table, parts, size)
      expect(ranges.map((r) => r.range)).toEqual(ranges.map((_, i) => i))
      const withTotal = ranges.filter((r) => r.top !== null)
      table.values.forEach((total, i) => {
        const own = withTotal.filter((r) => total <= r.top! && total >= r.bottom!)
        expect(own).toHaveLength(1)
        // A stretch is too long only where one total alone is.
        if (own[0]!.students > size) expect(own[0]!.students).toBe(of[i])
      })
      expect(withTotal.reduce((n, r) => n + r.students, 0)).toBe(of.reduce((a, b) => a + b, 0))
      for (const p of parts) {
        const own = ranges.filter((r) => r.top === null && p.part >= r.fromPart && p.part <= r.toPart)
        if (p.students > p.present) expect(own).toHaveLength(1)
      }
      const rest = ranges.filter((r) => r.top === null).reduce((n, r) => n + r.students, 0)
      expect(rest).toBe(parts.reduce((n, p) => n + p.students - p.present, 0))
    }),
  )
})

describe('slices that lie into one another', () => {
  const id = fc.string({ unit: fc.constantFrom('0', '1', 'a', 'z'), minLength: 1, maxLength: 4 })
  it('watch over every id together, and over none twice', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(id, id, fc.nat(9)), { minLength: 1, maxLength: 12 }),
        id,
        fc.nat(20),
        (pairs, any, most) => {
          const slices = pairs.map(([a, b, students], i) => ({
            from: i % 3 === 0 ? '' : a,
            before: b,
            part: i,
            students,
          }))
          const watched = watchedBy(slices, most)
          expect(watched.map(({ watch: _watch, ...slice }) => slice)).toEqual(slices)
          expect(watched.filter(({ watch }) => watch.from <= any && any < watch.before)).toHaveLength(1)
          // No more of them look than their students need: two that look one after the other are more than fit together.
          const looking = watched.filter(({ watch }) => watch.from < watch.before).length
          const students = slices.reduce((n, s) => n + s.students, 0)
          expect(looking).toBeLessThanOrEqual(1 + (2 * students) / (most + 1))
        },
      ),
    )
  })
})

describe('sets of schools', () => {
  const [east, west] = [{ area: '东区' }, { area: '西区', groups: ['城区', '示范校'] }]
  it.each([
    ['of no school are none', [], [], []],
    ['of one area are no areas', [east, { area: '东区', groups: ['城区'] }], [], ['城区']],
    [
      'are named once, in the order of the schools',
      [west, east, { groups: ['示范校', '乡镇'] }],
      ['西区', '东区'],
      ['城区', '示范校', '乡镇'],
    ],
  ])('%s', (_, schools, area, group) => expect(setsOfSchools(schools)).toEqual({ area, group }))
})
