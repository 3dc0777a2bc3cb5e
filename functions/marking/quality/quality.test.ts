import { beforeAll, describe, expect, it, vi } from 'vitest'
import { readXlsx } from 'hucre/xlsx'
import {
  certifyMarking,
  exportMarkingReport,
  markerSample,
  markingQuality,
  markingReport,
} from '#shared/marking/quality/quality.calls.ts'
import type { Actor } from '#shared/kit/actor.ts'
import { dayStart } from '#shared/kit/time.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import type { JobId, SchoolId } from '#shared/kit/ids.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import { getObject } from '#functions/kit/objects.ts'
import { newId, now, usePorts } from '#functions/kit/ports.ts'
import { jobRecords } from '#functions/kit/work.ts'
import { testCaller, actAs, driveJob, send } from '#functions/kit/testing.ts'
import { seat } from '../marking.fixtures.ts'
import type { Sitting } from '../marking.fixtures.ts'
import { groupOf, scriptCounts, workCounts, workedBy } from '../counts.ts'
import { deskNow } from '../desk/desk.ts'
import { works } from '../marking.work.ts'
import { counted } from '../progress.read.ts'
import { bundlesOf } from '../queue.ts'
import { certificatesOf } from './certificate.read.ts'
import { claim, complete, finish, forgetAll, open, points, submit, until } from '../marking.steps.fixtures.ts'
import { handler } from '../marking.api.ts'
import * as scan from '../scanned.fixtures.ts'

vi.mock('#functions/scan/scan.public.ts', () => import('../scanned.fixtures.ts'))

beforeAll(() => actAs('marking-work'))

/** Twenty answers, marked by two: the first gives a point less than the second, but on the last both agree. */
const markedTwice = async (): Promise<Sitting> => {
  const of = await seat(20, { markers: 2, tolerance: 200, markStep: 50 })
  scan.allHere(of)
  await open(of)
  const [a, b] = of.teachers
  const first = (await claim(of, a!.token, 'first')).data
  const second = (await claim(of, b!.token, 'second')).data
  // As people mark: seconds lie between.
  let later = 0
  const back = usePorts({ now: () => Date.now() + later })
  for (const [i, s] of of.students.entries()) {
    later += 3000
    const score = 300 + 50 * (i % 8)
    expect((await submit(of, a!.token, first, s, points(score))).status).toBe(0)
    expect((await submit(of, b!.token, second, s, points(i === 19 ? score : score + 100))).status).toBe(0)
  }
  await finish(of, a!.token, first)
  await finish(of, b!.token, second)
  back()
  return of
}

describe('the quality of marking', () => {
  it('is told of all to who manages the exam, and to a marker of the own marks', async () => {
    const of = await markedTwice()
    const [a, b, c] = of.teachers
    const look = async (token: string) => {
      forgetAll()
      return (await send(handler, markingQuality, { paperId: of.paper.paperId }, token)).data
    }
    await until(async () => expect((await look(of.manager.token)).questions[0]?.agreement?.pairs).toBe(20))
    const { questions, markers } = await look(of.manager.token)
    expect(questions).toMatchObject([{ markers: 2, marked: 40, settled: 0, zero: 0, full: 0 }])
    expect(questions[0]!.agreement).toMatchObject({ pairs: 20, exact: 0.05, within: 1, apart: 95 })
    const by = (userId: string) => markers.find((m) => m.userId === userId)!
    expect(markers).toHaveLength(2)
    expect(by(a!.userId)).toMatchObject({ marked: 20, verdict: 'strict', severity: { value: -95, from: 'pairs' } })
    expect(by(b!.userId)).toMatchObject({ marked: 20, verdict: 'lenient', severity: { value: 95, answers: 20 } })
    // The same as one value for who manages; a marker is told nothing of it.
    const told = (await send(handler, markingReport, { paperId: of.paper.paperId }, of.manager.token)).data
    expect(told.sentence).toMatch(/^20份作答全部评完。宽严与他人明显不同的有/)
    expect(told.sections.map((x) => x.key)).toEqual(['agreement', 'severity', 'workload', 'blocks'])
    expect(told.sections[0]!.table.rows[0]!.cells.slice(0, 7)).toEqual(['2', 2, 40, 20, 0.05, 1, 95])
    expect(told.sections[0]!.table.rows[0]!.cells[7]).toBeGreaterThan(0)
    expect(told.sections[2]!.table.rows.map((r) => r.cells.slice(1, 4))).toEqual([
      [1, 20, 0.5],
      [1, 20, 0.5],
    ])
    expect((await send(handler, markingReport, { paperId: of.paper.paperId }, a!.token)).message).toBe(
      markingProblems.notManager.message,
    )
    // The own row alone, and of it nothing that tells of the other's marks while marking goes on; nothing for who has
    // marked nothing.
    const seen = await look(a!.token)
    expect(seen.markers).toMatchObject([
      { userId: a!.userId, marked: 20, severity: null, othersMean: null, chance: null },
    ])
    expect(seen.questions.map((q) => q.agreement)).toEqual([null])
    expect((await look(c!.token)).markers).toEqual([])

    const sample = (token: string, more: object = {}) => {
      forgetAll()
      const whose = { paperId: of.paper.paperId, questionId: of.essay.questionId, userId: a!.userId }
      return send(handler, markerSample, { ...whose, ...more }, token)
    }
    const led = (await sample(of.manager.token, { pageSize: 5 })).data
    expect(led).toMatchObject({ total: 20, marker: { userId: a!.userId }, drift: [{ mean: expect.any(Number) }] })
    // Of twenty marks the one point is what the counters have of all of them.
    expect(led.severityDrift).toMatchObject({ from: 'pairs', points: [{}] })
    expect(led.severityDrift!.points[0]!.value).toBeCloseTo(led.marker.severity!.value, 6)
    expect(led.list).toHaveLength(5)
    expect(led.list[0]!.images).toHaveLength(1)
    expect(led.list[0]!.others).toMatchObject([{ role: 'second', markerName: '教师1' }])
    expect(led.list.every((x) => x.studentNumber !== undefined && x.score !== null)).toBe(true)
    expect(led.scores.reduce((sum, s) => sum + s.own, 0)).toBeCloseTo(1, 9)
    // Newest first, furthest apart first, lowest first.
    const values = async (order: string) =>
      (await sample(of.manager.token, { order, pageSize: 20 })).data.list.map((x) => x.value as { score: number })
    const low = (await values('lowest')).map((v) => v.score)
    expect(low).toEqual([...low].sort((x, y) => x - y))
    expect((await values('highest')).map((v) => v.score)).toEqual([...low].reverse())
    const apart = (await sample(of.manager.token, { order: 'apart', pageSize: 20 })).data.list
    expect(apart.at(-1)).toMatchObject({ others: [{ value: apart.at(-1)!.value }] })
    const chance = (await sample(of.manager.token, { order: 'random', pageSize: 24 })).data.list.map((x) => x.key)
    expect(new Set(chance).size).toBe(20)

    // A marker sees neither whose answer it is, nor what the other gave, nor another's marks.
    const own = (await sample(a!.token, { pageSize: 24 })).data
    expect(own.list.every((x) => x.studentNumber === undefined && x.score === null && x.others.length === 0)).toBe(true)
    expect(own).toMatchObject({
      limits: null,
      severityDrift: null,
      marker: { severity: null, verdict: null, othersMean: null },
    })
    expect(own.scores.every((x) => x.others === null)).toBe(true)
    expect((await sample(a!.token, { order: 'apart' })).message).toBe(markingProblems.notManager.message)
    expect((await sample(b!.token)).message).toBe(markingProblems.notManager.message)
    expect((await sample(of.manager.token, { userId: c!.userId })).message).toBe(markingProblems.noMarks.message)
    const stranger = await testCaller({ userType: 2, tenant: schoolTenant(newId<SchoolId>('school')) })
    expect((await sample(stranger.token)).status).not.toBe(0)
  })

  it('is a file for who manages the exam; what each marker did is certified once marking is closed', async () => {
    const of = await markedTwice()
    const { paperId } = of.paper
    const [a] = of.teachers
    const boss = await testCaller({ userType: 2, tenant: of.tenant })
    const ask = (call: typeof exportMarkingReport | typeof certifyMarking, token: string) => {
      actAs('marking-api')
      return send(handler, call, { paperId }, token)
    }
    expect((await ask(exportMarkingReport, a!.token)).message).toBe(markingProblems.notManager.message)
    expect((await ask(exportMarkingReport, of.manager.token)).status).toBe(0)
    expect((await ask(certifyMarking, a!.token)).message).toBe(markingProblems.certifyEarly.message)
    actAs('marking-work')
    const run = async (job: 'marking.exportReport' | 'marking.certify', input: object): Promise<Buffer> => {
      const jobId = newId<JobId>('job')
      const record = { name: job, title: job, tenant: of.tenant, startedBy: boss.caller.userId, message: '', files: [] }
      const begun = { status: 10 as const, processDone: 0, processMsg: '', createdAt: now(), lastTimestamps: now() }
      await jobRecords.create({ schema: 1, jobId, ...record, ...begun, version: 1 })
      const event = { job, jobId, tenant: of.tenant, startedBy: boss.caller.userId, out: {} }
      await driveJob(works, { ...event, input: { paperId, by: boss.caller, ...input } } as never)
      const [file] = (await jobRecords.get({ jobId }))!.files
      expect(file!.key).toMatch(new RegExp(`/marking/${of.paper.examId}/export/`))
      return getObject(file!.key)
    }
    await until(async () => {
      const worked = await workedBy(paperId)
      expect(of.teachers.slice(0, 2).map((t) => worked.get(t.userId)?.steps)).toEqual([19, 19])
    })
    const book = await readXlsx(await run('marking.exportReport', { form: 'xlsx' }))
    expect(book.sheets.map((x) => x.name)).toEqual(['各题一致性', '各老师宽严', '各老师工作量', '各组工作量'])
    expect(book.sheets[2]!.rows[0]).toEqual([
      '老师',
      '教师（人）',
      '评分（份）',
      '占全部',
      '问题卷（份）',
      '每份用时（秒）',
      '累计用时（小时）',
    ])
    expect((await run('marking.exportReport', { form: 'pdf' })).subarray(0, 5).toString()).toBe('%PDF-')

    actAs('marking-api')
    await complete(of)
    const desk = await deskNow(paperId)
    // As seconds after closing: the counters were told of everything, and know of eleven scripts and no bundle.
    await until(async () => {
      forgetAll()
      expect((await counted(of.paper)).given.map((g) => g.marked)).toEqual([20, 20])
    })
    const behind = async () => {
      forgetAll()
      actAs('marking-work')
      await scriptCounts.take(groupOf(desk.paper), of.students.slice(11), async () => new Map())
      const work = await bundlesOf(paperId)
      await workCounts.take(
        paperId,
        work.map((b) => b.bundleId),
        async () => new Map(),
      )
    }
    await behind()
    const all = await certificatesOf(desk, boss.caller)
    const today = dayStart(now())
    expect(all.map((x) => [x.teacherName, x.isTeacher, x.numbers, x.marked, x.hours !== null])).toEqual([
      ['教师0', true, ['2'], 20, true],
      ['教师1', true, ['2'], 20, true],
    ])
    // Who marked and teaches nothing in the exam is called by the own name, and of an unknown one there is no page.
    const without = { ...desk, teachers: desk.teachers.filter((t) => t.userId !== a!.userId) }
    const named = async (asker: Actor) =>
      (await certificatesOf(without, asker)).map((x) => [x.teacherName, x.isTeacher])
    expect(await named(boss.caller)).toEqual([['教师1', true]])
    expect(await named({ ...boss.caller, userId: a!.userId, userName: '毕校长' })).toEqual([
      ['毕校长', false],
      ['教师1', true],
    ])
    // The days are those of the marks, also when it was counted or opened anew since: as of a key that was changed next month.
    const later = { ...desk, paper: { ...desk.paper, keyVersion: desk.paper.keyVersion + 1 } }
    const back = usePorts({ now: () => Date.now() + 40 * 86_400_000 })
    try {
      const [one] = await certificatesOf(later, boss.caller)
      expect(one!.days!.to - one!.days!.from).toBeLessThanOrEqual(86_400_000)
      expect(today - one!.days!.from).toBeLessThanOrEqual(86_400_000)
    } finally {
      back()
    }
    await behind()
    const late = await readXlsx(await run('marking.exportReport', { form: 'xlsx' }))
    expect(late.sheets[2]!.rows.slice(1, 3).map((r) => r[2])).toEqual([20, 20])
    expect(late.sheets[2]!.rows[1]![5]).toBeGreaterThan(0)
    // Who is not known yet to have marked anything is not sent away.
    await behind()
    await scriptCounts.take(groupOf(desk.paper), of.students, async () => new Map())
    expect((await ask(certifyMarking, a!.token)).status).toBe(0)
    const [, , none] = of.teachers
    expect((await ask(certifyMarking, none!.token)).message).toBe(markingProblems.certifyNone.message)
    actAs('marking-work')
    expect(await certificatesOf(desk, a!.caller, a!.userId)).toHaveLength(1)
    expect((await run('marking.certify', {})).subarray(0, 5).toString()).toBe('%PDF-')
  })
})
