import { beforeAll, describe, expect, it } from 'vitest'
import { schoolTenant } from '#shared/kit/ids.ts'
import type { JobId } from '#shared/kit/ids.ts'
import { signIn } from '#shared/identity/identity.calls.ts'
import { exportRoster } from '#shared/school/people/act.calls.ts'
import * as classCalls from '#shared/school/classes/class.calls.ts'
import * as teacherCalls from '#shared/school/people/teacher.calls.ts'
import * as studentCalls from '#shared/school/people/student.calls.ts'
import type { ImportResult, ImportKind } from '#shared/school/school.jobs.ts'
import { exportRosterJob, importStudentsJob } from '#shared/school/school.jobs.ts'
import { hashPassword } from '#functions/identity/identity.public.ts'
import { getObject } from '#functions/kit/objects.ts'
import { newId } from '#functions/kit/ports.ts'
import { actAs, asFunction, driveJob, send } from '#functions/kit/testing.ts'
import { openOneRoster, readTable, sheetOf } from './roster.file.ts'
import { handler } from '../school.api.ts'
import { aSchool, uploadAs } from '../school.fixtures.ts'
import { works } from '../school.work.ts'

const calls = { ...classCalls, ...teacherCalls, ...studentCalls }

type School = Awaited<ReturnType<typeof aSchool>>
const account = () => `f${newId('account').slice(-12)}`

const drive = async (school: School, job: { name: string }, input: object) => {
  const jobId = newId<JobId>('job')
  const tenant = schoolTenant(school.schoolId)
  const state = { job: job.name, jobId, tenant, startedBy: school.admin.caller.userId, out: {} }
  const done = await driveJob(works, { ...state, input: { schoolId: school.schoolId, ...input } })
  return { jobId, tenant, out: done.out }
}
const bring = (school: School, kind: ImportKind, bytes: Uint8Array, more: object = {}): Promise<ImportResult> =>
  asFunction('school-work', async () => {
    const fileName = kind === 'oneroster' ? '学校.zip' : '名单.xlsx'
    const key = await uploadAs(school.admin.token, bytes, fileName)
    const input = { key, fileName, kind, mode: 'all', createClasses: false, ...more }
    return (await drive(school, importStudentsJob, input)).out['finish'] as ImportResult
  })
const fetchOut = (school: School, kind: string, format = 'xlsx'): Promise<Buffer> =>
  asFunction('school-work', async () => {
    const { jobId, tenant } = await drive(school, exportRosterJob, { kind, format })
    const { objectKey } = await import('#functions/kit/objects.ts')
    return getObject(
      objectKey(jobId, tenant, 'school', 'export', jobId, `roster.${kind === 'oneroster' ? 'zip' : format}`),
    )
  })

describe('files of teachers, classes and whole schools', () => {
  let school: School
  let passwordHash: string
  const ask = <C extends Parameters<typeof send>[1]>(call: C, input: Parameters<typeof send<C>>[2], of = school) =>
    send(handler, call, input, of.admin.token)
  beforeAll(async () => {
    actAs('school-api')
    school = await aSchool('文件中学')
    passwordHash = await hashPassword('first-password')
  })

  it('classes: new ones once, wrong ones named', async () => {
    const sheet = await sheetOf('x', [
      ['年级', '班级'],
      ['高一', '（1）班'],
      ['高一', '2班'],
      ['高二', '1班'],
    ])
    expect(await bring(school, 'classes', sheet)).toMatchObject({ kind: 'classes', added: 2, existing: 1 })
    expect(await bring(school, 'classes', sheet)).toMatchObject({ added: 0, existing: 3 })
    const wrong = await sheetOf('x', [
      ['年级', '班级'],
      ['高九', '1班'],
      ['高一', '5班'],
    ])
    expect(await bring(school, 'classes', wrong)).toMatchObject({ added: 0, good: 1, problemCount: 1 })
    expect((await ask(calls.listClasses, { schoolId: school.schoolId })).data).toHaveLength(3)
  })

  it('teachers: accounts that sign in, what they teach, nothing twice', async () => {
    const [a, b] = [account(), account()]
    const head = ['姓名', '登录账号', '年级', '班级', '课程', '班主任']
    const rows = [
      head,
      ['王建国', a, '高一', '１班', '数学', '是'],
      ['王建国', a, '高一', '2班', '数学', ''],
      ['李清', b, '', '', '', ''],
    ]
    const sheet = await sheetOf('x', rows)
    expect(await bring(school, 'teachers', sheet, { mode: 'check' })).toMatchObject({ good: 2, added: 0 })
    expect(await bring(school, 'teachers', sheet, { passwordHash })).toMatchObject({ rows: 3, good: 2, added: 2 })
    expect(await bring(school, 'teachers', sheet, { passwordHash })).toMatchObject({ existing: 2, added: 0 })
    const more = await sheetOf('x', [head, ['王建国', a, '高二', '1班', '语文', '']])
    expect(await bring(school, 'teachers', more)).toMatchObject({ good: 1, added: 1 })
    const list = (await ask(calls.listTeachers, { schoolId: school.schoolId, name: 'wjg' })).data.list
    expect(list[0]?.teaches).toHaveLength(3)
    expect(list[0]?.teaches.filter((t) => t.isHead)).toHaveLength(1)
    // An account of another school cannot be taken.
    const other = await aSchool('别的文件中学')
    const stolen = await sheetOf('x', [head, ['贼', a, '', '', '', '']])
    expect(await bring(other, 'teachers', stolen, { passwordHash })).toMatchObject({ good: 1, added: 0 })
    expect((await ask(calls.listTeachers, { schoolId: other.schoolId }, other)).data.total).toBe(0)
    expect(signIn.path).toBeTruthy()
  })

  it('a million empty rows are none; more rows than a file may have are refused', async () => {
    const { writeXlsx } = await import('hucre/xlsx')
    const rows: (string | null)[][] = [
      ['年级', '班级'],
      ['高一', '1班'],
    ]
    rows[200_000] = ['高一', '7班']
    for (let i = 2; i < 200_000; i++) rows[i] = []
    const sparse = await writeXlsx({ sheets: [{ name: 'x', rows }] })
    const table = await readTable(sparse, 'x.xlsx')
    expect(table.map((r) => r.row)).toEqual([1, 2, 200_001])
    const csv = Buffer.from(`年级,班级\n${',\n'.repeat(1_000_000)}高一,8班\n`)
    expect((await readTable(csv, 'x.csv')).map((r) => r.row)).toEqual([1, 1_000_002])
    await expect(readTable(Buffer.from('甲,1\n'.repeat(100_050)), 'x.csv')).rejects.toThrow('x.csv')
    const long = Buffer.from(`年级,班级\n${'高一,1班\n'.repeat(20_050)}`)
    const refused = await bring(school, 'classes', long, { mode: 'good', fileName: 'x.csv' })
    expect(refused).toMatchObject({ added: 0, rows: 0, problems: [{ text: '一次最多导入20000行，请分成几个文件' }] })
  })

  it('what goes out is no formula, and comes in again as what is there', async () => {
    const { classId } = school
    await ask(calls.createStudent, { classId, studentName: '=HYPERLINK("x")', studentNumber: '20265001' })
    await ask(calls.createStudent, { classId, studentName: '张, "三"', studentNumber: '00265002', gender: 2 })
    for (const format of ['xlsx', 'csv']) {
      const file = await fetchOut(school, 'students', format)
      const table = await readTable(file, `x.${format}`)
      expect(table.map((r) => Array.from({ length: 5 }, (_, i) => r.cells[i] ?? ''))).toEqual([
        ['姓名', '学号', '班级', '年级', '性别'],
        ['张, "三"', '00265002', '1班', '高一', '女'],
        ['\'=HYPERLINK("x")', '20265001', '1班', '高一', ''],
      ])
      if (format === 'xlsx')
        expect(await bring(school, 'students', file)).toMatchObject({ existing: 2, problemCount: 0 })
    }
    const teachers = await fetchOut(school, 'teachers')
    expect(await bring(school, 'teachers', teachers, { passwordHash })).toMatchObject({
      existing: 2,
      added: 0,
      problemCount: 0,
    })
    const classes = await fetchOut(school, 'classes', 'xlsx')
    expect(await bring(school, 'classes', classes)).toMatchObject({ existing: 3, added: 0 })
  })

  it('OneRoster: out of one school, into it nothing, into an empty one all of it', async () => {
    const zip = await fetchOut(school, 'oneroster')
    expect([...(await openOneRoster(zip)).keys()].sort()).toEqual(
      expect.arrayContaining(['classes.csv', 'enrollments.csv', 'orgs.csv', 'roles.csv', 'users.csv']),
    )
    expect(await bring(school, 'oneroster', zip, { passwordHash })).toMatchObject({ existing: 7, good: 0, added: 0 })
    const empty = await aSchool('新校')
    const result = await bring(empty, 'oneroster', zip)
    // Without a first password no account is opened: the students come, the teachers wait.
    expect(result).toMatchObject({ problemCount: 0, good: 4, newClasses: 2, added: 2 })
    const students = (await ask(calls.listStudents, { schoolId: empty.schoolId }, empty)).data.list
    expect(students.map((s) => [s.studentName, s.studentNumber, s.className])).toEqual([
      ['张, "三"', '00265002', '1班'],
      ['=HYPERLINK("x")', '20265001', '1班'],
    ])
    const broken = await bring(empty, 'oneroster', Buffer.from('no zip'))
    expect(broken.problems[0]?.text).toContain('OneRoster')
  })

  it('an export is on record and asks for its own school', async () => {
    const other = await aSchool('导出别校')
    const started = await ask(exportRoster, { schoolId: school.schoolId, kind: 'classes', format: 'csv' })
    expect(started.data.uuid).toMatch(/^jo_/)
    expect((await ask(exportRoster, { schoolId: school.schoolId, kind: 'classes' }, other)).http).toBe(403)
    const foreign = { schoolId: other.schoolId, kind: 'students' as const, gradeId: school.gradeId }
    expect((await ask(exportRoster, foreign, other)).message).toContain('不属于')
  })
})
