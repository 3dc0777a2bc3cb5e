/** The register of companies and of who belongs to them, over the stores. */
import { beforeAll, describe, expect, it } from 'vitest'
import * as calls from '#shared/school/operations/company.calls.ts'
import { creditCheck } from '#shared/school/operations/company.rules.ts'
import { schoolProblems } from '#shared/school/school.problems.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import type { SentOf } from '#shared/kit/call.ts'
import { areaTenant } from '#shared/kit/ids.ts'
import type { AreaId, Tenant } from '#shared/kit/ids.ts'
import { openAccount } from '#functions/identity/identity.public.ts'
import { newId, now, randomOf } from '#functions/kit/ports.ts'
import { actAs, asFunction, send, testCaller } from '#functions/kit/testing.ts'
import { handler } from '../school.api.ts'
import { aUuid } from '../school.fixtures.ts'

type Wish = Partial<SentOf<typeof calls.saveCompany>>
/** A code of the right shape, of no company and of no other test. */
const aCode = (): string => {
  const bare = `91330100${[...randomOf(9)].map((b) => String(b % 10)).join('')}`
  return bare + creditCheck(bare)
}
/** Two operators of an area of its own, so that no other test's register is theirs. */
const anOffice = async () => {
  const tenant = areaTenant(newId<AreaId>('area'))
  const [a, b] = [await testCaller({ userType: 1, tenant }), await testCaller({ userType: 1, tenant })]
  const save = (wish: Wish, who = a) =>
    send(
      handler,
      calls.saveCompany,
      { companyId: aUuid(), companyName: '青印', creditCode: aCode(), services: ['print'], ...wish },
      who.token,
    )
  return { tenant, a, b, save }
}
type Office = Awaited<ReturnType<typeof anOffice>>
const list = async ({ a }: Office, of: SentOf<typeof calls.listCompanies> = {}) =>
  (await send(handler, calls.listCompanies, of, a.token)).data
const detail = async ({ a }: Office, companyId: string) =>
  (await send(handler, calls.companyDetail, { companyId }, a.token)).data
const remove = ({ a }: Office, companyId: string, undo = false) =>
  send(handler, calls.deleteCompany, { companyId, undo }, a.token)
const people = async ({ a }: Office, companyId: string) =>
  (await send(handler, calls.companyPeople, { companyId }, a.token)).data
const join = ({ a }: Office, companyId: string, accountName: string) =>
  send(handler, calls.addCompanyPerson, { companyId, accountName }, a.token)

/** An account of a type in a tenant. */
const anAccount = (tenant: Tenant, userType: number) =>
  asFunction('school-api', async () => {
    const accountName = `co${newId('account').slice(-14)}`
    const users = [{ tenant, userType, stage: 0 }]
    const opened = await openAccount({ accountName, userName: `人${userType}`, passwordHash: '-', users })
    return { accountName, accountId: opened!.accountId }
  })

let office: Office
beforeAll(async () => {
  actAs('school-api')
  office = await anOffice()
})

describe('a company', () => {
  it('is entered once though sent twice, changed over what was read, and its history tells what was changed', async () => {
    const of = await anOffice()
    const wish = { companyId: aUuid(), companyName: ' 青印　科技 ', creditCode: aCode(), services: ['print'] as const }
    const sent = { ...wish, services: [...wish.services], contact: '王五', phone: '0571-88001122' }
    expect((await of.save(sent)).data).toEqual({ companyId: wish.companyId, version: 1 })
    expect((await of.save(sent)).data).toEqual({ companyId: wish.companyId, version: 1 })
    expect((await list(of)).list).toMatchObject([{ companyName: '青印 科技', people: 0, contract: 'none', version: 1 }])
    // Another thing under the same id is no repeat.
    expect((await of.save({ ...sent, services: ['scan'] })).status).toBe(commonProblems.conflict.status)
    const next = { ...sent, companyName: '青印股份', contact: '赵六', version: 1 }
    expect((await of.save(next, of.b)).data.version).toBe(2)
    const late = await of.save({ ...sent, services: ['scan'], version: 1 })
    expect(late.status).toBe(commonProblems.stale.status)
    expect(late.message).toMatch(/^测试用户已于.*修改了这条数据，请核对后重试$/)
    const told = await detail(of, wish.companyId)
    expect(told).toMatchObject({ companyName: '青印股份', contact: '赵六', services: ['print'], version: 2 })
    expect(told.history.map((h) => h.words)).toEqual(['保存合作公司', '保存合作公司'])
    expect(told.history[0]!.changes).toEqual([
      { field: '公司名称', before: '青印 科技', after: '青印股份' },
      { field: '联系人' },
    ])
    // The trail stays for ever and names no person.
    expect(JSON.stringify(told.history)).not.toMatch(/王五|赵六|88001122/)
  })

  it('has a name and a code of its own, also when two are entered at one moment', async () => {
    const of = await anOffice()
    const creditCode = aCode()
    await of.save({ companyName: '甲', creditCode })
    expect((await of.save({ companyName: '甲' })).message).toBe('已有名为“甲”的公司')
    expect((await of.save({ companyName: '乙', creditCode })).status).toBe(schoolProblems.creditCodeTaken.status)
    const both = await Promise.all([of.save({ companyName: '丙' }), of.save({ companyName: '丙' }, of.b)])
    expect(both.map((r) => r.status).filter((s) => s === 0)).toHaveLength(1)
    expect((await list(of)).list.map((c) => c.companyName)).toEqual(['丙', '甲'])
    // What is given up is free.
    const { companyId, version, creditCode: old } = (await list(of)).list[0]!
    await of.save({ companyId, companyName: '丁', creditCode: old, version })
    expect((await of.save({ companyName: '丙' })).status).toBe(0)
  })

  it.each<[Wish, string]>([
    [{ companyName: ' \u202e\u0007 ' }, '公司名称不能为空'],
    [{ companyName: '长'.repeat(61) }, '公司名称不能超过60个字'],
    [{ creditCode: '91350100M000100Y44' }, '统一社会信用代码应为18位'],
    [{ creditCode: '' }, '请填写统一社会信用代码'],
    [{ services: [] }, '请选择服务类型'],
    [{ phone: '<script>' }, '请填写有效的电话号码'],
    [{ from: 86_400_000, until: 1 }, '合同截止日期不能早于开始日期'],
    [{ notes: '注'.repeat(501) }, '备注不能超过500个字'],
  ])('%j is refused: %s', async (wish, words) => {
    expect((await office.save(wish)).message).toContain(words)
  })

  it('is found by what is typed, by service, state and contract, in the order that is asked for', async () => {
    const of = await anOffice()
    const day = 86_400_000
    await of.save({ companyName: '阿尔法', services: ['print', 'scan'], phone: '13800001111', until: now() - 2 * day })
    await of.save({ companyName: '贝塔', services: ['entry'], until: now() + 5 * day })
    await of.save({ companyName: '查理', services: ['scan'], state: 'stopped' })
    const names = async (ask: SentOf<typeof calls.listCompanies>) =>
      (await list(of, ask)).list.map((c) => c.companyName)
    expect(await names({})).toEqual(['阿尔法', '贝塔', '查理'])
    expect(await names({ keyword: '１３８０' })).toEqual(['阿尔法'])
    expect(await names({ service: 'scan' })).toEqual(['阿尔法', '查理'])
    expect(await names({ state: 'stopped' })).toEqual(['查理'])
    expect(await names({ contract: 'over' })).toEqual(['阿尔法'])
    expect(await names({ contract: 'ending' })).toEqual(['贝塔'])
    expect(await names({ sort: '-until' })).toEqual(['查理', '贝塔', '阿尔法'])
    expect(await list(of, { pageSize: 2, pageNumber: 2 })).toMatchObject({ total: 3, pageNumber: 2, list: [{}] })
  })

  it('is nothing to another register, by its id too', async () => {
    const { companyId } = (await office.save({ companyName: '只给自己' })).data
    const other = await anOffice()
    expect((await list(other)).total).toBe(0)
    const wish = { companyId, companyName: '改名', creditCode: aCode(), services: ['scan' as const], version: 1 }
    expect((await other.save(wish)).status).toBe(commonProblems.notFound.status)
    expect((await remove(other, companyId)).status).toBe(commonProblems.notFound.status)
    const teacher = await testCaller({ userType: 3, tenant: office.tenant })
    expect((await send(handler, calls.listCompanies, {}, teacher.token)).http).toBe(403)
  })
})

describe('who belongs to a company', () => {
  it('belongs to one, keeps it from being deleted, and leaves it free', async () => {
    const of = await anOffice()
    const [one, two] = [(await of.save({ companyName: '一' })).data, (await of.save({ companyName: '二' })).data]
    const { accountName, accountId } = await anAccount(of.tenant, 6)
    expect((await join(of, one.companyId, accountName)).data).toEqual({ accountId })
    expect((await join(of, one.companyId, accountName)).data).toEqual({ accountId })
    expect(await people(of, one.companyId)).toMatchObject({
      total: 1,
      list: [{ accountId, accountName, userName: '人6', userTypes: [6], closed: false, addedBy: '测试用户' }],
    })
    expect((await detail(of, one.companyId)).people).toBe(1)
    expect((await join(of, two.companyId, accountName)).message).toBe('“人6”已属于“一”，请先从那里移出')
    expect((await remove(of, one.companyId)).message).toBe('公司还有1名人员，请先移出再删除')
    const leave = { companyId: one.companyId, accountId }
    expect((await send(handler, calls.removeCompanyPerson, leave, of.a.token)).data).toEqual({ removed: true })
    expect((await send(handler, calls.removeCompanyPerson, leave, of.a.token)).data).toEqual({ removed: false })
    expect((await remove(of, one.companyId)).status).toBe(0)
    expect((await join(of, two.companyId, accountName)).data).toEqual({ accountId })
    expect((await join(of, one.companyId, accountName)).status).toBe(commonProblems.notFound.status)
    expect((await detail(of, two.companyId)).history.map((h) => h.words)).toEqual(['添加公司人员：人6', '保存合作公司'])
  })

  it('is a person whom the operator reaches, of a type that may', async () => {
    const of = await anOffice()
    const { companyId } = (await of.save({})).data
    const stranger = await anAccount(areaTenant(newId<AreaId>('area')), 6)
    const student = await anAccount(of.tenant, 4)
    const unknown = schoolProblems.companyPersonUnknown.status
    expect((await join(of, companyId, 'no-account-of-this-name')).status).toBe(unknown)
    expect((await join(of, companyId, stranger.accountName)).status).toBe(unknown)
    expect((await join(of, companyId, student.accountName)).status).toBe(schoolProblems.companyPersonType.status)
    expect((await detail(of, companyId)).people).toBe(0)
  })

  it('is counted right where many come at one moment, and none comes to a company that goes', async () => {
    const of = await anOffice()
    const { companyId } = (await of.save({})).data
    const accounts = await Promise.all([19, 21, 24].map((type) => anAccount(of.tenant, type)))
    const answers = await Promise.all([
      ...accounts.map(({ accountName }) => join(of, companyId, accountName)),
      remove(of, companyId),
    ])
    const came = answers.slice(0, 3).filter((r) => r.status === 0).length
    const gone = answers[3]!.status === 0
    expect(gone ? came === 0 : came === 3).toBe(true)
    if (!gone) expect(await people(of, companyId)).toMatchObject({ total: 3 })
    if (!gone) expect((await detail(of, companyId)).people).toBe(3)
  })
})

describe('a company that was deleted', () => {
  it('is had back as it was, unless its name was given to another', async () => {
    const of = await anOffice()
    const { companyId } = (await of.save({ companyName: '回来' })).data
    expect((await remove(of, companyId)).data.version).toBe(2)
    expect((await remove(of, companyId)).data.version).toBe(2)
    expect((await list(of)).total).toBe(0)
    expect((await remove(of, companyId, true)).status).toBe(0)
    expect((await list(of)).list).toMatchObject([{ companyName: '回来', version: 3 }])
    await remove(of, companyId)
    await of.save({ companyName: '回来' })
    expect((await remove(of, companyId, true)).status).toBe(schoolProblems.companyTaken.status)
  })
})
