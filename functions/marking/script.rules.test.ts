/** Optional questions: both computations hold a group's cap, and a third piece of code finds nothing wrong with either. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { brokenBounds } from '#shared/analysis/bounds.rules.ts'
import { fullScoreOf } from '#shared/exam/exam.rules.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import type { AttemptId, PaperId, QuestionId, StudentId, UserId } from '#shared/kit/ids.ts'
import { foldJournal } from '#shared/marking/journal/journal.rules.ts'
import { chosenOf, readsOtherwise, scoresOf, undecidedGroups } from './script.rules.ts'
import type { ScriptParts } from './script.rules.ts'
import { notAnswered, pageMissing } from '#shared/marking/marking.types.ts'
import type { Mark } from '#shared/marking/marking.types.ts'

const studentId = 'st_1' as StudentId
const essay = (n: number, group?: string, count = 1): PaperQuestion => ({
  questionId: `qu_${n}` as QuestionId,
  number: String(n),
  unitType: 5,
  fullScore: 1000,
  ...(group ? { optional: { group, count } } : {}),
})
const choice: PaperQuestion = {
  questionId: 'qu_9' as QuestionId,
  number: '9',
  unitType: 1,
  fullScore: 500,
  answer: 'A',
}
/** One for all, one of two, two of three, and a choice. */
const questions = [essay(1), essay(2, 'a'), essay(3, 'a'), essay(4, 'b', 2), essay(5, 'b', 2), essay(6, 'b', 2), choice]
const ids = questions.map((q) => q.questionId)

type Given = {
  picks?: Record<string, boolean> | undefined
  decided?: Record<string, boolean> | undefined
  unseen?: Record<string, boolean> | undefined
  marks: Record<string, number | null>
}

const valueOf = (n: number): Mark['value'] => (n < 0 ? { kind: 'noAnswer' } : { kind: 'score', score: n })
const markOf = (n: number): Mark => ({
  value: valueOf(n),
  by: 'us_1' as UserId,
  at: 1,
  attemptId: 'at_1' as AttemptId,
  epoch: 1,
  imageVersion: 1,
})
const said = ({ picks, decided, unseen }: Given) => ({
  chosen: { qu_9: 'A' },
  ...(picks ? { picks } : {}),
  ...(decided ? { decided } : {}),
  ...(unseen ? { unseen } : {}),
})
const scriptOf = (given: Given): ScriptParts => ({
  objective: said(given),
  answers: new Map(
    Object.entries(given.marks).map(([id, n]) => [
      id,
      {
        ...{ paperId: 'pa_1' as PaperId, studentId: 'st_1' as StudentId, imageVersion: 1 },
        ...(n === null ? {} : { first: markOf(n) }),
      },
    ]),
  ),
})
const folded = (given: Given): number[] =>
  foldJournal({ paperId: 'pa_1' as PaperId, keyVersion: 1, questions }, [
    { studentId, entry: { kind: 'script', version: 1, state: 'present', imageVersion: 1 } },
    { studentId, entry: { kind: 'choices', version: 1, ...said(given) } },
    ...Object.entries(given.marks).flatMap(([id, n]) =>
      n === null
        ? []
        : [
            {
              studentId,
              entry: { kind: 'mark' as const, questionId: id as QuestionId, role: 'first' as const, mark: markOf(n) },
            },
          ],
    ),
  ]).scores[0]!

const words = (of: readonly string[]) =>
  fc.option(
    fc.dictionary(fc.constantFrom(...of), fc.boolean(), { maxKeys: of.length }).map((d) => ({ ...d })),
    { nil: undefined },
  )
const optional = ['qu_2', 'qu_3', 'qu_4', 'qu_5', 'qu_6']
const given = fc.record({
  picks: words(optional),
  decided: fc.oneof(fc.constant(undefined), words(optional)),
  unseen: fc.oneof(fc.constant(undefined), words(ids)),
  marks: fc.record(
    Object.fromEntries(
      ids.slice(0, 6).map((id) => [id, fc.oneof(fc.constantFrom(null, -1, 0), fc.constantFrom(400, 900, 1000))]),
    ),
  ),
})

describe('a script’s scores', () => {
  it('are the same by both computations, within every bound, and open where a choice is', () => {
    fc.assert(
      fc.property(given, (of) => {
        const script = scriptOf(of)
        const scores = scoresOf(script, questions)
        expect(folded(of)).toEqual(scores)
        expect(brokenBounds(questions, scores)).toEqual([])
        const total = scores.reduce((sum, n) => sum + Math.max(0, n), 0)
        expect(total).toBeLessThanOrEqual(fullScoreOf(questions))
        for (const group of undecidedGroups(script, questions))
          questions.forEach((q, i) => q.optional?.group === group && expect(scores[i]).toBe(-1))
        // What does not count has no points, and of a group no more count than are asked for.
        if (scores.includes(-1)) return
        const chosen = chosenOf(script, questions, scores)
        chosen.forEach((c, i) => (c === notAnswered || c === pageMissing) && expect(scores[i]).toBe(0))
        // A page that was not handed in is told as such, unless its question was not chosen anyway.
        questions.forEach((q, i) => {
          const gone = of.unseen?.[q.questionId] === true && q !== choice
          expect([gone, i, chosen[i] === pageMissing || (gone && chosen[i] === notAnswered)]).toEqual([gone, i, gone])
        })
        expect([1, 2].filter((i) => chosen[i] !== notAnswered).length).toBeLessThanOrEqual(1)
        expect([3, 4, 5].filter((i) => chosen[i] !== notAnswered).length).toBeLessThanOrEqual(2)
      }),
      { numRuns: 400 },
    )
  })

  const marks = { qu_1: 600, qu_2: 400, qu_3: 900, qu_4: 100, qu_5: 200, qu_6: 0 }
  it.each<[string, Given, number[], string[]]>([
    ['4 and 9 of a group worth 10, the card does not say', { marks }, [-1, -1, 100, 200, 0], ['a']],
    ['the card says both', { marks, picks: all(true) }, [-1, -1, -1, -1, -1], ['a', 'b']],
    ['the card is in doubt', { marks, picks: { qu_4: true, qu_5: true, qu_6: false } }, [-1, -1, 100, 200, 0], ['a']],
    ['a person says the second', { marks, decided: { qu_2: false, qu_3: true } }, [0, 900, 100, 200, 0], []],
    ['only one was answered', { marks: { ...marks, qu_2: -1 } }, [0, 900, 100, 200, 0], []],
    ['neither page was handed in', { marks, unseen: { qu_2: true, qu_3: true } }, [0, 0, 100, 200, 0], []],
    ['a page is missing, without a reason', { marks, unseen: { qu_3: false } }, [400, -1, 100, 200, 0], []],
  ])('%s', (_, of, scores, open) => {
    expect(scoresOf(scriptOf(of), questions).slice(1, 6)).toEqual(scores)
    expect(folded(of).slice(1, 6)).toEqual(scores)
    expect(undecidedGroups(scriptOf(of), questions)).toEqual(open)
  })

  it('tell of a page that was not handed in, letters and answers alike, by both computations nothing', () => {
    const of: Given = { marks, unseen: { qu_1: true } }
    const script = { ...scriptOf(of), objective: { chosen: {}, unseen: { qu_1: true, qu_9: true } } }
    const scores = scoresOf(script, questions)
    expect([scores[0], scores[6], folded(of)[0]]).toEqual([0, 0, 0])
    const chosen = chosenOf(script, questions, scores)
    expect([chosen[0], chosen[6], chosen[3]]).toEqual([pageMissing, pageMissing, ''])
  })

  it('tell of an optional group whose page is missing that it is, and not that nothing was answered', () => {
    const chosen = (of: Given) => chosenOf(scriptOf(of), questions, scoresOf(scriptOf(of), questions)).slice(1, 3)
    const both = { qu_2: true, qu_3: true }
    const none = { qu_2: false, qu_3: false }
    expect(chosen({ marks, unseen: both })).toEqual([pageMissing, notAnswered])
    expect(chosen({ marks, unseen: both, decided: none })).toEqual([pageMissing, notAnswered])
    // The other one was answered, or its page is the one that is there, and blank.
    expect(chosen({ marks, unseen: { qu_3: true } })).toEqual(['', notAnswered])
    expect(chosen({ marks, unseen: { qu_3: true }, decided: none })).toEqual([notAnswered, pageMissing])
    expect(chosen({ marks, decided: none })).toEqual([notAnswered, notAnswered])
  })

  function all(value: boolean): Record<string, boolean> {
    return Object.fromEntries(optional.map((id) => [id, value]))
  }

  it('say what was not chosen apart from what earned nothing', () => {
    const of: Given = { marks: { ...marks, qu_2: 0, qu_3: -1 } }
    const script = scriptOf(of)
    expect(chosenOf(script, questions, scoresOf(script, questions))).toEqual(['', '', '-', '', '', '-', 'A'])
  })
})

describe('brokenBounds', () => {
  it.each([
    ['nothing', [1000, 0, 900, 100, 200, 0, 500], []],
    [
      'a group above its points',
      [0, 400, 900, 0, 0, 0, 0],
      ['选做题第2、3题计了超过1题', '选做题第2、3题合计超出满分'],
    ],
    ['more of a group than count', [0, 0, 0, 1, 1, 1, 0], ['选做题第4、5、6题计了超过2题']],
    ['a question above its full mark', [1100, 0, 0, 0, 0, 0, 0], ['第1题得分超出满分']],
    ['half a hundredth', [0.5, 0, 0, 0, 0, 0, 0], ['第1题得分超出满分']],
    ['less than nothing', [-2, 0, 0, 0, 0, 0, 0], ['第1题得分超出满分']],
    ['a score too few', [0], ['1个得分，7道题']],
  ])('finds %s', (_, scores, found) => {
    expect(brokenBounds(questions, scores)).toEqual(found)
  })
})

describe('a reading after the publication', () => {
  const was = { chosen: { a: 'A', b: 'B' }, unseen: { c: false, d: false } }
  it.each([
    ['the same', was, false],
    ['a page that has come, with its answers', { chosen: { a: 'A', b: 'B', c: 'D' }, picks: { d: true } }, false],
    ['another letter', { ...was, chosen: { a: 'A', b: 'C' } }, true],
    ['another letter beside a page that has come', { chosen: { a: 'B', b: 'B', c: 'D' } }, true],
    ['a page that is gone', { chosen: { a: 'A' }, unseen: { b: true } }, true],
    ['the other paper', { ...was, paperType: 'B' as const }, true],
    ['what a person has said of a choice', { ...was, decided: { a: true } }, true],
  ])('is a correction where what was there says otherwise: %s', (_, now, corrects) => {
    expect(readsOtherwise(was, now)).toBe(corrects)
  })
})
