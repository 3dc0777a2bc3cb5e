import { beforeAll, describe, expect, it } from 'vitest'
import { examProblems } from '#shared/exam/exam.problems.ts'
import { examTeachings, setTeaching } from '#shared/exam/tools/teacher.calls.ts'
import { examStudents } from '#shared/exam/exam.calls.ts'
import { areaTenant } from '#shared/kit/ids.ts'
import type { AreaId, SchoolId, StudentId, TeacherId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { teachersOf } from '#functions/school/roster/school.public.ts'
import { createTeacher } from '#shared/school/people/teacher.calls.ts'
import { viaGateway } from '#functions/kit/gateway.testing.ts'
import { newId } from '#functions/kit/ports.ts'
import { actAs, send, testCaller } from '#functions/kit/testing.ts'
import { handler } from '../exam.api.ts'
import { exams } from '../exam.store.ts'
import { aSchoolThroughGateway } from '../school.fixtures.ts'
import { candidateAt, classesNamed, examOfSchool, storeExam, teacherAt } from '../stored.fixtures.ts'

beforeAll(() => actAs('exam-api'))

const teacherOf = async (school: Awaited<ReturnType<typeof aSchoolThroughGateway>>, teacherName: string) => {
  const { schoolId, admin } = school
  const accountName = `t${newId('account').slice(-12)}`
  const input = { schoolId, teacherName, accountName, password: 'first-password', teaches: [] }
  const { teacherId } = (await viaGateway(createTeacher, input as never, admin.token)).data
  return { teacherId, who: await testCaller({ userType: 3, tenant: `s:${schoolId}`, teacherId }) }
}

describe('who taught whom at an exam', () => {
  it('is corrected without the roster, opens the class to who taught it, and is written over what was seen', async () => {
    const school = await aSchoolThroughGateway('任课中学')
    const { schoolId, admin } = school
    const [one, two] = [await teacherOf(school, '赵老师'), await teacherOf(school, '钱老师')]
    const classes = classesNamed('1班', '2班')
    const stored = examOfSchool(schoolId as SchoolId, [], { classes, candidateCount: 4 })
    const { examId, courseId } = stored.paper
    const students = Array.from({ length: 4 }, () => newId<StudentId>('student'))
    await storeExam(
      stored,
      students.map((id, i) => candidateAt(stored.school, i, id, classes[i % 2]!)),
    )
    const set = (before: TeacherId[], teacherIds: TeacherId[], more: object = {}, who = admin) =>
      send(
        handler,
        setTeaching,
        { examId, classId: classes[0]!.classId, courseId, before, teacherIds, ...more } as never,
        who.token,
      )
    const seen = async (who: typeof admin) => {
      const answer = await send(handler, examStudents, { examId }, who.token)
      return answer.http === 200 ? answer.data.total : answer.http
    }
    const roster = await teachersOf(schoolId)
    expect(await seen(one.who)).toBe(403)
    expect((await set([], [one.teacherId])).status).toBe(0)
    expect(await seen(one.who)).toBe(2)
    // Again it is there; another manager had not seen it.
    expect((await set([], [one.teacherId])).status).toBe(0)
    expect((await set([], [two.teacherId])).status).toBe(commonProblems.stale.status)
    expect((await set([one.teacherId], [two.teacherId])).status).toBe(0)
    expect([await seen(one.who), await seen(two.who)]).toEqual([403, 2])
    // Who heads a class is another place.
    expect((await set([], [one.teacherId], { courseId: undefined })).status).toBe(0)
    const { places, teachers } = (await send(handler, examTeachings, { examId }, admin.token)).data
    expect(places.filter((p) => p.classId === classes[0]!.classId).map((p) => p.teacherIds)).toEqual([
      [one.teacherId],
      [two.teacherId],
    ])
    expect(teachers.map((t) => t.name)).toEqual(expect.arrayContaining(['赵老师', '钱老师']))
    expect(await teachersOf(schoolId)).toEqual(roster)
    // Two managers at once, whose rows are not each other's: one of them is told.
    const at = { classId: classes[1]!.classId }
    const both = await Promise.all([one, two].map(({ teacherId }) => set([], [teacherId], at)))
    expect(both.map((a) => a.status).sort()).toEqual([0, commonProblems.stale.status].sort())
  })

  it('shows who stands in a class without a course, who sees all of it, and lets that be taken', async () => {
    const school = await aSchoolThroughGateway('无科中学')
    const { schoolId, admin } = school
    const one = await teacherOf(school, '赵老师')
    const classes = classesNamed('1班')
    const stored = examOfSchool(schoolId as SchoolId, [], { classes, candidateCount: 1 })
    const { examId } = stored.paper
    const { classId } = classes[0]!
    const row = { ...teacherAt(stored.paper, 0, one.who.caller, classes[0]!), teacherId: one.teacherId }
    await storeExam(
      stored,
      [candidateAt(stored.school, 0, newId<StudentId>('student'), classes[0]!)],
      [{ ...row, teaches: [{ classId, isHead: false }] }],
    )
    const seen = async () => (await send(handler, examStudents, { examId }, one.who.token)).http
    expect(await seen()).toBe(200)
    const { places } = (await send(handler, examTeachings, { examId }, admin.token)).data
    expect(places[0]).toEqual({ classId, teacherIds: [one.teacherId] })
    const input = { examId, classId, before: [one.teacherId], teacherIds: [] }
    expect((await send(handler, setTeaching, input as never, admin.token)).status).toBe(0)
    expect(await seen()).toBe(403)
  })

  it('takes no stranger, no other class, no teacher’s word, and no joint exam', async () => {
    const school = await aSchoolThroughGateway('拒绝中学')
    const { schoolId, admin } = school
    const one = await teacherOf(school, '赵老师')
    const classes = classesNamed('1班')
    const stored = examOfSchool(schoolId as SchoolId, [], { classes, candidateCount: 0 })
    const { examId, courseId } = stored.paper
    await storeExam(stored, [])
    const base = { examId, classId: classes[0]!.classId, courseId, before: [], teacherIds: [one.teacherId] }
    const set = (more: object, who = admin) => send(handler, setTeaching, { ...base, ...more } as never, who.token)
    expect((await set({ teacherIds: [newId('teacher')] })).status).toBe(commonProblems.notFound.status)
    expect((await set({ classId: newId('class') })).status).toBe(commonProblems.notFound.status)
    expect((await set({ courseId: newId('course') })).status).toBe(commonProblems.notFound.status)
    expect((await set({}, one.who)).http).toBe(403)
    const area = newId<AreaId>('area')
    const organiser = await testCaller({ userType: 1, tenant: areaTenant(area) })
    await exams.edit({ examId }, (e) => e && { ...e, owner: areaTenant(area) })
    expect((await set({}, organiser)).status).toBe(examProblems.ownOnly.status)
  })
})
