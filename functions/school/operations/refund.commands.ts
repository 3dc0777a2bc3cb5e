/** The register of refunds: noted by one, decided by another, paid outside of the product. */
import type * as calls from '#shared/school/operations/refund.calls.ts'
import type { Refund } from '#shared/school/operations/refund.calls.ts'
import { isPayDay, refundBar, refundStates, refundTo, showYuan } from '#shared/school/operations/refund.rules.ts'
import type { RefundAct } from '#shared/school/operations/refund.rules.ts'
import { schoolProblems } from '#shared/school/school.problems.ts'
import type { AuditAct } from '#shared/kit/acts.ts'
import type { AnswerOf, InputOf } from '#shared/kit/call.ts'
import { csvFile } from '#shared/kit/csv.ts'
import type { AccountId } from '#shared/kit/ids.ts'
import { commonProblems, fill } from '#shared/kit/problem.ts'
import type { Problem } from '#shared/kit/problem.ts'
import { showDate, showTime } from '#shared/kit/time.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { keepOnce, saveOver } from '#functions/kit/stale.ts'
import { objectKey, putObject, signedUrl } from '#functions/kit/objects.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import type { WriteItem } from '#functions/kit/table.ts'
import { bookOf } from '#functions/kit/workbook.ts'
import { changesOf } from '../people/told.ts'
import { schoolOf } from '../roster/school.public.ts'
import { ownCompany } from './company.commands.ts'
import { refunds } from './operations.store.ts'
import { refundsFound, rowsOfRefunds } from './refund.read.ts'

/** @throws Refused notFound */
export const ownRefund = async (refundId: string, { tenant }: Pick<Caller, 'tenant'>): Promise<Refund> =>
  (await refunds.get({ owner: tenant, refundId })) ?? refuse(commonProblems.notFound)

const peopleBehind = ({ accountId, pretendedBy }: Caller): AccountId[] =>
  pretendedBy ? [accountId, pretendedBy as AccountId] : [accountId]

const barred = (
  act: RefundAct,
  refund: Refund,
  caller: Caller,
): { problem: Problem; values: Record<string, string> } | null => {
  const bar = refundBar(act, refund, peopleBehind(caller))
  if (!bar) return null
  if (bar.why === 'state') return { problem: schoolProblems.refundState, values: { state: refundStates[refund.state] } }
  return bar.why === 'ownHand'
    ? { problem: schoolProblems.refundOwnHand, values: {} }
    : { problem: schoolProblems.refundOtherHand, values: { name: bar.name } }
}
/** Why the caller may not do it, in words; null where nothing bars it. */
export const barOf = (act: RefundAct, refund: Refund, caller: Caller): string | null => {
  const bar = barred(act, refund, caller)
  return bar && fill(bar.problem.message, bar.values)
}
const demand = (act: RefundAct, refund: Refund, caller: Caller): void => {
  const bar = barred(act, refund, caller)
  if (bar) refuse(bar.problem, bar.values)
}

const told = (r: Refund, schoolName: string) => ({
  学校: schoolName,
  退款事项: r.item,
  金额: `${showYuan(r.amount)}元`,
  原因: r.reason,
  发票或收据号: r.invoice,
})

type Change = { before?: Record<string, string>; after?: Record<string, string>; reason?: string }
const write =
  (caller: Caller, act: AuditAct, after: Refund, before: Refund | null, change: Change = {}) =>
  (saving: WriteItem): Promise<boolean> => {
    const changes = changesOf(change.before ?? {}, change.after ?? {})
    const record = auditRecord(caller, act, `refund:${after.refundId}`, {
      ...(before ? { before } : {}),
      after,
      told: { name: after.item, ...(changes.length > 0 ? { changes } : {}) },
      ...(change.reason ? { reason: change.reason } : {}),
    })
    return audited([saving], record)
  }

export const saveRefund = async (
  { version, invoice = '', ...input }: InputOf<typeof calls.saveRefund>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.saveRefund>> => {
  const { refundId, schoolId, companyId } = input
  const fields = { ...input, invoice }
  const nameOf = async (id: string): Promise<string> => (await schoolOf(id))?.schoolName ?? ''
  if (version === 0) {
    if (companyId !== undefined) await ownCompany(companyId, caller)
    const next: Refund = {
      schema: 1,
      owner: caller.tenant,
      ...fields,
      state: 'asked',
      notedAt: now(),
      notedBy: caller.userName,
      hands: peopleBehind(caller),
      version: 1,
    }
    const change = { after: told(next, await nameOf(schoolId)) }
    return {
      refundId,
      ...(await keepOnce(refunds, next, fields, write(caller, 'school.saveRefund', next, null, change))),
    }
  }
  const before = await ownRefund(refundId, caller)
  demand('edit', before, caller)
  // A company that was deleted since stays where it was named.
  if (companyId !== undefined && companyId !== before.companyId) await ownCompany(companyId, caller)
  const { companyId: _company, decided: _decided, ...kept } = before
  const hands = [...new Set([...before.hands, ...peopleBehind(caller)])]
  const next: Refund = { ...kept, ...fields, state: refundTo('edit'), hands, version }
  const change = { before: told(before, await nameOf(before.schoolId)), after: told(next, await nameOf(schoolId)) }
  return { refundId, ...(await saveOver(refunds, next, write(caller, 'school.saveRefund', next, before, change))) }
}

type Step = { refundId: string; version: number }
/** One step of the table, over the version that was read; `change` says what comes with it. */
const take = async (
  { refundId, version }: Step,
  [act, audit]: readonly [RefundAct, AuditAct],
  caller: Caller,
  change: (before: Refund) => Refund,
  tells: Change = {},
): Promise<{ version: number }> => {
  const before = await ownRefund(refundId, caller)
  demand(act, before, caller)
  const next = { ...change(before), state: refundTo(act), version }
  return saveOver(refunds, next, write(caller, audit, next, before, tells))
}

export const withdrawRefund = (
  { undo, ...of }: InputOf<typeof calls.withdrawRefund>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.withdrawRefund>> =>
  undo
    ? take(of, ['reopen', 'school.reopenRefund'], caller, (r) => r)
    : take(of, ['withdraw', 'school.withdrawRefund'], caller, ({ decided: _decided, ...r }) => r)

const handOf = ({ accountId, userName }: Caller) => ({ accountId, userName, at: now() })

export const decideRefund = (
  { undo, approve, reason, ...of }: InputOf<typeof calls.decideRefund>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.decideRefund>> => {
  if (undo) return take(of, ['undecide', 'school.undecideRefund'], caller, ({ decided: _decided, ...r }) => r)
  const acts = approve ? (['approve', 'school.approveRefund'] as const) : (['refuse', 'school.refuseRefund'] as const)
  return take(of, acts, caller, (r) => ({ ...r, decided: { ...handOf(caller), reason } }), { reason })
}

export const payRefund = (
  { undo, day, receipt, ...of }: InputOf<typeof calls.payRefund>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.payRefund>> => {
  if (undo) return take(of, ['unpay', 'school.unpayRefund'], caller, ({ paid: _paid, ...r }) => r)
  const paid = (r: Refund): Refund => {
    if (!isPayDay(day, r.notedAt, now())) refuse(schoolProblems.refundPaidEarly)
    return { ...r, paid: { ...handOf(caller), day, receipt } }
  }
  const after = { 退款日期: showDate(day), 退款凭证号: receipt }
  return take(of, ['pay', 'school.payRefund'], caller, paid, { after })
}

const head = [
  '登记时间',
  '学校',
  '退款事项',
  '金额（元）',
  '状态',
  '原因',
  '发票或收据号',
  '公司',
  '登记人',
  '审批人',
  '审批意见',
  '退款日期',
  '退款凭证号',
]

export const exportRefunds = async (
  { format, ...filters }: InputOf<typeof calls.exportRefunds>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.exportRefunds>> => {
  const found = await rowsOfRefunds(await refundsFound(filters, caller), caller)
  const lines = found.map((r) => [
    showTime(r.notedAt),
    r.schoolName,
    r.item,
    showYuan(r.amount).replaceAll(',', ''),
    refundStates[r.state],
    r.reason,
    r.invoice,
    r.companyName ?? '',
    r.notedBy,
    r.decided?.userName ?? '',
    r.decided?.reason ?? '',
    r.paid ? showDate(r.paid.day) : '',
    r.paid?.receipt ?? '',
  ])
  const rows = [head, ...lines]
  const exportId = newId<string>('file')
  // I16: what leaves the house is on record, or does not leave.
  const record = auditRecord(caller, 'school.exportRefunds', caller.tenant, { after: lines.length, reason: exportId })
  if (!(await audited([], record))) throw new Error('the export could not be put on record')
  const bytes = format === 'csv' ? Buffer.from(csvFile(rows)) : await bookOf([{ name: '退款登记', rows }])
  const fileName = `退款登记-${showDate(now())}.${format}`
  const key = objectKey(exportId, caller.tenant, 'school', 'export', exportId, `refunds.${format}`)
  await putObject(key, bytes, { type: 'application/octet-stream' })
  return { url: await signedUrl(key, { name: fileName }), fileName }
}
