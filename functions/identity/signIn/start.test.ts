import { beforeAll, describe, expect, it } from 'vitest'
import {
  bindChild,
  childList,
  findStudent,
  unbindChild,
  unbindCount,
} from '#shared/identity/accounts/children.calls.ts'
import { refreshToken } from '#shared/identity/identity.calls.ts'
import { identityProblems as p } from '#shared/identity/identity.problems.ts'
import {
  dictionaries,
  publicDictionaries,
  saveSystemConfig,
  saveUserAction,
  start,
  systemConfig,
  userAction,
} from '#shared/identity/signIn/session.calls.ts'
import { saveTableConfig, tableConfig } from '#shared/identity/table.calls.ts'
import { enableSensitive } from '#shared/identity/accounts/account.calls.ts'
import { deleteTeacher, updateTeacher, teacherDetail } from '#shared/school/people/teacher.calls.ts'
import { deleteStudents, restoreStudents } from '#shared/school/people/student.calls.ts'
import { viaGateway } from '#functions/kit/gateway.testing.ts'
import { newId, usePorts } from '#functions/kit/ports.ts'
import { actAs, send, testCaller } from '#functions/kit/testing.ts'
import { fresh, open, signInAt, signInByGateway } from '../identity.testing.ts'
import { asked as ask, makeRoster } from '../roster.testing.ts'
import type { Roster } from '../roster.testing.ts'

actAs('identity-api')
const { handler } = await import('../identity.api.ts')

let world: Roster
beforeAll(async () => {
  world = await makeRoster()
})

const codeOf = (schoolId: string) => (schoolId === world.one.schoolId ? world.one : world.two).code

const parent = async (userTypes = [5]) => {
  const name = fresh('p')
  const opened = await open(name, 'right-password-7', userTypes, { user: { tenant: 'p', teacherId: undefined } })
  const { data } = await signInAt(handler, name, 'right-password-7')
  return { name, ...opened, ...data, token: data.accessToken }
}

describe('children', () => {
  it('are found by name and number, and by nothing less; several schools want a choice', async () => {
    const { token } = await parent()
    const find = (studentName: string, studentNum: string) =>
      send(handler, findStudent, { studentName, studentNum }, token)
    const both = await find(' 张小禾 ', world.number)
    expect(both.data.multiSchoolFlag).toBe(true)
    expect(both.data.studentInfoList.map((s) => s.schoolId).sort()).toEqual(
      [world.one.schoolId, world.two.schoolId].sort(),
    )
    for (const [name, number] of [
      ['张大禾', world.number],
      ['张小禾', '20260000'],
      ['李小禾', world.number],
    ] as const)
      expect(await find(name, number)).toMatchObject({
        status: p.studentUnknown.status,
        message: '学生信息有误，请重新输入',
      })
    expect(await find('', '1')).toMatchObject({ message: '学生姓名不能为空' })
    expect(await find('a', '')).toMatchObject({ message: '学生学号不能为空' })
    for (let i = 0; i < 20; i++) await find('张大禾', world.number)
    expect(await find('张大禾', world.number)).toMatchObject({ message: '操作过于频繁，请稍后再试' })
    const student = await testCaller({ userType: 4, tenant: 'p' })
    expect((await send(handler, findStudent, { studentName: 'a', studentNum: '1' }, student.token)).http).toBe(403)
  })

  it('are linked once; the placeholder becomes the parent of the first, the next ones are new identities', async () => {
    const of = await parent()
    const bind = (input: object) =>
      send(
        handler,
        bindChild,
        {
          studentName: '张小禾',
          studentNum: world.number,
          accountId: of.accountId,
          inviteCode: world.one.code,
          ...input,
        },
        of.token,
      )
    expect(await bind({})).toMatchObject({
      status: p.severalSchools.status,
      message: '该学号在多个学校中存在，请选择你的学校',
    })
    expect(await bind({ schoolId: world.one.schoolId, targetStudentId: world.two.first.studentId })).toMatchObject({
      status: p.childMismatch.status,
      message: '信息不符, 不能绑定！',
    })
    expect((await bind({ accountId: newId('account') })).http).toBe(403)
    const twice = await Promise.all([bind({ schoolId: world.one.schoolId }), bind({ schoolId: world.one.schoolId })])
    expect(twice.map((t) => t.status).sort()).toEqual([0, p.childBound.status])
    expect(await bind({ schoolId: world.one.schoolId })).toMatchObject({ status: p.childBound.status })
    expect((await bind({ schoolId: world.two.schoolId })).status).toBe(p.registerRefused.status)
    expect((await bind({ schoolId: world.two.schoolId, inviteCode: world.two.code })).status).toBe(0)
    const list = await send(handler, childList, {}, of.token)
    expect(list.data.user.map((u) => [u.userName, u.relativeId, u.userType])).toEqual([
      ['张小禾', world.one.first.studentId, 5],
      ['张小禾', world.two.first.studentId, 5],
    ])
    expect(list.data.user[0]!.userId).toBe(of.userIds[0])
    // The next refresh knows the child.
    const next = await send(handler, refreshToken, of)
    expect(next.data.user).toMatchObject({ studentId: world.one.first.studentId, schoolId: world.one.schoolId })
    const began = await send(handler, start, {}, next.data.accessToken)
    expect(began.data.relativeInfo).toMatchObject({ classId: world.one.classId, className: '1班' })
  })

  it('are unlinked while more than one is there, five times a year, and their sessions end', async () => {
    const of = await parent([3, 5])
    const bind = async (schoolId: never, name = '张小禾', number = world.number) =>
      (
        await send(
          handler,
          bindChild,
          { studentName: name, studentNum: number, schoolId, inviteCode: codeOf(schoolId) },
          of.token,
        )
      ).data.userId!
    const unbind = (...userIds: never[]) => send(handler, unbindChild, { userIds, otherUserType: 5 }, of.token)
    const one = await bind(world.one.schoolId as never)
    expect(await unbind(one as never)).toMatchObject({ status: p.lastChild.status })
    const count = async () => (await send(handler, unbindCount, { accountId: of.accountId }, of.token)).data
    for (let i = 1; i <= 5; i++) {
      const two = await bind(world.two.schoolId as never)
      expect((await unbind(two as never)).data).toEqual({ unbound: 1 })
      expect(await count()).toBe(i)
    }
    const two = await bind(world.two.schoolId as never)
    const sixth = await unbind(two as never)
    expect(sixth.status).toBe(p.unbindExhausted.status)
    expect(sixth.message).toMatch(/^系统检测到多次绑定学生.*本年度暂不支持解绑.*400-/)
    expect((await unbind(newId('user') as never)).status).toBe(p.noSuchUser.status)
    // A year later the allowance is new.
    const back = usePorts({ now: () => Date.now() + 366 * 86_400_000 })
    const later = await signInAt(handler, of.name, 'right-password-7')
    expect((await send(handler, unbindCount, {}, later.data.accessToken)).data).toBe(0)
    back()
    // A session that stands on the unlinked child ends with it.
    const second = await parent([5])
    const link = (schoolId: never) =>
      send(
        handler,
        bindChild,
        { studentName: '张小禾', studentNum: world.number, schoolId, inviteCode: codeOf(schoolId) },
        second.token,
      )
    await link(world.one.schoolId as never)
    await link(world.two.schoolId as never)
    expect((await send(handler, unbindChild, { userIds: [second.userIds[0]!] }, second.token)).status).toBe(0)
    expect((await send(handler, childList, {}, second.token)).http).toBe(401)
  })
})

describe('what the school does to its people', () => {
  it('reaches their sessions: a deleted teacher is out within five seconds, a renamed one is renamed', async () => {
    const { one } = world
    const signed = await signInByGateway(one.teacherName, 'first-password1')
    expect(signed.data.user.userName).toBe('王老师')
    const { schoolId } = one
    const { teacherId } = one.teacher
    const row = await ask(teacherDetail, { schoolId, teacherId }, one.admin)
    const { version } = await ask(
      updateTeacher,
      { schoolId, teacherId, teacherName: '王新名', teaches: row.teaches, version: row.version },
      one.admin,
    )
    const next = await viaGateway(refreshToken, { refreshToken: signed.data.refreshToken })
    expect(next.data.user.userName).toBe('王新名')
    await ask(deleteTeacher, { schoolId, teacherId, version, undo: false } as never, one.admin)
    const began = performance.now()
    let lastTaken = 0
    for (let http = 200; http === 200;) {
      const askedAt = performance.now() - began
      ;({ http } = await viaGateway(start, {}, next.data.accessToken))
      if (http === 200) lastTaken = askedAt
      else expect(http).toBe(401)
      await new Promise((done) => setTimeout(done, 200))
    }
    // The session is remembered for three seconds; how long an answer takes is the machine's.
    expect(lastTaken).toBeLessThan(3_000)
    expect((await viaGateway(refreshToken, next.data)).status).toBe(p.refreshRefused.status)
    expect((await signInByGateway(one.teacherName, 'first-password1')).status).toBe(p.wrongPassword.status)
    await ask(deleteTeacher, { schoolId, teacherId, version, undo: true } as never, one.admin)
    expect((await signInByGateway(one.teacherName, 'first-password1')).status).toBe(0)
  })

  it('leaves a student without an account alone', async () => {
    const { one } = world
    const ids = { studentIds: [one.second.studentId] }
    expect(await ask(deleteStudents, ids as never, one.admin)).toEqual({ deleted: 1 })
    expect(await ask(restoreStudents, { schoolId: one.schoolId, ...ids } as never, one.admin)).toEqual({ restored: 1 })
  })
})

describe('the start', () => {
  it('answers a teacher in one round: classes with the comprehensive course first for the head, grades, courses', async () => {
    const { one } = world
    const { data } = await signInByGateway(one.teacherName, 'first-password1')
    const began = (await viaGateway(start, {}, data.accessToken)).data
    expect(began.user.userId).toBe(data.user.userId)
    expect(began.teacherClasses).toEqual([
      {
        classId: one.classId,
        className: '1班',
        gradeId: one.grade.gradeId,
        isHead: true,
        courseList: [
          { courseId: 'comprehensive', courseName: '综合', isMyself: true },
          { courseId: one.course.courseId, courseName: one.course.courseName, isMyself: true },
        ],
      },
    ])
    expect(began.schoolGrades.map((g) => g.gradeName)).toEqual(['高一', '高二', '高三'])
    expect(began.relativeInfo!.schoolList[0]).toMatchObject({
      schoolId: one.schoolId,
      stage: 1,
      schoolStageList: ['01'],
    })
    expect(began.relativeInfo!.areaList).toHaveLength(1)
    expect(began.relativeInfo!.courseList.filter((c) => c.isMyself).map((c) => c.courseId)).toEqual([
      one.course.courseId,
    ])
    expect(began.courseExams.map((c) => c.courseId)).toContain(one.course.courseId)
    expect(began.sensitiveInfo).toBeNull()
    expect(began.expiry.jyeooExpireStatus).toBe(0)
  })

  it("says what is each type's: sensitive information, the regional bank, the placeholder", async () => {
    const began = async (userType: number, of: { referrerManageType?: number } = {}) => {
      const name = fresh()
      await open(name, 'right-password-8', [userType], { user: { tenant: 'p', teacherId: undefined, ...of } })
      const { data } = await signInAt(handler, name, 'right-password-8')
      if (userType === 2) await send(handler, enableSensitive, { password: 'abc' }, data.accessToken)
      return (await send(handler, start, {}, data.accessToken)).data
    }
    expect((await began(2)).sensitiveInfo).toEqual({ status: 1 })
    expect((await began(15)).sensitiveInfo).toEqual({ status: 0 })
    expect((await began(18)).sensitiveInfo).toBeNull()
    expect((await began(16)).expiry.jyeooExpireStatus).toBe(3)
    const placeholder = await began(5)
    expect([placeholder.relativeInfo, placeholder.user.studentId]).toEqual([null, '-1'])
    expect((await began(6)).relativeInfo).toBeNull()
    expect((await began(21)).partTime).toEqual({ active: false })
    expect((await began(26)).partTime).toEqual({ active: true })
    expect((await began(3)).partTime).toBeNull()
    // SL0171: step 7 loads the referrer's manage type, of type 22 alone.
    expect((await began(22)).referrerManageType).toBe(0)
    expect((await began(22, { referrerManageType: 2 })).referrerManageType).toBe(2)
    expect((await began(3, { referrerManageType: 2 })).referrerManageType).toBeNull()
    const trainer = fresh()
    const flags = { tenant: 'p' as const, teacherId: undefined, trainerFlag: true, typistCertified: true }
    await open(trainer, 'right-password-8', [6], { user: flags })
    const { accessToken } = (await signInAt(handler, trainer, 'right-password-8')).data
    expect((await send(handler, start, {}, accessToken)).data).toMatchObject({ isTrainer: true, typistCertified: true })
    expect(await began(6)).toMatchObject({ isTrainer: false, typistCertified: false })
  })
})

describe('configuration', () => {
  it('lies in layers, the nearer over the farther, and null takes a setting back', async () => {
    const schoolId = `sc_${'4'.repeat(26)}` as never
    const areaId = `ar_${'4'.repeat(26)}` as never
    const platform = await testCaller({ userType: -1, tenant: 'p' })
    const area = await testCaller({ userType: 1, tenant: `a:${areaId}`, areaId })
    const school = await testCaller({ userType: 2, tenant: `s:${schoolId}`, schoolId, areaId })
    const teacher = await testCaller({ userType: 3, tenant: `s:${schoolId}`, schoolId, areaId })
    const save = (input: Record<string, unknown>, token: string) => send(handler, saveSystemConfig, input, token)
    await save({ hideLogOut: true, anything: 'else' }, platform.token)
    await save({ hideLogOut: false, hidehome: true }, area.token)
    await save({ homeworkMode: true, customModule: 4 }, school.token)
    const seen = async () => (await send(handler, systemConfig, {}, teacher.token)).data
    expect(await seen()).toMatchObject({
      hideLogOut: false,
      hidehome: true,
      homeworkMode: true,
      customModule: 4,
      anything: 'else',
    })
    expect((await save({ customModule: null }, school.token)).data).not.toHaveProperty('customModule')
    expect((await save({ customModule: 9 }, school.token)).status).toBe(20001)
    expect((await save({ a: 'x'.repeat(20_001) }, school.token)).message).toBe('配置内容过长')
    expect((await save({}, teacher.token)).http).toBe(403)
    await save({ hideLogOut: null, anything: null }, platform.token)
  })

  it('has dictionaries by name; a page without a session gets few of them', async () => {
    const { token } = await testCaller({ userType: 3, tenant: 'p' })
    const asked = await send(handler, dictionaries, { enName: 'userType,employeeAuthStatus,nothing' }, token)
    expect(Object.keys(asked.data)).toEqual(['userType', 'employeeAuthStatus'])
    expect(asked.data['userType']).toMatchObject({ '-1': '超级管理员', 3: '教师' })
    const open = await send(handler, publicDictionaries, {})
    expect(Object.keys(open.data)).toEqual(['userType', 'stage', 'schoolStage'])
  })

  it('keeps the columns that a user hides, two tables at the same moment too, and takes a choice back', async () => {
    const { token } = await parent()
    const save = (tableName: string, hidden: string[] | null) =>
      send(handler, saveTableConfig, { tableName, hidden }, token)
    await Promise.all([save('/api/a', ['x', 'y']), save('/api/b', [])])
    expect((await send(handler, tableConfig, { tableName: '/api/a' }, token)).data).toEqual({ hidden: ['x', 'y'] })
    expect((await send(handler, start, {}, token)).data.tables).toEqual({ '/api/a': ['x', 'y'], '/api/b': [] })
    await save('/api/a', null)
    expect((await send(handler, tableConfig, { tableName: '/api/a' }, token)).data).toBeNull()
    expect((await save('/api/a', Array(101).fill('c') as string[])).status).toBe(20001)
    const { token: other } = await testCaller({ userType: 3, tenant: 'p' })
    expect((await send(handler, tableConfig, { tableName: '/api/b' }, other)).data).toBeNull()
  })

  it('notes what a user has done once, two modules at the same moment too', async () => {
    const { token } = await testCaller({ userType: 3, tenant: 'p' })
    await Promise.all(['guide.a', 'guide.b'].map((module) => send(handler, saveUserAction, { module }, token)))
    expect((await send(handler, userAction, {}, token)).data).toEqual({ 'guide.a': 1, 'guide.b': 1 })
    expect((await send(handler, userAction, { module: 'guide.b' }, token)).data).toEqual({ 'guide.b': 1 })
    expect((await send(handler, userAction, { module: 'guide.c' }, token)).data).toEqual({})
    expect((await send(handler, saveUserAction, { module: '不行' }, token)).message).toBe('模块名称不正确')
  })
})
