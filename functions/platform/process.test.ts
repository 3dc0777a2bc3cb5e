import { beforeAll, describe, expect, it } from 'vitest'
import { jobStatus } from '#shared/kit/job.ts'
import type { JobId, SchoolId, StudentId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { recountJob } from '#shared/marking/marking.jobs.ts'
import { againMs, jobAgain, jobsOfAll } from '#shared/platform/process.calls.ts'
import { asyncStatus, myJobs } from '#shared/platform/platform.calls.ts'
import { jobEnds } from '#functions/kit/jobEnds.testing.ts'
import { audits, objectIndex } from '#functions/kit/audit.ts'
import { endJob } from '#functions/kit/ended.ts'
import { candidateAt, classesNamed, examOfSchool, storeExam } from '#functions/exam/stored.fixtures.ts'
import { newId, now, usePorts } from '#functions/kit/ports.ts'
import { actAs, asFunction, asRoot, send, testCaller } from '#functions/kit/testing.ts'
import { jobRecords, queueJob, startJob } from '#functions/kit/work.ts'
import { handler as ended } from './platform.work.ts'

actAs('platform-api')
const { handler } = await import('./platform.api.ts')

let staff: Awaited<ReturnType<typeof testCaller>>
let me: Awaited<ReturnType<typeof testCaller>>
beforeAll(async () => {
  staff = await testCaller({ userType: -1, tenant: 'p' })
  me = await testCaller({ userType: 2, tenant: `s:${newId<SchoolId>('school')}` })
})

const over = async (jobId: JobId): Promise<number> => (await jobEnds(jobId)).status
/** A recount of a paper that is not there yet: its execution fails. */
const failing = async () => {
  const of = examOfSchool(me.caller.tenant.slice(2) as SchoolId, [], {
    classes: classesNamed('1班'),
    candidateCount: 0,
  })
  const by = { tenant: me.caller.tenant, userId: me.caller.userId }
  const { uuid } = await asFunction('marking-api', () => startJob(recountJob, { paperId: of.paper.paperId }, by))
  expect(await over(uuid)).toBe(jobStatus.failed)
  return { uuid, mend: () => storeExam(of, [candidateAt(of.school, 0, newId<StudentId>('student'), of.classes[0]!)]) }
}
const again = (uuid: JobId, token = staff.token) => send(handler, jobAgain, { uuid }, token)
const listed = async (state: 'failed' | 'going', keyword?: string) =>
  (await send(handler, jobsOfAll, { state, pageSize: 1000, ...(keyword ? { keyword } : {}) }, staff.token)).data.list

describe('a job that failed', () => {
  it('goes on where it stopped, in the name of who started it, and the act is on the school’s record', async () => {
    const { uuid, mend } = await failing()
    expect((await listed('failed')).find((j) => j.uuid === uuid)).toMatchObject({
      ...{ title: '汇总阅卷进度', tenant: me.caller.tenant, mayAgain: true, status: 30 },
    })
    await mend()
    expect((await again(uuid)).data).toEqual({ uuid })
    // The end of the first time, told once more and late, says nothing of the second.
    await asRoot(() => endJob(uuid, { status: 'FAILED', stopDate: now() - 3_600_000 }))
    expect(await over(uuid)).toBe(jobStatus.done)
    const own = (await send(handler, myJobs, {}, me.token)).data.find((j) => j.uuid === uuid)
    expect(own).toMatchObject({ status: 40, message: '' })
    const acts = await asRoot(() => audits.queryIndex('gsi1', objectIndex(me.caller.tenant, uuid)))
    expect(acts.map((a) => [a.act, a.userId])).toEqual([['platform.jobAgain', staff.caller.userId]])
    expect(await listed('failed')).not.toContainEqual(expect.objectContaining({ uuid }))
    expect((await again(uuid)).status).toBe(commonProblems.jobNotAgain.status)
  })

  it('that fails again says so, and two who ask at once start it once', async () => {
    const { uuid } = await failing()
    const answers = await Promise.all([again(uuid), again(uuid)])
    expect(answers.map((a) => a.status).sort()).toEqual([0, commonProblems.jobNotAgain.status])
    expect(await over(uuid)).toBe(jobStatus.failed)
    expect((await listed('failed')).find((j) => j.uuid === uuid)?.againAt).toBeGreaterThan(0)
    const acts = await asRoot(() => audits.queryIndex('gsi1', objectIndex(me.caller.tenant, uuid)))
    expect(acts).toHaveLength(1)
  })

  it('whose beginning broke off between its record and its execution has failed again, and may be begun again', async () => {
    const { uuid } = await failing()
    const broken = now() - 600_000
    await asRoot(() =>
      jobRecords.edit({ jobId: uuid }, (r) =>
        r ? { ...r, status: jobStatus.running, againAt: now() + 60_000, lastTimestamps: broken } : null,
      ),
    )
    expect(await listed('going')).not.toContainEqual(expect.objectContaining({ uuid }))
    expect((await listed('failed')).find((j) => j.uuid === uuid)).toMatchObject({ mayAgain: true })
    expect((await again(uuid)).data).toEqual({ uuid })
  })

  it('is not begun again where it changes what others may have changed since, was given up, is old, or has no execution', async () => {
    const queued = async (job: object) => {
      const state = await queueJob({ name: 'x.y', title: '导入', ...job }, {}, { tenant: 'p', userId: 'us_x' })
      await asRoot(() => endJob(state.jobId, { status: 'FAILED' }))
      return state.jobId as JobId
    }
    const refused = commonProblems.jobNotAgain.status
    const changes = await queued({})
    expect((await again(changes)).status).toBe(refused)
    expect((await listed('failed')).find((j) => j.uuid === changes)?.mayAgain).toBe(false)
    const given = await queued({ cancellable: true })
    await asRoot(() => jobRecords.update({ jobId: given }, { cancelledAt: now() }))
    expect((await again(given)).status).toBe(refused)
    // No execution: the record stands as it stood.
    const lost = await queued({ again: true })
    expect((await again(lost)).status).toBe(refused)
    expect(await asRoot(() => jobRecords.get({ jobId: lost }))).toMatchObject({ status: 30, message: /./ })
    const at = now()
    const back = usePorts({ now: () => at + againMs + 1 })
    try {
      const later = await testCaller({ userType: -1, tenant: 'p' })
      expect((await again(lost, later.token)).status).toBe(refused)
    } finally {
      back()
    }
  })

  it('is the platform’s own people’s alone', async () => {
    const { uuid } = await failing()
    for (const userType of [1, 2, 18]) {
      const other = await testCaller({ userType, tenant: userType === 2 ? me.caller.tenant : 'p' })
      expect((await again(uuid, other.token)).http).toBe(403)
      expect((await send(handler, jobsOfAll, {}, other.token)).http).toBe(403)
    }
  })
})

it('lists what runs until it is over, and finds by words', async () => {
  const title = `打印${newId('file')}`
  const by = { tenant: 'p' as const, userId: me.caller.userId }
  const { jobId } = await queueJob({ name: 'x.y', title }, {}, by)
  expect((await listed('going', title)).map((j) => j.uuid)).toEqual([jobId])
  await ended({ 'detail-type': 'x', detail: { name: jobId, status: 'RUNNING' } })
  expect(await listed('going', title)).toMatchObject([{ status: 10, mayAgain: false }])
  await ended({ 'detail-type': 'x', detail: { name: jobId, status: 'SUCCEEDED', output: '{"out":{}}' } })
  expect(await listed('going', title)).toEqual([])
  expect(await listed('failed', title)).toEqual([])
  expect((await send(handler, asyncStatus, { uuid: jobId as JobId }, staff.token)).data.status).toBe(40)
})
