import { beforeAll, describe, expect, it } from 'vitest'
import { exportRoster, graduateGrade, setLeave, tagStudents, undoAct } from '#shared/school/people/act.calls.ts'
import * as classCalls from '#shared/school/classes/class.calls.ts'
import * as leaderCalls from '#shared/school/people/leader.calls.ts'
import { adjustNumbers } from '#shared/school/people/number.calls.ts'
import { openStaff } from '#shared/school/school.calls.ts'
import { exportRosterJob } from '#shared/school/school.jobs.ts'
import { listRecords } from '#shared/school/record.calls.ts'
import * as studentCalls from '#shared/school/people/student.calls.ts'
import * as teacherCalls from '#shared/school/people/teacher.calls.ts'
import { actWords, auditActs } from '#shared/kit/acts.ts'
import type { StudentId, Tenant, UserId } from '#shared/kit/ids.ts'
import { auditRecord, audits } from '#functions/kit/audit.ts'
import { getObject } from '#functions/kit/objects.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { actAs, asRoot, driveJob, send, testCaller } from '#functions/kit/testing.ts'
import { jobRecords } from '#functions/kit/work.ts'
import { handler } from './school.api.ts'
import { aSchool, uploadAs } from './school.fixtures.ts'
import { recordsOf } from './record.read.ts'
import { touches } from './people/told.ts'
import { removeUnder } from '#functions/kit/kinds.ts'
import { works } from './school.work.ts'

const day = 86_400_000

describe('the operation records of a school', () => {
  let school: Awaited<ReturnType<typeof aSchool>>
  let ask: <C extends Parameters<typeof send>[1]>(
    call: C,
    input: Parameters<typeof send<C>>[2],
    who?: { token: string },
  ) => ReturnType<typeof send<C>>
  const list = async (of: Record<string, unknown> = {}) =>
    (await ask(listRecords, { schoolId: school.schoolId, ...of })).data

  beforeAll(async () => {
    actAs('school-api')
    school = await aSchool('记录中学')
    ask = (call, input, who = school.admin) => send(handler, call, input, who.token)
  })

  it('tell each change of a person: who, to whom, before and after', async () => {
    const second = (await ask(classCalls.createClass, { gradeId: school.gradeId, className: '2班' })).data.classId
    const fresh = { classId: school.classId, studentName: '林小满', studentNumber: '30000001' }
    const { studentId } = (await ask(studentCalls.createStudent, fresh)).data
    const edit = { studentId, classId: second, studentName: '林晓满', studentNumber: '30000001', gender: 2 as const }
    expect((await ask(studentCalls.updateStudent, { ...edit, version: 1 })).status).toBe(0)
    await ask(setLeave, { studentIds: [studentId], leave: { kind: '请假', from: now() } })
    await ask(studentCalls.deleteStudents, { studentIds: [studentId] })
    await ask(studentCalls.restoreStudents, { schoolId: school.schoolId, studentIds: [studentId] })
    const { list: rows } = await list({ name: '30000001' })
    expect(rows.map((r) => [r.words, r.on])).toEqual([
      ['恢复学生', '林晓满'],
      ['删除学生', '林晓满'],
      ['登记请假或返校', '林晓满'],
      ['修改学生', '林晓满'],
      ['添加学生', '林小满'],
    ])
    expect(rows[3]!.changes).toEqual([
      { field: '姓名', before: '林小满', after: '林晓满' },
      { field: '性别', after: '女' },
      { field: '班级', before: '1班', after: '2班' },
    ])
    // As the student was called then, too; and acts on several name them.
    expect((await list({ name: '林小满' })).list).toHaveLength(5)
    const [leave, move] = (await list()).list.filter((r) => ['登记请假或返校', '调班'].includes(r.words))
    expect(leave).toMatchObject({ on: '林晓满', by: { userId: school.admin.caller.userId, userType: 2 } })
    expect(leave!.changes[0]!.after).toMatch(/^请假（\d{4}-\d\d-\d\d起）$/)
    expect(move).toMatchObject({ on: '林晓满', changes: [{ field: '班级', after: '2班' }], undo: { kind: 'move' } })
    // Nothing of the person stands in the trail itself; what is told of the person goes with the person.
    const trail = JSON.stringify(await audits.query(`s:${school.schoolId}#${dayOf(now())}`))
    expect(trail).not.toContain('满')
    expect(trail).not.toContain('30000001')
    await removeUnder('person', { personId: studentId })
    expect((await list({ name: '林小满' })).list).toEqual([])
  })

  it('of a person are found where the act was on many: an import, a move, tags, numbers, a graduation', async () => {
    const own = await aSchool('多人记录中学')
    const { schoolId, gradeId, classId, admin } = own
    const asked = <C extends Parameters<typeof send>[1]>(call: C, input: Parameters<typeof send<C>>[2]) =>
      ask(call, input, admin)
    const words = async (name: string) =>
      (await asked(listRecords, { schoolId, name })).data.list.map((r) => r.words).toSorted()
    const file = await uploadAs(admin.token, '姓名,学号,班级\n鲁一,40000001,1班\n鲁二,40000002,1班\n', '名单.csv')
    const roster = { schoolId, gradeId, key: file, fileName: '名单.csv', mode: 'all' as const, createClasses: false }
    const { uuid } = (await asked(studentCalls.importStudents, { ...roster, openAccounts: false })).data
    await expect.poll(async () => (await jobRecords.get({ jobId: uuid }))?.status, { timeout: 120_000 }).toBe(40)
    const all = (await asked(studentCalls.listStudents, { schoolId, pageSize: 10 })).data.list
    const [one, two] = ['鲁一', '鲁二'].map((name) => all.find((s) => s.studentName === name)!)
    const second = (await asked(classCalls.createClass, { gradeId, className: '2班' })).data.classId
    const studentIds = [one!.studentId, two!.studentId]
    const { actId } = (await asked(studentCalls.moveStudents, { studentIds, classId: second })).data
    await asked(undoAct, { schoolId, actId: actId! })
    await asked(tagStudents, { studentIds: [two!.studentId], add: ['走读'], remove: [] })
    const changes = [{ from: '40000001', to: '40000009' }]
    expect((await asked(adjustNumbers, { schoolId, changes })).data.changed).toBe(1)
    const third = { classId, studentName: '鲁三', studentNumber: '40000003' }
    expect((await asked(studentCalls.createStudent, third)).status).toBe(0)
    expect((await asked(graduateGrade, { gradeId, version: 1 })).status).toBe(0)
    const both = ['导入名单', '年级毕业', '撤销调班或毕业', '调班']
    expect(await words('鲁一')).toEqual([...both, '调整学号'].toSorted())
    expect(await words('鲁二')).toEqual([...both, '修改学生标签'].toSorted())
    // A person of neither act finds none of them; of the grade's records the graduation alone.
    expect(await words('鲁三')).toEqual(['年级毕业', '添加学生'].toSorted())
    // With the person goes what led to them.
    await removeUnder('person', { personId: one!.studentId })
    expect(await touches.query(`touched#${one!.studentId}`)).toEqual([])
    expect(await words('鲁二')).toContain('调班')
    expect(JSON.stringify(await touches.query(`touched#${two!.studentId}`))).not.toContain('鲁')
  })

  it('tell roles, passwords, imports, moves taken back and what an operator did, each with its kind', async () => {
    const { schoolId } = school
    const opened = await ask(openStaff, { schoolId, userType: 11, userName: '周主任', accountName: `z${stamp()}` })
    const userId: UserId = opened.data.userId
    const gradeIds = [school.grades[1]!.gradeId]
    expect(
      (await ask(leaderCalls.updateLeader, { schoolId, userId, userName: '周主任', gradeIds, version: 1 })).status,
    ).toBe(0)
    const made = { schoolId, teacherName: '何老师', accountName: `h${stamp()}`, teaches: [] }
    const { teacherId } = (await ask(teacherCalls.createTeacher, made)).data
    await ask(teacherCalls.resetTeacherPassword, { schoolId, teacherId }, school.operator)
    const gradeId = school.grades[2]!.gradeId
    const { actId } = (await ask(graduateGrade, { gradeId, version: 1 })).data
    await ask(undoAct, { schoolId, actId })
    const { list: rows } = await list({ pageSize: 100 })
    const of = (words: string) => rows.find((r) => r.words === words)
    expect(of('修改领导或管理职责')).toMatchObject({
      on: '周主任',
      changes: [{ field: '负责年级', after: `${school.grades[1]!.enrolmentYear}级` }],
    })
    // The operator's act on the school is the school's to see.
    const reset = of('重置密码')!
    expect(reset).toMatchObject({ on: '何老师', kind: 'account', by: { userId: school.operator.caller.userId } })
    expect(of('年级毕业')!.undo).toMatchObject({ kind: 'graduate', undone: expect.stringContaining('测试用户已于') })
    expect((await list({ actKind: 'account' })).list.every((r) => r.kind === 'account')).toBe(true)
    expect((await list({ by: school.operator.caller.userId })).list.map((r) => r.words)).toEqual(['重置密码'])
  })

  it('are for those who manage the school alone', async () => {
    const { schoolId } = school
    const other = await aSchool('别的记录中学')
    const teacher = await testCaller({ userType: 3, tenant: `s:${schoolId}` })
    expect((await ask(listRecords, { schoolId }, other.admin)).http).toBe(403)
    expect((await ask(listRecords, { schoolId }, teacher)).http).toBe(403)
    expect((await ask(listRecords, { schoolId: other.schoolId }, other.admin)).data.list.length).toBeGreaterThan(0)
    // Neither journal nor chain nor an area's records can be asked for under the school's role.
    for (const pk of ['journal#x#1', `chain#s:${schoolId}`, `a:${school.areaId}#${dayOf(now())}`])
      await expect(audits.query(pk), pk).rejects.toThrow(/not authorized/i)
    await expect(audits.queryIndex('gsi1', 'acts-on#p#x')).rejects.toThrow(/not authorized/i)
  })

  it('are read by time: pages follow each other over empty days, spans cut, and a filter reads a bounded part', async () => {
    const schoolId = newSchool()
    const { caller } = await testCaller({ userType: 2, tenant: `s:${schoolId}` as Tenant })
    const put = (act: 'school.export' | 'school.reveal', at: number) => ({
      ...auditRecord(caller, act, schoolId, { told: { name: String(at) } }),
      at,
    })
    const start = now()
    // Every day of six weeks, so that none falls between two looks; then few.
    const ages = [0, 0, ...Array.from({ length: 42 }, (_, i) => i), 100, 340]
    const records = ages.map((days, i) => put('school.export', start - days * day - i))
    await asRoot(() => audits.putMany(records))
    // Many of another kind, on one day.
    await asRoot(() => audits.putMany(Array.from({ length: 90 }, (_, i) => put('school.reveal', start - 60 * day - i))))
    const pages = async (of: { span: string; actKind?: 'file' | 'setting' }, size: number) => {
      const seen: string[] = []
      let calls = 0
      let after: string | undefined
      do {
        const page = await recordsOf({ schoolId: schoolId as never, ...of }, after, size, 40)
        seen.push(...page.records.map((r) => String(r.at)))
        after = page.next
        calls++
      } while (after !== undefined)
      return { seen, calls }
    }
    const expected = (within: number) => records.filter((_, i) => ages[i]! <= within).map((r) => String(r.at))
    expect((await pages({ span: '7d' }, 2)).seen).toEqual(expected(6))
    expect((await pages({ span: '1d' }, 50)).seen).toEqual(expected(0))
    const year = await pages({ span: '366d' }, 100)
    expect(year.seen).toHaveLength(ages.length + 90)
    expect(year.seen).toEqual(year.seen.toSorted((a, b) => Number(b) - Number(a)))
    // None is of that kind: the call stops after so many, and the next goes on from there.
    const none = await pages({ span: '366d', actKind: 'setting' }, 50)
    expect(none.seen).toEqual([])
    expect(none.calls).toBe(4)
  })

  it('leave as they are filtered, on record themselves', async () => {
    const { schoolId } = school
    const records = { actKind: 'account' as const, span: '7d' }
    const { uuid } = (await ask(exportRoster, { schoolId, kind: 'records', format: 'csv', records })).data
    const input = { schoolId, kind: 'records' as const, format: 'csv' as const, records }
    await driveJob(works, {
      job: exportRosterJob.name,
      jobId: uuid,
      tenant: `s:${schoolId}` as Tenant,
      input,
      out: {},
    } as never)
    const file = (await jobRecords.get({ jobId: uuid }))!.files[0]!
    const lines = (await getObject(file.key)).toString('utf8').replace('\ufeff', '').trim().split(/\r?\n/)
    expect(lines[0]).toBe('时间,操作,对象,修改前,修改后,操作人,角色,代为操作,原因')
    expect(lines.slice(1).map((l) => l.split(',')[1])).toEqual(
      (await list({ actKind: 'account' })).list.map((r) => r.words),
    )
    expect(file.name).toContain('操作记录')
    expect((await list()).list[0]).toMatchObject({ words: '导出操作记录', kind: 'file' })
  })
})

it('every act has words and a kind of its own', () => {
  const words = Object.values(auditActs).map(([, text]) => text)
  expect(new Set(words).size).toBe(words.length)
  expect(actWords('from.another.time')).toEqual(['setting', 'from.another.time'])
})

const stamp = (): string => newId<StudentId>('student').slice(-12)
const newSchool = (): string => newId('school')
const dayOf = (ms: number): string => new Date(ms + 8 * 3_600_000).toISOString().slice(0, 10).replaceAll('-', '')
