/** A rubric that is changed after a thousand marks: what is looked at and what is done, with how long each takes. */
import { beforeAll, expect, it, vi } from 'vitest'
import type { AttemptId } from '#shared/kit/ids.ts'
import { replayApply, replayLook, replayUndo } from '#shared/marking/rubric/replay.calls.ts'
import { rubricDetail, saveRubric } from '#shared/marking/rubric/rubric.calls.ts'
import { jobEnds } from '#functions/kit/jobEnds.testing.ts'
import { newId } from '#functions/kit/ports.ts'
import { actAs, send } from '#functions/kit/testing.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { journalScoresOfStudents } from '../journal/journal.ts'
import { handler } from '../marking.api.ts'
import { seat } from '../marking.fixtures.ts'
import { scoresIn } from '../marking.public.ts'
import { claim, finish, forgetAll, open, submit, until } from '../marking.steps.fixtures.ts'
import * as scan from '../scanned.fixtures.ts'

vi.mock('#functions/scan/scan.public.ts', () => import('../scanned.fixtures.ts'))
beforeAll(() => actAs('marking-work'))

const n = 1000
const first = [
  { name: '列出方程', score: 400 },
  { name: '解出根', score: 300 },
  { name: '检验', score: 300 },
]
/** Worth more, as it was, and another in the place of what was left out. */
const changed = [
  { id: 'a', name: '列出方程', score: 500 },
  { id: 'b', name: '解出根', score: 300 },
  { name: '作答', score: 200 },
]
/** What markers chose by turns, what it came to, and what it comes to. */
const ways = [
  ['ab', 700, 800],
  ['c', 300, 0],
  ['b', 300, 300],
  ['abc', 1000, 800],
] as const

it('follows it with all of a thousand marks, in both computations, and gives them back', async () => {
  const of = await seat(n, {}, 1)
  const at = { paperId: of.paper.paperId, questionId: of.essay.questionId }
  scan.readings.set(
    at.paperId,
    of.students.map((s) => scan.readingOf(of, s)),
  )
  const save = (points: object, version: number) =>
    send(handler, saveRubric, { ...at, kind: 'add', points: points as never, version }, of.manager.token)
  expect((await save(first, 0)).status).toBe(0)
  await open(of)
  const { token } = of.teachers[0]!
  const place = new Map(of.students.map((s, i) => [s, i]))
  for (let given = 0; given < n;) {
    forgetAll()
    const { data } = await claim(of, token)
    await inTurns(data.answers, 8, async ({ studentId }) => {
      const [points, score] = ways[place.get(studentId)! % ways.length]!
      expect((await submit(of, token, data, studentId, { kind: 'score', score, points })).status).toBe(0)
    })
    given += data.answers.length
    await finish(of, token, data)
  }
  expect((await save(changed, 1)).status).toBe(0)
  const wanted = (which: 1 | 2) => of.students.map((_, i) => ways[i % ways.length]![which])
  const column = (t: { studentIds: readonly string[]; scores: number[][] }) => {
    const where = new Map(t.studentIds.map((s, i) => [s, i]))
    return of.students.map((s) => t.scores[where.get(s)!]![1]!)
  }
  const scored = (which: 1 | 2) =>
    until(async () => {
      expect(column(await scoresIn(of.paper, of.students))).toEqual(wanted(which))
      expect(column(await journalScoresOfStudents(of.paper, of.students))).toEqual(wanted(which))
    })
  await scored(1)
  const attemptId = newId<AttemptId>('attempt')
  const took: Record<string, number> = {}
  const phase = async (
    name: string,
    call: typeof replayLook | typeof replayApply | typeof replayUndo,
    input: object,
  ) => {
    const began = performance.now()
    const { data, message } = await send(
      handler,
      call as typeof replayUndo,
      { ...at, attemptId, ...input },
      of.manager.token,
    )
    expect(message).toBe('')
    await jobEnds(data.uuid)
    took[name] = Math.round(performance.now() - began)
    forgetAll()
  }
  await phase('look', replayLook, { version: 2 })
  const [seen] = (await send(handler, rubricDetail, at, of.manager.token)).data.replays
  expect(seen!.told).toMatchObject({ byPoints: n, numbers: 0, marks: 750, up: 250, down: 500, waits: 0 })
  await phase('apply', replayApply, { reason: '细则改了' })
  await scored(2)
  await phase('undo', replayUndo, {})
  await scored(1)
  console.info(`a replay of ${n} marks, 750 of them others: ${JSON.stringify(took)} ms`)
}, 1_800_000)
