import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { composeId } from '#shared/kit/ids.ts'
import type { AttemptId, PaperId, QuestionId, StudentId, UserId } from '#shared/kit/ids.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import { attemptAfter, barredFrom, marksAgain, markersNeeded, noMarker, notFor } from './again.rules.ts'
import type { AgainRound } from './again.types.ts'
import { foldJournal } from '../journal/journal.rules.ts'
import type { JournalEntry } from '../journal/journal.types.ts'
import { answerState, laterRole, mayReplace, otherRoles, rolesWanted, standing } from '../marking.rules.ts'
import { markRoles } from '../marking.types.ts'
import type { AnswerItem, Mark, MarkRole } from '../marking.types.ts'

const paperId = 'pa_1' as PaperId
const questionId = 'qu_1' as QuestionId
const studentId = 'st_1' as StudentId
const people = ['us_a', 'us_b', 'us_c', 'us_d', 'us_e'] as UserId[]
const attempt = (ms: number, n = 0): AttemptId =>
  composeId('attempt', ms, new Uint8Array([0, 0, 0, 0, 0, 0, 0, 0, 0, n]))
const mark = (by: UserId, score: number, more: Partial<Mark> = {}): Mark => ({
  value: { kind: 'score', score },
  by,
  at: 10,
  attemptId: attempt(10),
  epoch: 1,
  imageVersion: 1,
  ...more,
})
const bare: AnswerItem = { schema: 1, paperId, studentId, questionId, imageVersion: 1 }
const all = { rule: 'void', others: false, at: 100 } as const
const [a, b, c] = people as [UserId, UserId, UserId]

describe('the attempt behind one', () => {
  it('sorts behind it, before all later ones', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2 ** 47 }),
        fc.uint8Array({ minLength: 10, maxLength: 10 }),
        (ms, random) => {
          const of = composeId('attempt', ms, random)
          const next = attemptAfter(of)!
          expect(next > of && next.length === of.length).toBe(true)
          expect(next <= composeId('attempt', ms + 1, new Uint8Array(10))).toBe(true)
        },
      ),
    )
  })
  it('is none where nothing sorts behind', () => {
    expect(attemptAfter(`at_${'z'.repeat(26)}` as AttemptId)).toBeNull()
  })
})

describe('taking marks back', () => {
  const twice = { ...bare, first: mark(a, 300), second: mark(b, 800), final: mark(c, 700, { epoch: 3 }) }
  const rolesOfAct = (item: AnswerItem, of: Partial<AgainRound>): MarkRole[] =>
    marksAgain(item, { ...all, ...of }).map(({ role }) => role)

  it.each<[string, AnswerItem, Partial<AgainRound>, MarkRole[]]>([
    ['all of an answer', twice, {}, ['first', 'second', 'final']],
    ['one marker’s alone; what the arbitrator decided stands', twice, { markers: [a] }, ['first']],
    ['none of another marker', twice, { markers: [people[3]!] }, []],
    ['none that was given later', twice, { at: 9 }, []],
    ['none of an older picture', { ...twice, imageVersion: 2 }, {}, []],
    ['a second mark is asked for', { ...bare, first: mark(a, 300) }, { rule: 'both' }, ['second']],
    ['of what is marked by those alone', { ...bare, first: mark(a, 300) }, { rule: 'both', markers: [b] }, []],
    ['not where an arbitrator decided', { ...bare, first: mark(a, 3), final: mark(b, 3) }, { rule: 'both' }, []],
    ['not where there is one', { ...bare, first: mark(a, 3), second: mark(b, 3) }, { rule: 'both' }, []],
    ['not of what is not marked', bare, { rule: 'both' }, []],
  ])('%s', (_, item, of, roles) => expect(rolesOfAct(item, of)).toEqual(roles))

  it('done again it finds nothing, and by others bars those whose marks they were', () => {
    const item: AnswerItem = { ...twice }
    for (const { role, mark: next } of marksAgain(item, { ...all, others: true })) item[role] = next
    expect(marksAgain(item, { ...all, others: true })).toEqual([])
    expect(barredFrom(item, 'first')).toEqual([a, b, c])
    expect(barredFrom({ ...item, imageVersion: 2 }, 'first')).toEqual([])
    expect(answerState({ markers: 2, fullScore: 1000 }, item)).toMatchObject({ kind: 'waiting', role: 'first' })
  })

  it('who gave the other mark may not give this one, nor whose mark was taken back for others', () => {
    const asked = { ...bare, first: mark(b, 300) }
    expect([notFor(bare, 'first'), notFor(asked, 'second'), notFor(asked, 'first')]).toEqual([[], [b], []])
    expect(notFor({ ...asked, imageVersion: 2 }, 'second')).toEqual([])
    const of: AnswerItem = { ...bare, first: mark(a, 300), second: mark(b, 800) }
    for (const { role, mark: next } of marksAgain(of, { ...all, others: true, markers: [a] })) of[role] = next
    expect(notFor(of, 'first')).toEqual([a, b])
  })

  it('of one claim the mark that comes late does not undo it, and the next claim’s takes its place (I4)', () => {
    const gone = marksAgain({ ...bare, first: mark(a, 300) }, all)[0]!.mark
    expect(gone.by).toBe(noMarker)
    expect(mayReplace(gone, mark(a, 500, { attemptId: attempt(99) }))).toBe(false)
    expect(mayReplace(gone, mark(b, 500, { epoch: 2, attemptId: attempt(1) }))).toBe(true)
  })

  it.each([
    [1, 'void', false, 1],
    [2, 'void', false, 2],
    [1, 'void', true, 2],
    [2, 'void', true, 4],
    [1, 'both', true, 2],
  ] as const)('of a question marked %i times, %s, by others %s: %i markers', (markers, rule, others, n) =>
    expect(markersNeeded({ fullScore: 1000, markers }, { rule, others })).toBe(n),
  )
})

/**
 * A day of marking in the pure rules: claims, marks, late and repeated ones, replaced pictures, marks taken back and asked
 * for, told to the journal in any order; in the end all that waits is marked.
 */
type Act =
  | { do: 'mark'; role: MarkRole; who: number; score: number; late: boolean; again: boolean }
  | { do: 'take'; rule: 'void' | 'both'; others: boolean; who: number | null; late: boolean }
  | { do: 'picture' }
const acts: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('mark' as const),
      role: fc.constantFrom(...markRoles),
      who: fc.nat({ max: people.length - 1 }),
      score: fc.constantFrom(-2, -1, 0, 300, 500, 600, 1000),
      late: fc.boolean(),
      again: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('take' as const),
      rule: fc.constantFrom('void' as const, 'both' as const),
      others: fc.boolean(),
      who: fc.option(fc.nat({ max: people.length - 1 })),
      late: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'picture' as const }) },
)
const valueOf = (score: number): Mark['value'] =>
  score === -2 ? { kind: 'noAnswer' } : score === -1 ? { kind: 'problem', reason: 'other' } : { kind: 'score', score }

it('ten thousand random days: what was given is told, what was taken back stays so, and all of it drains', () => {
  const day = fc.record({
    told: fc.array(acts, { maxLength: 16 }),
    markers: fc.constantFrom(1 as const, 2 as const, 3 as const),
    tolerance: fc.constantFrom(0, 200),
    settle: fc.record(
      {
        sample: fc.constantFrom(50),
        extremes: fc.constant(true as const),
        share: fc.constantFrom(10),
        two: fc.constantFrom('higher' as const, 'up' as const),
        beyond: fc.constantFrom('third' as const, 'thirdFinal' as const),
      },
      { requiredKeys: [] },
    ),
    turn: fc.integer(),
  })
  let taken = 0
  fc.assert(
    fc.property(day, ({ told, markers, tolerance, settle, turn }) => {
      const q: PaperQuestion = { questionId, number: '2', unitType: 5, fullScore: 1000, markers, tolerance, settle }
      const item: AnswerItem = { ...bare }
      const rows: { studentId: StudentId; entry: JournalEntry }[] = []
      const tell = (entry: JournalEntry): number => rows.push({ studentId, entry })
      tell({ kind: 'script', version: 1, state: 'present', imageVersion: 1 })
      const claims: Record<MarkRole, number> = { first: 0, second: 0, third: 0, final: 0 }
      const gone = new Set<string>()
      let clock = 1
      const put = (role: MarkRole, next: Mark): boolean => {
        const other = otherRoles(role).some((r) => standing(item[r], item.imageVersion)?.by === next.by)
        if (other || !mayReplace(item[role], next)) return false
        item[role] = next
        tell({ kind: 'mark', questionId, role, mark: next })
        return true
      }
      /** A bundle's claim is above that of every mark that was given in its role. */
      const claim = (role: MarkRole): number => {
        const there = item[role]?.imageVersion === item.imageVersion ? item[role]!.epoch : 0
        claims[role] = Math.max(claims[role], there) + 1
        return claims[role]
      }
      for (const act of told) {
        clock += 10
        if (act.do === 'picture') {
          item.imageVersion++
          tell({ kind: 'script', version: item.imageVersion, state: 'present', imageVersion: item.imageVersion })
        } else if (act.do === 'mark') {
          const { role, late, again } = act
          const epoch = late ? claims[role] : claim(role)
          const by = people[act.who]!
          const { imageVersion } = item
          const next = { value: valueOf(act.score), by, at: clock, attemptId: attempt(clock), epoch, imageVersion }
          if (put(role, next) && again) put(role, next)
        } else {
          const { rule, others, late } = act
          const of = {
            rule: markers > 1 ? ('void' as const) : rule,
            others,
            at: late ? clock - 15 : clock,
            ...(act.who === null ? {} : { markers: [people[act.who]!] }),
          }
          for (const { role, mark: next } of marksAgain(item, of)) {
            taken++
            if (item[role]) gone.add(item[role].attemptId)
            item[role] = next
            if (of.rule === 'both') item.asked = item.imageVersion
            tell({ kind: 'mark', questionId, role, mark: next })
          }
          // A repeat of the whole act changes nothing.
          expect(marksAgain(item, of)).toEqual([])
        }
        for (const role of markRoles) expect(gone.has(item[role]?.attemptId ?? '')).toBe(false)
      }
      const turned = (): typeof rows =>
        rows
          .map((r, i) => ({ r, at: Math.sin(turn + i) }))
          .sort((x, y) => x.at - y.at)
          .map(({ r }) => r)
      const agree = (): void => {
        const state = answerState(q, item)
        const score = state.kind === 'scored' ? state.score : -1
        const paper = { paperId, keyVersion: 1, questions: [q] }
        expect(foldJournal(paper, [...turned(), ...rows.slice(0, 4)]).scores).toEqual([[score]])
      }
      agree()
      // Drained: who is free gives what is wanted, and no person twice.
      for (let round = 0; answerState(q, item).kind !== 'scored'; round++) {
        expect(round).toBeLessThan(8)
        const state = answerState(q, item)
        const role = state.kind === 'waiting' ? state.role : 'first'
        expect(rolesWanted(q, item).includes(role)).toBe(laterRole(q, item) !== role)
        clock += 10
        const barred = barredFrom(item, role)
        const free = [...people, 'us_x' as UserId, 'us_y' as UserId, 'us_z' as UserId].filter(
          (p) => !barred.includes(p),
        )
        const { imageVersion } = item
        const epoch = claim(role)
        const given = free.some((by) =>
          put(role, { value: valueOf(500), by, at: clock, attemptId: attempt(clock), epoch, imageVersion }),
        )
        expect(given).toBe(true)
      }
      agree()
    }),
    { numRuns: 10_000 },
  )
  expect(taken).toBeGreaterThan(1000)
}, 120_000)
