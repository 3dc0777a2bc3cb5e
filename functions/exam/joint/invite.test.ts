/** Schools of other areas come to a joint exam by their own word. */
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { examDetail } from '#shared/exam/exam.calls.ts'
import { examProblems } from '#shared/exam/exam.problems.ts'
import * as calls from '#shared/exam/joint/invite.calls.ts'
import { listOwnParts, remindSchools } from '#shared/exam/joint/part.calls.ts'
import { jointSchools } from '#shared/exam/joint/school.calls.ts'
import { changeSchoolsJob } from '#shared/exam/exam.jobs.ts'
import type { JobId, SchoolId } from '#shared/kit/ids.ts'
import { placeSchool } from '#shared/school/place.calls.ts'
import { viaGateway } from '#functions/kit/gateway.testing.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { actAs, asFunction, asRoot, send, testCaller } from '#functions/kit/testing.ts'
import { jobRecords, queueJob } from '#functions/kit/work.ts'
import { jobEndsFor } from '#functions/platform/jobEnds.testing.ts'
import { schoolOf } from '#functions/school/roster/school.public.ts'
import { handler } from '../exam.api.ts'
import { candidatesOf, examSchoolsOf } from '../exam.public.ts'
import { exams } from '../exam.store.ts'
import { aJointExamOf, threeSchools } from './joint.fixtures.ts'
import { examInvites } from './joint.store.ts'
import type { JointSchool } from './joint.fixtures.ts'

let schools: JointSchool[]
let of: Awaited<ReturnType<typeof aJointExamOf>>
/** The code of the third, which is of another area than the exam. */
const schoolCode = newId('school').slice(-12).toUpperCase().replaceAll('_', '')
let operator: Awaited<ReturnType<typeof testCaller>>

beforeAll(async () => {
  actAs('exam-api')
  operator = await testCaller({ userType: -1, tenant: 'p' })
  schools = await threeSchools('邀请')
  const { schoolId } = schools[2]!
  const { version } = (await asFunction('school-api', () => schoolOf(schoolId)))!
  await viaGateway(placeSchool, { schoolId, schoolCode, version } as never, operator.token)
})
beforeEach(async () => {
  of = await aJointExamOf(schools.slice(0, 2))
})

const invite = (code = schoolCode, token = of.organiser.token) =>
  send(handler, calls.inviteSchool, { examId: of.examId, schoolCode: code }, token)
const told = async (n: number) =>
  (await send(handler, calls.ownInvites, {}, schools[n]!.admin.token)).data.filter((i) => i.examId === of.examId)
const answer = (n: number, input: { accepts: boolean; reason?: string; version: number }) =>
  send(handler, calls.answerInvite, { examId: of.examId, ...input }, schools[n]!.admin.token)
const standing = async () =>
  (await send(handler, calls.invites, { examId: of.examId }, of.organiser.token)).data.map((i) => [i.state, i.reason])

/** As its row stands when it has accepted by a job of this name. */
const asAccepted = (jobId: JobId) =>
  asFunction('exam-api', () =>
    examInvites.edit({ examId: of.examId, schoolId: schools[2]!.schoolId }, (i) => ({
      ...{ ...i!, state: 'accepted' as const, answered: { byName: '周老师', at: now() }, jobId },
    })),
  )

it('a school of another area reads who asks, and comes with its students when it has said so', async () => {
  expect((await invite('NOSUCHCODE')).status).toBe(examProblems.inviteUnknown.status)
  const asked = await invite()
  expect(asked.data.schoolName).toContain('邀请3小')
  expect((await invite()).status).toBe(0)
  expect(await standing()).toEqual([['asked', '']])
  expect(await told(0)).toEqual([])
  const [seen] = await told(2)
  expect(seen).toMatchObject({ examName: '全区联考', courses: ['语文', '数学'], byName: of.organiser.caller.userName })
  // Nothing of it is there before that, and it is no other school's to answer.
  expect(await examSchoolsOf(of.examId)).toHaveLength(2)
  expect((await answer(1, { accepts: true, version: seen!.version })).status).toBe(examProblems.inviteGone.status)

  const accepted = await answer(2, { accepts: true, version: seen!.version })
  expect((await jobEndsFor(of.organiser, accepted.data.uuid!)).status).toBe(40)
  const there = await examSchoolsOf(of.examId)
  expect(there).toHaveLength(3)
  const area = (await asFunction('school-api', () => schoolOf(schools[2]!.schoolId)))!.areaId
  expect(there.find((s) => s.schoolId === schools[2]!.schoolId)?.area?.areaId).toBe(area)
  const numbers = (await candidatesOf(of.examId)).map((c) => c.studentNumber)
  expect(new Set(numbers).size).toBe(3)
  // It has said so: it is not asked again.
  expect(await told(2)).toEqual([])
  const parts = (await send(handler, listOwnParts, {}, schools[2]!.admin.token)).data
  expect(parts.find((p) => p.examId === of.examId)).toMatchObject({ answer: 'accepted' })
  const { data } = await send(handler, jointSchools, { examId: of.examId }, of.organiser.token)
  expect(data.find((s) => s.schoolId === schools[2]!.schoolId)).toMatchObject({ answer: 'accepted' })
  expect((await invite()).status).toBe(examProblems.schoolThere.status)
  // Its organiser says to it what it says to any other.
  const schoolIds = [schools[2]!.schoolId as SchoolId]
  const said = await send(
    handler,
    remindSchools,
    { examId: of.examId, schoolIds, text: '请尽快上传' },
    of.organiser.token,
  )
  expect(said.data).toMatchObject({ schools: 1 })
  // Of its own area no officer sees the exam: it is its organiser's.
  for (const userType of [13, 14, 18]) {
    const officer = await testCaller({ userType, tenant: `a:${area}` })
    expect((await send(handler, examDetail, { examId: of.examId }, officer.token)).http).toBe(403)
    expect((await send(handler, calls.invites, { examId: of.examId }, officer.token)).http).toBe(403)
  }
})

it('declines with a reason that the organiser reads, and may be asked again; what was withdrawn is accepted no more', async () => {
  await invite()
  const [seen] = await told(2)
  const no = { accepts: false, version: seen!.version }
  expect((await answer(2, no)).status).toBe(examProblems.reasonNeeded.status)
  expect((await answer(2, { ...no, reason: '另有考试' })).status).toBe(0)
  expect(await standing()).toEqual([['declined', '另有考试']])
  expect((await answer(2, { ...no, accepts: true })).status).toBe(examProblems.inviteGone.status)
  const once = (n: number) =>
    send(
      handler,
      calls.inviteSchool,
      { examId: of.examId, schoolId: schools[n]!.schoolId as SchoolId },
      of.organiser.token,
    )
  expect((await once(2)).status).toBe(0)
  // Without its code only one that was asked before.
  expect((await once(0)).status).toBe(examProblems.inviteUnknown.status)
  expect(await standing()).toEqual([['asked', '']])
  const { version } = (await told(2))[0]!
  const schoolId = schools[2]!.schoolId as SchoolId
  const back = () => send(handler, calls.withdrawInvite, { examId: of.examId, schoolId, version }, of.organiser.token)
  expect((await back()).status).toBe(0)
  // An answer that was lost is given again.
  expect((await back()).status).toBe(0)
  expect(await told(2)).toEqual([])
  expect((await answer(2, { accepts: true, version })).status).toBe(examProblems.inviteGone.status)
  expect(await examSchoolsOf(of.examId)).toHaveLength(2)
})

it('a school that has accepted and is not in comes in when it accepts again', async () => {
  const jobId = newId<JobId>('job')
  await invite()
  // Its process ended between the answer and the job.
  await asAccepted(jobId)
  const [lost] = await told(2)
  expect(lost?.entry).toBe('stopped')
  const begun = await answer(2, { accepts: true, version: lost!.version })
  expect(begun.data).toEqual({ version: lost!.version, uuid: jobId })
  expect((await jobEndsFor(of.organiser, jobId)).status).toBe(40)
  expect(await told(2)).toEqual([])
  expect(await examSchoolsOf(of.examId)).toHaveLength(3)
})

it('a school whose job goes on waits for it, and begins another where it has failed', async () => {
  const jobId = newId<JobId>('job')
  await invite()
  await asAccepted(jobId)
  const stands = (status: 10 | 30) =>
    asRoot(() => jobRecords.edit({ jobId }, (r) => ({ ...r!, status, lastTimestamps: now() })))
  await asRoot(() => queueJob(changeSchoolsJob, {}, { tenant: of.exam.owner, userId: newId('user') }, { jobId }))
  await stands(10)
  const [going] = await told(2)
  expect(going?.entry).toBe('coming')
  expect((await answer(2, { accepts: true, version: going!.version })).data.uuid).toBe(jobId)
  expect(await examSchoolsOf(of.examId)).toHaveLength(2)
  await stands(30)
  const [stopped] = await told(2)
  expect(stopped?.entry).toBe('stopped')
  const { data } = await answer(2, { accepts: true, version: stopped!.version })
  expect(data.uuid).not.toBe(jobId)
  expect((await jobEndsFor(of.organiser, data.uuid!)).status).toBe(40)
  expect(await told(2)).toEqual([])
})

it('who is of the own area is let in without being asked, and no other organiser asks', async () => {
  const { areaId } = (await asFunction('school-api', () => schoolOf(schools[2]!.schoolId)))!
  await asFunction('exam-api', () => exams.edit({ examId: of.examId }, (e) => ({ ...e!, owner: `a:${areaId}` })))
  expect((await invite(schoolCode, operator.token)).status).toBe(examProblems.inviteOwn.status)
  expect((await invite(schoolCode, of.organiser.token)).http).toBe(403)
  expect((await invite(schoolCode, schools[0]!.admin.token)).http).toBe(403)
})
