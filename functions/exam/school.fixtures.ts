import { createArea, createSchool } from '#shared/school/school.calls.ts'
import { createClass, listGrades } from '#shared/school/classes/class.calls.ts'
import { viaGateway } from '#functions/kit/gateway.testing.ts'
import { newId, randomOf } from '#functions/kit/ports.ts'
import { testCaller } from '#functions/kit/testing.ts'

type Who = Awaited<ReturnType<typeof testCaller>>

/** A school with a class, made through its own calls. */
export const aSchoolThroughGateway = async (schoolName: string) => {
  const operator = await testCaller({ userType: 1, tenant: 'p' })
  const areaCode = [...randomOf(12)].map((b) => String(b % 10)).join('')
  const { areaId } = (await viaGateway(createArea, { areaName: '考试区', areaCode }, operator.token)).data
  const wish = { areaId, schoolName, stage: 1, accountName: `e${newId('account').slice(-12)}` }
  const { schoolId } = (await viaGateway(createSchool, wish, operator.token)).data
  const admin = await testCaller({ userType: 2, tenant: `s:${schoolId}` })
  const grades = (await viaGateway(listGrades, { schoolId }, admin.token)).data
  const { gradeId } = grades[0]!
  const { classId } = (await viaGateway(createClass, { gradeId, className: '1班' }, admin.token)).data
  const people: { head?: Who; director?: Who } = {}
  return { schoolId, admin, gradeId, otherGradeId: grades[1]!.gradeId, classId, ...people }
}
