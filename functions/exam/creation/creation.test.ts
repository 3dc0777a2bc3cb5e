/** The making of large exams as their organisers follow it: how far it is, why it failed, and having it go on. */
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { createAgain, creationAgainMs, listCreations } from '#shared/exam/creation/creation.calls.ts'
import { createExamJob } from '#shared/exam/exam.jobs.ts'
import { examProblems } from '#shared/exam/exam.problems.ts'
import type { AreaId, CourseId, JobId, SchoolId, Tenant } from '#shared/kit/ids.ts'
import { jobStatus } from '#shared/kit/job.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { endJob } from '#functions/kit/ended.ts'
import { withFaults } from '#functions/kit/faults.ts'
import { faultCases } from '#functions/kit/faultCases.testing.ts'
import { jobEnds } from '#functions/kit/jobEnds.testing.ts'
import { Refused } from '#functions/kit/refusal.ts'
import { newId, now, usePorts } from '#functions/kit/ports.ts'
import { actAs, asFunction, asRoot, send, testCaller } from '#functions/kit/testing.ts'
import { handler } from '../exam.api.ts'
import { beginJointExam, createOwnExam, draftOf } from '../exam.commands.ts'
import { examOf } from '../exam.public.ts'
import { creations, exams, purgesDue } from '../exam.store.ts'
import { aStudentIn } from '../joint/joint.fixtures.ts'
import { aSchoolThroughGateway } from '../school.fixtures.ts'
import { startCreation } from './creation.ts'

let school: Awaited<ReturnType<typeof aSchoolThroughGateway>>
beforeAll(async () => {
  actAs('exam-api')
  school = await aSchoolThroughGateway(`进度小学${newId('school').slice(-8)}`)
  await aStudentIn(school, school.classId, 1)
})

/** An exam of the school whose making is begun; of `courseNames` the school may have none. */
const begun = async (courseNames: string[]) => {
  const owner = `a:${newId<AreaId>('area')}` as Tenant
  const organiser = await testCaller({ userType: 18, tenant: owner, userName: '联考办' })
  const courses = courseNames.map((courseName) => ({ courseId: newId<CourseId>('course'), courseName }))
  const facts = { examName: '全区联考', examType: 7, examDate: now(), gradeName: '一年级', term: '2026-1' }
  const exam = draftOf(owner, facts, courses, 1, organiser.caller)
  const schoolId = school.schoolId as SchoolId
  const wish = { exam, caller: organiser.caller, schools: [{ schoolId }], grade: school.gradeId as never }
  const { uuid } = await startCreation(wish)
  return { organiser, examId: exam.examId, uuid, owner }
}
const listed = async (token: string) => (await send(handler, listCreations, {}, token)).data
const again = (creationId: JobId, version: number, token: string) =>
  send(handler, createAgain, { creationId, version }, token)

it('is done with its exam, and is seen by its own area alone', async () => {
  const { organiser, examId, uuid, owner } = await begun(['语文'])
  expect((await jobEnds(uuid)).status).toBe(jobStatus.done)
  const [row, ...others] = await listed(organiser.token)
  expect(others).toEqual([])
  expect(row).toMatchObject({
    examId,
    examName: '全区联考',
    byName: '联考办',
    state: 'done',
    schools: 1,
    schoolCount: 1,
  })
  expect([row!.candidates, row!.mayAgain]).toEqual([1, false])
  const colleague = await testCaller({ userType: 13, tenant: owner })
  expect(await listed(colleague.token)).toHaveLength(1)
  const stranger = await testCaller({ userType: 18, tenant: `a:${newId<AreaId>('area')}` })
  expect(await listed(stranger.token)).toEqual([])
  expect((await again(uuid, row!.version, stranger.token)).status).toBe(commonProblems.notFound.status)
  expect((await again(uuid, row!.version, organiser.token)).status).toBe(examProblems.creationNotAgain.status)
})

it('that failed says why, goes on once of two who ask, within a day, and is then done', async () => {
  const { organiser, uuid, examId } = await begun(['没有的科目'])
  expect((await jobEnds(uuid)).status).toBe(jobStatus.failed)
  const [failed] = await listed(organiser.token)
  expect(failed).toMatchObject({ state: 'failed', mayAgain: true })
  expect(failed!.message).toContain('没有的科目')
  const late = usePorts({ now: () => Date.now() + creationAgainMs })
  const token = (await testCaller({ ...organiser.caller })).token
  expect((await listed(token))[0]!.mayAgain).toBe(false)
  expect((await again(uuid, failed!.version, token)).status).toBe(examProblems.creationNotAgain.status)
  late()
  const two = await Promise.all([0, 1].map(() => again(uuid, failed!.version, organiser.token)))
  expect(two.map((a) => a.status).sort((a, b) => a - b)).toEqual([0, commonProblems.stale.status])
  const next = two.find((a) => a.status === 0)!.data.uuid
  expect(next).not.toBe(uuid)
  // The school still has no such course: it fails again, under its own record.
  expect((await jobEnds(next)).status).toBe(jobStatus.failed)
  expect(await listed(organiser.token)).toHaveLength(1)
  expect(await examOf(examId)).toBeNull()
})

it('that was cut off goes on to its exam', async () => {
  const { organiser, uuid, examId } = await begun(['数学'])
  expect((await jobEnds(uuid)).status).toBe(jobStatus.done)
  // As if its end had been a failure: what is made already is found there.
  await asRoot(async () => {
    const { jobRecords } = await import('#functions/kit/work.ts')
    await jobRecords.edit({ jobId: uuid }, (r) => r && { ...r, status: jobStatus.running, lastTimestamps: now() })
    await endJob(uuid, { status: 'FAILED', stopDate: now() })
  })
  const [failed] = await listed(organiser.token)
  expect(failed!.state).toBe('failed')
  const { data } = await again(uuid, failed!.version, organiser.token)
  const job = await jobEnds(data.uuid)
  expect([job.name, job.status]).toEqual([createExamJob.name, jobStatus.done])
  const [row] = await listed(organiser.token)
  expect([row!.state, row!.candidates, (await examOf(examId))!.version]).toEqual(['done', 1, 1])
})

it('written down and never begun may be begun, and goes in time with the records of jobs', async () => {
  const { organiser, uuid, owner } = await begun(['语文'])
  await jobEnds(uuid)
  const row = (await asFunction('exam-api', () => creations.get({ owner, creationId: uuid })))!
  const lost = newId<JobId>('job')
  await asFunction('exam-api', () => creations.put({ ...row, creationId: lost, jobId: lost }))
  const seen = (await listed(organiser.token)).find((r) => r.creationId === lost)
  expect(seen).toMatchObject({ state: 'failed', mayAgain: true, schools: 0 })
  const { data } = await again(lost, seen!.version, organiser.token)
  expect((await jobEnds(data.uuid)).status).toBe(jobStatus.done)
})

const jointWish = () => ({
  ...{ schoolIds: [school.schoolId as SchoolId], stage: 3, enrolmentYear: 2026, courseNames: ['语文'] },
  ...{ examName: '全区联考', examType: 7, examDate: 1_790_000_000_000, requestId: randomUUID() as string },
})
const organiserOf = () =>
  testCaller({ userType: 18, tenant: `a:${newId<AreaId>('area')}` as Tenant, userName: '联考办' })
const ownWish = () => ({
  ...{ schoolId: school.schoolId as SchoolId, gradeId: school.gradeId as never, classIds: [school.classId as never] },
  ...{ courseIds: [], examName: '月考', examType: 3, examDate: 1_790_000_000_000, requestId: randomUUID() as string },
})

it('a joint exam that is asked for again after any single fault is one exam by one job', async () => {
  const asked = async (plan: Parameters<typeof withFaults>[0]) => {
    const { caller } = await organiserOf()
    const wish = jointWish()
    const faults = withFaults(plan)
    const first = await asFunction('exam-api', () => beginJointExam(wish, caller)).catch((error: unknown) => {
      if (error instanceof Refused || !(error instanceof Error)) throw error
      return null
    })
    faults.stop()
    const second = await asFunction('exam-api', () => beginJointExam(wish, caller))
    const begun = await asFunction('exam-api', () => creations.query(`creations#${caller.tenant}`))
    return { calls: [...faults.calls], first, second, begun, tenant: caller.tenant }
  }
  const clean = await asked(() => null)
  const all = [clean]
  for (const { at, kind } of faultCases(clean.calls, {
    every: 1,
    kinds: ['failBefore', 'appliedButFailed', 'crashAfter'],
  }))
    all.push(await asked((call) => (call.index === at ? kind : null)))
  expect(all.length).toBeGreaterThan(1)
  for (const { first, second, begun, tenant } of all) {
    expect(begun.map((c) => [c.jobId, c.examId])).toEqual([[second.uuid, second.examId]])
    if (first) expect(first).toEqual(second)
    await jobEnds(second.uuid)
    const made = await asFunction('exam-api', () => exams.queryIndex('gsi1', `owner#${tenant}`))
    expect(made.map((e) => e.examId).filter((id) => id !== second.examId)).toEqual([])
  }
})

it('two who ask for the same at once are answered the same exam, and it is not due to go', async () => {
  const { caller } = await testCaller({ userType: 2, tenant: `s:${school.schoolId}` })
  const wish = ownWish()
  const ask = () => asFunction('exam-api', () => createOwnExam(wish, caller))
  const [one, other] = await Promise.all([ask(), ask()])
  expect(other).toEqual(one)
  const made = await asFunction('exam-api', () => exams.queryIndex('gsi1', `owner#${caller.tenant}`))
  expect(made.filter((e) => e.creatorId === caller.userId)).toHaveLength(1)
  const due = (await asRoot(() => purgesDue.query('purges-due', { consistent: true }))).map((d) => d.examId)
  expect(due).not.toContain(one.examId)
})

it('another exam under the name of one that was asked for is refused by the name of that', async () => {
  const { caller } = await testCaller({ userType: 2, tenant: `s:${school.schoolId}` })
  const wish = ownWish()
  await asFunction('exam-api', () => createOwnExam(wish, caller))
  const otherwise = asFunction('exam-api', () => createOwnExam({ ...wish, examName: '期中' }, caller))
  await expect(otherwise).rejects.toMatchObject({ problem: examProblems.askedOtherwise, message: /“月考”刚才已经新建/ })
  const colleague = await testCaller({ userType: 2, tenant: `s:${school.schoolId}` })
  const own = await asFunction('exam-api', () => createOwnExam(wish, colleague.caller))
  expect((await examOf(own.examId))!.creatorId).toBe(colleague.caller.userId)
})
