import { beforeAll, describe, expect, it } from 'vitest'
import { signInByGateway } from '#functions/identity/identity.testing.ts'
import { asyncStatus } from '#shared/platform/platform.calls.ts'
import * as studentCalls from '#shared/school/people/student.calls.ts'
import { findPersonal } from '#shared/school/people/personal.calls.ts'
import type { ImportResult } from '#shared/school/school.jobs.ts'
import { importStudentsJob } from '#shared/school/school.jobs.ts'
import { hashPassword } from '#functions/identity/identity.public.ts'
import { jobEndsFor } from '#functions/platform/jobEnds.testing.ts'
import { kindsOf } from '#functions/kit/faultCases.testing.ts'
import { faultKinds, withFaults } from '#functions/kit/faults.ts'
import type { FaultKind } from '#functions/kit/faults.ts'
import { newId } from '#functions/kit/ports.ts'
import type { JobId } from '#shared/kit/ids.ts'
import { viaGateway } from '#functions/kit/gateway.testing.ts'
import { actAs, asFunction, driveJob, send, testCaller } from '#functions/kit/testing.ts'
import { sheetReader } from '#shared/school/imports/sheet.rules.ts'
import { readTable, templateOf, sheetOf } from './roster.file.ts'
import { handler } from '../school.api.ts'
import { aSchool, anIdCard, uploadAs } from '../school.fixtures.ts'
import { works } from '../school.work.ts'
import { newSecret } from '../people/slips.ts'

const calls = { ...studentCalls }

const head = ['姓名', '学号', '班级', '性别']

describe('importing students', () => {
  let school: Awaited<ReturnType<typeof aSchool>>
  beforeAll(async () => {
    actAs('school-api')
    school = await aSchool('导入中学')
  })

  const upload = (bytes: Uint8Array | string, name: string) => uploadAs(school.admin.token, bytes, name)

  type Wish = {
    mode: 'check' | 'all' | 'good'
    fileName?: string
    createClasses?: boolean
    passwordHash?: string
    kind?: 'parents'
  }
  const drive = (wish: Wish & { key: string; fileName: string }, attempts?: number): Promise<ImportResult> =>
    asFunction('school-work', async () => {
      const state = await driveJob(
        works,
        {
          job: importStudentsJob.name,
          jobId: newId<JobId>('job'),
          tenant: `s:${school.schoolId}`,
          startedBy: school.admin.caller.userId,
          input: { createClasses: false, ...wish, schoolId: school.schoolId, gradeId: school.gradeId },
          out: {},
        },
        attempts,
      )
      return state.out['finish'] as ImportResult
    })
  const run = async (bytes: Uint8Array | string, wish: Wish): Promise<ImportResult> => {
    const fileName = wish.fileName ?? '名单.xlsx'
    return drive({ ...wish, fileName, key: await upload(bytes, fileName) })
  }
  const list = async () =>
    (await send(handler, calls.listStudents, { schoolId: school.schoolId, pageSize: 1000 }, school.admin.token)).data
      .list

  it('looks first, adds everything, and a repeat adds nothing', async () => {
    const sheet = await sheetOf('名单', [head, ['张三', '20261001', '1班', '男'], ['李四', '20261002', '９班', '女']])
    const looked = await run(sheet, { mode: 'check', createClasses: true })
    expect(looked).toMatchObject({ rows: 2, good: 2, added: 0, newClasses: 1, problemCount: 0 })
    expect(await list()).toEqual([])
    expect(await run(sheet, { mode: 'all', createClasses: true })).toMatchObject({ added: 2 })
    expect((await list()).map((s) => [s.studentName, s.className])).toEqual([
      ['张三', '1班'],
      ['李四', '9班'],
    ])
    const before = await list()
    expect(await run(sheet, { mode: 'all', createClasses: true })).toMatchObject({ existing: 2, good: 0, added: 0 })
    expect(await list()).toEqual(before)
  })

  it('all or nothing; with "good" the sound rows', async () => {
    const sheet = await sheetOf('名单', [head, ['王五', '20261003', '1班', ''], ['', '20261004', '1班', '']])
    const before = await list()
    const refused = await run(sheet, { mode: 'all' })
    expect(refused).toMatchObject({ rows: 2, good: 1, added: 0, problemCount: 1 })
    expect(refused.problems).toEqual([{ row: 3, column: '姓名', text: '姓名为空' }])
    expect(await list()).toEqual(before)
    expect(await run(sheet, { mode: 'good' })).toMatchObject({ added: 1 })
    expect((await list()).map((s) => s.studentNumber)).toContain('20261003')
  })

  it('reads csv as UTF-8 and as GB18030, keeping zeros in front', async () => {
    const utf8 = Buffer.from('\ufeff姓名,学号,班级\r\n"赵, 六",00261005,1班\r\n')
    expect(await run(utf8, { mode: 'all', fileName: '名单.csv' })).toMatchObject({ added: 1 })
    // 姓名,学号,班级 / 孙七,20261006,1班 as a Chinese Excel writes them.
    const gb = Buffer.from('d0d5c3fb2cd1a7bac52cb0e0bcb60acbefc6df2c32303236313030362c31b0e00a', 'hex')
    expect(await run(gb, { mode: 'all', fileName: '名单.csv' })).toMatchObject({ added: 1 })
    expect((await list()).map((s) => `${s.studentName} ${s.studentNumber}`)).toEqual(
      expect.arrayContaining(['赵, 六 00261005', '孙七 20261006']),
    )
  })

  it('fills merged cells, and says of a broken file what to do', async () => {
    const { writeXlsx } = await import('hucre/xlsx')
    const merged = await writeXlsx({
      sheets: [
        {
          name: 'x',
          rows: [head, ['合一', 20261007, '1班'], ['合二', 20261008, null]],
          merges: [{ startRow: 1, startCol: 2, endRow: 2, endCol: 2 }],
        },
      ],
    })
    expect(await run(merged, { mode: 'all' })).toMatchObject({ added: 2, problemCount: 0 })
    const broken = await run('not a workbook', { mode: 'all' })
    expect(broken).toMatchObject({ added: 0, problems: [{ row: 0, text: expect.stringContaining('无法读取') }] })
    const [own] = await readTable(await templateOf('students'), 'x.xlsx')
    expect(own?.cells).toEqual(['姓名', '学号', '班级', '年级', '性别', '身份证号', '手机号'])
  })

  it.each(['students', 'teachers', 'parents', 'classes', 'places'] as const)(
    'no row of the %s template is imported',
    async (kind) => {
      const rows = await readTable(await templateOf(kind), 'x.xlsx')
      expect(rows.length).toBeGreaterThan(1)
      const sheet = sheetReader({ columns: rows[0]!.cells, otherNames: {}, tell: rows[0]!.cells })
      expect([sheet.begin(rows), sheet.rows(rows)]).toEqual([true, []])
    },
  )

  it('faults under its steps neither lose nor double a student', async () => {
    const rows = Array.from({ length: 120 }, (_, i) => [`学生${i}`, String(30_000_000 + i), '3班', ''])
    const sheet = await sheetOf('名单', [head, ...rows])
    const key = await upload(sheet, '名单.xlsx')
    // Each kind hits the write of a hundred at once: the last ones find it done, and look at each student alone.
    const through: readonly FaultKind[] = ['resent', 'slow']
    const stops = kindsOf({ command: 'TransactWriteItemsCommand' }).filter((kind) => !through.includes(kind))
    const together = [...stops, ...through]
    const at = new Map(faultKinds.flatMap((kind, i) => [[5 + i * 3, kind] as const, [60 + i * 6, kind] as const]))
    const faults = withFaults((call) =>
      call.command === 'TransactWriteItemsCommand' && together.length > 0
        ? together.shift()!
        : (at.get(call.index) ?? null),
    )
    const result = await drive({ mode: 'all', createClasses: true, key, fileName: '名单.xlsx' }, 30)
    faults.stop()
    expect(together).toEqual([])
    expect(faults.calls.length).toBeGreaterThan(90)
    expect(result).toMatchObject({ added: 120, counted: true })
    const own = (await list()).filter((s) => s.className === '3班')
    expect(own.map((s) => s.studentNumber).sort()).toEqual(rows.map((r) => r[1]))
  })

  describe('accounts', () => {
    const importing = async (rows: string[][], more: Partial<Parameters<typeof begin>[1]> = {}) => {
      const key = await upload(await sheetOf('名单', [head, ...rows]), '名单.xlsx')
      return begin(key, { openAccounts: true, ...more })
    }
    const begin = async (key: string, more: { openAccounts?: boolean; initialPassword?: string }) => {
      const of = {
        schoolId: school.schoolId,
        key,
        fileName: '名单.xlsx',
        gradeId: school.gradeId,
        mode: 'good' as const,
      }
      const { data } = await send(handler, calls.importStudents, { ...of, ...more }, school.admin.token)
      return data.uuid
    }
    const ended = (uuid: string) => jobEndsFor(school.admin, uuid)
    const take = (importId: string, schoolId = school.schoolId, token = school.admin.token) =>
      send(handler, calls.takeSlips, { schoolId, importId: importId as never }, token)

    it('have a first password each, handed out once as a file, to be changed at the first sign-in', async () => {
      const importId = await importing([
        ['周八', '20261009', '1班', ''],
        ['郑九', '20261019', '1班', ''],
      ])
      expect((await ended(importId)).result).toMatchObject({ added: 2, slips: 2 })
      const [one, two] = await Promise.all([take(importId), take(importId)])
      // Two at once: one of them gets the file.
      const taken = [one, two].filter((a) => a.status === 0)
      expect(taken).toHaveLength(1)
      const { files, status } = await ended(taken[0]!.data.uuid)
      expect([status, files.map((f) => f.name)]).toEqual([40, ['导入中学-初始密码条.xlsx']])
      const file = new Uint8Array(await (await fetch(files[0]!.url)).arrayBuffer())
      const [, ...slips] = (await readTable(file, 'x.xlsx')).map((r) => r.cells)
      expect(slips.map((s) => s.slice(0, 3))).toEqual([
        ['1班', '周八', 'drzx20261009'],
        ['1班', '郑九', 'drzx20261019'],
      ])
      const passwords = slips.map((s) => String(s[3]))
      expect(new Set(passwords).size).toBe(2)
      for (const password of passwords) expect(password).toMatch(/^[a-z2-9]{10}$/)
      const answer = await signInByGateway('drzx20261009', passwords[0]!)
      expect(answer).toMatchObject({
        status: 0,
        data: { user: { userName: '周八', passwordStatus: 1, pending: 'password' } },
      })
      expect((await signInByGateway('drzx20261009', passwords[1]!)).status).not.toBe(0)
      const again = await take(importId)
      expect(again.status).not.toBe(0)
      expect(again.message).toContain('只能下载一次')
      // Nothing of them is left to be read.
      const rows = await asFunction('school-work', async () => {
        const { QueryCommand } = await import('@aws-sdk/lib-dynamodb')
        const { dynamo, env } = await import('#functions/kit/clients.ts')
        const asked = {
          TableName: env('TABLE'),
          KeyConditionExpression: 'pk = :pk',
          ExpressionAttributeValues: { ':pk': `slips#${importId}` },
        }
        return (await dynamo().send(new QueryCommand(asked))).Items ?? []
      })
      expect(rows.map((r) => String(r['sk']))).toEqual(['book'])
    })

    it('can be taken by no other user', async () => {
      const importId = await importing([['吴十', '20261029', '1班', '']])
      await ended(importId)
      const other = await aSchool('别的中学')
      expect((await take(importId, other.schoolId, other.admin.token)).status).not.toBe(0)
      expect((await take(importId, school.schoolId, other.admin.token)).http).toBe(403)
    })

    it('keep their slips when a part stops at any store call and runs again', async () => {
      const jobId = newId<JobId>('job')
      const secret = await asFunction('school-api', () => newSecret(jobId))
      const rows = Array.from({ length: 3 }, (_, i) => [`重${'一二三'[i]!}`, `2026110${i}`, '1班', ''])
      const input = {
        schoolId: school.schoolId,
        gradeId: school.gradeId,
        key: await upload(await sheetOf('名单', [head, ...rows]), '名单.xlsx'),
        fileName: '名单.xlsx',
        mode: 'good',
        createClasses: false,
        firstSecret: secret,
      }
      const state = {
        job: importStudentsJob.name,
        jobId,
        tenant: `s:${school.schoolId}`,
        startedBy: school.admin.caller.userId,
        input,
        out: {},
      }
      const result = await asFunction('school-work', async () => {
        let n = 0
        // Every write of the part fails once after it was applied: what was opened is found again.
        const plan = withFaults((c) => (c.command.startsWith('Transact') && n++ < 3 ? 'crashAfter' : null))
        try {
          return (await driveJob(works, state, 8)).out['finish'] as ImportResult
        } finally {
          plan.stop()
        }
      })
      expect(result).toMatchObject({ added: 3, slips: 3 })
    })
  })

  it('the whole way: gateway, state machine, record, file of problems', async () => {
    const sheet = await sheetOf('名单', [head, ['=cmd()', '20261010', '没有的班', ''], ['全程', '20261011', '1班', '']])
    const key = await upload(sheet, '名单.xlsx')
    const started = await send(
      handler,
      calls.importStudents,
      { schoolId: school.schoolId, key, fileName: '名单.xlsx', gradeId: school.gradeId, mode: 'good' },
      school.admin.token,
    )
    const { uuid } = started.data
    const status = await jobEndsFor(school.admin, uuid)
    expect(status).toMatchObject({
      status: 40,
      result: { added: 1, problemCount: 1 },
      files: [{ name: '名单-问题.xlsx' }],
    })
    const file = new Uint8Array(await (await fetch(status.files[0]!.url)).arrayBuffer())
    expect((await readTable(file, 'x.xlsx')).map((r) => r.cells)).toMatchObject([
      ['文件', '行', '列', '问题'],
      ['名单.xlsx', '2', '班级', expect.stringContaining('没有的班')],
    ])
    const other = await testCaller({ userType: 2, tenant: `s:${school.schoolId}` })
    const stolen = await viaGateway(asyncStatus, { uuid }, other.token)
    expect(stolen.http).toBe(403)
  })

  const card = anIdCard()
  const withCards = [...head, '身份证号', '手机号']
  it('ID cards and phones: sealed on the way, noted of new and of known students, one card one student', async () => {
    const rows = (phone: string) => [
      withCards,
      ['有证', '20261031', '1班', '', card, ' １３９００００８８８８ '],
      ['同证', '20261032', '1班', '', card, ''],
      ['错证', '20261033', '1班', '', '110105194912310021', ''],
      ['科学', '20261034', '1班', '', '1.10105E+17', phone],
    ]
    const first = await run(await sheetOf('名单', rows('123')), { mode: 'good' })
    expect(first).toMatchObject({ added: 1, problemCount: 4 })
    expect(first.problems.map((p) => `${p.row} ${p.column} ${p.text}`)).toEqual([
      '3 身份证号 身份证号与第2行相同',
      '4 身份证号 身份证号码不正确',
      '5 身份证号 身份证号被表格改成了科学计数法，请把该列设为文本后重填',
      '5 手机号 手机号码不正确',
    ])
    const find = (text: string) => send(handler, findPersonal, { schoolId: school.schoolId, text }, school.admin.token)
    expect((await find(card)).data).toMatchObject([{ name: '有证' }])
    expect((await find('13900008888')).data).toMatchObject([{ name: '有证' }])
    // Known students take what is new of them; another's card is refused; the same file again changes nothing.
    const second = await sheetOf('名单', [
      withCards,
      ['有证', '20261031', '1班', '', '', '13900007777'],
      ['孙七', '20261006', '1班', '', card, ''],
    ])
    const again = await run(second, { mode: 'good' })
    expect(again).toMatchObject({
      existing: 2,
      added: 1,
      problems: [{ row: 3, text: '身份证号已登记在另一名学生名下' }],
    })
    expect((await find('13900007777')).data).toMatchObject([{ name: '有证' }])
    expect((await find('13900008888')).data).toEqual([])
  })

  it('parents: linked with accounts that sign in, two children of one, nothing twice', async () => {
    const parentHead = ['学号', '学生姓名', '家长姓名', '账号', '手机号']
    const account = `jz${school.schoolId.slice(-9)}`
    const sheet = await sheetOf('家长', [
      parentHead,
      ['20261001', '张三', '张父', account, '13800009999'],
      ['20261002', '李四', '张父', account, ''],
      ['20261002', '张三', '李母', `${account}b`, ''],
      ['99999999', '', '王某', `${account}c`, ''],
    ])
    // As in the demo, whose people share one.
    const passwordHash = await hashPassword('first-password')
    const done = await run(sheet, { mode: 'good', kind: 'parents', passwordHash })
    expect(done).toMatchObject({ rows: 4, added: 2, problemCount: 2 })
    expect(done.problems.map((p) => p.text)).toEqual([
      '学号“20261002”的学生不是“张三”',
      '学校没有学号为“99999999”的学生',
    ])
    const answer = await signInByGateway(account, 'first-password')
    expect(answer).toMatchObject({ status: 0, data: { user: { userType: 5, userName: '张父' } } })
    const found = await send(
      handler,
      findPersonal,
      { schoolId: school.schoolId, text: '13800009999' },
      school.admin.token,
    )
    expect(found.data).toMatchObject([{ kind: 'parent', name: '张父', place: '张三的家长' }])
    expect(await run(sheet, { mode: 'good', kind: 'parents', passwordHash })).toMatchObject({ existing: 2, added: 0 })
  })

  it('bad input, each with its answer', async () => {
    const answers = async (rows: (string | number | Date | null)[][]) => {
      const { writeXlsx } = await import('hucre/xlsx')
      const result = await run(await writeXlsx({ sheets: [{ name: 'x', rows: [head, ...rows] as never }] }), {
        mode: 'check',
      })
      return { good: result.good, texts: result.problems.map((p) => p.text) }
    }
    const name = () => `坏${newId('attempt').slice(-4)}`
    // Duplicate numbers, in the file and with the school.
    expect(
      (
        await answers([
          ['重一', '20261051', '1班', ''],
          ['重二', '20261051', '1班', ''],
        ])
      ).texts,
    ).toEqual(['学号“20261051”与第3行重复', '学号“20261051”与第2行重复'])
    expect((await answers([['别人', '20261001', '1班', '']])).texts).toEqual(['学号“20261001”已被“张三”使用'])
    // The child is in another class already, and an unknown class.
    expect((await answers([['张三', '20261001', '9班', '']])).texts).toEqual([
      '该学生已在“1班”，如需调班请在学生列表中操作',
    ])
    expect((await answers([[name(), '20261052', '没有的班', '']])).texts[0]).toContain('没有班级“没有的班”')
    // A date where a number should be; a number turned into a power of ten.
    expect((await answers([[name(), new Date(Date.UTC(2026, 0, 2)), '1班', '']])).texts[0]).toMatch(
      /^学号“2026-01-02”应为/,
    )
    expect((await answers([[name(), '2.02610E+17', '1班', '']])).texts[0]).toContain('科学计数法')
    // Full-width digits, numbers as numbers, trailing blanks of every width: as they are meant.
    const meant = [
      ['全角　', '２０２６１０５３ ', ' １班　', ''],
      ['数字', 20261054, '1班', ''],
    ]
    expect(await answers(meant)).toEqual({ good: 2, texts: [] })
    // The same child in two schools is two rows of two schools: a number is a school's own.
    const other = await aSchool('另一中学')
    const twin = { classId: other.classId, studentName: '张三', studentNumber: '20261001' }
    expect((await send(handler, calls.createStudent, twin, other.admin.token)).status).toBe(0)
  })
})
