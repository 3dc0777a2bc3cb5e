/** The register of refunds, over the stores. */
import { beforeAll, describe, expect, it } from 'vitest'
import * as calls from '#shared/school/operations/refund.calls.ts'
import { saveCompany } from '#shared/school/operations/company.calls.ts'
import { schoolProblems } from '#shared/school/school.problems.ts'
import { createSchool } from '#shared/school/school.calls.ts'
import type { SentOf } from '#shared/kit/call.ts'
import { areaTenant } from '#shared/kit/ids.ts'
import type { SchoolId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { actAs, send, testCaller } from '#functions/kit/testing.ts'
import { tableIn } from '#functions/kit/workbook.ts'
import { aSchool, aUuid } from '../school.fixtures.ts'
import { handler } from '../school.api.ts'

/** Two administrators of an area of its own, and its two schools. */
const anOffice = async () => {
  const { areaId, schoolId, operator } = await aSchool('退款一中')
  const second = { areaId, schoolName: '退款二中', stage: 1, accountName: `rf${newId('account').slice(-12)}` }
  const other: SchoolId = (await send(handler, createSchool, second, operator.token)).data.schoolId
  const tenant = areaTenant(areaId)
  const [a, b] = [await testCaller({ userType: 1, tenant }), await testCaller({ userType: 1, tenant })]
  return { schoolId, other, tenant, a, b }
}
type Office = Awaited<ReturnType<typeof anOffice>>
type Person = Office['a']
type Wish = Partial<SentOf<typeof calls.saveRefund>>

const save = (of: Office, wish: Wish = {}, who = of.a) =>
  send(
    handler,
    calls.saveRefund,
    { refundId: aUuid(), schoolId: of.schoolId, item: '题库服务费', amount: 123_450, reason: '重复缴费', ...wish },
    who.token,
  )
const list = async (of: Office, ask: SentOf<typeof calls.listRefunds> = {}) =>
  (await send(handler, calls.listRefunds, ask, of.a.token)).data
const detail = async (who: Person, refundId: string) =>
  (await send(handler, calls.refundDetail, { refundId }, who.token)).data
const decide = (who: Person, refundId: string, version: number, approve = true, undo = false) =>
  send(handler, calls.decideRefund, { refundId, version, approve, undo, reason: '核对无误' }, who.token)
const pay = (who: Person, refundId: string, version: number, day = now(), undo = false) =>
  send(handler, calls.payRefund, { refundId, version, day, undo, receipt: '银行回单8812' }, who.token)

let of: Office
beforeAll(async () => {
  actAs('school-api')
  of = await anOffice()
})

describe('a refund', () => {
  it('is noted by one, approved by another and paid, each step on record', async () => {
    const wish = { refundId: aUuid(), item: ' 扫描\u202e服务费 ' }
    expect((await save(of, wish)).data).toEqual({ refundId: wish.refundId, version: 1 })
    expect((await save(of, wish)).data).toEqual({ refundId: wish.refundId, version: 1 })
    const { refundId } = wish
    expect((await decide(of.a, refundId, 1)).message).toBe('退款须由另一人审批：您登记或修改过这笔退款')
    expect((await pay(of.b, refundId, 1)).message).toBe('这笔退款待审批，不能进行此操作')
    expect((await decide(of.b, refundId, 1)).data).toEqual({ version: 2 })
    expect((await decide(of.b, refundId, 2)).status).toBe(schoolProblems.refundState.status)
    const yesterday = now() - 2 * 86_400_000
    expect((await pay(of.a, refundId, 2, yesterday)).status).toBe(schoolProblems.refundPaidEarly.status)
    expect((await pay(of.a, refundId, 2, now() + 2 * 86_400_000)).status).toBe(schoolProblems.refundPaidEarly.status)
    expect((await pay(of.a, refundId, 2)).data).toEqual({ version: 3 })
    const told = await detail(of.b, refundId)
    expect(told).toMatchObject({
      item: '扫描 服务费',
      schoolName: '退款一中',
      state: 'paid',
      decided: { reason: '核对无误' },
      paid: { receipt: '银行回单8812' },
    })
    expect(told.history.map((h) => h.words)).toEqual(['登记已退款', '通过退款', '登记或修改退款'])
    expect(told.history[1]!.changes).toEqual([{ field: '原因', after: '核对无误' }])
    // Who noted the payment takes it back, and no other.
    expect((await pay(of.b, refundId, 3, now(), true)).message).toBe('只有测试用户可以撤销自己的操作')
    expect((await pay(of.a, refundId, 3, now(), true)).data).toEqual({ version: 4 })
    expect(await detail(of.a, refundId)).toMatchObject({ state: 'approved', bars: { pay: null } })
    expect((await detail(of.a, refundId)).paid).toBeUndefined()
  })

  it('is not approved by who changed it, nor by an operator in the place of another', async () => {
    const { refundId } = (await save(of)).data
    expect((await save(of, { refundId, amount: 100, version: 1 }, of.b)).data.version).toBe(2)
    expect((await decide(of.b, refundId, 2)).status).toBe(schoolProblems.refundOwnHand.status)
    const behind = of.a.caller.accountId
    const pretending = await testCaller({ userType: 1, tenant: of.tenant, pretendedBy: behind })
    expect((await decide(pretending, refundId, 2)).status).toBe(schoolProblems.refundOwnHand.status)
    const third = await testCaller({ userType: 1, tenant: of.tenant })
    expect((await decide(third, refundId, 2, false)).data.version).toBe(3)
    expect((await detail(of.a, refundId)).state).toBe('refused')
    // Put right, it is asked again, and what was said before is no answer to it.
    expect((await save(of, { refundId, amount: 200, version: 3 })).data.version).toBe(4)
    const again = await detail(third, refundId)
    expect(again).toMatchObject({ state: 'asked', amount: 200, bars: { approve: null } })
    expect(again.decided).toBeUndefined()
  })

  it('is changed over what was read; who is slower is told, and of two decisions at one moment one holds', async () => {
    const { refundId } = (await save(of)).data
    await save(of, { refundId, amount: 1, version: 1 })
    const late = await save(of, { refundId, amount: 2, version: 1 }, of.b)
    expect(late.status).toBe(commonProblems.stale.status)
    const third = await testCaller({ userType: 1, tenant: of.tenant })
    const both = await Promise.all([decide(of.b, refundId, 2), decide(third, refundId, 2, false)])
    expect(both.filter((r) => r.status === 0)).toHaveLength(1)
  })

  it('is withdrawn and had back until it is approved', async () => {
    const { refundId } = (await save(of)).data
    const withdraw = (version: number, undo = false) =>
      send(handler, calls.withdrawRefund, { refundId, version, undo }, of.a.token)
    expect((await withdraw(1)).data.version).toBe(2)
    expect((await decide(of.b, refundId, 2)).message).toBe('这笔退款已撤销，不能进行此操作')
    expect((await withdraw(2, true)).data.version).toBe(3)
    await decide(of.b, refundId, 3)
    expect((await withdraw(4)).status).toBe(schoolProblems.refundState.status)
    expect((await decide(of.a, refundId, 4, true, true)).status).toBe(schoolProblems.refundOtherHand.status)
    expect((await decide(of.b, refundId, 4, true, true)).data.version).toBe(5)
  })

  it.each<[Wish, string]>([
    [{ amount: 0 }, '金额应在0.01到'],
    [{ amount: -5 }, '金额应在0.01到'],
    [{ amount: 1_000_000_000 }, '金额应在0.01到'],
    [{ amount: 1.5 }, '最多两位小数'],
    [{ amount: '12元' as never }, '最多两位小数'],
    [{ item: '\u200b' }, '退款事项不能为空'],
    [{ reason: '因'.repeat(201) }, '退款原因不能超过200个字'],
  ])('%j is refused: %s', async (wish, words) => {
    expect((await save(of, wish)).message).toContain(words)
  })

  it('is for a school within reach and a company of the own register, and nothing to another register', async () => {
    const other = await anOffice()
    expect((await save(of, { schoolId: other.schoolId })).http).toBe(403)
    expect((await save(of, { companyId: aUuid() })).status).toBe(commonProblems.notFound.status)
    const { refundId } = (await save(of)).data
    expect((await decide(other.a, refundId, 1)).status).toBe(commonProblems.notFound.status)
    expect((await send(handler, calls.refundDetail, { refundId }, other.a.token)).status).toBe(
      commonProblems.notFound.status,
    )
    expect((await list(other)).total).toBe(0)
    const teacher = await testCaller({ userType: 3, tenant: of.tenant })
    expect((await send(handler, calls.listRefunds, {}, teacher.token)).http).toBe(403)
  })
})

describe('the register', () => {
  it('is filtered, summed as it is filtered, and goes out as it is filtered', async () => {
    const own = await anOffice()
    const companyId = aUuid()
    const company = {
      companyId,
      companyName: '代收公司',
      creditCode: '91350100M000100Y43',
      services: ['other' as const],
    }
    await send(handler, saveCompany, company, own.a.token)
    const first = (await save(own, { amount: 10, companyId, item: '=1+1' })).data.refundId
    await save(own, { amount: 20, schoolId: own.other, item: '题库, "二"' })
    await save(own, { amount: 999_999_999, schoolId: own.other, invoice: 'FP-００１' })
    await decide(own.b, first, 1)
    const all = await list(own)
    expect(all.sums).toEqual({
      count: 3,
      amount: 1_000_000_029,
      byState: { asked: 1_000_000_019, approved: 10, refused: 0, paid: 0, withdrawn: 0 },
    })
    expect(all.list.map((r) => r.amount)).toEqual([999_999_999, 20, 10])
    expect(all.list[2]).toMatchObject({ companyName: '代收公司', schoolName: '退款一中' })
    const amounts = async (ask: SentOf<typeof calls.listRefunds>) => {
      const { list: found, sums } = await list(own, ask)
      expect(sums.amount).toBe(found.reduce((n, r) => n + r.amount, 0))
      return found.map((r) => r.amount)
    }
    expect(await amounts({ state: 'approved' })).toEqual([10])
    expect(await amounts({ schoolId: own.other, sort: 'amount' })).toEqual([20, 999_999_999])
    expect(await amounts({ keyword: 'fp-001' })).toEqual([999_999_999])
    expect(await amounts({ span: '2020-01' })).toEqual([])
    expect((await send(handler, calls.listRefunds, { span: '9999d' }, own.a.token)).message).toContain('时间范围')
    // Sums are of all that is found, at any page.
    expect((await list(own, { pageSize: 1 })).sums.count).toBe(3)

    const out = async (format: 'xlsx' | 'csv') => {
      const { url, fileName } = (await send(handler, calls.exportRefunds, { format, schoolId: own.other }, own.a.token))
        .data
      expect(fileName).toMatch(new RegExp(`^退款登记-\\d{4}-\\d\\d-\\d\\d\\.${format}$`))
      return tableIn(new Uint8Array(await (await fetch(url)).arrayBuffer()), fileName)
    }
    for (const format of ['xlsx', 'csv'] as const) {
      const rows = (await out(format)).map((r) => r.cells)
      expect(rows.map((r) => [r[1], r[2], r[3], r[4]])).toEqual([
        ['学校', '退款事项', '金额（元）', '状态'],
        ['退款二中', '题库服务费', '9999999.99', '待审批'],
        ['退款二中', '题库, "二"', '0.20', '待审批'],
      ])
    }
    const { url } = (await send(handler, calls.exportRefunds, { format: 'csv' }, own.a.token)).data
    // Nothing is a formula to who opens it.
    expect(await (await fetch(url)).text()).toContain(",'=1+1,")
  })
})
