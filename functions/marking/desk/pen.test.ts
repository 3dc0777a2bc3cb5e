/** What a marker writes on an answer goes where the mark goes, in the same row and by the same write. */
import { beforeAll, expect, it, vi } from 'vitest'
import { disclosureOfStage } from '#shared/exam/tools/disclosure.rules.ts'
import type { AttemptId } from '#shared/kit/ids.ts'
import { mostNotes } from '#shared/kit/pen/pen.types.ts'
import type { PenNote } from '#shared/kit/pen/pen.types.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { rubric } from '#shared/marking/rubric/rubric.calls.ts'
import { markingProblems as refused } from '#shared/marking/marking.problems.ts'
import type { MarkValue } from '#shared/marking/marking.types.ts'
import { disclosures } from '#functions/exam/exam.store.ts'
import { newId } from '#functions/kit/ports.ts'
import { actAs, asFunction, send } from '#functions/kit/testing.ts'
import { handler } from '../marking.api.ts'
import { journal } from '../journal/journal.ts'
import { seat } from '../marking.fixtures.ts'
import type { Sitting } from '../marking.fixtures.ts'
import { claim, finish, open, submit, until } from '../marking.steps.fixtures.ts'
import { answers } from '../marking.store.ts'
import * as scan from '../scanned.fixtures.ts'

vi.mock('#functions/scan/scan.public.ts', () => import('../scanned.fixtures.ts'))

beforeAll(() => actAs('marking-work'))

const opened = async (essay: object, teachers: number): Promise<Sitting> => {
  const of = await seat(1, essay, teachers)
  scan.allHere(of)
  await open(of)
  actAs('marking-api')
  return of
}
const tick: PenNote = { kind: 'tick', on: 0, at: [120, 80], size: 30 }
const words: PenNote = { kind: 'text', on: 0, at: [300, 90], size: 30, text: '<b>步骤</b> 不全' }
const line: PenNote = { kind: 'line', on: 0, at: [10, 10, 40, 60, 90, 20] }
const noted = (score: number, notes: PenNote[]): MarkValue => ({ kind: 'score', score, notes })

it('is kept with the mark, told to the journal and shown to the arbitrator, and to no second marker', async () => {
  const of = await opened({ markers: 2, tolerance: 0 }, 2)
  const [a, b] = of.teachers
  const studentId = of.students[0]!
  const key = { paperId: of.paper.paperId, questionId: of.essay.questionId, studentId }
  const first = (await claim(of, a!.token, 'first')).data
  const attemptId = newId<AttemptId>('attempt')
  const value = noted(700, [tick, words])
  expect((await submit(of, a!.token, first, studentId, value, { attemptId })).data).toEqual({ attemptId, value })
  // Sent again it is the same mark; with another note it is another.
  expect((await submit(of, a!.token, first, studentId, value, { attemptId })).status).toBe(0)
  const other = noted(700, [tick])
  expect((await submit(of, a!.token, first, studentId, other, { attemptId })).status).toBe(refused.conflict.status)
  expect((await answers.get(key))?.first?.value).toEqual(value)
  await until(async () => {
    const told = await journal.get({ ...key, entryKey: `${key.questionId}#first#${attemptId}` })
    expect(told?.entry).toMatchObject({ mark: { value } })
  })
  // Of the same score other notes are another attempt, and the former stays beside it.
  const later = noted(700, [tick, words, line])
  expect((await submit(of, a!.token, first, studentId, later, { over: attemptId })).status).toBe(0)
  expect((await answers.get(key))?.first?.value).toEqual(later)
  await finish(of, a!.token, first)

  const second = (await claim(of, b!.token, 'second')).data
  expect(second.answers[0]).toMatchObject({ others: [] })
  expect(JSON.stringify(second)).not.toContain('步骤')
  const doubt: MarkValue = { kind: 'problem', reason: 'unreadable', notes: [line] }
  expect((await submit(of, b!.token, second, studentId, doubt)).status).toBe(0)
  await finish(of, b!.token, second)
  await until(async () => {
    const { data } = await claim(of, of.manager.token, 'final')
    expect(data?.answers[0]?.others).toEqual([
      { role: 'first', value: later },
      { role: 'second', value: doubt },
    ])
  })
})

it('is for arbitrators alone until the exam shows it to students and parents, which the desk is told', async () => {
  const of = await opened({}, 1)
  const at = { paperId: of.paper.paperId, questionId: of.essay.questionId }
  const told = async () => (await send(handler, rubric, at, of.teachers[0]!.token)).data.notesTo
  expect(await told()).toEqual([])
  const policy = disclosureOfStage(1)
  const student = { ...policy.student, notes: true }
  const row = { ...policy, student, schema: 1 as const, examId: of.paper.examId, version: 1 }
  await asFunction('exam-api', () => disclosures.create(row))
  expect(await told()).toEqual(['student'])
})

it('is refused where it is none, too much, or nothing, and the answer stays as it was', async () => {
  const of = await opened({}, 1)
  const [a] = of.teachers
  const studentId = of.students[0]!
  const held = (await claim(of, a!.token, 'first')).data
  const long = Array.from({ length: 400 }, (_, i) => i)
  const wrong: object[][] = [
    [],
    Array.from({ length: mostNotes + 1 }, () => tick),
    Array.from({ length: 4 }, () => ({ ...line, at: long })),
    [{ ...tick, at: [-1, 4] }],
    [{ ...line, at: [1, 2, 3] }],
    [{ ...words, text: ' ' }],
    [{ kind: 'image', on: 0, at: [1, 1], href: 'https://example.org/x.svg' }],
  ]
  for (const notes of wrong) {
    const told = await submit(of, a!.token, held, studentId, noted(700, notes as PenNote[]))
    expect([notes.length, told.status]).toEqual([notes.length, commonProblems.badInput.status])
  }
  const key = { paperId: of.paper.paperId, questionId: of.essay.questionId, studentId }
  expect((await answers.get(key))?.first).toBeUndefined()
  const most = noted(
    700,
    Array.from({ length: 3 }, () => ({ ...line, at: long })),
  )
  expect((await submit(of, a!.token, held, studentId, most)).status).toBe(0)
  expect((await answers.get(key))?.first?.value).toEqual(most)
})
