/** Seeds, against the stores. */
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { commonProblems } from '#shared/kit/problem.ts'
import { dayKey } from '#shared/kit/time.ts'
import type { AttemptId, SchoolId, UserId } from '#shared/kit/ids.ts'
import { claimBundle, markingProgressCall, markingTasks, saveArrangement } from '#shared/marking/marking.calls.ts'
import type { ClaimedBundle } from '#shared/marking/claimed.types.ts'
import { markingProblems as no } from '#shared/marking/marking.problems.ts'
import { ownMarks } from '#shared/marking/own.calls.ts'
import { sampledQuality } from '#shared/marking/quality/sample.calls.ts'
import * as seeds from '#shared/marking/quality/seed.calls.ts'
import { audits } from '#functions/kit/audit.ts'
import { kindsOf } from '#functions/kit/faultCases.testing.ts'
import { withFaults } from '#functions/kit/faults.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { actAs, asRoot, driveJob, send } from '#functions/kit/testing.ts'
import { examOf } from '#functions/exam/exam.public.ts'
import { exams } from '#functions/exam/exam.store.ts'
import { mostAtOnce } from '../counts.ts'
import { journalScoresOfStudents } from '../journal/journal.ts'
import { handler } from '../marking.api.ts'
import type { Sitting } from '../marking.fixtures.ts'
import { claim, finish, forgetAll, points, submit, until } from '../marking.steps.fixtures.ts'
import { againRounds, answers, arrangements, bundles, images } from '../marking.store.ts'
import { works } from '../marking.work.ts'
import { headsOf, scriptsOf, tableOf } from '../scripts.ts'
import { say, seated, versionOf, where } from './seated.fixtures.ts'
import { seedMarks, seedMarksOf, seedTallies } from './seed.store.ts'
import { earlierMs, woven } from './seed.weave.ts'

vi.mock('#functions/scan/scan.public.ts', () => import('../scanned.fixtures.ts'))

beforeAll(() => actAs('marking-work'))

const rule = { expert: 20, own: 0, warn: 2, stop: 3 }
const seedsOf = async (of: Sitting, { bundle }: Pick<ClaimedBundle, 'bundle'>) =>
  (await bundles.get({ paperId: of.paper.paperId, bundleId: bundle.bundleId }))!.seeds ?? []
const report = async (of: Sitting, token = of.manager.token) =>
  (await send(handler, seeds.seedReport, where(of), token)).data
/** As if the marks there are had been given a while ago. */
const aWhileAgo = async (of: Sitting): Promise<void> => {
  const rows = await answers.getMany(of.students.map((studentId) => ({ ...where(of), studentId })))
  for (const row of rows)
    if (row.first) await answers.amend(row, { first: { ...row.first, at: row.first.at - earlierMs } })
}

describe('seeds', () => {
  it('lie among the answers of a claim like any of them, and their marks are marks of no answer', async () => {
    const of = await seated(80, { seeds: rule }, 14)
    const { token, userId } = of.teachers[0]!
    const got = (await claim(of, token)).data
    const own = await seedsOf(of, got)
    expect(own).toHaveLength(3)
    const bundle = (await bundles.get({ paperId: of.paper.paperId, bundleId: got.bundle.bundleId }))!
    // The desk is told the answers and the seeds, each once, alike in all it says, and nothing that tells which is which.
    expect(got.answers.map((a) => a.studentId).sort()).toEqual([...bundle.studentIds, ...own.map((s) => s.as)].sort())
    expect(new Set(got.answers.map((a) => Object.keys(a).sort().join())).size).toBe(1)
    expect(JSON.stringify(got)).not.toContain('seed')
    for (const s of own) {
      expect(s.as).toMatch(/^st_[0-9a-z]{26}$/)
      expect(of.students).toContain(s.studentId)
      expect(of.students).not.toContain(s.as)
      expect(bundle.studentIds).not.toContain(s.studentId)
    }
    // Asked for again it is the same, in the same order.
    forgetAll()
    expect((await claim(of, token)).data.answers.map((a) => a.studentId)).toEqual(got.answers.map((a) => a.studentId))
    const [one] = own
    const attemptId = newId<AttemptId>('attempt')
    const given = await submit(of, token, got, one!.as, points(500), { attemptId })
    expect(given.data).toEqual({ attemptId, value: points(500) })
    expect((await submit(of, token, got, one!.as, points(500), { attemptId })).status).toBe(0)
    expect((await submit(of, token, got, one!.as, points(600), { attemptId })).status).toBe(no.conflict.status)
    expect((await submit(of, token, got, one!.as, points(450))).status).toBe(no.badScore.status)
    expect((await submit(of, token, got, one!.as, points(500), { imageVersion: 2 })).status).toBe(
      no.imageReplaced.status,
    )
    expect((await submit(of, of.teachers[1]!.token, got, one!.as, points(500))).status).toBe(no.taken.status)
    expect((await submit(of, token, got, one!.studentId, points(500))).status).toBe(no.taken.status)
    const item = await answers.get({ ...where(of), studentId: one!.studentId })
    expect(item).toMatchObject({ imageVersion: 1 })
    expect(item?.first).toBeUndefined()
    expect(await answers.get({ ...where(of), studentId: one!.as })).toBeNull()
    expect(await seedTallies.get({ ...where(of), userId })).toMatchObject({ expert: { n: 1, exact: 1 }, state: 'even' })
    // On a desk that is opened again it is there with its mark, and in the list of the own marks.
    forgetAll()
    const again = (await claim(of, token)).data.answers.find((a) => a.studentId === one!.as)
    expect(again?.mine).toEqual({ value: points(500), attemptId })
    const listed = (await send(handler, ownMarks, where(of), token)).data.list
    expect(listed.map((x) => [x.answer.studentId, x.answer.mine.value])).toEqual([[one!.as, points(500)]])
    expect(JSON.stringify(listed)).not.toContain('seed')
    // The bundle is done when all of it is marked: a seed that is left open is told as an answer would be.
    for (const id of bundle.studentIds) expect((await submit(of, token, got, id, points(700))).status).toBe(0)
    for (const s of own.slice(1, 2)) await submit(of, token, got, s.as, points(400))
    expect((await finish(of, token, got)).data.done).toBe(false)
  })

  it('are of another school than the marker’s, as all answers are in a joint exam', async () => {
    const of = await seated(80, { seeds: rule }, 14)
    const { token, userId } = of.teachers[0]!
    const got = (await claim(of, token)).data
    const b = (await bundles.get({ paperId: of.paper.paperId, bundleId: got.bundle.bundleId }))!
    const desk = {
      arrangement: (await arrangements.get({ paperId: of.paper.paperId }))!,
      exam: (await examOf(of.paper.examId))!,
    }
    const wovenFor = async (schoolId: string) => (await woven(desk, of.essay, { userId, schoolId })(b)).seeds
    expect(await wovenFor(newId<SchoolId>('school'))).toHaveLength(3)
    const { seeds: _seeds, ...bare } = b
    expect((await woven(desk, of.essay, { userId, schoolId: of.tenant.slice(2) })(bare)).seeds).toBeUndefined()
  })

  it('of the own earlier marks come after a while, and never soon', async () => {
    const of = await seated(60, { seeds: { expert: 0, own: 15, warn: 3, stop: 5 } }, 0, 1)
    const { token, userId } = of.teachers[0]!
    const first = (await claim(of, token)).data
    expect(await seedsOf(of, first)).toEqual([])
    for (const a of first.answers) await submit(of, token, first, a.studentId, points(600))
    expect((await finish(of, token, first)).data.done).toBe(true)
    const soon = (await claim(of, token)).data
    expect(await seedsOf(of, soon)).toEqual([])
    for (const a of soon.answers) await submit(of, token, soon, a.studentId, points(600))
    await finish(of, token, soon)
    await aWhileAgo(of)
    const got = (await claim(of, token)).data
    const own = await seedsOf(of, got)
    expect(own.map((s) => [s.use, s.right])).toEqual([
      ['own', 600],
      ['own', 600],
      ['own', 600],
    ])
    // Without the mark that was given before, which stays what it is.
    expect(got.answers.filter((a) => a.mine)).toEqual([])
    for (const s of own) expect((await submit(of, token, got, s.as, points(900))).status).toBe(0)
    for (const s of own)
      expect((await answers.get({ ...where(of), studentId: s.studentId }))?.first?.value).toEqual(points(600))
    const [marker] = (await report(of)).markers
    expect(marker).toMatchObject({
      userId,
      expert: null,
      own: { n: 3, within: 0, off: 300 },
      state: 'warned',
      bad: 3,
    })
  })

  it('warn a marker, stop one with the leader told, and offer the work since the last good seed to others', async () => {
    const of = await seated(100, { seeds: rule }, 20)
    const { token, userId } = of.teachers[0]!
    const other = of.teachers[1]!
    const first = (await claim(of, token)).data
    for (const s of await seedsOf(of, first)) await submit(of, token, first, s.as, points(500))
    const seedNames = new Set<string>((await seedsOf(of, first)).map((s) => s.as))
    for (const a of first.answers)
      if (!seedNames.has(a.studentId)) await submit(of, token, first, a.studentId, points(500))
    expect((await finish(of, token, first)).data.done).toBe(true)
    await new Promise((done) => setTimeout(done, 5))
    const second = (await claim(of, token)).data
    expect(second.warned).toBeUndefined()
    const ahead = (
      await send(
        handler,
        claimBundle,
        {
          ...where(of),
          besides: [second.bundle.bundleId],
        },
        token,
      )
    ).data
    const held = [second.bundle.bundleId, ahead.bundle.bundleId]
    const further = await send(handler, claimBundle, { ...where(of), besides: held }, token)
    const [a, b, c] = await seedsOf(of, second)
    await submit(of, token, second, a!.as, points(900))
    await submit(of, token, second, b!.as, points(900))
    // A claim that answers nothing says nothing, and takes the word from no other.
    const besides = [...held, further.data.bundle.bundleId]
    const nothing = await send(handler, claimBundle, { ...where(of), besides }, token)
    expect(nothing.status).toBe(no.nothingLeft.status)
    expect((await claim(of, token)).data).toMatchObject({ warned: true, bundle: { bundleId: second.bundle.bundleId } })
    // Once: it is not said anew with every bundle.
    expect((await claim(of, token)).data.warned).toBeUndefined()
    await submit(of, token, second, c!.as, points(900))
    // What else was in hand is back in the queue; what is open is marked to its end; more there is not.
    expect((await bundles.get({ paperId: of.paper.paperId, bundleId: ahead.bundle.bundleId }))!.state).toBe('queued')
    const rest = second.answers.filter((x) => ![a!.as, b!.as, c!.as].includes(x.studentId))
    for (const x of rest) expect((await submit(of, token, second, x.studentId, points(900))).status).toBe(0)
    expect((await finish(of, token, second)).data.done).toBe(true)
    const refused = await claim(of, token)
    expect([refused.status, refused.message]).toEqual([no.seedStopped.status, no.seedStopped.message])
    const tasks = (await send(handler, markingTasks, {}, token)).data
    expect(tasks.filter((t) => t.questionId === of.essay.questionId && t.role !== 'final')).toMatchObject([
      { stopped: 'seeds' },
    ])
    expect((await claim(of, other.token)).status).toBe(0)
    // The leader sees it, and what is in doubt; no marker does.
    expect((await send(handler, seeds.seedReport, where(of), token)).status).toBe(no.notLeader.status)
    forgetAll()
    const monitor = async (who: string) =>
      (await send(handler, markingProgressCall, { paperId: of.paper.paperId }, who)).data.stopped
    expect([await monitor(of.manager.token), await monitor(token)]).toEqual([1, undefined])
    const seen = await report(of)
    expect(seen.questions[0]).toMatchObject({ stopped: 1 })
    const [marker] = seen.markers
    expect(marker).toMatchObject({ userId, state: 'stopped', bad: 3, expert: { n: 6, within: 0.5 }, own: null })
    expect(marker!.doubt).toBeGreaterThan(0)
    const ask = (look: boolean, attemptId = newId<AttemptId>('attempt'), since = marker!.doubt!) =>
      send(
        handler,
        seeds.remarkDoubted,
        { ...where(of), userId: userId as UserId, since, look, reason: '种子卷偏差', attemptId },
        of.manager.token,
      )
    // Of the first bundle what came before the last good seed stands: its answers were marked after its seeds.
    const inDoubt = first.answers.length - seedNames.size + rest.length
    expect((await ask(true)).data).toEqual({ marks: inDoubt, about: false, uuid: null })
    // A province's marks are not looked at one by one: those that came before stand all the same, and are not told.
    const { examId } = of.paper
    const sized = (candidateCount: number) => asRoot(() => exams.edit({ examId }, (e) => e && { ...e, candidateCount }))
    await sized(mostAtOnce + 1)
    expect((await ask(true)).data).toEqual({ marks: inDoubt, about: true, uuid: null })
    expect((await ask(false, newId<AttemptId>('attempt'), now())).status).toBe(no.againNothing.status)
    await sized(100)
    expect((await answers.get({ ...where(of), studentId: rest[0]!.studentId }))?.first?.value).toEqual(points(900))
    const { uuid, marks } = (await ask(false)).data
    expect(marks).toBe(inDoubt)
    const rounds = await againRounds.query(`again#${of.paper.paperId}`)
    expect(rounds).toMatchObject([{ kind: 'remark', others: true, since: marker!.doubt, markers: [userId] }])
    await driveJob(works, {
      job: 'marking.again',
      jobId: uuid!,
      tenant: of.tenant,
      startedBy: of.manager.userId,
      input: { paperId: of.paper.paperId, attemptId: rounds[0]!.attemptId },
      out: {},
    })
    expect((await answers.get({ ...where(of), studentId: rest[0]!.studentId }))?.first).toMatchObject({
      value: { kind: 'void', not: [userId] },
    })
    // Let go on, with a reason that is on record, the marker is handed answers again.
    const let_ = { ...where(of), userId: userId as UserId, reason: '已对照标杆卷重新培训' }
    expect((await send(handler, seeds.releaseMarker, let_, token)).status).toBe(no.notLeader.status)
    expect((await send(handler, seeds.releaseMarker, let_, of.manager.token)).data).toEqual({ state: 'even' })
    expect((await send(handler, seeds.releaseMarker, let_, of.manager.token)).data).toEqual({ state: 'even' })
    forgetAll()
    expect((await claim(of, token)).status).toBe(0)
    const told = await audits.query(`${of.tenant}#${dayKey(now())}`, { consistent: true })
    expect(told.filter((r) => r.act === 'marking.releaseMarker').map((r) => r.reason)).toEqual([let_.reason])
  })

  it('whose picture was replaced are not shown, and nothing waits for them', async () => {
    const of = await seated(80, { seeds: rule }, 14)
    const { token } = of.teachers[0]!
    const got = (await claim(of, token)).data
    const own = await seedsOf(of, got)
    for (const s of own)
      await images.edit(
        { paperId: of.paper.paperId, studentId: s.studentId },
        (row) => row && { ...row, imageVersion: 2 },
      )
    const again = (await claim(of, token)).data
    expect(again.answers.length).toBe(got.answers.length - own.length)
    for (const a of again.answers) await submit(of, token, again, a.studentId, points(700))
    expect((await finish(of, token, again)).data.done).toBe(true)
  })

  it('leave every single fault of a mark with one mark, counted once', async () => {
    const of = await seated(80, { seeds: { expert: 20, own: 0, warn: 10, stop: 10 } }, 14)
    const { token, userId } = of.teachers[0]!
    const got = (await claim(of, token)).data
    const [dryOne, ...own] = await seedsOf(of, got)
    const dry = withFaults(() => null)
    forgetAll()
    await submit(of, token, got, dryOne!.as, points(500))
    dry.stop()
    const calls = [...dry.calls]
    expect(calls.length).toBeGreaterThan(4)
    let n = 0
    const last = new Map<string, AttemptId>()
    for (const [at, call] of calls.entries())
      for (const kind of kindsOf(call)) {
        const seed = own[n % own.length]!
        const value = points(100 * (++n % 11))
        const attemptId = newId<AttemptId>('attempt')
        forgetAll()
        const fault = withFaults(({ index }) => (index === at ? kind : null))
        const first = await submit(of, token, got, seed.as, value, { attemptId }).catch(() => null)
        fault.stop()
        const answer = first?.status === 0 ? first : await submit(of, token, got, seed.as, value, { attemptId })
        expect([at, kind, answer.status, answer.data]).toEqual([at, kind, 0, { attemptId, value }])
        last.set(seed.as, attemptId)
      }
    const marks = await seedMarksOf({ ...where(of), userId })
    expect(marks).toHaveLength(own.length + 1)
    for (const m of marks) if (last.has(m.as)) expect(m.attemptId).toBe(last.get(m.as))
    const tally = (await seedTallies.get({ ...where(of), userId }))!
    const off = marks.map((m) => (m.value.kind === 'score' ? m.value.score : 0) - m.right)
    expect(tally.expert).toMatchObject({ n: marks.length, off: off.reduce((x, y) => x + y, 0) })
  })

  it('are in neither computation of the scores, on any marking day', async () => {
    const of = await seated(120, { seeds: { expert: 15, own: 15, warn: 10, stop: 10 } }, 20)
    let seed = 11
    const random = (n: number): number => (seed = (seed * 1103515245 + 12345) % 2 ** 31) % n
    let woven = 0
    for (let turn = 0; turn < 40; turn++) {
      const { token } = of.teachers[random(3)]!
      forgetAll()
      const got = await claim(of, token)
      if (got.status !== 0) continue
      woven += (await seedsOf(of, got.data)).length
      for (const a of got.data.answers)
        if (random(10) > 0) {
          await submit(of, token, got.data, a.studentId, points(100 * random(11)))
          if (random(8) === 0) await submit(of, token, got.data, a.studentId, points(100 * random(11)))
        }
      if (random(4) > 0) await finish(of, token, got.data)
      await aWhileAgo(of)
    }
    for (const { token } of of.teachers)
      for (let got = await claim(of, token); got.status === 0; got = await claim(of, token)) {
        for (const a of got.data.answers) if (!a.mine) await submit(of, token, got.data, a.studentId, points(300))
        await finish(of, token, got.data)
        forgetAll()
      }
    expect(woven).toBeGreaterThan(10)
    const given = (await Promise.all(of.teachers.map((t) => seedMarksOf({ ...where(of), userId: t.userId })))).flat()
    expect(given.length).toBeGreaterThan(8)
    const table = async () => tableOf(of.paper, await scriptsOf(of.paper, await headsOf(of.paper)))
    expect((await table()).complete).toBe(true)
    await until(async () => {
      const folded = await journalScoresOfStudents(of.paper, of.students)
      const own = await table()
      expect(folded.scores).toEqual(own.scores)
      expect(folded.studentIds).toEqual(own.studentIds)
    })
    // No name of a seed is known to any script.
    const names = new Set<string>(given.map((m) => m.as))
    expect((await table()).studentIds.filter((id) => names.has(id))).toEqual([])
    for (const m of given) expect(await seedMarks.get(m)).not.toBeNull()
  })

  it('and what else a group asks are said by who leads all of its questions, over what was seen', async () => {
    const of = await seated(4, {})
    const [marker, leader] = of.teachers
    const { paperId, questionId } = where(of)
    expect((await say(of, { seeds: rule }, marker!.token)).status).toBe(no.notLeader.status)
    const arranged = {
      paperId,
      questions: [{ questionId, markers: [marker!.userId], arbitrators: [leader!.userId] }],
      version: await versionOf(of),
    }
    expect((await send(handler, saveArrangement, arranged, of.manager.token)).status).toBe(0)
    forgetAll()
    expect((await say(of, { seeds: rule, samples: 15 }, leader!.token)).status).toBe(0)
    const read = await send(handler, seeds.groupQuality, { paperId, lead: questionId }, leader!.token)
    expect(read.data).toMatchObject({ joint: false, quality: { seeds: rule, samples: 15 } })
    expect(read.data.quality.trial).toBeUndefined()
    expect((await send(handler, sampledQuality, { paperId, questionId }, leader!.token)).data.share).toBe(15)
    expect((await send(handler, seeds.groupQuality, { paperId, lead: questionId }, marker!.token)).status).toBe(
      no.notLeader.status,
    )
    const stale = { paperId, lead: questionId, expert: 0, own: 0, trial: 'none' as const, samples: 0, version: 1 }
    expect((await send(handler, seeds.saveGroupQuality, stale, leader!.token)).status).toBe(commonProblems.stale.status)
    expect((await say(of, { trial: { begun: true, within: 80, bias: 5 } })).status).toBe(no.trialEmpty.status)
    const odd = { ...rule, warn: 4, stop: 2 }
    expect((await say(of, { seeds: odd })).status).not.toBe(0)
  })
})
