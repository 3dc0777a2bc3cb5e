import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import type { ChangeId, QuestionId, StudentId } from '#shared/kit/ids.ts'
import { rowsOutOfBounds } from '../bounds.rules.ts'
import { toldOtherwise } from './change.again.ts'
import { applyEdits, inForceOf, keyPoints, keysAfter, scaled } from './change.rules.ts'
import type { ScoredColumns } from './change.rules.ts'
import type { ChangeEdit, ChangeEntry } from './change.types.ts'
import { editFaults, editsInWords, sameKeys } from './change.words.ts'

const q = (n: number): QuestionId => `q${n}` as QuestionId
const s = (n: number): StudentId => `s${n}` as StudentId
const single: PaperQuestion = {
  questionId: q(1),
  number: '1',
  unitType: 1,
  fullScore: 500,
  optionCount: 4,
  answer: 'A',
}
const multiple: PaperQuestion = {
  questionId: q(2),
  number: '2',
  unitType: 2,
  fullScore: 600,
  optionCount: 4,
  answer: 'ABD',
  halfScore: 300,
}
const essay: PaperQuestion = { questionId: q(3), number: '3', unitType: 5, fullScore: 1000 }
const optional = (n: number): PaperQuestion => ({
  questionId: q(n),
  number: String(n),
  unitType: 5,
  fullScore: 800,
  optional: { group: '选', count: 1 },
})
const paper = [single, multiple, essay, optional(4), optional(5)]

/** Columns of candidates: their choices, and points of what people mark. */
const columnsOf = (
  rows: readonly { state?: 'absent'; a: string; b: string; e: number; o: number; first: boolean }[],
) => {
  const present = rows.map((r) => r.state !== 'absent')
  const half = (b: string): number => (b === 'ABD' ? 600 : b !== '' && [...b].every((c) => 'ABD'.includes(c)) ? 300 : 0)
  return {
    studentId: rows.map((_, i) => s(i)),
    state: rows.map((_, i) => (present[i] ? 'present' : 'absent')),
    scores: rows.map((r, i) =>
      present[i] ? [r.a === 'A' ? 500 : 0, half(r.b), r.e, r.first ? r.o : 0, r.first ? 0 : r.o] : [],
    ),
    chosen: rows.map((r, i) => (present[i] ? [r.a, r.b, '', r.first ? '' : '-', r.first ? '-' : ''] : [])),
  } satisfies ScoredColumns
}

const row = fc.record({
  state: fc.constantFrom(undefined, undefined, undefined, 'absent' as const),
  a: fc.constantFrom('', 'A', 'B', 'C', 'D', '~'),
  b: fc.subarray(['A', 'B', 'C', 'D']).map((l) => l.join('')),
  e: fc.integer({ min: 0, max: 1000 }),
  o: fc.integer({ min: 0, max: 800 }),
  first: fc.boolean(),
})
const cohort = fc
  .array(row, { minLength: 1, maxLength: 12 })
  .map((rows) => columnsOf(rows.map(({ state, ...r }) => ({ ...r, ...(state ? { state } : {}) }))))

const objective = fc.constantFrom(single, multiple)
const letters = fc.subarray(['A', 'B', 'C', 'D'], { minLength: 1 }).map((l) => l.join(''))
const student = fc.nat(11).map(s)
const edit: fc.Arbitrary<ChangeEdit> = fc.oneof(
  objective.chain((of) =>
    fc.record({
      kind: fc.constant('key' as const),
      questionId: fc.constant(of.questionId),
      accepted: fc.uniqueArray(
        fc.record({
          letters: of === single ? fc.constantFrom('A', 'B', 'C', 'D') : letters,
          points: fc.integer({ min: 0, max: 500 }),
        }),
        { minLength: 1, maxLength: 3, selector: (a) => a.letters },
      ),
      ...(of === multiple
        ? {
            tiers: fc.uniqueArray(
              fc.record({ right: fc.integer({ min: 1, max: 3 }), points: fc.integer({ min: 0, max: 500 }) }),
              {
                maxLength: 3,
                selector: (t) => t.right,
              },
            ),
          }
        : {}),
    }),
  ),
  fc.record({ kind: fc.constant('all' as const), questionId: fc.integer({ min: 1, max: 5 }).map(q) }),
  fc.record({ kind: fc.constant('drop' as const), questionId: fc.integer({ min: 1, max: 3 }).map(q) }),
  fc.record({
    kind: fc.constant('add' as const),
    questionId: fc.integer({ min: 1, max: 5 }).map(q),
    by: fc.integer({ min: -900, max: 900 }),
    studentIds: fc.array(student, { minLength: 1, maxLength: 6 }),
  }),
  fc.record({
    kind: fc.constant('set' as const),
    questionId: fc.integer({ min: 1, max: 3 }).map(q),
    studentId: student,
    score: fc.integer({ min: 0, max: 500 }),
  }),
  fc.record({
    kind: fc.constant('full' as const),
    questionId: fc.integer({ min: 1, max: 3 }).map(q),
    fullScore: fc.integer({ min: 1, max: 3000 }),
    how: fc.constantFrom('scale' as const, 'cap' as const),
  }),
  fc.integer({ min: 7, max: 8 }).map((n) => ({
    kind: 'bring' as const,
    questionId: q(n),
    question: { ...single, questionId: q(n), number: `物理${n}` },
  })),
  fc.record({
    kind: fc.constant('set' as const),
    questionId: fc.integer({ min: 7, max: 8 }).map(q),
    studentId: student,
    score: fc.integer({ min: 0, max: 500 }),
    letters: fc.constantFrom('A', 'B'),
  }),
  fc.record({
    kind: fc.constant('type' as const),
    questionId: fc.integer({ min: 1, max: 2 }).map(q),
    unitType: fc.constantFrom(1, 2),
  }),
  fc.record({
    kind: fc.constant('weigh' as const),
    questionId: fc.integer({ min: 1, max: 3 }).map(q),
    percent: fc.constantFrom(0, 1, 33, 50, 101, 150, 1000),
  }),
  fc.record({
    kind: fc.constant('state' as const),
    state: fc.constantFrom('absent' as const, 'void' as const, 'zero' as const, 'exempt' as const),
    studentIds: fc.array(student, { minLength: 1, maxLength: 4 }),
  }),
)
/** What is brought has an id of its own, so that nothing is said of it before. */
const edits = fc.array(edit, { minLength: 1, maxLength: 8 }).map((list) => {
  const brought = list.filter((e) => e.kind === 'bring')
  const once = brought.filter((e, i) => brought.findIndex((other) => other.questionId === e.questionId) === i)
  return [...once, ...list.filter((e) => e.kind !== 'bring')]
})

describe('a key', () => {
  const tiers = [
    { right: 1, points: 200 },
    { right: 2, points: 400 },
  ]
  const accepted = [
    { letters: 'ABD', points: 600 },
    { letters: 'AC', points: 300 },
  ]
  it.each([
    ['ABD', 600, 'the key'],
    ['DBA', 600, 'in any order'],
    ['AC', 300, 'another right answer'],
    ['A', 200, 'one right letter'],
    ['BD', 400, 'two'],
    ['AB', 400, 'two others'],
    ['ABC', 0, 'a wrong letter'],
    ['ABCD', 0, 'all letters'],
    ['', 0, 'nothing'],
    ['~', 0, 'a page that lacks'],
    ['-', 0, 'a question not chosen'],
  ])('gives %s %d: %s', (chosen, points) => {
    expect(keyPoints({ accepted, tiers }, multiple, chosen)).toBe(points)
  })

  it('without tiers gives the half score; of a single choice there is no half', () => {
    expect(keyPoints({ accepted }, multiple, 'AB')).toBe(300)
    const { halfScore: _half, ...plain } = multiple
    expect(keyPoints({ accepted }, { ...plain, fullScore: 500 }, 'AB')).toBe(200)
    expect(keyPoints({ accepted: [{ letters: 'AB', points: 500 }] }, single, 'A')).toBe(0)
  })

  it('is told in words where its letters alone do not tell it', () => {
    const given: ChangeEdit[] = [
      {
        kind: 'key',
        questionId: q(1),
        accepted: [
          { letters: 'A', points: 500 },
          { letters: 'C', points: 500 },
        ],
      },
      { kind: 'all', questionId: q(2) },
    ]
    expect(keysAfter(paper, given)).toEqual({ q1: 'A或C', q2: 'ABD（全体给分）' })
  })
})

describe('each edit', () => {
  const of = columnsOf([
    { a: 'A', b: 'ABD', e: 1000, o: 800, first: true },
    { a: 'B', b: 'A', e: 333, o: 0, first: false },
    { a: '~', b: '', e: 0, o: 100, first: false },
    { state: 'absent', a: '', b: '', e: 0, o: 0, first: true },
  ])
  const after = (...list: ChangeEdit[]) => applyEdits({ questions: paper, columns: of }, list)
  const point = (k: number, ...list: ChangeEdit[]) => after(...list).columns.scores.map((own) => own[k])

  it('gives to all who sat the paper, and to who chose an optional question', () => {
    expect(point(0, { kind: 'all', questionId: q(1) })).toEqual([500, 500, 500, undefined])
    // Who is given a score of it does not lack it.
    expect(after({ kind: 'all', questionId: q(1) }).columns.chosen[2]![0]).toBe('')
    expect(point(3, { kind: 'all', questionId: q(4) })).toEqual([800, 0, 0, undefined])
  })

  it('takes a voided question out of the paper', () => {
    const made = after({ kind: 'drop', questionId: q(2) })
    expect(made.questions.map((x) => x.number)).toEqual(['1', '3', '4', '5'])
    expect(made.columns.scores).toEqual([[500, 1000, 800, 0], [0, 333, 0, 0], [0, 0, 0, 100], []])
  })

  it('adds and takes within 0 and the full mark, to those named alone', () => {
    const by = (n: number): ChangeEdit => ({
      kind: 'add',
      questionId: q(3),
      by: n,
      studentIds: [s(0), s(1), s(3), s(1)],
    })
    expect(point(2, by(200))).toEqual([1000, 533, 0, undefined])
    expect(point(2, by(-400))).toEqual([600, 0, 0, undefined])
  })

  it('keeps, scales and cuts at another full mark; half a hundredth goes up', () => {
    const full = (fullScore: number, how: 'keep' | 'scale' | 'cap'): ChangeEdit => ({
      kind: 'full',
      questionId: q(3),
      fullScore,
      how,
    })
    expect(point(2, full(500, 'keep'))).toEqual([1000, 333, 0, undefined])
    expect(point(2, full(500, 'scale'))).toEqual([500, 167, 0, undefined])
    expect(point(2, full(500, 'cap'))).toEqual([500, 333, 0, undefined])
    expect([scaled(1, 3, 1), scaled(1, 2, 1), scaled(2, 3, 1), scaled(999, 1000, 500)]).toEqual([0, 1, 1, 500])
  })

  it('a key that is there already is no change; with another full mark, over a set in force, or of several answers it may be', () => {
    const same: ChangeEdit = { kind: 'key', questionId: q(1), accepted: [{ letters: 'A', points: 500 }] }
    const [one, ...rest] = paper
    const single = [{ ...one!, unitType: 1 as const, answer: 'A', fullScore: 500 }, ...rest]
    const other: ChangeEdit = { ...same, accepted: [{ letters: 'B', points: 500 }] }
    expect(sameKeys([same], single)).toEqual(['第1题：答案已经是A'])
    expect(sameKeys([other], single)).toEqual([])
    expect(sameKeys([{ ...same, accepted: [{ letters: 'A', points: 300 }] }], single)).toEqual([])
    expect(sameKeys([{ ...same, accepted: [...same.accepted, ...other.accepted] }], single)).toEqual([])
    expect(sameKeys([same], single, [other])).toEqual([])
    expect(sameKeys([same], [{ ...single[0]!, unitType: 2 }])).toEqual([])
    expect(sameKeys([{ kind: 'full', questionId: q(1), fullScore: 600, how: 'keep' }, same], single)).toEqual([])
  })

  it('changes the type with the key that goes with it: a part of a multiple choice earns from then on', () => {
    const type: ChangeEdit = { kind: 'type', questionId: q(1), unitType: 2 }
    const key: ChangeEdit = { kind: 'key', questionId: q(1), accepted: [{ letters: 'AB', points: 500 }] }
    expect(editFaults([type, key], paper)).toEqual([])
    expect(editFaults([key, type], paper)).toEqual(['第1题：只能有一个答案'])
    const made = after(type, key)
    expect(made.questions[0]).toMatchObject({ unitType: 2, answer: 'AB' })
    expect(made.columns.scores.map((own) => own[0])).toEqual([200, 200, 0, undefined])
    // By itself it moves no score.
    expect(after(type).columns).toEqual(of)
    const one: ChangeEdit = { kind: 'key', questionId: q(2), accepted: [{ letters: 'A', points: 600 }] }
    const single: ChangeEdit = { kind: 'type', questionId: q(2), unitType: 1 }
    expect(editFaults([single, one], paper)).toEqual([])
    expect(point(1, single, one)).toEqual([0, 600, 0, undefined])
  })

  it('brings a question of another paper: 0 to all who sat this one, until a score comes with its answer', () => {
    const question = { ...single, questionId: q(7), number: '物理1' }
    const bring: ChangeEdit = { kind: 'bring', questionId: q(7), question }
    const score: ChangeEdit = { kind: 'set', questionId: q(7), studentId: s(1), score: 500, letters: 'A' }
    expect(editFaults([bring, score], paper)).toEqual([])
    expect(editFaults([score], paper)).toEqual(['有题目不在这份试卷里，请刷新后重试'])
    expect(editFaults([bring, bring], paper)).toEqual(['物理1已经并入'])
    const made = after(bring, score)
    expect(made.questions.at(-1)).toEqual(question)
    expect(made.columns.scores.map((own) => own[5])).toEqual([0, 500, 0, undefined])
    expect(made.columns.chosen[1]![5]).toBe('A')
    expect(editsInWords([bring], paper)).toEqual(['并入物理1（满分5分）'])
  })

  it('sets one score, and whole students aside', () => {
    expect(point(2, { kind: 'set', questionId: q(3), studentId: s(1), score: 900 })).toEqual([1000, 900, 0, undefined])
    const out = after(
      { kind: 'state', state: 'void', studentIds: [s(0)] },
      { kind: 'state', state: 'zero', studentIds: [s(1), s(3)] },
    ).columns
    expect(out.state).toEqual(['void', 'present', 'present', 'absent'])
    // Exempt is who was absent too, and nothing else is said of who is.
    const exempt = after(
      { kind: 'state', state: 'exempt', studentIds: [s(1), s(3)] },
      { kind: 'state', state: 'void', studentIds: [s(1)] },
    ).columns
    expect(exempt.state).toEqual(['present', 'exempt', 'present', 'exempt'])
    expect(out.scores.slice(0, 2)).toEqual([[], [0, 0, 0, 0, 0]])
  })
})

describe('what is wrong with a set', () => {
  const faults = (...list: ChangeEdit[]) => editFaults(list, paper)
  const key = (n: number, accepted: string): ChangeEdit => ({
    kind: 'key',
    questionId: q(n),
    accepted: accepted.split(' ').map((letters) => ({ letters, points: 500 })),
  })
  it.each<[string, ChangeEdit[], string]>([
    ['a letter that is no option', [key(1, 'E')], '第1题：答案“E”超出选项范围'],
    ['two letters of a single choice', [key(1, 'AB')], '第1题：只能有一个答案'],
    ['the same answer twice', [key(1, 'A A')], '第1题：答案重复'],
    [
      'a choice made a solution',
      [{ kind: 'type', questionId: q(1), unitType: 5 }],
      '第1题：阅卷以后，客观题和主观题不能互换',
    ],
    [
      'a choice made true or false',
      [{ kind: 'type', questionId: q(1), unitType: 3 }],
      '第1题：判断题填涂的是对错，不能和选择题互换',
    ],
    ['the type that it has', [{ kind: 'type', questionId: q(3), unitType: 5 }], '第3题：已经是解答题'],
    [
      'a single choice of three answers',
      [{ kind: 'type', questionId: q(2), unitType: 1 }],
      '第2题：单选题只有一个答案，请同时改答案',
    ],
    ['letters out of order', [key(2, 'BA')], '第2题：答案的选项要按顺序且不重复'],
    ['a key of what people mark', [key(3, 'A')], '第3题：只有客观题有答案可改'],
    ['a question of another paper', [key(9, 'A')], '有题目不在这份试卷里，请刷新后重试'],
    [
      'above the full mark',
      [{ kind: 'set', questionId: q(3), studentId: s(1), score: 1001 }],
      '第3题：得分不能超过满分10分',
    ],
    [
      'the same student twice',
      [1, 2].map((score) => ({ kind: 'set' as const, questionId: q(3), studentId: s(1), score })),
      '第3题：同一名考生写了两次',
    ],
    ['an optional question by itself', [{ kind: 'drop', questionId: q(4) }], '第4题：选做题不能单独作废或改满分'],
    ['nothing to add', [{ kind: 'add', questionId: q(3), by: 0, studentIds: [s(1)] }], '第3题：加减的分数不能是0'],
  ])('%s', (_what, list, said) => expect(faults(...list)).toContain(said))

  it('is a key of a question that paper B prints elsewhere: its letters are kept by the old key', () => {
    const twice = [{ ...single, paperB: { answer: 'C' } }]
    expect(editFaults([key(1, 'B')], twice)).toEqual(['第1题：有B卷的题目不能在发布后改答案，请改为全体给分或作废'])
  })
  it('is the last question voided', () => {
    expect(editFaults([{ kind: 'drop', questionId: q(1) }], [single])).toEqual(['不能作废全部题目'])
  })
  it('is said in words that name no student', () => {
    expect(
      editsInWords(
        [
          { kind: 'drop', questionId: q(1) },
          { kind: 'set', questionId: q(3), studentId: s(1), score: 100 },
          { kind: 'set', questionId: q(3), studentId: s(2), score: 100 },
        ],
        paper,
      ),
    ).toEqual(['第1题作废，不计入总分', '更正2名考生的2个得分'])
  })
})

describe('change sets in any number and order', () => {
  const log = fc.array(fc.nat(20), { maxLength: 12 }).map((picks) =>
    picks.reduce<ChangeEntry[]>((made, pick, i) => {
      const changeId = `c${i}` as ChangeId
      const open = made.filter((e) => !made.some((x) => x.undoes === e.changeId))
      const undoes = pick % 3 === 0 ? open[pick % (open.length || 1)]?.changeId : undefined
      return [...made, { changeId, ...(undoes ? { undoes } : {}) }]
    }, []),
  )

  it('undone are as if they had never been, and the undoing undone brings them back', () => {
    fc.assert(
      fc.property(log, (entries) => {
        const before = inForceOf(entries)
        const set: ChangeEntry = { changeId: 'new' as ChangeId }
        const undo: ChangeEntry = { changeId: 'undo' as ChangeId, undoes: set.changeId }
        const redo: ChangeEntry = { changeId: 'redo' as ChangeId, undoes: undo.changeId }
        expect(inForceOf([...entries, set])).toEqual([...before, set])
        expect(inForceOf([...entries, set, undo])).toEqual(before)
        expect(inForceOf([...entries, set, undo, redo])).toEqual([...before, set])
      }),
    )
  })

  it('leave every score within its bounds, and both computations agree (I6, I11)', () => {
    fc.assert(
      fc.property(cohort, edits, (columns, list) => {
        const after = applyEdits({ questions: paper, columns }, list)
        expect(toldOtherwise(paper, list, columns, after.columns)).toEqual([])
        const rows = after.columns.scores.map((scores, i) => ({
          name: String(i),
          present: after.columns.state[i] === 'present',
          scores,
        }))
        // Points to a question that another was chosen instead of, and a key that gives more than a smaller full mark.
        const own = list.some(
          (e) => e.kind === 'full' || e.kind === 'weigh' || (e.kind === 'all' && [q(4), q(5)].includes(e.questionId)),
        )
        if (!own) expect(rowsOutOfBounds(after.questions, rows)).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  it('replayed shard by shard are the same as replayed whole, and what came in stays as it was', () => {
    fc.assert(
      fc.property(cohort, edits, fc.nat(12), (columns, list, at) => {
        const kept = structuredClone(columns)
        const whole = applyEdits({ questions: paper, columns }, list)
        const cut = (from: number, to: number) =>
          Object.fromEntries(Object.entries(columns).map(([k, v]) => [k, v.slice(from, to)])) as typeof columns
        const parts = [cut(0, at), cut(at, 99)].map((c) => applyEdits({ questions: paper, columns: c }, list))
        expect(parts.flatMap((p) => p.columns.scores)).toEqual(whole.columns.scores)
        expect(parts.flatMap((p) => p.columns.state)).toEqual(whole.columns.state)
        expect(parts[0]!.questions).toEqual(whole.questions)
        expect(columns).toEqual(kept)
        // One set after another is all of them at once.
        const turns = list.reduce((of, one) => applyEdits(of, [one]), { questions: paper, columns } as typeof whole)
        expect(turns).toEqual(whole)
      }),
    )
  })
})
