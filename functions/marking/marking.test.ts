import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { AttemptId, ClassId, SchoolId, StudentId } from '#shared/kit/ids.ts'
import { jobStatus } from '#shared/kit/job.ts'
import { markingGroups } from '#shared/marking/groups/group.calls.ts'
import {
  arrangement,
  markingProgressCall,
  markingTasks,
  openMarking,
  saveArrangement,
} from '#shared/marking/marking.calls.ts'
import { ownMarks } from '#shared/marking/own.calls.ts'
import { markingProblems as refused } from '#shared/marking/marking.problems.ts'
import { withFaults } from '#functions/kit/faults.ts'
import { newId, now, usePorts } from '#functions/kit/ports.ts'
import { actAs, asFunction, atOneMoment, send } from '#functions/kit/testing.ts'
import { jobRecords } from '#functions/kit/work.ts'
import { examOf } from '#functions/exam/exam.public.ts'
import { movePaper } from '#functions/exam/step.public.ts'
import { examTeachers, examTeachingClasses } from '#functions/exam/exam.store.ts'
import { seat } from './marking.fixtures.ts'
import type { Sitting } from './marking.fixtures.ts'
import { claim, finish, forgetAll, open, points, submit, until, complete } from './marking.steps.fixtures.ts'
import { handler } from './marking.api.ts'
import { answers, arrangements, bundles, heads, objectives } from './marking.store.ts'
import { claimMs, claimNext } from './desk/claims.ts'
import { bundlesOf } from './queue.ts'
import { headsOf, scriptsOf, tableOf } from './scripts.ts'
import * as scan from './scanned.fixtures.ts'

vi.mock('#functions/scan/scan.public.ts', () => import('./scanned.fixtures.ts'))

const scanned = (of: Sitting, openPages = 0, version = (_: StudentId) => 1): void => {
  scan.ledgers.set(of.paper.paperId, scan.balancedLedger(of.paper.paperId, openPages))
  scan.readings.set(
    of.paper.paperId,
    of.students.map((s) => scan.readingOf(of, s, version(s))),
  )
}
const seatOpen = async (...args: Parameters<typeof seat>): Promise<Sitting> => {
  const of = await seat(...args)
  scanned(of)
  await open(of)
  return of
}
const itemOf = (of: Sitting, studentId: StudentId) =>
  answers.get({ paperId: of.paper.paperId, studentId, questionId: of.essay.questionId })
const tableNow = async (of: Sitting) => tableOf(of.paper, await scriptsOf(of.paper, await headsOf(of.paper)))

beforeAll(() => actAs('marking-work'))

describe('opening', () => {
  it('waits for the ledger, takes a reason with its audit record, and changes nothing when run again', async () => {
    actAs('marking-api')
    const of = await seat(3)
    scanned(of, 2)
    const ask = (override?: string) =>
      send(handler, openMarking, { paperId: of.paper.paperId, override }, of.manager.token)
    expect((await ask()).status).toBe(refused.unbalanced.status)
    const started = await ask('个别页破损')
    expect(started.status).toBe(0)
    expect((await arrangements.get({ paperId: of.paper.paperId }))?.override).toBe('个别页破损')
    // The job that the call started knows the real scan room, which has nothing: it ends before the tests' own begins.
    const ended = async () => (await jobRecords.get({ jobId: started.data!.uuid }))!.status >= jobStatus.failed
    await expect.poll(ended, { timeout: 120_000 }).toBe(true)
    actAs('marking-work')
    await expect(open(of, '别的原因')).rejects.toThrow(/^还有 2 页扫描没有归位/)
    await open(of, '个别页破损')
    const first = await bundlesOf(of.paper.paperId)
    expect(first.flatMap((b) => b.studentIds).sort()).toEqual([...of.students].sort())
    await open(of, '个别页破损')
    expect((await bundlesOf(of.paper.paperId)).length).toBe(first.length)
    expect((await examOf(of.paper.examId))?.markingProgress).toBe(5)
  })

  it('takes in late pages and replaced pictures, whose marks are void (I10)', async () => {
    const of = await seat(2)
    scanned(of)
    scan.readings.set(of.paper.paperId, [scan.readingOf(of, of.students[0]!)])
    await open(of)
    const [teacher] = of.teachers
    const first = (await claim(of, teacher!.token)).data
    expect(first.answers.map((a) => a.studentId)).toEqual([of.students[0]])
    expect((await submit(of, teacher!.token, first, of.students[0]!, points(700))).status).toBe(0)
    expect((await finish(of, teacher!.token, first)).data.done).toBe(true)

    scanned(of, 0, (s) => (s === of.students[0] ? 2 : 1))
    await open(of)
    expect((await tableNow(of)).unfinished).toBe(2)
    expect((await submit(of, teacher!.token, first, of.students[0]!, points(800))).status).toBe(
      refused.imageReplaced.status,
    )
    const again = (await claim(of, teacher!.token)).data
    expect(again.answers.map((a) => [a.studentId, a.imageVersion]).sort()).toEqual(
      [
        [of.students[0], 2],
        [of.students[1], 1],
      ].sort(),
    )
    for (const a of again.answers)
      expect(
        (await submit(of, teacher!.token, again, a.studentId, points(100), { imageVersion: a.imageVersion })).status,
      ).toBe(0)
    expect((await tableNow(of)).complete).toBe(true)
  })
})

describe('opening again', () => {
  it('lays nothing over a mark, though the head of its script was lost', async () => {
    const of = await seatOpen(1, {}, 1)
    const studentId = of.students[0]!
    const mine = (await claim(of, of.teachers[0]!.token)).data
    expect((await submit(of, of.teachers[0]!.token, mine, studentId, points(700))).status).toBe(0)
    await heads.remove({ paperId: of.paper.paperId, studentId })
    await objectives.remove({ paperId: of.paper.paperId, studentId })
    await open(of)
    expect((await itemOf(of, studentId))?.first?.value).toEqual(points(700))
    expect((await headsOf(of.paper)).length).toBe(1)
  })
})

describe('one mark', () => {
  it('is one write and, warm, no read beside; repeats are harmless, another value is a conflict (I2)', async () => {
    const of = await seatOpen(3)
    const [a] = of.teachers
    const mine = (await claim(of, a!.token)).data
    const attemptId = newId<AttemptId>('attempt')
    const { faults, stored } = await atOneMoment(async () => {
      await submit(of, a!.token, mine, of.students[0]!, points(300))
      const faults = withFaults(() => null)
      const stored = await submit(of, a!.token, mine, of.students[1]!, points(600), { attemptId })
      faults.stop()
      return { faults, stored }
    })
    expect(stored.data).toEqual({ attemptId, value: points(600) })
    expect(faults.calls.map((c) => c.command)).toEqual(['UpdateItemCommand'])

    expect((await submit(of, a!.token, mine, of.students[1]!, points(600), { attemptId })).data).toEqual(stored.data)
    expect((await submit(of, a!.token, mine, of.students[1]!, points(700), { attemptId })).status).toBe(
      refused.conflict.status,
    )
    const later = newId<AttemptId>('attempt')
    expect((await submit(of, a!.token, mine, of.students[1]!, points(900), { attemptId: later })).status).toBe(0)
    expect((await itemOf(of, of.students[1]!))?.first?.value).toEqual(points(900))
  })

  it('is replaced by its marker alone who has seen it: of two computers the second is told what the first gave', async () => {
    const of = await seatOpen(2)
    const [a] = of.teachers
    const mine = (await claim(of, a!.token)).data
    const [s] = of.students
    const give = (score: number, over: AttemptId | null, attemptId = newId<AttemptId>('attempt')) =>
      submit(of, a!.token, mine, s!, points(score), { over, attemptId })
    const attemptId = newId<AttemptId>('attempt')
    expect((await give(300, null, attemptId)).status).toBe(0)
    const other = newId<AttemptId>('attempt')
    for (let i = 0; i < 2; i++) {
      const told = await give(100, null, other)
      expect([told.status, told.message]).toEqual([
        refused.elsewhere.status,
        '这一份刚才已在另一处给了3分，您这次的评分没有生效',
      ])
      expect(told.data).toEqual({ attemptId, value: points(300) })
      expect((await itemOf(of, s!))?.first?.value).toEqual(points(300))
    }
    // Sent again the first is still the first; and over what was seen the second may.
    expect((await give(300, null, attemptId)).status).toBe(0)
    expect((await give(100, attemptId)).status).toBe(0)
    expect((await give(300, null, attemptId)).status).toBe(0)
    expect((await give(500, attemptId)).status).toBe(refused.elsewhere.status)
    expect((await itemOf(of, s!))?.first?.value).toEqual(points(100))
  })

  it('stands once it is published; of an answer that came late it is given, and given again', async () => {
    const of = await seatOpen(2)
    const [a] = of.teachers
    const mine = (await claim(of, a!.token)).data
    const [early, late] = of.students
    const give = async (studentId: StudentId, score: number) =>
      (await submit(of, a!.token, mine, studentId, points(score))).status
    expect(await give(early!, 300)).toBe(0)
    await arrangements.edit(of.paper, (row) => row && { ...row, state: 'closed' })
    await asFunction('analysis-api', () => movePaper(of.paper, 'released'))
    // Pages that came late open marking again.
    await open(of)
    forgetAll()
    expect(await give(early!, 100)).toBe(refused.published.status)
    expect((await itemOf(of, early!))?.first?.value).toEqual(points(300))
    expect([await give(late!, 500), await give(late!, 600)]).toEqual([0, 0])
    expect((await itemOf(of, late!))?.first?.value).toEqual(points(600))
    const { paperId } = of.paper
    const own = await send(handler, ownMarks, { paperId, questionId: of.essay.questionId }, a!.token)
    expect(own.data.list.map((m) => [m.answer.studentId, m.published])).toEqual([
      [late, undefined],
      [early, true],
    ])
  })

  it('lies on the grid, is by who may mark, under a claim of the own', async () => {
    const of = await seatOpen(2, { markStep: 50 }, 2)
    const [a, b] = of.teachers
    const mine = (await claim(of, a!.token)).data
    const to = (value: number, token = a!.token, claimed = mine) =>
      submit(of, token, claimed, of.students[0]!, points(value))
    expect((await to(25)).status).toBe(refused.badScore.status)
    expect((await to(1050)).status).toBe(refused.badScore.status)
    expect((await to(50, b!.token)).status).toBe(refused.taken.status)
    expect((await to(50, of.manager.token)).status).toBe(refused.notMarker.status)
    const forged = { bundle: { ...mine.bundle, epoch: 99 } } as typeof mine
    expect((await to(50, a!.token, forged)).status).toBe(refused.taken.status)
    expect((await to(950)).status).toBe(0)
  })

  it('fits into one write unit with three marks', async () => {
    const of = await seatOpen(1, { markers: 2 })
    const key = { paperId: of.paper.paperId, studentId: of.students[0]!, questionId: of.essay.questionId }
    const mark = {
      value: { kind: 'problem' as const, reason: 'otherQuestion' as const },
      by: of.teachers[0]!.userId,
      at: now(),
      attemptId: newId<AttemptId>('attempt'),
      epoch: 12_345,
      imageVersion: 123,
    }
    const item = {
      ...answers.keyOf(key),
      schema: 1,
      ...key,
      imageVersion: 123,
      first: mark,
      second: mark,
      third: mark,
      final: mark,
      _w: 'x'.repeat(12),
    }
    expect(sizeOf(item)).toBeLessThanOrEqual(1024)
  })
})

/** Bytes as the service counts them: names and texts in UTF-8, a number half its digits and one, a map 3 and 1 an entry. */
const sizeOf = (value: unknown): number => {
  if (typeof value === 'string') return Buffer.byteLength(value)
  if (typeof value === 'number') return Math.ceil(String(value).length / 2) + 1
  if (typeof value !== 'object' || value === null) return 1
  return Object.entries(value).reduce((n, [k, v]) => n + Buffer.byteLength(k) + 1 + sizeOf(v), 3)
}

describe('claims', () => {
  it('never hand one bundle to two markers who ask at once (I18)', async () => {
    const of = await seatOpen(50, {}, 5)
    const got = await Promise.all(of.teachers.map((t) => claim(of, t.token)))
    const ids = got.filter((g) => g.status === 0).map((g) => g.data.bundle.bundleId)
    expect(ids.length).toBe(3)
    expect(new Set(ids).size).toBe(3)
    const rest = await Promise.all(
      Array.from({ length: 4 }, () =>
        claimNext(of.paper, of.essay.questionId, 'first', { userId: of.teachers[0]!.userId }),
      ),
    )
    expect(rest).toEqual([null, null, null, null])
  })

  it('that ran out go to the next, and a late mark never overwrites the new holder (I4)', async () => {
    const of = await seatOpen(2)
    const [a, b] = of.teachers
    const old = (await claim(of, a!.token)).data
    expect((await submit(of, a!.token, old, of.students[0]!, points(100))).status).toBe(0)
    const late = newId<AttemptId>('attempt')
    const then = now() + claimMs + 1000
    const back = usePorts({ now: () => then })
    // The token would be over too: the queue itself is asked.
    const taken = await claimNext(of.paper, of.essay.questionId, 'first', { userId: b!.userId })
    back()
    expect(taken?.bundleId).toBe(old.bundle.bundleId)
    expect(taken?.epoch).toBe(old.bundle.epoch + 1)
    const held = (await claim(of, b!.token)).data
    expect(held.answers.map((x) => x.studentId)).toEqual([of.students[1]])
    expect((await submit(of, b!.token, held, of.students[1]!, points(800))).status).toBe(0)
    // This process still remembers the old claim; the write's condition decides.
    expect((await submit(of, a!.token, old, of.students[1]!, points(200), { attemptId: late })).status).toBe(
      refused.taken.status,
    )
    forgetAll()
    expect((await submit(of, a!.token, old, of.students[1]!, points(200))).status).toBe(refused.taken.status)
    expect((await itemOf(of, of.students[1]!))?.first).toMatchObject({ by: b!.userId, value: points(800) })
    expect((await finish(of, a!.token, old)).status).toBe(refused.noBundle.status)
    expect((await finish(of, b!.token, held)).data.done).toBe(true)
  })

  it('keep the second marker from being the first, also in the write itself (I5)', async () => {
    const of = await seatOpen(1, { markers: 2, tolerance: 100 }, 2)
    const [a, b] = of.teachers
    const first = (await claim(of, a!.token)).data
    expect(first.bundle.role).toBe('first')
    const own = await claim(of, a!.token, 'second')
    expect(own.status).toBe(refused.nothingLeft.status)
    expect((await submit(of, a!.token, first, of.students[0]!, points(500))).status).toBe(0)
    // A claim that slipped past the exclusion still cannot write.
    const second = (await bundlesOf(of.paper.paperId)).find((x) => x.role === 'second')!
    const slipped = (await bundles.save({
      ...second,
      state: 'claimed',
      holder: a!.userId,
      claimedUntil: now() + claimMs,
      epoch: 1,
    }))!
    const bundle = { ...first.bundle, bundleId: slipped.bundleId, role: 'second' as const, epoch: 1 }
    expect((await submit(of, a!.token, { bundle }, of.students[0]!, points(500))).status).toBe(
      refused.sameMarker.status,
    )
    await bundles.save({ ...slipped, state: 'queued' })
    const other = (await claim(of, b!.token, 'second')).data
    expect((await submit(of, b!.token, other, of.students[0]!, points(600))).status).toBe(0)
    expect((await tableNow(of)).scores[0]).toEqual([500, 550])
  })

  it('go back to the queue when something is left, and are done when nothing is', async () => {
    const of = await seatOpen(2)
    const [a, b] = of.teachers
    const mine = (await claim(of, a!.token)).data
    await submit(of, a!.token, mine, of.students[0]!, { kind: 'noAnswer' })
    expect((await finish(of, a!.token, mine)).data).toEqual({ done: false, left: 2 })
    const rest = (await claim(of, b!.token)).data
    expect(rest.answers.map((x) => x.studentId)).toEqual([of.students[1]])
    await submit(of, b!.token, rest, of.students[1]!, points(0))
    expect((await finish(of, b!.token, rest)).data).toEqual({ done: true, left: 0 })
    expect((await finish(of, b!.token, rest)).data.done).toBe(true)
    expect((await claim(of, b!.token)).status).toBe(refused.nothingLeft.status)
  })
})

describe('arrangement, tasks, progress, completion', () => {
  it('give work to whom it was given, count it, and close only what is finished', async () => {
    const of = await seatOpen(2)
    const [a, b] = of.teachers
    const shown = (await send(handler, arrangement, { paperId: of.paper.paperId }, of.manager.token)).data
    expect(shown.teachers.map((t) => t.classNames)).toEqual([['1班'], ['1班'], ['1班']])
    // Who teaches a teaching class is named by it, here and among the people of the groups.
    await asFunction('exam-api', async () => {
      const { examId, paperId, courseId } = of.paper
      const classId = newId<ClassId>('class')
      const schoolId = of.tenant.slice(2) as SchoolId
      await examTeachingClasses.put({ schema: 1, examId, paperId, schoolId, classId, className: '物理3班', order: 1 })
      const row = (await examTeachers.get({ examId, teacherId: b!.caller.teacherId! }))!
      await examTeachers.put({ ...row, teaches: [{ classId, courseId, isHead: false }] })
    })
    const walks = (await send(handler, arrangement, { paperId: of.paper.paperId }, of.manager.token)).data
    expect(walks.teachers.map((t) => t.classNames)).toEqual([['1班'], ['物理3班'], ['1班']])
    const { people } = (await send(handler, markingGroups, { paperId: of.paper.paperId }, of.manager.token)).data
    expect(people.map((p) => p.classNames)).toEqual([['1班'], ['物理3班'], ['1班']])
    const chosen = {
      paperId: of.paper.paperId,
      questions: [{ questionId: of.essay.questionId, markers: [a!.userId], arbitrators: [] }],
      version: shown.arrangement.version,
    }
    expect((await send(handler, saveArrangement, chosen, a!.token)).http).toBe(403)
    expect((await send(handler, saveArrangement, chosen, of.manager.token)).status).toBe(0)
    expect((await send(handler, saveArrangement, chosen, of.manager.token)).message).toMatch(/请核对/)
    expect((await claim(of, b!.token)).status).toBe(refused.notMarker.status)
    expect((await send(handler, markingTasks, {}, b!.token)).data).toEqual([])
    const mine = (await claim(of, a!.token)).data
    expect((await complete(of)).message).toMatch(/还有2份/)
    for (const s of of.students) await submit(of, a!.token, mine, s, points(1000))
    await finish(of, a!.token, mine)
    // Counters follow the stream.
    await until(async () => {
      forgetAll()
      const tasks = (await send(handler, markingTasks, {}, a!.token)).data
      expect(tasks).toMatchObject([{ role: 'first', total: 2, done: 2, mine: 2, examName: '期中考试' }])
      const progress = (await send(handler, markingProgressCall, { paperId: of.paper.paperId }, of.manager.token)).data
      expect(progress).toMatchObject({ counting: false, scripts: { present: 2, absent: 0, missing: 0 } })
      expect(progress.questions).toMatchObject([{ total: 2, first: 2, done: 2, needFinal: 0 }])
      expect(progress.markers).toMatchObject([{ marked: 2, mean: 1, teacherName: '教师0' }])
    })
    expect((await complete(of)).message).toBe('')
    expect(await asFunction('marking-work', () => examOf(of.paper.examId))).toMatchObject({
      markingProgress: 6,
      status: 2,
    })
    expect((await submit(of, a!.token, mine, of.students[0]!, points(0))).status).toBe(refused.notOpen.status)
  })
})
