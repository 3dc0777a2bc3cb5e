import * as schoolCalls from '#shared/school/school.calls.ts'
import * as classCalls from '#shared/school/class.calls.ts'
import type { AreaId, ClassId, GradeId, SchoolId } from '#shared/kit/ids.ts'
import { newId } from '#functions/kit/ports.ts'
import { send, testCaller } from '#functions/kit/testing.ts'
import { handler } from './school.api.ts'

const calls = { ...schoolCalls, ...classCalls }

/** An area, a school in it, and its administrator. */
export const aSchool = async (schoolName = '青禾第一中学') => {
  const operator = await testCaller({ userType: 1, tenant: 'p' })
  const areaCode = String(BigInt(`0x${Buffer.from(newId('area').slice(-8)).toString('hex')}`)).slice(-12)
  const area = await send(handler, calls.createArea, { areaName: '青禾区', areaCode }, operator.token)
  const areaId: AreaId = area.data.areaId
  const accountName = `a${newId('account').slice(-12)}`
  const made = await send(handler, calls.createSchool, { areaId, schoolName, stage: 1, accountName }, operator.token)
  const schoolId: SchoolId = made.data.schoolId
  const admin = await testCaller({ userType: 2, tenant: `s:${schoolId}` })
  const grades = (await send(handler, calls.listGrades, { schoolId }, admin.token)).data
  const gradeId: GradeId = grades[0]!.gradeId
  const classId: ClassId = (await send(handler, calls.createClass, { gradeId, className: '1班' }, admin.token)).data
    .classId
  return { areaId, schoolId, operator, admin, made: made.data, grades, gradeId, classId }
}
