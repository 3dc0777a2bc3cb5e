/** Marking again: what it would do is shown, done as shown, told to the journal, and waits for others where that was said. */
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { AttemptId, JobId, StudentId } from '#shared/kit/ids.ts'
import { jobStatus } from '#shared/kit/job.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import * as calls from '#shared/marking/again/again.calls.ts'
import { fixScore } from '#shared/marking/marking.calls.ts'
import type { AgainRound } from '#shared/marking/again/again.types.ts'
import { markAgainJob } from '#shared/marking/marking.jobs.ts'
import { readRecord } from '#shared/marking/quality/record.calls.ts'
import { markingProblems as refused } from '#shared/marking/marking.problems.ts'
import type { MarkRole } from '#shared/marking/marking.types.ts'
import { newId, now, usePorts } from '#functions/kit/ports.ts'
import { faultCases } from '#functions/kit/faultCases.testing.ts'
import { withFaults } from '#functions/kit/faults.ts'
import { actAs, asFunction, driveJob, send, testCaller } from '#functions/kit/testing.ts'
import { jobRecords, startJob } from '#functions/kit/work.ts'
import { movePaper } from '#functions/exam/step.public.ts'
import { examOf } from '#functions/exam/exam.public.ts'
import { takeBack } from './again.commands.ts'
import { jobOf } from './again.jobs.ts'
import { fenceMs } from '../desk/desk.ts'
import { handler } from '../marking.api.ts'
import { seat } from '../marking.fixtures.ts'
import type { Sitting } from '../marking.fixtures.ts'
import { claim, complete, finish, forgetAll, open, points, submit, until } from '../marking.steps.fixtures.ts'
import { works } from '../marking.work.ts'
import { journalScoresOf, scoresIn, takenBackSince } from '../marking.public.ts'
import { againRounds, answers, arrangements } from '../marking.store.ts'
import { bundlesOf } from '../queue.ts'
import { counted } from '../progress.read.ts'
import * as scan from '../scanned.fixtures.ts'

vi.mock('#functions/scan/scan.public.ts', () => import('../scanned.fixtures.ts'))
beforeAll(() => actAs('marking-work'))

type Person = Sitting['teachers'][number]

/** A marker takes a bundle of a role and gives all of it this score; answers whose they were. */
const marksOne = async (of: Sitting, who: Pick<Person, 'token'>, score: number, role?: MarkRole) => {
  forgetAll()
  const got = await claim(of, who.token, role)
  if (got.status !== 0) return null
  const open = got.data.answers.filter((a) => !a.mine)
  for (const a of open)
    expect((await submit(of, who.token, got.data, a.studentId, points(score))).status, 'a mark').toBe(0)
  await finish(of, who.token, got.data)
  return { claimed: got.data, students: open.map((a) => a.studentId) }
}
const seated = async (count: number, teachers: number, essay: Partial<PaperQuestion> = {}): Promise<Sitting> => {
  const of = await seat(count, essay, teachers)
  scan.allHere(of)
  await open(of)
  return of
}
const itemOf = (of: Sitting, studentId: StudentId) =>
  answers.get({ paperId: of.paper.paperId, studentId, questionId: of.essay.questionId })
/** The essay's scores by both computations, once the journal tells all (I11). */
const scores = async (of: Sitting): Promise<number[]> => {
  const told = async (): Promise<number[]> => {
    const own = await scoresIn(of.paper, of.students)
    const other = await journalScoresOf(of.paper, of.students)
    expect(other.scores).toEqual(own.scores)
    return of.students.map((id) => own.scores[own.studentIds.indexOf(id)]![1]!)
  }
  await until(async () => void (await told()))
  return told()
}

type Wish = { markers?: string[]; studentNumbers?: string[]; questionIds?: string[] }
const wishOf = (of: Sitting, wish: Wish) => ({
  paperId: of.paper.paperId,
  questionIds: [of.essay.questionId],
  ...wish,
})
const look = (of: Sitting, wish: Wish = {}, token = of.manager.token) => {
  forgetAll()
  return send(handler, calls.repeatRead, wishOf(of, wish) as never, token)
}
/** The job of an act, as its machine walks it; nothing is waited for. */
const walk = async (of: Sitting, attemptId: AttemptId): Promise<void> => {
  const back = usePorts({ pause: async (ms) => void (ms === fenceMs) })
  try {
    await driveJob(works, {
      job: 'marking.again',
      jobId: newId<JobId>('job'),
      tenant: of.tenant,
      startedBy: of.manager.userId,
      input: { paperId: of.paper.paperId, attemptId },
      out: {},
    })
  } finally {
    back()
    forgetAll()
  }
}
const reset = async (of: Sitting, wish: Wish = {}, attemptId = newId<AttemptId>('attempt')) => {
  forgetAll()
  const input = { ...wishOf(of, wish), reason: '评分标准改了', attemptId }
  const answer = await send(handler, calls.repeatStart, input as never, of.manager.token)
  if (answer.status === 0) await walk(of, attemptId)
  return answer
}
const remark = async (of: Sitting, rule: 'void' | 'both', wish: Wish = {}) => {
  forgetAll()
  const attemptId = newId<AttemptId>('attempt')
  const input = { ...wishOf(of, wish), rule, reason: '请别人再看', attemptId }
  const answer = await send(handler, calls.remarkStart, input as never, of.manager.token)
  if (answer.status === 0) await walk(of, attemptId)
  return answer
}

describe('putting marks back to the queue', () => {
  it('takes back as many as was said, keeps them to be read, and what comes late does not undo it', async () => {
    const of = await seated(5, 2)
    const [a] = of.teachers as [Person]
    const mine = (await marksOne(of, a, 300))!
    expect(await scores(of)).toEqual([300, 300, 300, 300, 300])
    expect((await look(of)).data).toEqual({
      marks: 5,
      questions: [{ number: '2', marks: 5 }],
      finals: 0,
      about: false,
      reopens: false,
      resumes: false,
    })
    expect((await reset(of)).status).toBe(0)
    expect(await scores(of)).toEqual([-1, -1, -1, -1, -1])
    // Under the claim of then: another mark is refused, and the same attempt is told that it counts no more (I4).
    const [s] = mine.students as [StudentId]
    const before = (await itemOf(of, s))!
    expect(before.past?.map(({ mark }) => mark.value)).toEqual([points(300)])
    expect((await submit(of, a.token, mine.claimed, s, points(900))).status).toBe(refused.taken.status)
    const { attemptId } = before.past![0]!.mark
    expect((await submit(of, a.token, mine.claimed, s, points(300), { attemptId })).status).toBe(refused.taken.status)
    expect((await itemOf(of, s))!.first?.value.kind).toBe('void')
    forgetAll()
    const record = await send(handler, readRecord, { paperId: of.paper.paperId }, of.manager.token)
    expect(record.data.list.map((r) => r.marks.map((m) => [m.value, m.past]))).toEqual(
      of.students.map(() => [[points(300), true]]),
    )
    expect((await look(of)).data.marks).toBe(0)
    expect((await reset(of)).status).toBe(refused.againNothing.status)
    // Each waits in one bundle (I18) and is marked again, by the same marker too.
    await until(async () => {
      forgetAll()
      expect((await counted(of.paper)).all.get(`${of.essay.questionId}.first`) ?? 0).toBe(0)
    })
    expect((await marksOne(of, a, 700))!.students.toSorted()).toEqual(of.students.toSorted())
    expect(await scores(of)).toEqual([700, 700, 700, 700, 700])
  })

  it('of one marker takes back that marker’s, of a candidate all of that one', async () => {
    const of = await seated(25, 3, { markers: 2, tolerance: 0 })
    const [a, b, c] = of.teachers as [Person, Person, Person]
    await marksOne(of, a, 300, 'first')
    await marksOne(of, b, 300, 'first')
    await marksOne(of, c, 300, 'second')
    await marksOne(of, c, 300, 'second')
    const byA = (await Promise.all(of.students.map((s) => itemOf(of, s)))).filter((i) => i!.first!.by === a.userId)
    expect((await look(of, { markers: [a.userId] })).data.marks).toBe(byA.length)
    expect((await reset(of, { markers: [a.userId] })).status).toBe(0)
    for (const s of of.students) {
      const item = (await itemOf(of, s))!
      expect(item.first!.value.kind === 'void').toBe(byA.some((i) => i!.studentId === s))
      expect(item.second!.value).toEqual(points(300))
    }
    // The second marker of an answer does not give its first mark (I5).
    expect(await marksOne(of, c, 500, 'first')).toBeNull()
    await marksOne(of, b, 300, 'first')
    expect(new Set(await scores(of))).toEqual(new Set([300]))
    expect((await look(of, { studentNumbers: ['1003'] })).data).toMatchObject({ marks: 2, about: false })
    expect((await reset(of, { studentNumbers: ['1003'] })).status).toBe(0)
    expect(await scores(of)).toEqual(of.students.map((_, i) => (i === 3 ? -1 : 300)))
    expect((await look(of, { studentNumbers: ['x'] })).status).toBe(refused.noCandidate.status)
  })

  it('opens closed marking again, is one act however often it is sent, and ends with the release', async () => {
    const of = await seated(3, 1)
    await marksOne(of, of.teachers[0]!, 300)
    expect((await complete(of)).status).toBe(0)
    expect((await look(of)).data.reopens).toBe(true)
    const attemptId = newId<AttemptId>('attempt')
    const scored = now() - 1
    expect(await takenBackSince(of.paper, scored)).toBe(false)
    const first = await reset(of, {}, attemptId)
    // A publication of what was scored before is refused by it.
    expect(await takenBackSince(of.paper, scored)).toBe(true)
    expect(first.status).toBe(0)
    expect((await arrangements.get(of.paper))?.state).toBe('open')
    expect((await examOf(of.paper.examId))?.markingProgress).toBe(5)
    const again = await reset(of, {}, attemptId)
    expect(again.data).toEqual(first.data)
    expect((await againRounds.query(`again#${of.paper.paperId}`)).map((r) => r.marks)).toEqual([3])
    expect((await reset(of, { studentNumbers: ['1000'] }, attemptId)).status).toBe(refused.conflict.status)
    // Marks that were given since are not of it, however often its job runs.
    await marksOne(of, of.teachers[0]!, 700)
    await walk(of, attemptId)
    expect(await scores(of)).toEqual([700, 700, 700])
    expect((await complete(of)).status).toBe(0)
    await asFunction('analysis-api', () => movePaper(of.paper, 'released'))
    // One that was on its way is refused, and marking stays closed.
    const late = { ...(await againRounds.get({ paperId: of.paper.paperId, attemptId }))! }
    late.attemptId = newId<AttemptId>('attempt')
    late.at = now()
    await againRounds.create(late)
    await expect(walk(of, late.attemptId)).rejects.toThrow(refused.againReleased.message)
    expect((await arrangements.get(of.paper))?.state).toBe('closed')
    expect((await look(of)).status).toBe(refused.againReleased.status)
    expect((await reset(of)).status).toBe(refused.againReleased.status)
    expect(await scores(of)).toEqual([700, 700, 700])
  })

  it('of a corrected score takes the correction back, and a later one stands above it in both computations', async () => {
    const of = await seated(2, 1)
    await marksOne(of, of.teachers[0]!, 300)
    const [studentId] = of.students as [StudentId]
    const fix = async (score: number): Promise<number> => {
      const attemptId = newId<AttemptId>('attempt')
      const input = { paperId: of.paper.paperId, questionId: of.essay.questionId, studentId, score, attemptId }
      forgetAll()
      return (await send(handler, fixScore, { ...input, reason: '漏看一步' }, of.manager.token)).status
    }
    for (const score of [500, 600, 700]) expect(await fix(score)).toBe(0)
    expect((await look(of)).data).toMatchObject({ marks: 3, finals: 1 })
    expect((await reset(of)).status).toBe(0)
    expect(await scores(of)).toEqual([-1, -1])
    await marksOne(of, of.teachers[0]!, 300)
    expect(await scores(of)).toEqual([300, 300])
    expect(await fix(800)).toBe(0)
    expect(await scores(of)).toEqual([800, 300])
  })

  it('is for who manages the exam, of questions that are marked, once marking is open', async () => {
    const of = await seat(2, {}, 1)
    expect((await look(of)).status).toBe(refused.notOpen.status)
    scan.allHere(of)
    await open(of)
    expect((await look(of, { questionIds: [of.choice.questionId] })).status).toBe(refused.noQuestion.status)
    expect((await look(of, {}, of.teachers[0]!.token)).http).toBe(403)
    // Scores of a file: there is no sheet to look at.
    scan.ledgers.set(of.paper.paperId, { handed: 0, matched: 0 })
    expect((await look(of)).status).toBe(refused.againImported.status)
    expect((await reset(of)).status).toBe(refused.againImported.status)
    const stranger = await testCaller({ userType: 2, tenant: `s:${newId('school')}` as never })
    expect((await look(of, {}, stranger.token)).http).toBe(403)
  })
})

it('that failed goes on when it is asked for again, though no mark is left to take back', async () => {
  const of = await seated(3, 1)
  const { paperId } = of.paper
  await marksOne(of, of.teachers[0]!, 300)
  const record = async () => {
    forgetAll()
    return (await send(handler, calls.repeatRecord, { paperId }, of.manager.token)).data.list
  }
  const state = (to: 'open' | 'closing') => arrangements.edit(of.paper, (a) => ({ ...a!, state: to }))
  const round: AgainRound = {
    ...{ schema: 1, paperId, attemptId: newId<AttemptId>('attempt'), kind: 'reset', rule: 'void', others: false },
    ...{
      questionIds: [of.essay.questionId],
      marks: 3,
      reason: '评分标准改了',
      by: of.manager.userId,
      byName: '王老师',
    },
    at: now(),
  }
  await state('closing')
  await againRounds.create(round)
  const by = { tenant: of.tenant, userId: of.manager.userId }
  const { uuid } = await asFunction('marking-api', () =>
    startJob(markAgainJob, { paperId, attemptId: round.attemptId }, by, { jobId: jobOf(round) }),
  )
  const minutes = { timeout: 180_000, interval: 500 }
  await vi.waitFor(async () => expect((await jobRecords.get({ jobId: uuid }))?.status).toBe(jobStatus.failed), minutes)
  expect((await record()).map((r) => r.stands)).toEqual(['failed'])
  await state('open')
  // It got so far: marks are void, and their answers lie in no bundle.
  for (const s of of.students) expect(await takeBack(round, s)).toBe(1)
  expect((await look(of)).data).toMatchObject({ marks: 0, resumes: true })
  forgetAll()
  const input = { ...wishOf(of, {}), reason: '再来一次', attemptId: newId<AttemptId>('attempt') }
  const answer = await send(handler, calls.repeatStart, input as never, of.manager.token)
  expect([answer.status, answer.data.uuid === uuid]).toEqual([0, false])
  await vi.waitFor(async () => expect((await record()).map((r) => r.stands)).toEqual(['done']), minutes)
  const queued = (await bundlesOf(paperId)).filter((b) => b.state === 'queued')
  expect(queued.flatMap((b) => b.studentIds).toSorted()).toEqual(of.students.toSorted())
  expect((await marksOne(of, of.teachers[0]!, 700))?.students.length).toBe(3)
  expect(await scores(of)).toEqual([700, 700, 700])
})

describe('marking by others', () => {
  it('the new mark counts, and none is given to whose the old one was', async () => {
    const of = await seated(30, 2)
    const [a, b] = of.teachers as [Person, Person]
    await marksOne(of, a, 300)
    await marksOne(of, b, 300)
    const by = new Map(
      await Promise.all(of.students.map(async (s) => [s as string, (await itemOf(of, s))!.first!.by] as const)),
    )
    expect((await remark(of, 'void')).status).toBe(0)
    for (const who of [a, b]) while (await marksOne(of, who, who === a ? 700 : 800));
    for (const s of of.students) {
      const { first, past } = (await itemOf(of, s))!
      expect(first!.by).not.toBe(by.get(s))
      expect(past!.some(({ mark }) => mark.by === by.get(s))).toBe(true)
    }
    expect((await scores(of)).toSorted()).toEqual(
      of.students.map((s) => (by.get(s) === b.userId ? 700 : 800)).toSorted(),
    )
  })

  it('both marks stand: a second by another, whose difference an arbitrator decides', async () => {
    const of = await seated(3, 2, { tolerance: 200 })
    const [a, b] = of.teachers as [Person, Person]
    await marksOne(of, a, 300)
    expect((await remark(of, 'both', { studentNumbers: ['1000', '1001'] })).status).toBe(0)
    // Who gave the first is asked for no second; the third candidate's score stands.
    expect(await marksOne(of, a, 900, 'second')).toBeNull()
    expect(await scores(of)).toEqual([-1, -1, 300])
    forgetAll()
    const got = (await claim(of, b.token)).data
    expect([got.bundle.role, got.answers.length, got.answers[0]!.others]).toEqual(['second', 2, []])
    for (const x of got.answers)
      await submit(of, b.token, got, x.studentId, points(x.studentId === of.students[0] ? 500 : 900))
    await finish(of, b.token, got)
    expect(await scores(of)).toEqual([400, -1, 300])
    let final = null as Awaited<ReturnType<typeof marksOne>>
    await until(async () => {
      final ??= await marksOne(of, of.manager, 800, 'final')
      expect(final?.students).toEqual([of.students[1]])
    })
    expect(await scores(of)).toEqual([400, 800, 300])
    // Taken back as a whole it is marked twice once more.
    expect((await look(of)).data).toMatchObject({ marks: 6, finals: 1 })
    expect((await reset(of)).status).toBe(0)
    while (await marksOne(of, a, 600));
    while (await marksOne(of, b, 600));
    expect(await scores(of)).toEqual([600, 600, 600])
  })

  it('both marks stand: answers whose first marks are of different teachers are all marked a second time by the others', async () => {
    const of = await seated(20, 2)
    const [a, b] = of.teachers as [Person, Person]
    // A bundle that one began and another ended: all of it was one bundle, and no one may take all of it.
    const got = (await claim(of, a.token)).data
    for (const x of got.answers.slice(0, 10)) await submit(of, a.token, got, x.studentId, points(300))
    await finish(of, a.token, got)
    await marksOne(of, b, 300)
    const first = new Map<string, string>()
    for (const s of of.students) first.set(s, (await itemOf(of, s))!.first!.by)
    expect([...first.values()].filter((by) => by === a.userId)).toHaveLength(10)
    expect((await remark(of, 'both')).status).toBe(0)
    const apart = (await bundlesOf(of.paper.paperId)).filter((x) => x.role === 'second')
    expect(apart.map((x) => [x.studentIds.length, x.excluded]).toSorted()).toEqual(
      [a, b].map((who) => [10, [who.userId]]).toSorted(),
    )
    for (const who of [a, b]) while (await marksOne(of, who, 500, 'second'));
    for (const s of of.students) expect((await itemOf(of, s))!.second!.by).not.toBe(first.get(s))
  })

  it('is refused where there is no one else, and where all are marked twice as it is', async () => {
    const one = await seated(2, 1)
    await marksOne(one, one.teachers[0]!, 300)
    expect((await remark(one, 'void')).status).toBe(refused.againAlone.status)
    const twice = await seated(2, 2, { markers: 2 })
    expect((await remark(twice, 'both')).status).toBe(refused.againTwice.status)
  })
})

it('under every single fault takes back what it said, once, and leaves each answer in one bundle', async () => {
  const begin = async (): Promise<Sitting> => {
    const of = await seated(3, 1)
    await marksOne(of, of.teachers[0]!, 300)
    expect((await complete(of)).status).toBe(0)
    return of
  }
  const attempt = async (of: Sitting, attemptId: AttemptId) => {
    const first = await reset(of, {}, attemptId).catch(() => null)
    return first?.status === 0 ? first : reset(of, {}, attemptId)
  }
  const probe = await begin()
  const dry = withFaults(() => null)
  await attempt(probe, newId<AttemptId>('attempt'))
  dry.stop()
  expect(dry.calls.length).toBeGreaterThan(30)
  for (const { at, kind, told } of faultCases([...dry.calls], { every: 4 })) {
    const of = await begin()
    const attemptId = newId<AttemptId>('attempt')
    const fault = withFaults(({ index }) => (index === at ? kind : null))
    const answer = await attempt(of, attemptId)
    fault.stop()
    expect([told, answer.status]).toEqual([told, 0])
    const items = await Promise.all(of.students.map((s) => itemOf(of, s)))
    expect([told, items.map((i) => [i!.first!.value.kind, i!.past!.length])]).toEqual([
      told,
      of.students.map(() => ['void', 1]),
    ])
    const queued = (await bundlesOf(of.paper.paperId)).filter((b) => b.state === 'queued')
    expect([told, queued.flatMap((b) => b.studentIds).toSorted()]).toEqual([told, of.students.toSorted()])
    expect([told, (await arrangements.get(of.paper))?.state]).toEqual([told, 'open'])
    expect([told, (await againRounds.query(`again#${of.paper.paperId}`)).length]).toEqual([told, 1])
    expect([told, (await marksOne(of, of.teachers[0]!, 700))?.students.length]).toEqual([told, 3])
    expect([told, await scores(of)]).toEqual([told, [700, 700, 700]])
  }
}, 1_800_000)
