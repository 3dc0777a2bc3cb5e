/** What is still to be reported in joint exams: to a school, and to who organises. */
import { beforeAll, expect, it } from 'vitest'
import { answerPart } from '#shared/exam/joint/part.calls.ts'
import { mostOwedCounted, reportingTasks } from '#shared/exam/joint/reporting.calls.ts'
import { examStatus, markingProgress } from '#shared/exam/exam.types.ts'
import { paperStep } from '#shared/exam/step.rules.ts'
import type { AreaId, SchoolId, TeacherId, Tenant } from '#shared/kit/ids.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import { newId } from '#functions/kit/ports.ts'
import { actAs, asFunction, send, testCaller } from '#functions/kit/testing.ts'
import { handler } from '../exam.api.ts'
import { applications } from './joint.store.ts'
import { editExam } from '../listed.ts'
import { tellCame } from '../step.public.ts'
import { classesNamed, examOfSchool, schoolIn, standAt, storeExam, storeSchool } from '../stored.fixtures.ts'

beforeAll(() => actAs('exam-api'))

const aJointExam = async () => {
  const schoolIds = [0, 1].map(() => newId<SchoolId>('school')) as [SchoolId, SchoolId]
  const owner = `a:${newId<AreaId>('area')}` as Tenant
  const counts = { classCount: 1, candidateCount: 2 }
  const stored = examOfSchool(schoolIds[0], [], {
    ...{ classes: classesNamed('1班'), candidateCount: 4, owner, examType: 7, schoolCount: 2 },
    step: paperStep.cardUpload,
  })
  await storeExam(stored, [])
  await storeSchool(schoolIn(stored.exam, schoolIds[1], 2, counts), [], [], paperStep.cardUpload)
  const organiser = await testCaller({ userType: 13, tenant: owner })
  const own = await testCaller({ userType: 2, tenant: schoolTenant(schoolIds[0]) })
  return { ...stored, examId: stored.exam.examId, schoolIds, owner, organiser, own }
}
const tasks = async (token: string) => (await send(handler, reportingTasks, {}, token)).data

it('a school is told of its answer and of papers without cards, and owes nothing once it is marked', async () => {
  const of = await aJointExam()
  const { examId, own, schoolIds, paper } = of
  const owed = async () => (await tasks(own.token)).map((t) => [t.examId, t.as, t.owed])
  expect(await owed()).toEqual([
    [
      examId,
      'school',
      [
        { what: 'answer', n: 1 },
        { what: 'cards', n: 1 },
      ],
    ],
  ])
  await send(handler, answerPart, { examId, accepts: true, version: 0 }, own.token)
  expect(await owed()).toEqual([[examId, 'school', [{ what: 'cards', n: 1 }]]])
  const come = (id: string) =>
    asFunction('exam-api', () => tellCame(paper, () => Promise.resolve([{ schoolId: id, there: 1, absent: 0 }])))
  await standAt(examId, paperStep.cardExceptions)
  // Another school's sheets are none of its own.
  await come(schoolIds[1])
  expect(await owed()).toEqual([[examId, 'school', [{ what: 'cards', n: 1 }]]])
  await come(schoolIds[0])
  expect(await owed()).toEqual([[examId, 'school', []]])
  await standAt(examId, paperStep.done)
  expect(await owed()).toEqual([])
  const declining = await aJointExam()
  const no = { examId: declining.examId, accepts: false, reason: '停水', version: 0 }
  await send(handler, answerPart, no, declining.own.token)
  expect((await tasks(declining.own.token))[0]!.owed).toEqual([])
})

it('no answer of a school is waited for once marking has begun', async () => {
  const { examId, organiser } = await aJointExam()
  await asFunction('exam-api', () => editExam(examId, (e) => ({ ...e, furthest: markingProgress.marking })))
  expect((await tasks(organiser.token)).map((t) => [t.examId, t.owed])).toEqual([[examId, []]])
})

it('who organises is told how many schools are silent and what waits to be decided, of exams at work alone', async () => {
  const of = await aJointExam()
  const { examId, organiser, owner, schoolIds, own } = of
  const owed = async () => (await tasks(organiser.token)).map((t) => [t.examId, t.as, t.dueAt, t.owed])
  expect(await owed()).toEqual([[examId, 'organiser', null, [{ what: 'answer', n: 2 }]]])
  await send(handler, answerPart, { examId, accepts: true, version: 0 }, own.token)
  const applied = (personId: TeacherId, state: 'pending' | 'approved') => ({
    ...{ schema: 1 as const, examId, owner, schoolId: schoolIds[0], schoolName: '第1中学', kind: 'teacher' as const },
    ...{
      personId,
      personName: '王',
      paperIds: [of.paper.paperId],
      note: '',
      state,
      byName: '教务处',
      at: 1,
      version: 1,
    },
  })
  await asFunction('exam-api', () =>
    applications.putMany([
      ...Array.from({ length: mostOwedCounted + 1 }, () => applied(newId<TeacherId>('teacher'), 'pending')),
      applied(newId<TeacherId>('teacher'), 'approved'),
    ]),
  )
  expect((await tasks(organiser.token))[0]!.declined).toBe(0)
  const silent = { what: 'answer', n: 1 }
  expect(await owed()).toEqual([[examId, 'organiser', null, [silent, { what: 'teacher', n: mostOwedCounted }]]])
  // Who declines is silent no more, and counted by itself.
  const other = await testCaller({ userType: 2, tenant: schoolTenant(schoolIds[1]) })
  await send(handler, answerPart, { examId, accepts: false, reason: '停水', version: 0 }, other.token)
  expect(await tasks(organiser.token)).toMatchObject([{ owed: [{ what: 'teacher' }], declined: 1 }])
  // Of another area's nothing; who reports nowhere may not ask.
  const stranger = await testCaller({ userType: 13, tenant: `a:${newId<AreaId>('area')}` })
  expect(await tasks(stranger.token)).toEqual([])
  const teacher = await testCaller({ userType: 3, tenant: schoolTenant(schoolIds[0]) })
  expect((await send(handler, reportingTasks, {}, teacher.token)).http).toBe(403)
  await asFunction('exam-api', () => editExam(examId, (e) => ({ ...e, status: examStatus.released })))
  expect(await owed()).toEqual([])
})
