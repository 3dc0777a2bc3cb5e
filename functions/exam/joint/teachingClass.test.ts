/** Teaching classes of a joint exam: its organiser looks at one school at a time, and changes that one alone. */
import { beforeAll, expect, it } from 'vitest'
import { examStudents } from '#shared/exam/exam.calls.ts'
import { examProblems } from '#shared/exam/exam.problems.ts'
import { examTeachingClassList, moveTeachingClass } from '#shared/exam/roster/teachingClass.calls.ts'
import type { AreaId, ClassId, SchoolId, StudentId, Tenant } from '#shared/kit/ids.ts'
import { newId } from '#functions/kit/ports.ts'
import { actAs, asFunction, send, testCaller } from '#functions/kit/testing.ts'
import { handler } from '../exam.api.ts'
import { candidatesOf, examOf } from '../exam.public.ts'
import { examTeachingClasses } from '../exam.store.ts'
import {
  candidateAt,
  classesIn,
  classesNamed,
  examOfSchool,
  schoolIn,
  storeExam,
  storeSchool,
} from '../stored.fixtures.ts'

beforeAll(() => actAs('exam-api'))

/** Two schools whose one paper walks; in each two candidates in its class A, and a class B without any. */
const aWalkingExam = async () => {
  const schoolIds = [0, 1].map(() => newId<SchoolId>('school')) as [SchoolId, SchoolId]
  const owner = `a:${newId<AreaId>('area')}` as Tenant
  const homes = classesNamed('1班', '2班')
  const stored = examOfSchool(schoolIds[0], [], {
    ...{ classes: [homes[0]!], candidateCount: 4, owner, examType: 7, schoolCount: 2 },
  })
  const { exam, paper } = stored
  const schools = schoolIds.map((id, i) => schoolIn(exam, id, i + 1, { classCount: 1, candidateCount: 2 }))
  const walking = schoolIds.map(() => [newId<ClassId>('class'), newId<ClassId>('class')] as const)
  const rosters = schools.map((s, i) =>
    [0, 1].map((n) =>
      candidateAt(s, 10 * i + n, newId<StudentId>('student'), homes[i]!, {
        teaching: { [paper.paperId]: walking[i]![0] },
      }),
    ),
  )
  await storeExam({ ...stored, school: schools[0]! }, rosters[0]!)
  await storeSchool(schools[1]!, classesIn(schools[1]!, [homes[1]!]), rosters[1]!)
  await asFunction('exam-api', () =>
    examTeachingClasses.putMany(
      walking.flatMap((own, i) =>
        own.map((classId, n) => ({
          ...{ schema: 1 as const, examId: exam.examId, paperId: paper.paperId, schoolId: schoolIds[i]!, classId },
          ...{ className: `${i + 1}校${'AB'[n]}班`, order: n },
        })),
      ),
    ),
  )
  const organiser = await testCaller({ userType: 18, tenant: owner })
  return { examId: exam.examId, paperId: paper.paperId, schoolIds, walking, rosters, organiser }
}

it('tells the classes and the candidates of the school that is chosen, and of the first one where none is', async () => {
  const { examId, schoolIds, organiser, rosters, walking } = await aWalkingExam()
  const classes = async (more: object = {}) =>
    (await send(handler, examTeachingClassList, { examId, ...more }, organiser.token)).data.map((c) => [
      c.className,
      c.candidateCount,
    ])
  const [first, second] = schoolIds
  const of = (n: number) => [
    [`${n}校A班`, 2],
    [`${n}校B班`, 0],
  ]
  const either = await classes()
  expect([of(1), of(2)]).toContainEqual(either)
  expect([await classes({ schoolId: first }), await classes({ schoolId: second })]).toEqual([of(1), of(2)])
  const people = async (more: object) =>
    (await send(handler, examStudents, { examId, ...more }, organiser.token)).data.list.map((c) => c.studentId).sort()
  const ids = (i: number) => rosters[i]!.map((c) => c.studentId).sort()
  expect(await people({ schoolId: second })).toEqual(ids(1))
  expect(await people({ schoolId: second, classId: walking[1]![0] })).toEqual(ids(1))
  // Another school's class has no one in this one.
  expect(await people({ schoolId: second, classId: walking[0]![0] })).toEqual([])
  expect((await people({})).length).toBe(4)
})

it('moves candidates within their school, and none of another', async () => {
  const { examId, paperId, schoolIds, organiser, rosters, walking } = await aWalkingExam()
  const [, second] = schoolIds
  const [student, other] = [rosters[1]![0]!.studentId, rosters[0]![0]!.studentId]
  const move = async (more: object, token = organiser.token) => {
    const { version } = (await examOf(examId))!
    const wish = { examId, schoolId: second, paperId, classId: walking[1]![1], studentIds: [student], version }
    return send(handler, moveTeachingClass, { ...wish, ...more } as never, token)
  }
  const notFound = examProblems.notFound.status
  // Of no school, another school's class, another school's candidate, a school that is not in it.
  expect((await move({ schoolId: undefined })).status).toBe(notFound)
  expect((await move({ classId: walking[0]![1] })).status).toBe(notFound)
  expect((await move({ studentIds: [other] })).status).toBe(notFound)
  expect((await move({ schoolId: newId<SchoolId>('school') })).status).toBe(notFound)
  const stranger = await testCaller({ userType: 18, tenant: `a:${newId<AreaId>('area')}` })
  expect((await move({}, stranger.token)).http).toBe(403)
  expect((await move({})).data.moved).toBe(1)
  const now = new Map((await candidatesOf(examId)).map((c) => [c.studentId, c.teaching?.[paperId]]))
  expect([now.get(student), now.get(other)]).toEqual([walking[1]![1], walking[0]![0]])
})
