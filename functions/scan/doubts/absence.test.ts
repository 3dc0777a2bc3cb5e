/** Absences that a school of a joint exam applies for: a decision changes the candidate's scripts, and takes that back. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as applications from '#shared/exam/joint/application.calls.ts'
import { applicationStates } from '#shared/exam/joint/application.types.ts'
import type { ApplicationState } from '#shared/exam/joint/application.types.ts'
import { examProblems } from '#shared/exam/exam.problems.ts'
import { paperStep } from '#shared/exam/step.rules.ts'
import type { AreaId, JobId, ScanId, SchoolId, StudentId, Tenant } from '#shared/kit/ids.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import { decideAbsences } from '#shared/scan/doubts/absence.calls.ts'
import { followAbsencesJob } from '#shared/scan/scan.jobs.ts'
import { scanProblems } from '#shared/scan/scan.problems.ts'
import { handler as examHandler } from '#functions/exam/exam.api.ts'
import { applications as applicationRows } from '#functions/exam/joint/joint.store.ts'
import { candidateAt, classesNamed, examOfSchool, standAt, storeExam } from '#functions/exam/stored.fixtures.ts'
import { audits, objectIndex } from '#functions/kit/audit.ts'
import { withFaults } from '#functions/kit/faults.ts'
import { newId } from '#functions/kit/ports.ts'
import { actAs, asFunction, asRoot, driveJob, send, testCaller } from '#functions/kit/testing.ts'
import { handler } from '../scan.api.ts'
import { absents, slots } from '../scan.store.ts'
import { absenceWorks } from './absence.work.ts'
import { markAbsent } from './script.commands.ts'

beforeAll(() => actAs('scan-api'))

const aJointExam = async () => {
  const schoolId = newId<SchoolId>('school')
  const owner = `a:${newId<AreaId>('area')}` as Tenant
  const classes = classesNamed('1班')
  const stored = examOfSchool(schoolId, [], { classes, candidateCount: 2, owner, examType: 7, step: 2 })
  const students = [0, 1].map(() => newId<StudentId>('student')) as [StudentId, StudentId]
  await storeExam(
    stored,
    students.map((id, i) => candidateAt(stored.school, i, id, classes[0]!)),
  )
  const { examId } = stored.exam
  const paperId = stored.paper.paperId
  const organiser = await testCaller({ userType: 18, tenant: owner })
  const leader = await testCaller({ userType: 14, tenant: owner })
  const school = await testCaller({ userType: 15, tenant: schoolTenant(schoolId) })
  const kind = 'absent' as const
  const apply = (personIds: readonly StudentId[]) =>
    asFunction('exam-api', () =>
      send(
        examHandler,
        applications.apply,
        { examId, kind, personIds: [...personIds], paperIds: [paperId], note: '住院' },
        school.token,
      ),
    )
  const list = async (state: ApplicationState = 'pending') =>
    (
      await asFunction('exam-api', () =>
        send(examHandler, applications.applications, { examId, kind, state }, leader.token),
      )
    ).data.list
  const ask = async (
    rows: Awaited<ReturnType<typeof list>>,
    approve: boolean,
    { token = organiser.token, review = '' }: { token?: string; review?: string } = {},
  ) => {
    const of = rows.map(({ schoolId, personId, version }) => ({ schoolId, personId, version }))
    return send(handler, decideAbsences, { examId, of, approve, review }, token)
  }
  /** The job that a decision starts, over all who are here. */
  const run = () => ({
    job: followAbsencesJob.name,
    jobId: newId<JobId>('job'),
    tenant: owner,
    startedBy: organiser.caller.userId,
    input: { examId, of: students.map((personId) => ({ schoolId, personId })), byName: '组织方' },
    out: {},
  })
  /** Decided, and followed to its end. */
  const decide = async (...asked: Parameters<typeof ask>) => {
    const answer = await ask(...asked)
    if (answer.status === 0) await asFunction('scan-work', () => driveJob(absenceWorks, run()))
    return answer
  }
  const isAbsent = async (i: 0 | 1) => (await absents.get({ paperId, studentId: students[i] }))?.absent ?? false
  return {
    examId,
    owner,
    paperId,
    students,
    schoolId,
    organiser,
    leader,
    school,
    apply,
    list,
    ask,
    run,
    decide,
    isAbsent,
  }
}
let of: Awaited<ReturnType<typeof aJointExam>>
beforeEach(async () => {
  of = await aJointExam()
})

describe('an absence that a school applied for', () => {
  it('marks the candidate once it is approved, by the organiser or the area’s leader, and its own mark goes with it', async () => {
    await of.apply(of.students)
    expect(await of.isAbsent(0)).toBe(false)
    const waiting = await of.list()
    expect(waiting.map((a) => a.says).sort()).toEqual(['1000 1班', '1001 1班'])
    expect((await of.decide(waiting, true, { token: of.leader.token })).data).toMatchObject({ decided: 2 })
    expect([await of.isAbsent(0), await of.isAbsent(1)]).toEqual([true, true])
    // Why he was away stands in the application alone.
    expect((await absents.get({ paperId: of.paperId, studentId: of.students[0] }))!.reason).toBe('学校申报缺考')
    const approved = await of.list('approved')
    const first = approved.filter((a) => a.personId === of.students[0])
    expect((await of.decide(first, false)).status).toBe(examProblems.applyReview.status)
    expect((await of.decide(first, false, { review: '考场有签到' })).data).toMatchObject({ decided: 1 })
    expect([await of.isAbsent(0), await of.isAbsent(1)]).toEqual([false, true])
    const acts = await asRoot(() => audits.queryIndex('gsi1', objectIndex(of.owner, of.examId)))
    expect(acts.filter((a) => a.act === 'exam.decideApplication')).toHaveLength(2)
    expect(JSON.stringify(acts)).not.toContain('住院')
  })

  it('leaves a mark that was there before, when it is returned', async () => {
    await of.apply([of.students[0]])
    await of.decide(await of.list(), true)
    await markAbsent({ paperId: of.paperId, studentId: of.students[0] }, false, '', of.organiser.caller)
    await markAbsent({ paperId: of.paperId, studentId: of.students[0] }, true, '监考登记', of.organiser.caller)
    await of.decide(await of.list('approved'), false, { review: '改为监考登记' })
    expect(await of.isAbsent(0)).toBe(true)
  })

  it('is not approved of who has sheets or whose result is out, and then none of the chosen is', async () => {
    await of.apply(of.students)
    const at = { paperId: of.paperId, studentId: of.students[1], page: 1 }
    const picture = {
      pageCount: 1,
      width: 1,
      height: 1,
      imageVersion: 1,
      waits: false,
      choices: {},
      blocks: [],
      hands: [],
    }
    await slots.create({ schema: 1, ...at, ...picture, scanId: newId<ScanId>('scan'), version: 1 } as never)
    expect((await of.decide(await of.list(), true)).status).toBe(scanProblems.hasPages.status)
    expect([await of.isAbsent(0), await of.isAbsent(1)]).toEqual([false, false])
    expect(await of.list()).toHaveLength(2)
    await standAt(of.examId, paperStep.released)
    const [other] = (await of.list()).filter((a) => a.personId === of.students[0])
    expect((await of.decide([other!], true)).status).toBe(scanProblems.absenceReleased.status)
    expect(await of.isAbsent(0)).toBe(false)
  })

  it('is decided first and marked then, wherever it died: no one is absent without an approval, and it is decided again', async () => {
    for (let at = 0, over = false; !over; at++) {
      const one = await aJointExam()
      await one.apply([one.students[0]])
      const waiting = await one.list()
      const died = withFaults(({ index }) => (index === at ? (at % 2 ? 'crashAfter' : 'crashBefore') : null))
      const answer = await one.ask(waiting, true).catch(() => null)
      died.stop()
      over = answer?.status === 0 && answer.data?.decided === 1
      const approved = (await one.list('approved')).length
      expect(approved === 0 && (await one.isAbsent(0))).toBe(false)
      await one.decide(waiting, true)
      expect([await one.isAbsent(0), (await one.list('approved')).length, (await one.list()).length]).toEqual([
        true,
        1,
        0,
      ])
      if (at > 60) throw new Error('it never comes to its end')
    }
  }, 120_000)

  it('its marks are whole where their job died, and are of how the application stands then', async () => {
    await of.apply(of.students)
    const waiting = await of.list()
    await of.decide(waiting, true)
    const { examId, schoolId, paperId } = of
    const run = of.run()
    // One is returned, and the job that follows that has not begun.
    await asFunction('exam-api', () =>
      applicationRows.edit(
        { examId, schoolId, kind: 'absent', personId: of.students[1] },
        (a) => a && { ...a, state: 'returned' },
      ),
    )
    await asFunction('scan-work', async () => {
      await absents.remove({ paperId, studentId: of.students[0] })
      let deaths = 0
      for (let at = 0, over = false; !over; at++) {
        const died = withFaults(({ index }) => (index === at ? (at % 2 ? 'crashAfter' : 'crashBefore') : null))
        over = await driveJob(absenceWorks, run, 1).then(
          () => true,
          () => !++deaths,
        )
        died.stop()
      }
      expect(deaths).toBeGreaterThan(2)
    })
    expect([await of.isAbsent(0), await of.isAbsent(1)]).toEqual([true, false])
  })

  it('is no school’s to decide, nor another area’s leader’s', async () => {
    await of.apply([of.students[0]])
    const waiting = await of.list()
    const stranger = await testCaller({ userType: 14, tenant: `a:${newId('area')}` as Tenant })
    for (const { token } of [of.school, stranger]) expect((await of.decide(waiting, true, { token })).http).toBe(403)
    expect(await of.isAbsent(0)).toBe(false)
    expect(applicationStates).toContain(waiting[0]!.state)
  })
})
