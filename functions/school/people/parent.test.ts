import { beforeAll, describe, expect, it } from 'vitest'
import { bindChild, childList, unbindCount } from '#shared/identity/accounts/children.calls.ts'
import { createInvite } from '#shared/identity/registration/register.calls.ts'
import * as calls from '#shared/school/people/parent.calls.ts'
import { personalOf } from '#shared/school/people/personal.calls.ts'
import { createStudent } from '#shared/school/people/student.calls.ts'
import type { StudentId } from '#shared/kit/ids.ts'
import { signInByGateway } from '#functions/identity/identity.testing.ts'
import { viaGateway } from '#functions/kit/gateway.testing.ts'
import { newId } from '#functions/kit/ports.ts'
import { actAs, send, testCaller } from '#functions/kit/testing.ts'
import { handler } from '../school.api.ts'
import { aSchool } from '../school.fixtures.ts'

describe('parents of a school', () => {
  let school: Awaited<ReturnType<typeof aSchool>>
  let first: StudentId
  let second: StudentId
  let inviteCode: string
  const accountName = `p${newId('account').slice(-12)}`
  const token = () => school.admin.token
  const list = async (more: object = {}) =>
    (await send(handler, calls.listParents, { schoolId: school.schoolId, ...more }, token())).data
  const bind = (studentId: StudentId, more: object = {}) =>
    send(handler, calls.bindParent, { studentId, parentName: '赵建国', accountName, ...more }, token())
  beforeAll(async () => {
    actAs('school-api')
    school = await aSchool('家长中学')
    const add = async (studentName: string, studentNumber: string) =>
      (await send(handler, createStudent, { classId: school.classId, studentName, studentNumber }, token())).data
        .studentId
    first = await add('赵一', '20268001')
    second = await add('赵二', '20268002')
    const invite = { schoolId: school.schoolId, places: 100, days: 7 }
    inviteCode = (await viaGateway(createInvite, invite, school.admin.token)).data.code
  })

  it('are linked with an account of their own, and sign in to see the child', async () => {
    const made = await bind(first, { phone: '139 0000 6666' })
    expect(made).toMatchObject({ status: 0, data: { accountName, initialPassword: expect.any(String) as string } })
    const { data } = await signInByGateway(accountName, made.data.initialPassword!)
    expect(data.user).toMatchObject({ userType: 5, studentId: first })
    expect((await list()).list).toMatchObject([{ userName: '赵建国', accountName, studentName: '赵一' }])
    const of = { schoolId: school.schoolId, kind: 'parent' as const, personId: made.data.userId as string }
    expect((await send(handler, personalOf, of, token())).data.phone).toBe('139****6666')
  })
  it('take one more child, once; another person’s account is refused', async () => {
    expect((await bind(second)).status).toBe(0)
    expect((await bind(second)).message).toBe('该学生已绑定这位家长')
    expect((await bind(second, { parentName: '钱某' })).message).toBe(`账号“${accountName}”已被使用，请换一个`)
    expect((await list()).total).toBe(2)
    expect((await list({ name: 'zjg' })).total).toBe(2)
    expect((await list({ name: '20268002' })).list).toMatchObject([{ studentName: '赵二' }])
    expect((await list({ studentId: first })).list).toMatchObject([{ studentName: '赵一' }])
  })
  it('are parted and put back by the school, without using up their year', async () => {
    const { userId } = (await list({ studentId: second })).list[0]!
    const part = (undo: boolean) =>
      send(handler, calls.unbindParent, { schoolId: school.schoolId, userId, undo }, token())
    expect((await part(false)).data).toEqual({ bound: false })
    expect((await list()).total).toBe(1)
    expect((await part(false)).message).toBe('数据不存在或已删除')
    expect((await part(true)).data).toEqual({ bound: true })
    expect((await list()).total).toBe(2)
  })
  it('who link by themselves are the same parents', async () => {
    const self = await testCaller({ userType: 5, tenant: 'p', userName: '孙父' })
    await viaGateway(bindChild, { studentName: '赵一', studentNum: '20268001', inviteCode }, self.token)
    expect((await viaGateway(childList, {}, self.token)).data.user).toHaveLength(1)
    expect((await viaGateway(unbindCount, {}, self.token)).data).toBe(0)
    expect((await list({ studentId: first })).list.map((p) => p.userName).sort()).toEqual(['孙父', '赵建国'])
  })
  it('are linked once, in every way and at the same moment; ten children are the most', async () => {
    const name = `q${newId('account').slice(-12)}`
    const of = { parentName: '李父', accountName: name, password: 'first-password1', mustChangePassword: false }
    const numbers = Array.from({ length: 11 }, (_, i) => `202690${String(i).padStart(2, '0')}`)
    const kids: StudentId[] = []
    for (const [i, studentNumber] of numbers.entries()) {
      const added = { classId: school.classId, studentName: `李${i}`, studentNumber }
      kids.push((await send(handler, createStudent, added, token())).data.studentId)
    }
    // Two offices open the same account for the same child: one account, one identity.
    const twice = await Promise.all([bind(kids[0]!, of), bind(kids[0]!, of)])
    expect(twice.map((t) => t.message).sort()).toEqual(['', '该学生已绑定这位家长'])
    const { data } = await signInByGateway(name, 'first-password1')
    const self = (i: number) =>
      viaGateway(bindChild, { studentName: `李${i}`, studentNum: numbers[i]!, inviteCode }, data.accessToken)
    const both = await Promise.all([bind(kids[1]!, of), self(1)])
    expect(both.filter((b) => b.status === 0)).toHaveLength(1)
    for (let i = 2; i < 10; i++) expect((i % 2 ? await self(i) : await bind(kids[i]!, of)).status).toBe(0)
    expect((await bind(kids[10]!, of)).message).toBe('这位家长已关联10个学生，不能再关联')
    expect((await self(10)).message).toBe('最多关联10个学生')
    const known = (await viaGateway(childList, {}, data.accessToken)).data.user
    expect(known.map((c) => c.relativeId).sort()).toEqual(kids.slice(0, 10).sort())
    expect(new Set(known.map((c) => c.schoolName)).size).toBe(1)
  })
  it('are no business of another school and of teachers', async () => {
    const other = await aSchool('别校')
    const { userId } = (await list()).list[0]!
    const by = { schoolId: other.schoolId, userId }
    expect((await send(handler, calls.unbindParent, by, other.admin.token)).message).toBe('数据不存在或已删除')
    const teacher = await testCaller({ userType: 3, tenant: `s:${school.schoolId}` })
    expect((await send(handler, calls.listParents, { schoolId: school.schoolId }, teacher.token)).http).toBe(403)
  })
})
