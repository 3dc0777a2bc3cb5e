/** Marks that follow a rubric that was changed: looked at, applied, given back; in both computations, under every fault. */
import { beforeAll, expect, it, vi } from 'vitest'
import type { AttemptId, JobId, StudentId } from '#shared/kit/ids.ts'
import { markingProblems as refused } from '#shared/marking/marking.problems.ts'
import type { MarkValue } from '#shared/marking/marking.types.ts'
import { replayApply, replayLook, replayUndo } from '#shared/marking/rubric/replay.calls.ts'
import type { ReplayPhase } from '#shared/marking/rubric/replay.types.ts'
import { rubricDetail, saveRubric } from '#shared/marking/rubric/rubric.calls.ts'
import { movePaper } from '#functions/exam/step.public.ts'
import { faultCases } from '#functions/kit/faultCases.testing.ts'
import { withFaults } from '#functions/kit/faults.ts'
import { jobEnds } from '#functions/kit/jobEnds.testing.ts'
import { newId } from '#functions/kit/ports.ts'
import { actAs, asFunction, driveJob, send } from '#functions/kit/testing.ts'
import { journalScoresOfStudents } from '../journal/journal.ts'
import { handler } from '../marking.api.ts'
import { seat } from '../marking.fixtures.ts'
import type { Sitting } from '../marking.fixtures.ts'
import { scoresIn } from '../marking.public.ts'
import { claim, finish, forgetAll, open, submit, until } from '../marking.steps.fixtures.ts'
import { works } from '../marking.work.ts'
import { answers } from '../marking.store.ts'
import { bundlesOf } from '../queue.ts'
import { replays } from './rubric.store.ts'
import * as scan from '../scanned.fixtures.ts'

vi.mock('#functions/scan/scan.public.ts', () => import('../scanned.fixtures.ts'))
beforeAll(() => actAs('marking-work'))

const at = (of: Sitting) => ({ paperId: of.paper.paperId, questionId: of.essay.questionId })
const three = [
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
const by = (score: number, points: string): MarkValue => ({ kind: 'score', score, points })
const save = (of: Sitting, points: object, version: number) =>
  send(handler, saveRubric, { ...at(of), kind: 'add', points: points as never, version }, of.manager.token)

/** Marked by the first rubric, which is then another. */
const marked = async (values: readonly MarkValue[], essay: object, teachers: number): Promise<Sitting> => {
  const of = await seat(values.length, essay, teachers)
  scan.allHere(of)
  expect((await save(of, three, 0)).status).toBe(0)
  await open(of)
  for (const { token } of of.teachers) {
    forgetAll()
    const { data } = await claim(of, token)
    for (const { studentId } of data.answers)
      expect((await submit(of, token, data, studentId, values[of.students.indexOf(studentId)]!)).status).toBe(0)
    await finish(of, token, data)
  }
  expect((await save(of, changed, 1)).status).toBe(0)
  return of
}
const scores = async (of: Sitting): Promise<number[]> => {
  let found: number[] = []
  await until(async () => {
    const column = (t: { studentIds: readonly string[]; scores: number[][] }) =>
      of.students.map((s) => t.scores[t.studentIds.indexOf(s)]![1]!)
    const own = column(await scoresIn(of.paper, of.students))
    expect(column(await journalScoresOfStudents(of.paper, of.students))).toEqual(own)
    found = own
  })
  return found
}
const detail = async (of: Sitting) => (await send(handler, rubricDetail, at(of), of.manager.token)).data

const asked = {
  look: (of: Sitting, attemptId: AttemptId, version = 2) =>
    send(handler, replayLook, { ...at(of), attemptId, version }, of.manager.token),
  apply: (of: Sitting, attemptId: AttemptId) =>
    send(handler, replayApply, { ...at(of), attemptId, reason: '细则改了' }, of.manager.token),
  undo: (of: Sitting, attemptId: AttemptId) => send(handler, replayUndo, { ...at(of), attemptId }, of.manager.token),
}
const done = async (of: Sitting, phase: ReplayPhase, attemptId: AttemptId): Promise<void> => {
  const { data, message } = await asked[phase](of, attemptId)
  expect(message).toBe('')
  await jobEnds(data.uuid)
  forgetAll()
}

it('shows what it would do, does that, and gives the marks back', async () => {
  const of = await marked([by(700, 'ab'), by(300, 'c'), by(300, 'b'), { kind: 'score', score: 600 }], {}, 1)
  const first = newId<AttemptId>('attempt')
  expect(await scores(of)).toEqual([700, 300, 300, 600])
  expect((await asked.apply(of, first)).status).not.toBe(0)
  expect((await asked.look(of, first, 1)).message).toMatch(/请核对/)
  expect(
    (await send(handler, replayLook, { ...at(of), attemptId: first, version: 2 }, of.teachers[0]!.token)).status,
  ).toBe(refused.notLeader.status)
  await done(of, 'look', first)
  expect(await scores(of)).toEqual([700, 300, 300, 600])
  const [seen] = (await detail(of)).replays
  expect(seen).toMatchObject({ stands: 'looked', byName: expect.any(String) as string })
  expect(seen!.told).toEqual({
    ...{ byPoints: 3, numbers: 1, marks: 2, lost: 0, up: 1, down: 1, waits: 0, settles: 0 },
    ways: [
      { from: 'ab', to: 'db', before: 700, after: 800, marks: 1 },
      { from: 'c', to: '', before: 300, after: 0, marks: 1 },
    ],
  })
  // What is not applied cannot be undone.
  expect((await asked.undo(of, first)).status).toBe(refused.replayNotLooked.status)
  await done(of, 'apply', first)
  expect(await scores(of)).toEqual([800, 0, 300, 600])
  const key = { ...at(of), studentId: of.students[0]! }
  expect((await answers.get(key))?.first).toMatchObject({ by: of.teachers[0]!.userId, value: by(800, 'db') })
  expect((await detail(of)).replays[0]).toMatchObject({ stands: 'applied', reason: '细则改了' })
  // Sent again it is the one that was done.
  await done(of, 'apply', first)
  expect(await scores(of)).toEqual([800, 0, 300, 600])
  // Nothing is left, and of two the last is given back first.
  const second = newId<AttemptId>('attempt')
  await done(of, 'look', second)
  expect((await detail(of)).replays[0]!.told).toMatchObject({ byPoints: 3, marks: 0 })
  await done(of, 'apply', second)
  expect((await asked.undo(of, first)).status).toBe(refused.replayNotLast.status)
  await done(of, 'undo', second)
  await done(of, 'undo', first)
  expect(await scores(of)).toEqual([700, 300, 300, 600])
  expect((await answers.get(key))?.first).toMatchObject({ by: of.teachers[0]!.userId, value: by(700, 'ab') })
  expect((await detail(of)).replays.map((r) => r.stands)).toEqual(['undone', 'undone'])
  // By a rubric that is another since it is not applied.
  const third = newId<AttemptId>('attempt')
  await done(of, 'look', third)
  expect((await save(of, three, 2)).status).toBe(0)
  expect((await asked.apply(of, third)).message).toMatch(/请核对/)
  await asFunction('analysis-api', () => movePaper(of.paper, 'released'))
  forgetAll()
  for (const phase of ['look', 'apply', 'undo'] as const)
    expect((await asked[phase](of, third)).status).toBe(refused.replayReleased.status)
})

it('has an arbitrator look where two marks now differ too much', async () => {
  const of = await marked([by(700, 'ab')], { markers: 2, tolerance: 0 }, 1)
  const studentId = of.students[0]!
  const item = (await answers.get({ ...at(of), studentId }))!
  await answers.update(item, {
    second: { ...item.first!, by: of.manager.userId, value: { kind: 'score', score: 700 } },
  })
  const attemptId = newId<AttemptId>('attempt')
  await done(of, 'look', attemptId)
  expect((await detail(of)).replays[0]!.told).toMatchObject({ marks: 1, numbers: 1, waits: 1, up: 0 })
  await done(of, 'apply', attemptId)
  const finals = async () =>
    (await bundlesOf(of.paper.paperId)).filter((b) => b.role === 'final' && b.state === 'queued')
  await until(async () => expect(await finals()).toHaveLength(1))
})

it('does what it says under any single fault, once', async () => {
  const made = async (): Promise<{ of: Sitting; attemptId: AttemptId }> => {
    const of = await marked([by(700, 'ab'), by(300, 'c')], {}, 1)
    const attemptId = newId<AttemptId>('attempt')
    await done(of, 'look', attemptId)
    return { of, attemptId }
  }
  const walk = (of: Sitting, attemptId: AttemptId, phase: ReplayPhase) =>
    driveJob(works, {
      job: 'marking.replayRubric',
      jobId: newId<JobId>('job'),
      tenant: of.tenant,
      startedBy: of.manager.userId,
      input: { ...at(of), attemptId, phase },
      out: {},
    })
  const dry = await made()
  const counted = withFaults(() => null)
  await walk(dry.of, dry.attemptId, 'apply')
  counted.stop()
  for (const { at: index, kind, told } of faultCases([...counted.calls], { every: 12 })) {
    const { of, attemptId } = await made()
    const fault = withFaults((call) => (call.index === index ? kind : null))
    await walk(of, attemptId, 'apply')
    fault.stop()
    expect([told, await scores(of)]).toEqual([told, [800, 0]])
    expect((await replays.get({ ...at(of), attemptId }))?.appliedAt, told).toBeGreaterThan(0)
    await walk(of, attemptId, 'undo')
    expect([told, await scores(of)]).toEqual([told, [700, 300]])
    const item = (await answers.get({ ...at(of), studentId: of.students[0] as StudentId }))!
    expect(item.past?.length ?? 0, told).toBeLessThan(4)
  }
}, 1_800_000)
