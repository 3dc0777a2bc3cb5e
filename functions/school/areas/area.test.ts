import type { DynamoDBRecord } from 'aws-lambda'
import { beforeAll, describe, expect, it } from 'vitest'
import * as calls from '#shared/school/school.calls.ts'
import { schoolProblems } from '#shared/school/school.problems.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import type { AreaId, SchoolId } from '#shared/kit/ids.ts'
import { newId } from '#functions/kit/ports.ts'
import { actAs, asFunction, send, testCaller } from '#functions/kit/testing.ts'
import { areas, schools } from '../roster/school.store.ts'
import { handler } from '../school.api.ts'
import { areasIn } from '../school.stream.ts'
import { followArea, followAreas } from './area.follow.ts'

type Who = Awaited<ReturnType<typeof testCaller>>

const digits = (): string => String(BigInt(`0x${Buffer.from(newId('area').slice(-8)).toString('hex')}`)).slice(-12)
const aName = () => `a${newId('account').slice(-12)}`

describe('cities and counties', () => {
  let root: Who
  let city: AreaId
  beforeAll(async () => {
    actAs('school-api')
    root = await testCaller({ userType: 1, tenant: 'p' })
    city = await anArea('市')
  })
  const ask = <C extends Parameters<typeof send>[1]>(call: C, input: Parameters<typeof send<C>>[2], who: Who = root) =>
    send(handler, call, input, who.token)
  const anArea = async (areaName: string, cityId?: AreaId): Promise<AreaId> =>
    (await ask(calls.createArea, { areaName, areaCode: digits(), ...(cityId ? { cityId } : {}) })).data.areaId
  const aSchoolIn = async (areaId: AreaId, schoolName: string): Promise<SchoolId> =>
    (await ask(calls.createSchool, { areaId, schoolName, stage: 1, accountName: aName() })).data.schoolId
  const officer = (areaId: AreaId, userType = 13) => testCaller({ userType, tenant: `a:${areaId}`, areaId })
  const place = async (areaId: AreaId, cityId?: AreaId) => {
    const { version } = (await areas.get({ areaId }))!
    return ask(calls.placeArea, { areaId, version, ...(cityId ? { cityId } : {}) })
  }
  const follow = (areaId: AreaId) => asFunction('school-stream', () => followArea(areaId))
  const schoolsSeen = async (who: Who) => (await ask(calls.listSchools, {}, who)).data.list.map((s) => s.schoolName)

  it('a city sees the schools of its counties, a county its own alone', async () => {
    const [one, two] = [await anArea('甲县', city), await anArea('乙县', city)]
    const direct = await aSchoolIn(city, '市直中学')
    const inOne = await aSchoolIn(one, '甲县一中')
    await aSchoolIn(two, '乙县一中')
    const [above, below] = [await officer(city), await officer(one)]
    expect((await schoolsSeen(above)).sort()).toEqual(['乙县一中', '市直中学', '甲县一中'])
    expect(await schoolsSeen(below)).toEqual(['甲县一中'])
    const named = (await ask(calls.listSchools, { areaId: one }, above)).data.list
    expect(named.map((s) => [s.schoolName, s.areaName])).toEqual([['甲县一中', '甲县']])
    expect((await ask(calls.listAreas, {}, above)).data.map((a) => a.areaName)).toEqual(['市', '甲县', '乙县'])
    expect((await ask(calls.listAreas, {}, below)).data.map((a) => a.areaName)).toEqual(['甲县'])
    expect((await ask(calls.schoolDetail, { schoolId: inOne }, above)).status).toBe(0)
    for (const schoolId of [direct, newId<SchoolId>('school')])
      expect((await ask(calls.schoolDetail, { schoolId }, below)).http).toBe(403)
  })

  it('a county goes to another city with its schools: by the stream, or in the night', async () => {
    const [other, county] = [await anArea('另一市'), await anArea('丙县', city)]
    const school = await aSchoolIn(county, '丙县一中')
    const [before, after] = [await officer(city), await officer(other)]
    expect((await place(county, other)).status).toBe(0)
    expect((await areas.get({ areaId: other }))!.counties).toBe(1)
    // What runs every night in another file's test may have been here first: what stands counts.
    await follow(county)
    expect((await schools.get({ schoolId: school }))!.cityId).toBe(other)
    expect(await follow(county)).toBe(0)
    expect(await schoolsSeen(before)).not.toContain('丙县一中')
    expect(await schoolsSeen(after)).toEqual(['丙县一中'])
    expect((await place(county)).status).toBe(0)
    await asFunction('school-work', followAreas)
    expect((await schools.get({ schoolId: school }))!.cityId).toBeUndefined()
    expect(await schoolsSeen(after)).toEqual([])
  })

  it('a record tells of an area that was changed, and of nothing else', () => {
    const record = (pk: string, old: boolean): DynamoDBRecord => ({
      dynamodb: { Keys: { pk: { S: pk } }, ...(old ? { OldImage: { pk: { S: pk } } } : {}) },
    })
    const told = [record('area#a', true), record('area#a', true), record('area#new', false), record('students#x', true)]
    expect(areasIn(told)).toEqual(['a'])
  })

  it('itself, a county, and a city with counties are refused, and a stale form too', async () => {
    const [free, county] = [await anArea('自由市'), await anArea('丁县', city)]
    const refused = async (answer: ReturnType<typeof place>) => (await answer).status
    expect(await refused(place(free, free))).toBe(schoolProblems.cityIsSelf.status)
    expect(await refused(place(free, county))).toBe(schoolProblems.cityIsCounty.status)
    expect(await refused(place(city, free))).toBe(schoolProblems.hasCounties.status)
    expect(await refused(place(free, newId<AreaId>('area')))).toBe(schoolProblems.cityUnknown.status)
    const made = { areaName: '戊县', areaCode: digits(), cityId: county }
    expect((await ask(calls.createArea, made)).status).toBe(schoolProblems.cityIsCounty.status)
    const late = await ask(calls.placeArea, { areaId: county, version: 0 })
    expect(late.status).toBe(commonProblems.stale.status)
    expect(await refused(place(county))).toBe(0)
    // Once all have left it a city may be a county itself.
    const [upper, lower] = [await anArea('上'), await anArea('下')]
    const only = await anArea('独县', lower)
    expect(await refused(place(lower, upper))).toBe(schoolProblems.hasCounties.status)
    expect([await refused(place(only)), await refused(place(lower, upper))]).toEqual([0, 0])
  })

  it('two that would go below each other at once: one does', async () => {
    const [a, b] = [await anArea('甲市'), await anArea('乙市')]
    const both = await Promise.all([place(a, b), place(b, a)])
    expect(both.filter((answer) => answer.status === 0)).toHaveLength(1)
    const there = await areas.getMany([{ areaId: a }, { areaId: b }])
    expect(there.filter((x) => x.cityId !== undefined)).toHaveLength(1)
  })

  it("is the platform's to say: not a city's, a county's or a school's", async () => {
    const county = await anArea('己县', city)
    const schoolId = await aSchoolIn(county, '己县一中')
    const { version } = (await areas.get({ areaId: county }))!
    for (const who of [
      await officer(city, 1),
      await officer(county, 1),
      await testCaller({ userType: 1, tenant: `s:${schoolId}` }),
      await officer(city, 14),
    ])
      expect((await ask(calls.placeArea, { areaId: county, version }, who)).http).toBe(403)
    expect((await areas.get({ areaId: county }))!.cityId).toBe(city)
  })
})
