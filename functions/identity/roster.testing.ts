/** Two schools with people, for the tests of what hangs on a roster. */
import { createInvite } from '#shared/identity/registration/register.calls.ts'
import { createArea, createSchool } from '#shared/school/school.calls.ts'
import { createClass, listGrades } from '#shared/school/classes/class.calls.ts'
import { listCourses } from '#shared/school/classes/course.calls.ts'
import { createTeacher } from '#shared/school/people/teacher.calls.ts'
import { createStudent } from '#shared/school/people/student.calls.ts'
import type { AnyCall, OutputOf, SentOf } from '#shared/kit/call.ts'
import { viaGateway } from '#functions/kit/gateway.testing.ts'
import { testCaller } from '#functions/kit/testing.ts'
import { fresh, signInByGateway } from './identity.testing.ts'

/** The answer of a call that must be allowed, the whole way through the gateway. */
export const asked = async <C extends AnyCall>(call: C, input: SentOf<C>, token: string): Promise<OutputOf<C>> => {
  const answer = await viaGateway(call, input, token)
  if (answer.status !== 0) throw new Error(`${call.path}: ${answer.http}/${answer.status} ${answer.message}`)
  return answer.data
}
export const digits = (): string => String(Math.floor(performance.now() * 1000) % 1e8).padStart(8, '2')

/** Two schools with a class, a head teacher and two students each; the first student's number is in both. */
export const makeRoster = async () => {
  const root = await testCaller({ userType: -1, tenant: 'p' })
  const { areaId } = await asked(createArea, { areaName: '测区', areaCode: digits() }, root.token)
  const number = `2026${digits()}`
  const school = async (name: string) => {
    const accountName = fresh('a')
    const made = await asked(
      createSchool,
      {
        areaId,
        schoolName: `${name}${number}`,
        stage: 1,
        accountName,
        password: 'first-password1',
        mustChangePassword: false,
      },
      root.token,
    )
    const { schoolId } = made
    const admin = (await signInByGateway(accountName, 'first-password1')).data.accessToken
    const grade = (await asked(listGrades, { schoolId }, admin))[0]!
    const course = (await asked(listCourses, { schoolId }, admin))[0]!
    const { classId } = await asked(createClass, { gradeId: grade.gradeId, className: '1班' }, admin)
    const student = (studentName: string, studentNumber: string) =>
      asked(createStudent, { classId, studentName, studentNumber }, admin)
    const first = await student('张小禾', number)
    const second = await student('李小禾', `${number}9`)
    const teacherName = fresh('h')
    const teacher = await asked(
      createTeacher,
      {
        schoolId,
        teacherName: '王老师',
        accountName: teacherName,
        password: 'first-password1',
        mustChangePassword: false,
        teaches: [
          { classId, isHead: true },
          { classId, courseId: course.courseId, isHead: false },
        ],
      },
      admin,
    )
    const { code } = await asked(createInvite, { schoolId, places: 500, days: 7 }, admin)
    return { schoolId, code, admin, grade, course, classId, first, second, teacher, teacherName }
  }
  return { root, number, one: await school('甲校'), two: await school('乙校') }
}

export type Roster = Awaited<ReturnType<typeof makeRoster>>
