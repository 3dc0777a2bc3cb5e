import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AttemptId, PaperId, QuestionId, StudentId, UserId } from '#shared/kit/ids.ts'
import type { PaperQuestion, Settling } from '#shared/exam/exam.types.ts'
import { canonical } from '#shared/kit/canonical.ts'
import { entryKeyOf, foldJournal } from './journal.rules.ts'
import type { JournalEntry } from './journal.types.ts'
import { answerState, mayReplace } from '../marking.rules.ts'
import { markRoles } from '../marking.types.ts'
import type { AnswerItem, Mark } from '../marking.types.ts'

const questionId = 'qu_1' as QuestionId
const studentId = 'st_1' as StudentId
const essay: PaperQuestion = { questionId, number: '2', unitType: 5, fullScore: 1000 }
const paperOf = (...questions: PaperQuestion[]) => ({ paperId: 'pa_1' as PaperId, keyVersion: 1, questions })
const script = (version: number, imageVersion: number, state: 'present' | 'absent' = 'present'): JournalEntry => ({
  kind: 'script',
  version,
  state,
  imageVersion,
})

/** All that a rule may say; half of the students are drawn. */
const settling: fc.Arbitrary<Settling> = fc.record(
  {
    sample: fc.constantFrom(1, 50, 99),
    extremes: fc.constant(true as const),
    share: fc.constantFrom(0, 15, 30),
    two: fc.constantFrom('higher' as const, 'up' as const),
    beyond: fc.constantFrom('third' as const, 'thirdFinal' as const),
  },
  { requiredKeys: [] },
)

const steps = fc.array(
  fc.record({
    role: fc.constantFrom(...markRoles),
    score: fc.constantFrom(0, 300, 500, 600, 700, 1000, -1, -2),
    epoch: fc.integer({ min: 1, max: 3 }),
    attempt: fc.integer({ min: 1, max: 99 }),
    replace: fc.boolean(),
  }),
  { maxLength: 14 },
)

describe('foldJournal', () => {
  it('computes what the answer item says, by other code, in any order and with repeats (I11)', () => {
    fc.assert(
      fc.property(
        steps,
        fc.constantFrom(1 as const, 2 as const, 3 as const),
        fc.constantFrom(0, 200),
        settling,
        fc.integer(),
        (told, markers, tolerance, settle, n) => {
          const q: PaperQuestion = { ...essay, markers, tolerance, settle }
          const item: AnswerItem = {
            ...{ schema: 1, paperId: 'pa_1' as PaperId, studentId, questionId: essay.questionId },
            imageVersion: 1,
          }
          const rows: { studentId: StudentId; entry: JournalEntry }[] = [{ studentId, entry: script(1, 1) }]
          told.forEach((t, i) => {
            if (t.replace) {
              item.imageVersion++
              rows.push({ studentId, entry: script(item.imageVersion, item.imageVersion) })
            }
            const mark: Mark = {
              value:
                t.score === -1
                  ? { kind: 'problem', reason: 'other' }
                  : t.score === -2
                    ? { kind: 'noAnswer' }
                    : { kind: 'score', score: t.score },
              by: `us_${t.role}` as UserId,
              at: i,
              attemptId: `at_${String(t.attempt).padStart(3, '0')}` as AttemptId,
              epoch: t.epoch,
              imageVersion: item.imageVersion,
            }
            if (!mayReplace(item[t.role], mark)) return
            item[t.role] = mark
            rows.push({ studentId, entry: { kind: 'mark', questionId, role: t.role, mark } })
          })
          const turned = rows.map((r, i) => ({ r, at: Math.sin(n + i) })).sort((a, b) => a.at - b.at)
          const state = answerState(q, item)
          const folded = foldJournal(paperOf(q), [...turned.map((t) => t.r), ...rows.slice(0, 3)])
          expect(folded.scores).toEqual([[state.kind === 'scored' ? state.score : -1]])
        },
      ),
    )
  })

  it('settles any marks of any student by any rule as the rule does (I11)', () => {
    const score = fc.option(fc.constantFrom(0, 200, 300, 400, 500, 600, 700, 800, 1000, -1), { nil: undefined })
    fc.assert(
      fc.property(
        fc.record({ first: score, second: score, third: score, final: fc.constantFrom(undefined, undefined, 500, -1) }),
        fc.record({
          markers: fc.constantFrom(1 as const, 2 as const, 3 as const),
          tolerance: fc.constantFrom(0, 100, 200),
        }),
        settling,
        fc.nat({ max: 9999 }),
        (given, said, settle, student) => {
          const q: PaperQuestion = { ...essay, ...said, settle }
          const id = `st_${student}` as StudentId
          const of = (role: (typeof markRoles)[number], n: number): Mark => ({
            value: n < 0 ? { kind: 'problem', reason: 'other' } : { kind: 'score', score: n },
            ...{ by: `us_${role}` as UserId, at: 1, attemptId: `at_${role}` as AttemptId, epoch: 1, imageVersion: 1 },
          })
          const marks = markRoles.flatMap((role) =>
            given[role] === undefined ? [] : [[role, of(role, given[role])] as const],
          )
          const item: AnswerItem = {
            ...{ schema: 1, paperId: 'pa_1' as PaperId, studentId: id, questionId, imageVersion: 1 },
            ...Object.fromEntries(marks),
          }
          const rows = [
            { studentId: id, entry: script(1, 1) },
            ...marks.map(([role, mark]) => ({
              studentId: id,
              entry: { kind: 'mark' as const, questionId, role, mark },
            })),
          ]
          const state = answerState(q, item)
          expect(foldJournal(paperOf(q), rows).scores).toEqual([[state.kind === 'scored' ? state.score : -1]])
        },
      ),
      { numRuns: 5000 },
    )
  })

  it.each([
    [2, 'AC', 'AC', 500],
    [2, 'AC', 'A', 200],
    [2, 'AC', 'AB', 0],
    [2, 'AC', '', 0],
    [1, 'B', 'B', 500],
    [1, 'B', 'AB', 0],
    [1, '', 'A', 0],
  ])('scores letters: type %i, key %s, chosen %s: %i', (unitType, answer, chosen, score) => {
    const q: PaperQuestion = { questionId, number: '1', unitType, fullScore: 500, answer, halfScore: 200 }
    const rows = [
      { studentId, entry: { kind: 'choices' as const, version: 1, chosen: { [questionId]: chosen } } },
      { studentId, entry: script(1, 1) },
    ]
    expect(foldJournal(paperOf(q), rows).scores).toEqual([[score]])
  })

  it('gives nothing to who was absent, and nothing where a choice is in doubt', () => {
    const q: PaperQuestion = { questionId, number: '1', unitType: 1, fullScore: 500, answer: 'A' }
    expect(foldJournal(paperOf(q), [{ studentId, entry: script(2, 1, 'absent') }]).scores).toEqual([[-1]])
    expect(foldJournal(paperOf(q), [{ studentId, entry: script(1, 1) }]).scores).toEqual([[-1]])
  })
})

describe('entries', () => {
  it('have one text at any order of their fields, and one key an attempt', () => {
    expect(canonical({ b: 1, a: [{ d: undefined, c: 'x' }] })).toBe('{"a":[{"c":"x"}],"b":1}')
    expect(entryKeyOf(script(7, 1))).toBe('script#00000007')
  })
})
