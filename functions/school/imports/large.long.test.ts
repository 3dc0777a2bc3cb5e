/**
 * A school of a hundred thousand students: imported by its job, opened, filtered as one types, exported. What it took is
 * printed. Reads are counted in the store's own units of work: queries and rows.
 */
import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { afterAll, expect, it } from 'vitest'
import { exportRosterJob, importStudentsJob } from '#shared/school/school.jobs.ts'
import type { ImportResult } from '#shared/school/school.jobs.ts'
import { listClasses, listGrades } from '#shared/school/classes/class.calls.ts'
import { schoolDetail } from '#shared/school/school.calls.ts'
import { listStudents } from '#shared/school/people/student.calls.ts'
import { grantUpload, asyncStatus } from '#shared/platform/platform.calls.ts'
import { exportRoster } from '#shared/school/people/act.calls.ts'
import { importStudents } from '#shared/school/people/student.calls.ts'
import { soundsLike } from '#shared/school/people/sound.rules.ts'
import { postForm } from '#functions/kit/postForm.testing.ts'
import { withFaults } from '#functions/kit/faults.ts'
import { viaGateway } from '#functions/kit/gateway.testing.ts'
import { newId } from '#functions/kit/ports.ts'
import { actAs, send, testCaller, testCloud } from '#functions/kit/testing.ts'
import { pinyinOf } from '../people/pinyin.ts'
import { sheetOf } from './roster.file.ts'
import { countsOf, rosterCounts } from '../classes/roster.counts.ts'
import { handler } from '../school.api.ts'
import { aSchool } from '../school.fixtures.ts'

const classCount = 400
/**
 * `QINGHE_STUDENTS=100000` is the whole of it; what runs each time is less, so that it ends within minutes.
 * A multiple of the classes: each of them has as many.
 */
const count = Number(process.env['QINGHE_STUDENTS'] ?? 16_000)
/** What a process that reads, judges or writes a file may take in all, at any number of rows. */
const mostMb = 300
const surnames = '赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许'
const given = '子涵浩宇欣怡梓萱俊杰思远雨桐嘉懿一诺承泽若曦明轩'
const nameOf = (i: number): string =>
  surnames[i % 20]! + given[Math.floor(i / 20) % 24]! + (i % 3 === 0 ? '' : given[Math.floor(i / 480) % 24]!)
const numberOf = (i: number): string => String(50_000_000 + i)

type Alone = { answer: unknown; before: number; peak: number; seconds: number; cpuSeconds: number }
let built: Promise<string> | undefined
/** The step's program as one file: nothing of a compiler is in its memory. */
const program = (): Promise<string> =>
  (built ??= (async () => {
    const outfile = join(process.cwd(), '.cache', `school-step-${process.pid}.mjs`)
    const entryPoints = [fileURLToPath(new URL('./large.step.testing.ts', import.meta.url))]
    await build({ entryPoints, outfile, bundle: true, platform: 'node', format: 'esm', packages: 'external' })
    return outfile
  })())
/** A step in a process of its own with a small heap: what is kept of the rows would not fit. */
const alone = async (job: string, step: string, state: object): Promise<Alone> => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--max-old-space-size=96', await program(), JSON.stringify({ job, step, state })],
    { env: { ...process.env, ...testCloud().envs['school-work'] }, maxBuffer: 10_000_000 },
  )
  const told = JSON.parse(stdout.trim().split('\n').at(-1)!) as Alone
  expect(told.peak).toBeLessThan(mostMb)
  return told
}
afterAll(async () => {
  if (built) await rm(await built, { force: true })
})
const figures = ({ before, peak, seconds, cpuSeconds }: Alone): string =>
  `${seconds} s (${cpuSeconds} s of one core), ${before} MB at its start, ${peak} at most`

it(`${count} students: imported, opened, filtered, exported`, async () => {
  actAs('school-api')
  const school = await aSchool('十万中学')
  const { schoolId, gradeId } = school
  // A token lives for ten minutes, and this takes longer.
  let { token: current } = school.admin
  const token = () => current
  const renew = async () => (current = (await testCaller(school.admin.caller)).token)
  const classNames = Array.from({ length: classCount }, (_, i) => `${i + 1}班`)
  const rows = Array.from({ length: count }, (_, i) => [nameOf(i), numberOf(i), classNames[i % classCount]!, '男'])
  const sheet = await sheetOf('名单', [['姓名', '学号', '班级', '性别'], ...rows])
  const told: Record<string, string | number> = { 'file MB': Math.round(sheet.length / 104_857.6) / 10 }

  const { data } = await viaGateway(
    grantUpload,
    { family: 'roster', files: [{ name: 'a.xlsx', size: sheet.length }] },
    token(),
  )
  const { key, form } = data.files[0]!
  expect((await postForm(data, form!, sheet)).status).toBe(204)

  // The step that reads and judges the whole file: its peak is what the function needs.
  rows.length = 0
  const state = (input: object) => ({
    jobId: newId<string>('job'),
    tenant: `s:${schoolId}`,
    startedBy: school.admin.caller.userId,
    input: { schoolId, ...input },
    out: {},
  })
  const read = { kind: 'students', key, fileName: 'a.xlsx', gradeId, mode: 'check', createClasses: true }
  const judged = await alone(importStudentsJob.name, 'read', state(read))
  expect(judged.answer).toMatchObject({ rows: count, good: count, problemCount: 0 })
  told['judge'] = figures(judged)

  const done = async (uuid: string, watch?: (added: number) => Promise<void>): Promise<ImportResult> => {
    for (let i = 0; i < 7200; i++) {
      await new Promise((go) => setTimeout(go, 500))
      if (i % 120 === 119) await renew()
      const status = (await viaGateway(asyncStatus, { uuid: uuid as never }, token())).data
      if (i % 60 === 59) await watch?.(status.processDone)
      if (status.status === 40) return status.result as ImportResult
      if (status.status === 30) throw new Error(status.message)
    }
    throw new Error('the job takes longer than an hour')
  }
  const wish = { schoolId, kind: 'students' as const, key, fileName: 'a.xlsx', gradeId, createClasses: true }
  const began = performance.now()
  const { uuid } = (await viaGateway(importStudents, { ...wish, mode: 'all' }, token())).data
  // How far the counters are behind the rows while it runs.
  const watch = async (added: number): Promise<void> => {
    const counted = (await rosterCounts.read(schoolId)).get('all') ?? 0
    console.log(`${Math.round((performance.now() - began) / 1000)} s: ${added} added, ${counted} counted`)
  }
  const imported = await done(uuid, watch)
  expect(imported).toMatchObject({ added: count })
  told['import s'] = Math.round((performance.now() - began) / 1000)
  // On a slow machine the job ends before the counters are there, and says so; they are waited for below.
  told['counted by its end'] = String(imported.counted)
  console.log(JSON.stringify(told))
  for (const [kind, format] of [
    ['students', 'xlsx'],
    ['oneroster', 'csv'],
  ]) {
    const wrote = await alone(exportRosterJob.name, 'write', state({ kind, format }))
    expect(wrote.answer).toMatchObject({ rows: kind === 'students' ? count : classCount })
    told[`export ${kind}`] = figures(wrote)
  }
  console.log(JSON.stringify(told))
  await renew()
  for (let i = 0; i < 3600 && ((await countsOf(schoolId))?.get('all') ?? 0) < count; i++)
    await new Promise((go) => setTimeout(go, 500))
  await renew()
  told['counted s'] = Math.round((performance.now() - began) / 1000)
  expect((await countsOf(schoolId))?.get('all')).toBe(count)

  const list = async (more: object) => {
    const calls = withFaults(() => null)
    const at = performance.now()
    const answer = await send(handler, listStudents, { schoolId, pageSize: 20, ...more }, token())
    calls.stop()
    const ms = Math.round(performance.now() - at)
    return { ...answer.data, ms, calls: calls.calls.length }
  }
  await list({})
  const opened = await list({})
  expect(opened).toMatchObject({ total: count, pageNumber: 1 })
  expect(opened.list.map((s) => s.studentNumber)).toEqual(Array.from({ length: 20 }, (_, i) => numberOf(i)))
  told['open ms'] = opened.ms
  told['open calls'] = opened.calls
  const pinyin = await list({ name: 'zzh' })
  expect(pinyin.list.length).toBeGreaterThan(0)
  for (const s of pinyin.list) expect(soundsLike('zzh', await pinyinOf(s.studentName))).toBe(true)
  told['initials ms'] = pinyin.ms
  told['initials calls'] = pinyin.calls
  // From the middle of a name as well, in characters and in sound.
  const inner = await list({ name: '子涵' })
  expect(inner.list.length).toBeGreaterThan(0)
  expect(inner.list.every((s) => s.studentName.includes('子涵') && !s.studentName.startsWith('子涵'))).toBe(true)
  told['inner ms'] = inner.ms
  expect((await list({ name: 'mingxuan' })).list.every((s) => /明[轩萱]$/.test(s.studentName))).toBe(true)
  expect((await list({ name: 'zhaozi' })).list.every((s) => s.studentName.startsWith('赵'))).toBe(true)
  expect((await list({ name: '钱' })).list.every((s) => s.studentName.startsWith('钱'))).toBe(true)
  expect((await list({ name: numberOf(count - 1) })).list).toMatchObject([{ studentNumber: numberOf(count - 1) }])
  const inClass = await list({ gradeId, classId: (await list({ name: '50000007' })).list[0]!.classId })
  expect(inClass).toMatchObject({ total: count / classCount })
  expect(await list({ pageNumber: 3 })).toMatchObject({ pageNumber: 3, total: count })
  const detail = (await send(handler, schoolDetail, { schoolId }, token())).data
  expect(detail.studentCount).toBe(count)
  const grades = (await send(handler, listGrades, { schoolId, counts: true }, token())).data
  expect(grades.find((g) => g.gradeId === gradeId)?.studentCount).toBe(count)
  const classes = (await send(handler, listClasses, { schoolId, gradeId }, token())).data
  expect(classes.every((c) => c.studentCount === count / classCount)).toBe(true)

  // The same way through the gateway and the state machine.
  await done((await viaGateway(exportRoster, { schoolId, kind: 'students', format: 'csv' }, token())).data.uuid)
  // Replayed, the file adds nothing.
  const replay = (await viaGateway(importStudents, { ...wish, mode: 'all' }, token())).data
  expect(await done(replay.uuid)).toMatchObject({ added: 0, existing: count })
  console.log(JSON.stringify(told))
}, 6_000_000)
