import { beforeAll, describe, expect, it } from 'vitest'
import type { JobId } from '#shared/kit/ids.ts'
import * as keyCalls from '#shared/school/settings/key.calls.ts'
import * as placeCalls from '#shared/school/place.calls.ts'
import { createSchool, schoolDetail } from '#shared/school/school.calls.ts'
import { importPlacesJob } from '#shared/school/school.jobs.ts'
import type { PlacesResult } from '#shared/school/school.jobs.ts'
import { audits } from '#functions/kit/audit.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { dayKey } from '#shared/kit/time.ts'
import { actAs, asFunction, driveJob, send, testCaller } from '#functions/kit/testing.ts'
import { schoolKeys } from './settings/key.store.ts'
import { readTable } from './imports/roster.file.ts'
import { handler } from './school.api.ts'
import { aSchool, uploadAs } from './school.fixtures.ts'
import { works } from './school.work.ts'

const calls = { ...keyCalls, ...placeCalls }
const code = () => `T${newId('attempt').slice(-12).toUpperCase()}`

let own: Awaited<ReturnType<typeof aSchool>>
let other: Awaited<ReturnType<typeof aSchool>>
/** The second school of the area. */
let second: string
/** An administrator of the area alone. */
let bureau: Awaited<ReturnType<typeof testCaller>>
beforeAll(async () => {
  actAs('school-api')
  own = await aSchool('位置一中')
  other = await aSchool('别处中学')
  const accountName = `p${newId('account').slice(-12)}`
  const fresh = { areaId: own.areaId, schoolName: '位置二中', stage: 1, accountName }
  second = (await send(handler, createSchool, fresh, own.operator.token)).data.schoolId
  bureau = await testCaller({ userType: 1, tenant: `a:${own.areaId}` })
})
/** What the area's trail says was done, to one object or to any. */
const acted = (object?: string): Promise<string[]> =>
  asFunction('marking-stream', async () =>
    (await audits.query(`a:${own.areaId}#${dayKey(now())}`))
      .filter((r) => object === undefined || r.object === object)
      .map((r) => r.act),
  )
const detail = async (schoolId: string) =>
  (await send(handler, calls.schoolKeyDetail, { schoolId: schoolId as never }, bureau.token)).data

describe('codes and places by file', () => {
  const run = async (
    lines: string[],
    mode: 'check' | 'all' | 'good' = 'all',
    again?: string,
  ): Promise<PlacesResult> => {
    const csv = Buffer.from(`\ufeff学校名称,区域,学校代码,纬度,经度,排序号\r\n${lines.join('\r\n')}\r\n`)
    const key = again ?? (await uploadAs(bureau.token, csv, '位置.csv'))
    return asFunction('school-work', async () => {
      const input = { key, fileName: '位置.csv', mode, userType: 1 }
      const of = { job: importPlacesJob.name, jobId: newId<JobId>('job'), tenant: `a:${own.areaId}` as const, out: {} }
      const state = await driveJob(works, { ...of, startedBy: bureau.caller.userId, input })
      return state.out['finish'] as PlacesResult
    })
  }

  it('looks first, writes all or the good rows, and the same file again changes nothing', async () => {
    const [a, b] = [code(), code()]
    const lines = [`位置一中,青禾区,${a},30.25,120.17,2`, `位置二中,,${b},,,1`]
    expect(await run(lines, 'check')).toMatchObject({ rows: 2, good: 2, added: 0, problemCount: 0 })
    expect((await detail(second)).schoolCode).toBeUndefined()
    expect(await run(lines)).toMatchObject({ good: 2, added: 2 })
    expect(await detail(own.schoolId)).toMatchObject({
      schoolCode: a,
      location: { latitude: 30.25, longitude: 120.17 },
    })
    const before = await detail(own.schoolId)
    expect(await run(lines)).toMatchObject({ good: 0, existing: 2, added: 0 })
    expect(await detail(own.schoolId)).toEqual(before)
    // A school of another area is none for the bureau, by name or by code.
    const [foreign, elsewhere] = [code(), { schoolId: other.schoolId, version: 1 }]
    await send(handler, calls.placeSchool, { ...elsewhere, schoolCode: foreign }, own.operator.token)
    const wrong = [`别处中学,,,30,120,`, `位置二中,,${foreign},,,`, `位置一中,,,91,0,`]
    const refused = await run(wrong)
    expect(refused).toMatchObject({ added: 0, problemCount: 3 })
    expect(refused.problems.map((p) => `${p.row} ${p.column} ${p.text}`)).toEqual([
      '2 学校名称 没有名为“别处中学”的学校，或不在您的管理范围内',
      `3 学校代码 学校代码“${foreign}”已被另一所学校使用`,
      '4 纬度 纬度应在-90到90之间，是否与经度填反了',
    ])
    expect(await run([...wrong, '位置二中,,,,,5'], 'all')).toMatchObject({ added: 0 })
    expect(await run([...wrong.slice(0, 1), '位置二中,,,,,5'], 'good')).toMatchObject({ added: 1, problemCount: 1 })
    expect((await detail(second)).sort).toBe(5)
  })

  it('a code is one school’s; given up, it is free; who edits late is told', async () => {
    const a = code()
    const place = async (schoolId: string, more: object, version?: number) =>
      send(
        handler,
        calls.placeSchool,
        { schoolId: schoolId as never, version: version ?? (await detail(schoolId)).version, ...more },
        bureau.token,
      )
    expect((await place(own.schoolId, { schoolCode: ` ${a.toLowerCase()} ` })).data.schoolCode).toBe(a)
    const taken = await place(second, { schoolCode: a })
    expect(taken.message).toBe(`学校代码“${a}”已被另一所学校使用`)
    expect((await place(own.schoolId, { sort: 3 }, 1)).status).toBe(20_002)
    expect((await place(own.schoolId, {})).data.schoolCode).toBeUndefined()
    expect((await place(second, { schoolCode: a })).data.schoolCode).toBe(a)
  })

  it('goes out without keys, comes in again as it went out, and is on record', async () => {
    const made = await send(handler, calls.exportPlaces, {}, bureau.token)
    const bytes = new Uint8Array(await (await fetch(made.data.url)).arrayBuffer())
    const table = (await readTable(bytes, 'x.xlsx')).map((r) => r.cells)
    expect(table.map((r) => r[0]).toSorted()).toEqual(['位置一中', '位置二中', '学校名称'].toSorted())
    expect(await run(table.slice(1).map((r) => r.join(',')))).toMatchObject({ existing: 2, problemCount: 0 })
    expect(await acted()).toContain('school.exportPlaces')
    const uploaded = await uploadAs(own.admin.token, 'x', 'x.csv')
    const stolen = { key: uploaded, fileName: 'x.csv', mode: 'check' as const }
    expect((await send(handler, calls.importPlaces, stolen, bureau.token)).message).toContain('文件不属于当前账号')
  })
})

describe('keys of schools', () => {
  const keyOf = (schoolId: string, token = bureau.token) =>
    send(handler, calls.revealSchoolKey, { schoolId: schoolId as never, reason: '核对密钥' }, token)
  const renew = (schoolId: string, version: number, token = bureau.token) =>
    send(handler, calls.renewSchoolKey, { schoolId: schoolId as never, version }, token)

  it('are made here, masked until a caller looks, and each look is on record', async () => {
    expect(await detail(own.schoolId)).toMatchObject({ keyVersion: 0, acts: [] })
    expect((await keyOf(own.schoolId)).status).not.toBe(0)
    const { keyTail } = (await renew(own.schoolId, 0)).data
    const listed = (await send(handler, calls.listSchoolKeys, { name: '位置' }, bureau.token)).data.list
    expect(listed.map((s) => [s.schoolName, s.keyTail])).toEqual(
      expect.arrayContaining([
        ['位置一中', keyTail],
        ['位置二中', undefined],
      ]),
    )
    expect(listed).toHaveLength(2)
    const { key } = (await keyOf(own.schoolId)).data
    expect(key).toMatch(/^qh_[0-9a-z]{32}$/)
    expect(key.slice(-4)).toBe(keyTail)
    // Neither a list nor the row at rest holds it.
    expect(JSON.stringify([listed, await detail(own.schoolId)])).not.toContain(key)
    expect(JSON.stringify(await schoolKeys.get({ schoolId: own.schoolId }))).not.toContain(key)
    expect((await detail(own.schoolId)).acts).toMatchObject([
      { kind: 'look', reason: '核对密钥' },
      { kind: 'renew', reason: '生成' },
    ])
    expect(await acted(own.schoolId)).toEqual(expect.arrayContaining(['school.renewKey', 'school.revealKey']))
  })

  it('are renewed by one at a time; the one before is gone', async () => {
    const before = (await keyOf(own.schoolId)).data.key
    const { keyVersion } = await detail(own.schoolId)
    const both = await Promise.all([renew(own.schoolId, keyVersion), renew(own.schoolId, keyVersion)])
    expect(both.map((r) => r.status).toSorted()).toEqual([0, 20_002])
    expect((await keyOf(own.schoolId)).data.key).not.toBe(before)
    expect((await renew(own.schoolId, 0)).status).toBe(20_002)
  })

  it('are seen neither by another area nor by the school’s own people', async () => {
    const away = await testCaller({ userType: 1, tenant: `a:${other.areaId}` })
    for (const token of [away.token, own.admin.token]) {
      expect((await keyOf(own.schoolId, token)).http).toBe(403)
      expect((await renew(own.schoolId, 1, token)).http).toBe(403)
    }
    expect((await send(handler, calls.listSchoolKeys, { name: '位置' }, away.token)).data.list).toEqual([])
    expect((await send(handler, calls.listSchoolKeys, {}, own.admin.token)).http).toBe(403)
    const seen = await send(handler, schoolDetail, { schoolId: own.schoolId }, own.admin.token)
    expect(JSON.stringify(seen.data)).not.toContain('keyTail')
  })

  it('are looked at so many times an hour', async () => {
    const curious = await testCaller({ userType: 1, tenant: `a:${own.areaId}` })
    const looks = []
    for (let i = 0; i < 31; i++) looks.push(await keyOf(own.schoolId, curious.token))
    expect(looks.slice(0, 30).every((l) => l.status === 0)).toBe(true)
    expect(looks[30]!.message).toMatch(/^查看次数过多，请在\d+分钟后重试$/)
  })
})
