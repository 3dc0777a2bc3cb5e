import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import { beforeAll, describe, expect, it } from 'vitest'
import { disableSensitive, enableSensitive } from '#shared/identity/accounts/account.calls.ts'
import * as calls from '#shared/school/people/personal.calls.ts'
import { allowances } from '#shared/school/people/personal.rules.ts'
import { createTeacher } from '#shared/school/people/teacher.calls.ts'
import { createStudent } from '#shared/school/people/student.calls.ts'
import type { StudentId } from '#shared/kit/ids.ts'
import { sessionProblems } from '#shared/kit/problem.ts'
import { dayKey } from '#shared/kit/time.ts'
import { audits } from '#functions/kit/audit.ts'
import { dynamo } from '#functions/kit/clients.ts'
import { viaGateway } from '#functions/kit/gateway.testing.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { actAs, asFunction, send, testCaller } from '#functions/kit/testing.ts'
import { handler } from '../school.api.ts'
import { aSchool, anIdCard } from '../school.fixtures.ts'

// Numbers of the right shape, of no person.
const idCard = anIdCard('X')
const phone = '13900001234'

describe('ID cards and phones', () => {
  let school: Awaited<ReturnType<typeof aSchool>>
  let studentId: StudentId
  const token = () => school.admin.token
  const of = () => ({ schoolId: school.schoolId, kind: 'student' as const, personId: studentId as string })
  beforeAll(async () => {
    actAs('school-api')
    school = await aSchool('隐私中学')
    const made = { classId: school.classId, studentName: '周密', studentNumber: '20267001' }
    studentId = (await send(handler, createStudent, made, token())).data.studentId
  })

  it('are typed in any width, kept sealed and shown masked', async () => {
    const typed = { idCard: ` １１０１０５${idCard.slice(6).toLowerCase()} `, phone: '+86 139-0000-1234' }
    const saved = await send(handler, calls.savePersonal, { ...of(), ...typed, version: 0 }, token())
    expect(saved).toMatchObject({ status: 0, data: { version: 1, elsewhere: false } })
    expect((await send(handler, calls.personalOf, of(), token())).data).toEqual({
      idCard: `110***********${idCard.slice(-4)}`,
      phone: '139****1234',
      version: 1,
      guarded: false,
    })
    const { Items: rows = [] } = await dynamo().send(
      new QueryCommand({
        TableName: process.env['TABLE_SCHOOL'],
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': `personal#${school.schoolId}` },
      }),
    )
    expect(rows).toHaveLength(1)
    const stored = JSON.stringify(rows)
    expect(stored).not.toContain(idCard)
    expect(stored).not.toContain(phone)
  })
  it('of the wrong shape, or with a wrong check digit, are refused in the words of the specification', async () => {
    const save = (texts: object) => send(handler, calls.savePersonal, { ...of(), ...texts, version: 1 }, token())
    expect((await save({ idCard: '123' })).message).toBe('请输入正确的身份证号码')
    expect((await save({ idCard: '110105194912310021' })).message).toBe('请输入正确的身份证号码')
    expect((await save({ phone: '12345' })).message).toBe('请输入正确的手机号码')
  })
  it('are found by the whole number and by nothing less', async () => {
    const find = async (text: string) =>
      (await send(handler, calls.findPersonal, { schoolId: school.schoolId, text }, token())) as {
        message: string
        data: { personId: string; name: string }[]
      }
    for (const text of [idCard, idCard.toLowerCase(), phone, `86${phone}`])
      expect((await find(text)).data).toMatchObject([{ personId: studentId, name: '周密' }])
    expect((await find('13900009999')).data).toEqual([])
    expect((await find('1390000')).message).toBe('请输入完整的身份证号或手机号码')
  })
  it('one ID card is one student’s of a school; a phone is a family’s', async () => {
    const made = { classId: school.classId, studentName: '周全', studentNumber: '20267002' }
    const other = (await send(handler, createStudent, made, token())).data.studentId
    const save = (texts: object) =>
      send(handler, calls.savePersonal, { ...of(), personId: other, ...texts, version: 0 }, token())
    expect((await save({ idCard })).message).toBe('该身份证号已登记在“周密”名下')
    expect((await save({ phone })).status).toBe(0)
    // A teacher may be a student's parent, but not a student with the same card.
    const accountName = `sec${school.schoolId.slice(-8)}`
    const teacher = { schoolId: school.schoolId, teacherName: '周密', accountName }
    const { teacherId } = (await send(handler, createTeacher, teacher, token())).data
    const asTeacher = { schoolId: school.schoolId, kind: 'teacher' as const, personId: teacherId as string, version: 0 }
    expect((await send(handler, calls.savePersonal, { ...asTeacher, idCard }, token())).status).toBe(0)
  })
  it('tells that another school keeps the child, and not which one', async () => {
    const elsewhere = await aSchool('别处中学')
    const made = { classId: elsewhere.classId, studentName: '周密', studentNumber: '1001' }
    const twin = (await send(handler, createStudent, made, elsewhere.admin.token)).data.studentId
    const there = { schoolId: elsewhere.schoolId, kind: 'student' as const, personId: twin as string, version: 0 }
    const saved = await send(handler, calls.savePersonal, { ...there, idCard }, elsewhere.admin.token)
    expect(saved).toMatchObject({ status: 0, data: { elsewhere: true } })
  })
  it('two who edit at once: the second is told who was faster', async () => {
    const second = await testCaller({ userType: 2, tenant: `s:${school.schoolId}`, userName: '王主任' })
    const save = (texts: object, by: string) => send(handler, calls.savePersonal, { ...of(), ...texts, version: 1 }, by)
    expect((await save({ phone: '13900004321' }, second.token)).status).toBe(0)
    expect((await save({ phone: '13900005555' }, token())).message).toMatch(/^王主任已于.*修改了这条数据/)
    await send(handler, calls.savePersonal, { ...of(), phone, version: 2 }, token())
  })
  it('each look is on record: who, whose, which field, why', async () => {
    const look = { ...of(), field: 'idCard' as const, reason: '核对身份' as const }
    expect((await send(handler, calls.revealPersonal, look, token())).data).toEqual({ value: idCard })
    const said = (await send(handler, calls.listReveals, { schoolId: school.schoolId }, token())).data
    expect(said.list[0]).toMatchObject({ name: '周密', field: 'idCard', reason: '核对身份' })
    const { userId } = school.admin.caller
    const trail = await asFunction('marking-api', () => audits.query(`s:${school.schoolId}#${dayKey(now())}`))
    expect(trail.find((r) => r.act === 'school.reveal')).toMatchObject({
      userId,
      object: `student:${studentId}:idCard`,
      reason: '核对身份',
    })
  })
  it('the switch of spec 1: where it is on, its password opens a look', async () => {
    const guarded = await testCaller({ userType: 2, tenant: `s:${school.schoolId}` })
    await viaGateway(enableSensitive, { password: '一二三四' }, guarded.token)
    expect((await send(handler, calls.personalOf, of(), guarded.token)).data.guarded).toBe(true)
    const look = (password?: string) =>
      send(
        handler,
        calls.revealPersonal,
        { ...of(), field: 'phone', reason: '联系本人或家长', ...(password ? { password } : {}) },
        guarded.token,
      )
    expect((await look()).message).toBe('您已开启敏感信息保护，请输入敏感信息密码')
    expect((await look('四三二一')).message).toBe('敏感信息密码错误')
    expect((await look('一二三四')).data).toEqual({ value: phone })
  })
  it('a session that has proved nothing lately neither takes the switch away nor gives it another password', async () => {
    const idle = await testCaller({ userType: 2, tenant: `s:${school.schoolId}` })
    await viaGateway(enableSensitive, { password: '一二三四' }, idle.token)
    const left = await testCaller({ ...idle.caller, sessionId: newId('session'), provedAt: 0 })
    const look = async (password?: string) => {
      const asked = { ...of(), field: 'phone' as const, reason: '联系本人或家长' as const }
      return (await send(handler, calls.revealPersonal, { ...asked, ...(password ? { password } : {}) }, left.token))
        .data
    }
    expect(await look()).toBeNull()
    const taken = await viaGateway(disableSensitive, {}, left.token)
    const changed = await viaGateway(enableSensitive, { password: '五六七八' }, left.token)
    const { status } = sessionProblems.proofNeeded
    expect([taken.status, changed.status]).toEqual([status, status])
    // The number that was refused is refused still.
    expect([await look(), await look('五六七八')]).toEqual([null, null])
    expect(await look('一二三四')).toEqual({ value: phone })
  })
  it('only so many looks an hour, however they are asked for', async () => {
    const eager = await testCaller({ userType: 15, tenant: `s:${school.schoolId}` })
    const look = { ...of(), field: 'phone' as const, reason: '核对身份' as const }
    const said: string[] = []
    for (let i = 0; i < allowances.reveal.count + 10; i += 4)
      said.push(
        ...(await Promise.all([0, 1, 2, 3].map(() => send(handler, calls.revealPersonal, look, eager.token)))).map(
          (a) => (a.status === 0 ? 'shown' : a.message),
        ),
      )
    expect(said.filter((s) => s === 'shown').length).toBeLessThanOrEqual(allowances.reveal.count)
    expect(said.at(-1)).toMatch(/^查看次数过多，请在\d+分钟后重试$/)
  })
  it('is no business of teachers, of students, and of other schools', async () => {
    const teacher = await testCaller({ userType: 3, tenant: `s:${school.schoolId}` })
    const student = await testCaller({ userType: 4, tenant: `s:${school.schoolId}`, studentId })
    const other = await aSchool('邻校')
    for (const who of [teacher, student, other.admin]) {
      expect((await send(handler, calls.personalOf, of(), who.token)).http).toBe(403)
      const look = { ...of(), field: 'idCard' as const, reason: '核对身份' as const }
      expect((await send(handler, calls.revealPersonal, look, who.token)).http).toBe(403)
    }
    // The own school's address, another school's student.
    const mixed = { ...of(), schoolId: other.schoolId }
    expect((await send(handler, calls.personalOf, mixed, other.admin.token)).message).toBe('数据不存在或已删除')
  })
})
