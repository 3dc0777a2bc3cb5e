import { beforeAll, describe, expect, it, vi } from 'vitest'
import { jobStatus } from '#shared/kit/job.ts'
import type { StudentId } from '#shared/kit/ids.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import { markingGroups, saveSettling } from '#shared/marking/groups/group.calls.ts'
import { markingTasks } from '#shared/marking/marking.calls.ts'
import type { ClaimedBundle } from '#shared/marking/claimed.types.ts'
import { markingProblems as refused } from '#shared/marking/marking.problems.ts'
import { isSampled, ruleOf } from '#shared/marking/settle.rules.ts'
import { now } from '#functions/kit/ports.ts'
import { actAs, send } from '#functions/kit/testing.ts'
import { jobRecords } from '#functions/kit/work.ts'
import { paperOf } from '#functions/exam/exam.public.ts'
import { journalScoresOfStudents } from './journal/journal.ts'
import { handler } from './marking.api.ts'
import { seat } from './marking.fixtures.ts'
import type { Sitting } from './marking.fixtures.ts'
import { claim, finish, forgetAll, open, points, submit, until } from './marking.steps.fixtures.ts'
import { bundles } from './marking.store.ts'
import { claimMs } from './desk/claims.ts'
import { bundlesOf } from './queue.ts'
import { headsOf, scriptsOf, tableOf } from './scripts.ts'
import * as scan from './scanned.fixtures.ts'

vi.mock('#functions/scan/scan.public.ts', () => import('./scanned.fixtures.ts'))

const seatOpen = async (count: number, essay: Partial<PaperQuestion>, teachers: number): Promise<Sitting> => {
  const of = await seat(count, essay, teachers)
  scan.allHere(of)
  await open(of)
  return of
}

/** The essay's scores by both computations, which must agree (I11). */
const scores = async (of: Sitting, paper = of.paper): Promise<(number | undefined)[]> => {
  const table = tableOf(paper, await scriptsOf(paper, await headsOf(paper)))
  const at = paper.questions.findIndex((q) => q.questionId === of.essay.questionId)
  const own = (t: { studentIds: readonly string[]; scores: number[][] }) =>
    of.students.map((s) => t.scores[t.studentIds.indexOf(s)]?.[at])
  await until(async () => {
    expect(own(await journalScoresOfStudents(paper, of.students))).toEqual(own(table))
  })
  return own(table)
}

type Teacher = Sitting['teachers'][number]
const marks = async (of: Sitting, who: Pick<Teacher, 'token'>, held: ClaimedBundle, given: Record<string, number>) => {
  for (const { studentId } of held.answers)
    if (studentId in given)
      expect((await submit(of, who.token, held, studentId, points(given[studentId]!))).status).toBe(0)
}
/** Claims in a role, gives these marks, hands the bundle back; answers whose answers there were. */
const does = async (
  of: Sitting,
  who: Pick<Teacher, 'token'>,
  role: 'first' | 'second' | 'third' | 'final',
  given: Record<string, number>,
): Promise<StudentId[]> => {
  const held = (await claim(of, who.token, role)).data
  if (!held) return []
  expect(held.bundle.role).toBe(role)
  await marks(of, who, held, given)
  await finish(of, who.token, held)
  return held.answers.map((a) => a.studentId)
}
const all = (of: Sitting, score: number) => Object.fromEntries(of.students.map((s) => [s, score]))

beforeAll(() => actAs('marking-work'))

describe('a third marker', () => {
  it('is asked for where two differ too far, is none of them, and makes the nearest pair', async () => {
    const of = await seatOpen(2, { markers: 2, tolerance: 200, settle: { beyond: 'third' } }, 3)
    const [a, b, c] = of.teachers as [Teacher, Teacher, Teacher]
    const [near, far] = of.students as [StudentId, StudentId]
    await does(of, a, 'first', { [near]: 500, [far]: 200 })
    await does(of, b, 'second', { [near]: 700, [far]: 800 })
    await until(async () => {
      expect((await bundlesOf(of.paper.paperId)).filter((x) => x.role === 'third')).toMatchObject([
        { studentIds: [far], excluded: [a.userId, b.userId].sort() },
      ])
    })
    for (const t of [a, b]) expect((await claim(of, t.token, 'third')).status).toBe(refused.nothingLeft.status)
    expect(await scores(of)).toEqual([600, -1])
    const held = (await claim(of, c.token, 'third')).data
    // What the others gave is for the arbitrator alone.
    expect(held.answers).toMatchObject([{ studentId: far, others: [] }])
    await marks(of, c, held, { [far]: 700 })
    expect((await finish(of, c.token, held)).data.done).toBe(true)
    expect(await scores(of)).toEqual([600, 750])
    // No one arbitrates what is settled.
    expect((await bundlesOf(of.paper.paperId)).filter((x) => x.role === 'final')).toEqual([])
  })

  it('of three who all differ leaves it to the arbitrator, who sees all three', async () => {
    const of = await seatOpen(1, { markers: 2, tolerance: 100, settle: { beyond: 'thirdFinal' } }, 3)
    const [a, b, c] = of.teachers as [Teacher, Teacher, Teacher]
    await does(of, a, 'first', all(of, 0))
    await does(of, b, 'second', all(of, 500))
    await until(async () => expect(await does(of, c, 'third', all(of, 1000))).toEqual(of.students))
    await until(async () => {
      const held = (await claim(of, of.manager.token, 'final')).data
      expect(held?.answers[0]?.others.map((o) => o.role)).toEqual(['first', 'second', 'third'])
    })
    await does(of, of.manager, 'final', all(of, 400))
    expect(await scores(of)).toEqual([400])
  })

  it('from the start: the middle one, and none marks an answer twice', async () => {
    const of = await seatOpen(3, { markers: 3 }, 3)
    const [a, b, c] = of.teachers as [Teacher, Teacher, Teacher]
    await does(of, a, 'first', all(of, 900))
    expect((await claim(of, a.token, 'third')).status).toBe(refused.nothingLeft.status)
    await does(of, c, 'second', all(of, 300))
    // A claim that slipped past that cannot write either (I5).
    const [studentId] = of.students as [StudentId]
    const third = (await bundlesOf(of.paper.paperId)).find((x) => x.role === 'third')!
    const slipped = { state: 'claimed' as const, holder: c.userId, claimedUntil: now() + claimMs, epoch: 1 }
    const saved = (await bundles.save({ ...third, ...slipped }))!
    const sent = await submit(
      of,
      c.token,
      { bundle: { ...saved, claimedUntil: saved.claimedUntil } },
      studentId,
      points(100),
    )
    expect(sent.status).toBe(refused.sameMarker.status)
    await bundles.save({ ...saved, state: 'queued' })
    await does(of, b, 'third', all(of, 100))
    expect(await scores(of)).toEqual([300, 300, 300])
  })
})

describe('a second look', () => {
  it('is given a zero and a full score by another, and nothing else', async () => {
    const of = await seatOpen(3, { settle: { extremes: true } }, 2)
    const [a, b] = of.teachers as [Teacher, Teacher]
    const [zero, some, whole] = of.students as [StudentId, StudentId, StudentId]
    await does(of, a, 'first', { [zero]: 0, [some]: 400, [whole]: 1000 })
    await until(async () => {
      const later = (await bundlesOf(of.paper.paperId)).filter((x) => x.role === 'second')
      expect(later.flatMap((x) => x.studentIds).sort()).toEqual([zero, whole].sort())
      expect(later.every((x) => x.excluded.includes(a.userId))).toBe(true)
    })
    await does(of, b, 'second', { [zero]: 0, [whole]: 1000 })
    await does(of, b, 'second', { [zero]: 0, [whole]: 1000 })
    expect(await scores(of)).toEqual([0, 400, 1000])
  })

  it('is given to a share: first and second mark of it are bundles of the same answers', async () => {
    // Of one bundle's answers some are drawn and some are not.
    const of = await seatOpen(18, { settle: { sample: 50 }, tolerance: 100 }, 2)
    const drawn = of.students.filter((studentId) =>
      isSampled(ruleOf(of.essay), { paperId: of.paper.paperId, studentId }),
    )
    const made = await bundlesOf(of.paper.paperId)
    const inRole = (role: string) => made.filter((x) => x.role === role).map((x) => [...x.studentIds].sort().join())
    expect(
      made
        .filter((x) => x.role === 'second')
        .flatMap((x) => x.studentIds)
        .sort(),
    ).toEqual([...drawn].sort())
    expect(inRole('second').every((own) => inRole('first').includes(own))).toBe(true)
    expect(
      made
        .filter((x) => x.role === 'first')
        .flatMap((x) => x.studentIds)
        .sort(),
    ).toEqual([...of.students].sort())
  })
})

describe('a bundle that two markers have had in hand', () => {
  it('keeps neither of exactly two from the other’s half (I5)', async () => {
    const of = await seatOpen(4, { markers: 2, tolerance: 100 }, 2)
    const [a, b] = of.teachers as [Teacher, Teacher]
    const [s1, s2, s3, s4] = of.students as [StudentId, StudentId, StudentId, StudentId]
    await does(of, a, 'first', { [s1]: 500, [s2]: 500 })
    expect((await does(of, b, 'first', { [s3]: 500, [s4]: 500 })).sort()).toEqual([s3, s4].sort())
    const tasks = async (t: Teacher) => {
      forgetAll()
      return (await send(handler, markingTasks, {}, t.token)).data
    }
    await until(async () => {
      for (const t of [a, b])
        expect(await tasks(t)).toMatchObject([
          { role: 'first', left: 0 },
          { role: 'second', left: 4, held: false },
        ])
    })
    expect((await does(of, a, 'second', all(of, 500))).sort()).toEqual([s3, s4].sort())
    expect((await claim(of, a.token, 'second')).status).toBe(refused.nothingLeft.status)
    expect((await does(of, b, 'second', all(of, 500))).sort()).toEqual([s1, s2].sort())
    expect(await scores(of)).toEqual([500, 500, 500, 500])
  })

  it('goes to who gave none of it, when who had it in hand went away', async () => {
    const of = await seatOpen(2, { markers: 2, tolerance: 100 }, 2)
    const [a, b] = of.teachers as [Teacher, Teacher]
    await does(of, a, 'first', {})
    await does(of, b, 'first', all(of, 300))
    expect((await claim(of, b.token, 'second')).status).toBe(refused.nothingLeft.status)
    expect((await does(of, a, 'second', all(of, 300))).length).toBe(2)
    expect(await scores(of)).toEqual([300, 300])
  })
})

describe('a rule', () => {
  it('is saved for a group as it is chosen, and refused where it cannot be kept', async () => {
    actAs('marking-api')
    const of = await seat(2, { fullScore: 600 }, 2)
    const look = async () => {
      const seen = await send(handler, markingGroups, { paperId: of.paper.paperId }, of.manager.token)
      expect([seen.http, seen.message]).toEqual([200, ''])
      return seen.data
    }
    const save = async (more: object, token = of.manager.token) =>
      send(
        handler,
        saveSettling,
        {
          paperId: of.paper.paperId,
          questionIds: [of.essay.questionId],
          ...{ markers: 2 as const, tolerance: 100, settle: {} },
          version: (await look()).paperVersion,
          ...more,
        },
        token,
      )
    expect((await save({}, of.teachers[0]!.token)).http).toBe(403)
    expect((await save({ tolerance: 700 })).message).toBe('允许误差不能大于第2题的满分')
    expect((await save({ questionIds: [of.choice.questionId] })).status).toBe(refused.noQuestion.status)
    expect((await save({ version: 99 })).message).toMatch(/请核对/)
    const chosen = { markers: 2, settle: { beyond: 'thirdFinal', two: 'up', sample: 20, extremes: true } }
    expect((await save(chosen)).status).toBe(0)
    const stored = (await paperOf(of.paper.paperId))!
    // What a question that is marked twice cannot mean is not kept.
    expect(stored.questions[1]).toMatchObject({
      markers: 2,
      tolerance: 100,
      settle: { beyond: 'thirdFinal', two: 'up' },
    })
    expect(stored.questions[1]!.settle).not.toHaveProperty('sample')
    expect(stored.keyVersion).toBe(of.paper.keyVersion + 1)
    const [group] = (await look()).groups
    expect(group!.warnings).toMatchObject([{ kind: 'tooFew', bars: true }])
    expect(group!.warnings[0]!.text).toBe('第2题一份答卷可能要三人评，只有2位阅卷教师：各评不能由同一人完成')
    actAs('marking-work')
  })

  it('that is changed while marking runs keeps what was given, and hands out what it asks for', async () => {
    const of = await seatOpen(2, {}, 2)
    const [a, b] = of.teachers as [Teacher, Teacher]
    await does(of, a, 'first', all(of, 500))
    actAs('marking-api')
    const ask = { paperId: of.paper.paperId, questionIds: [of.essay.questionId], tolerance: 100, version: 1 }
    const version = (await paperOf(of.paper.paperId))!.version
    const three = await send(handler, saveSettling, { ...ask, markers: 3, settle: {}, version }, of.manager.token)
    expect(three.status).toBe(refused.tooFewMarkers.status)
    const saved = await send(handler, saveSettling, { ...ask, markers: 2, settle: {}, version }, of.manager.token)
    expect([saved.status, saved.data.uuid === undefined]).toEqual([0, false])
    actAs('marking-work')
    // The job that it started knows the real scan room, which has nothing: it ends before the same job is done here.
    const ended = async () => (await jobRecords.get({ jobId: saved.data.uuid! }))!.status >= jobStatus.failed
    await expect.poll(ended, { timeout: 120_000 }).toBe(true)
    await open(of)
    const paper = (await paperOf(of.paper.paperId))!
    expect(await scores(of, paper)).toEqual([-1, -1])
    expect((await claim(of, a.token, 'second')).status).toBe(refused.nothingLeft.status)
    await does(of, b, 'second', all(of, 600))
    expect(await scores(of, paper)).toEqual([550, 550])
  })
})
