import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { AttemptId, PaperId } from '#shared/kit/ids.ts'
import { rowsNaming } from '#functions/kit/bystanders.testing.ts'
import { faultCases, kindsOf } from '#functions/kit/faultCases.testing.ts'
import { withFaults } from '#functions/kit/faults.ts'
import type { FaultKind } from '#functions/kit/faults.ts'
import { newId } from '#functions/kit/ports.ts'
import { actAs } from '#functions/kit/testing.ts'
import { examOf } from '#functions/exam/exam.public.ts'
import { seat } from './marking.fixtures.ts'
import type { Sitting } from './marking.fixtures.ts'
import { claim, forgetAll, open, points, submit, until } from './marking.steps.fixtures.ts'
import { journal } from './journal/journal.ts'
import { owedBy } from './journal/journal.mend.ts'
import { missingOf } from './journal/journal.missing.ts'
import { answers, arrangements } from './marking.store.ts'
import { bundlesOf } from './queue.ts'
import { headsOf, scriptsOf } from './scripts.ts'
import * as scan from './scanned.fixtures.ts'

vi.mock('#functions/scan/scan.public.ts', () => import('./scanned.fixtures.ts'))

const seated = async (count: number, teachers: number, classNames?: readonly string[]): Promise<Sitting> => {
  const of = await seat(count, {}, teachers, classNames)
  scan.allHere(of)
  return of
}

/** One fault at one store call. */
const once = (at: number, kind: FaultKind) => withFaults(({ index }) => (index === at ? kind : null))

beforeAll(() => actAs('marking-work'))

/**
 * Those beside whom it all happens: the same students in another subject, another school where a mark is given, and in the
 * same paper whom nothing is done to. Answers whether all of their rows are what they were.
 */
const bystanders = async (of: Sitting, classmates: readonly string[] = []): Promise<() => Promise<void>> => {
  const elsewhere = await seated(2, 1)
  await open(elsewhere)
  const { token } = elsewhere.teachers[0]!
  const theirs = (await claim(elsewhere, token)).data
  expect((await submit(elsewhere, token, theirs, elsewhere.students[0]!, points(300))).status).toBe(0)
  const other = newId<PaperId>('paper')
  const own = await scriptsOf(of.paper, await headsOf(of.paper))
  await answers.putMany(own.flatMap((s) => [...s.answers.values()].map((a) => ({ ...a, paperId: other }))))
  const told = async (): Promise<void> => {
    const owed = (await scriptsOf(elsewhere.paper, await headsOf(elsewhere.paper))).flatMap(owedBy)
    expect(await missingOf(owed)).toEqual([])
  }
  await until(told)
  const ids = [...classmates, other, elsewhere.paper.paperId, elsewhere.paper.examId, elsewhere.tenant.slice(2)]
  const before = await rowsNaming(ids)
  expect(before.size).toBeGreaterThan(of.students.length + 10)
  return async () => expect(await rowsNaming(ids)).toEqual(before)
}

describe('a mark under every single fault', () => {
  it('is stored once if it was acknowledged, and a repeat of the attempt settles it', async () => {
    const of = await seated(20, 1, ['1班', '2班'])
    await open(of)
    const marked = of.students.filter((_, i) => i % 2 === 0)
    const untouched = await bystanders(
      of,
      of.students.filter((s) => !marked.includes(s)),
    )
    const { token } = of.teachers[0]!
    const mine = (await claim(of, token)).data
    const dry = withFaults(() => null)
    forgetAll()
    await submit(of, token, mine, of.students[0]!, points(100))
    dry.stop()
    const calls = [...dry.calls]
    expect(calls.length).toBeGreaterThan(3)
    const acknowledged = new Map<string, string>()
    let n = 0
    for (const [at, call] of calls.entries()) {
      for (const kind of kindsOf(call)) {
        const studentId = marked[n % marked.length]!
        const value = points(100 * (++n % 11))
        const attemptId = newId<AttemptId>('attempt')
        forgetAll()
        const fault = once(at, kind)
        const first = await submit(of, token, mine, studentId, value, { attemptId }).catch(() => null)
        fault.stop()
        const answer = first?.status === 0 ? first : await submit(of, token, mine, studentId, value, { attemptId })
        expect([at, kind, answer.status, answer.data]).toEqual([at, kind, 0, { attemptId, value }])
        acknowledged.set(attemptId, studentId)
        const item = await answers.get({ paperId: of.paper.paperId, studentId, questionId: of.essay.questionId })
        expect(item?.first).toMatchObject({ attemptId, value })
      }
    }
    await until(async () => {
      const told = await journal.getMany(
        [...acknowledged].map(([attemptId, studentId]) => ({
          paperId: of.paper.paperId,
          studentId,
          entryKey: `${of.essay.questionId}#first#${attemptId}`,
        })),
      )
      expect(told.length).toBe(acknowledged.size)
    })
    await untouched()
  }, 1_800_000)
})

/** What must hold when marking was opened, at any failure on the way (I18, and scripts as the readings say). */
const holds = async (of: Sitting, said: string): Promise<void> => {
  const scripts = await scriptsOf(of.paper, await headsOf(of.paper))
  expect([said, scripts.length]).toEqual([said, of.students.length])
  for (const s of scripts) {
    expect(s.head.state).toBe('present')
    expect(s.answers.get(of.essay.questionId)?.imageVersion).toBe(1)
    expect(s.objective?.chosen).toEqual({ [of.choice.questionId]: 'AC' })
  }
  const queued = (await bundlesOf(of.paper.paperId)).filter((b) => b.state === 'queued')
  expect([said, queued.flatMap((b) => b.studentIds).sort()]).toEqual([said, [...of.students].sort()])
  expect((await arrangements.get({ paperId: of.paper.paperId }))?.state).toBe('open')
  expect((await examOf(of.paper.examId))?.markingProgress).toBe(5)
}

describe('scores on paper under every single fault', () => {
  it('are each one mark, known to the journal, and no marker is asked for another', async () => {
    const given = async (): Promise<Sitting> => {
      const of = await seated(2, 0)
      const scores = { [of.essay.questionId]: { score: 700, seq: 1 } }
      scan.readings.set(
        of.paper.paperId,
        of.students.map((s) => ({ ...scan.readingOf(of, s), seq: 1, scores })),
      )
      return of
    }
    const counted = withFaults(() => null)
    await open(await given())
    counted.stop()
    for (const { at, kind, told } of faultCases([...counted.calls], { every: 15 })) {
      const of = await given()
      const fault = once(at, kind)
      await open(of)
      fault.stop()
      const scripts = await scriptsOf(of.paper, await headsOf(of.paper))
      const marks = scripts.map((s) => s.answers.get(of.essay.questionId)!.first!)
      expect([told, marks.map((m) => m.value)]).toEqual([told, Array(2).fill(points(700))])
      expect([told, await bundlesOf(of.paper.paperId)]).toEqual([told, []])
      // Read once more, it is the same attempt: nothing is written.
      await open(of)
      const again = (await scriptsOf(of.paper, await headsOf(of.paper))).map((s) => s.answers.get(of.essay.questionId)!)
      expect([told, again.map((a) => a.first)]).toEqual([told, marks])
      await until(async () => {
        const keys = scripts.map((s, i) => ({
          paperId: of.paper.paperId,
          studentId: s.head.studentId,
          entryKey: `${of.essay.questionId}#first#${marks[i]!.attemptId}`,
        }))
        expect([told, (await journal.getMany(keys)).length]).toEqual([told, 2])
      })
    }
  }, 1_800_000)
})

describe('opening under every single fault', () => {
  it('ends in the same state after the retries of the machine', async () => {
    const probe = await seated(2, 0)
    const counted = withFaults(() => null)
    await open(probe)
    counted.stop()
    const calls = [...counted.calls]
    expect(calls.length).toBeGreaterThan(15)
    for (const { at, kind, told } of faultCases(calls, { every: 5 })) {
      const of = await seated(2, 0)
      const fault = once(at, kind)
      await open(of)
      fault.stop()
      await holds(of, told)
    }
  }, 1_800_000)
})
