import { grantUpload } from '#shared/platform/platform.calls.ts'
import * as schoolCalls from '#shared/school/school.calls.ts'
import * as classCalls from '#shared/school/classes/class.calls.ts'
import type { AreaId, ClassId, GradeId, SchoolId } from '#shared/kit/ids.ts'
import { isIdCard } from '#shared/school/people/personal.rules.ts'
import { postForm } from '#functions/kit/postForm.testing.ts'
import { viaGateway } from '#functions/kit/gateway.testing.ts'
import { newId, randomOf } from '#functions/kit/ports.ts'
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

/** An ID card of the right shape, of no person and of no other test; `end` is the check digit that it is to have. */
export const anIdCard = (end?: string): string => {
  for (;;) {
    const digits = [...randomOf(7)].map((b) => String(b % 10)).join('')
    const bare = `110105${1900 + Number(digits.slice(0, 2))}1231${digits.slice(2, 5)}`
    const found = [...(end ?? '0123456789X')].map((c) => bare + c).find(isIdCard)
    if (found) return found
  }
}

/** An id as the browser makes one. */
export const aUuid = (): string => {
  const hex = Buffer.from(randomOf(16)).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
}

/** What the browser does with a roster file: asks for a grant and posts the file by its form. */
export const uploadAs = async (
  token: string,
  bytes: Uint8Array | string,
  name: string,
  family: 'roster' | 'scores' = 'roster',
): Promise<string> => {
  const files = [{ name, size: Buffer.byteLength(bytes) }]
  const { data } = await viaGateway(grantUpload, { family, files }, token)
  const { key, form } = data.files[0]!
  const posted = await postForm(data, form!, typeof bytes === 'string' ? Buffer.from(bytes) : bytes)
  if (!posted.ok) throw new Error(await posted.text())
  return key
}
