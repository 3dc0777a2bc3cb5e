/** What a school's administrator may do to an account that has an identity elsewhere too (I17). */
import { beforeAll, describe, expect, it } from 'vitest'
import { cancelDisable } from '#shared/identity/signIn/signIn.calls.ts'
import { resetTeacherPassword } from '#shared/school/people/teacher.calls.ts'
import { createTeacher } from '#shared/school/people/teacher.calls.ts'
import { bindParent } from '#shared/school/people/parent.calls.ts'
import { createStudent } from '#shared/school/people/student.calls.ts'
import type { SchoolId, UserId } from '#shared/kit/ids.ts'
import { identityProblems } from '#shared/identity/identity.problems.ts'
import { schoolProblems } from '#shared/school/school.problems.ts'
import { signInByGateway } from '#functions/identity/identity.testing.ts'
import { users } from '#functions/identity/identity.store.ts'
import { viaGateway } from '#functions/kit/gateway.testing.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { actAs, asFunction, send, testCaller } from '#functions/kit/testing.ts'
import { handler } from '../school.api.ts'
import { aSchool } from '../school.fixtures.ts'
import { teachers } from '../roster/school.store.ts'

const password = 'first-password1'
let one: Awaited<ReturnType<typeof aSchool>>
let two: Awaited<ReturnType<typeof aSchool>>
beforeAll(async () => {
  actAs('school-api')
  one = await aSchool('甲校')
  two = await aSchool('乙校')
})

const teacher = async () => {
  const accountName = `t${newId<string>('account').slice(-12)}`
  const wanted = { schoolId: one.schoolId, teacherName: '两校老师', accountName, password, mustChangePassword: false }
  const { data } = await send(handler, createTeacher, { ...wanted, teaches: [] }, one.admin.token)
  return { accountName, teacherId: data.teacherId }
}
/** Gives the same account an identity in another school. */
const alsoAt = async (teacherId: string, schoolId: SchoolId, more: object = {}) => {
  const row = (await teachers.get({ schoolId: one.schoolId, teacherId }))!
  const user = {
    schema: 1,
    userId: newId<UserId>('user'),
    accountId: row.accountId!,
    userType: 3,
    userName: '两校老师',
  }
  const place = { tenant: `s:${schoolId}`, schoolId, stage: 1, createdAt: now(), version: 1, ...more }
  await asFunction('identity-api', () => users.create({ ...user, ...place } as never))
}
const reset = (teacherId: string, token: string) =>
  send(handler, resetTeacherPassword, { schoolId: one.schoolId, teacherId: teacherId as never }, token)

describe('an account of two schools', () => {
  it('is not reset by the administrator of one; its password stays', async () => {
    const of = await teacher()
    await alsoAt(of.teacherId, two.schoolId)
    const refused = await reset(of.teacherId, one.admin.token)
    expect(refused).toMatchObject({ status: schoolProblems.accountBeyond.status, data: null })
    expect(refused.message).toContain('请本人在登录页用绑定的手机找回密码，或联系平台运营人员')
    expect((await signInByGateway(of.accountName, password)).status).toBe(0)
    // Nor are the wrong passwords that guard both schools forgotten.
    const cleared = await viaGateway(cancelDisable, { accountName: of.accountName }, one.admin.token)
    expect(cleared.status).toBe(identityProblems.accountBeyond.status)
  })

  it('is reset by the platform, which reaches both', async () => {
    const of = await teacher()
    await alsoAt(of.teacherId, two.schoolId)
    const operator = await testCaller({ userType: 18, tenant: 'p' })
    const { data } = await reset(of.teacherId, operator.token)
    const signed = await signInByGateway(of.accountName, data.initialPassword!)
    // Before anything else a password of one's own.
    expect(signed.data.user).toMatchObject({ passwordStatus: 1, pending: 'password' })
  })

  it('is the school’s again when the other identity is closed; a platform’s own account no school resets', async () => {
    const of = await teacher()
    await alsoAt(of.teacherId, two.schoolId, { closedAt: 1 })
    expect((await reset(of.teacherId, one.admin.token)).data.initialPassword).toBeDefined()
    const above = await teacher()
    await alsoAt(above.teacherId, two.schoolId, { userType: 1, tenant: 'p', schoolId: undefined })
    const operator = await testCaller({ userType: 18, tenant: 'p' })
    expect((await reset(above.teacherId, operator.token)).status).toBe(schoolProblems.accountBeyond.status)
  })

  it('gets no child at a school by that school’s word alone', async () => {
    const add = async (of: typeof one, studentNumber: string) =>
      (await send(handler, createStudent, { classId: of.classId, studentName: '赵一', studentNumber }, of.admin.token))
        .data.studentId
    const accountName = `p${newId<string>('account').slice(-12)}`
    const of = { parentName: '赵父', accountName, password }
    const first = { ...of, studentId: await add(one, '20267001') }
    expect((await send(handler, bindParent, first, one.admin.token)).status).toBe(0)
    const again = { ...of, studentId: await add(one, '20267002') }
    expect((await send(handler, bindParent, again, one.admin.token)).status).toBe(0)
    const elsewhere = { ...of, studentId: await add(two, '20267003') }
    expect((await send(handler, bindParent, elsewhere, two.admin.token)).status).toBe(
      schoolProblems.accountTaken.status,
    )
  })
})
