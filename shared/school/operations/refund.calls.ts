/** Refunds to schools as an operator notes them by hand: the product takes no money and gives none. */
import * as z from 'zod'
import { Change } from '#shared/kit/acts.ts'
import { call, caller, on } from '#shared/kit/call.ts'
import { AccountId, SchoolId, Tenant } from '#shared/kit/ids.ts'
import { pageFields, pageOf, sortField } from '#shared/kit/paging.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { line, optionalLine, sought } from '#shared/kit/text.ts'
import { isSpan } from '../record.rules.ts'
import { schoolProblems as p } from '../school.problems.ts'
import { CompanyId } from './company.calls.ts'
import { companyKeepers } from '#shared/kit/people.ts'
import { mostFen, refundActs, refundStateNames } from './refund.rules.ts'

/** Spec 2 §2.1: refund. */
export const refundKeepers = companyKeepers

const RefundId = z.uuid('编号格式不正确')
const Hand = z.object({ accountId: AccountId, userName: z.string(), at: z.int() })

export const Refund = z.object({
  schema: z.literal(1),
  refundId: RefundId,
  /** Whose register it stands in. */
  owner: Tenant,
  schoolId: SchoolId,
  item: z.string(),
  /** Fen. */
  amount: z.int(),
  reason: z.string(),
  /** The invoice or receipt of what was paid once. */
  invoice: z.string(),
  companyId: CompanyId.optional(),
  state: z.enum(refundStateNames),
  notedAt: z.int(),
  notedBy: z.string(),
  /** Accounts that entered or changed it, and of operators in their place: none of them decides. */
  hands: z.array(AccountId),
  decided: Hand.extend({ reason: z.string() }).optional(),
  paid: Hand.extend({ day: z.int(), receipt: z.string() }).optional(),
  version: z.int(),
})
export type Refund = z.infer<typeof Refund>

const RefundRow = Refund.omit({ schema: true, owner: true, hands: true }).extend({
  schoolName: z.string(),
  companyName: z.string().optional(),
})
export type RefundRow = z.infer<typeof RefundRow>

export const refundSpan = '366d'
const filters = {
  span: z.string().refine(isSpan, '时间范围不正确').default(refundSpan),
  state: Refund.shape.state.optional(),
  schoolId: SchoolId.optional(),
  keyword: sought(),
}
/** A school of the filter is only compared with those of the caller's own register. */
export const listRefunds = call('GET /api/school/refund/list', {
  summary: "Refunds of the caller's register that were entered within a time, filtered, with their sums",
  ...refundKeepers,
  scope: caller,
  input: () => z.object({ ...pageFields, ...filters, sort: sortField('notedAt', 'amount') }),
  output: () =>
    pageOf(RefundRow).extend({
      sums: z.object({ count: z.int(), amount: z.int(), byState: z.record(Refund.shape.state, z.int()) }),
    }),
  feeds: ['refunds'],
})

export const exportRefunds = call('GET /api/school/refund/export', {
  summary: 'A signed URL of the refunds that the filters leave, as xlsx or csv',
  ...refundKeepers,
  scope: caller,
  effect: true,
  input: () => z.object({ ...filters, format: z.enum(['xlsx', 'csv']).default('xlsx') }),
  output: () => z.object({ url: z.string(), fileName: z.string() }),
  timeoutMs: 120_000,
})

export const refundDetail = call('GET /api/school/refund/detail', {
  summary: 'A refund, what the caller may do with it, and what was done to it, latest first',
  ...refundKeepers,
  scope: caller,
  input: () => z.object({ refundId: RefundId }),
  output: () =>
    RefundRow.extend({
      /** Why an act is barred to the caller; null where it is not. */
      bars: z.record(z.enum(refundActs), z.string().nullable()),
      history: z.array(
        z.object({
          auditId: z.string(),
          at: z.int(),
          words: z.string(),
          userName: z.string(),
          changes: z.array(Change),
        }),
      ),
    }),
  problems: [commonProblems.notFound],
  feeds: ['refunds'],
})

const amountWords = '金额应在0.01到9999999.99元之间，最多两位小数'

export const saveRefund = call('POST /api/school/refund/save', {
  summary:
    'Note a refund under an id of the browser, or change one that is not decided, over the version that was read',
  ...refundKeepers,
  scope: on('school', 'schoolId'),
  input: () =>
    z.object({
      refundId: RefundId,
      schoolId: SchoolId,
      item: line('退款事项', 60),
      amount: z
        .int({ error: ({ input }) => (input === undefined ? '请填写金额' : amountWords) })
        .min(1, amountWords)
        .max(mostFen, amountWords),
      reason: line('退款原因', 200),
      invoice: optionalLine('发票或收据号', 60),
      companyId: CompanyId.optional(),
      /** 0: it is new. */
      version: z.int().default(0),
    }),
  output: () => z.object({ refundId: RefundId, version: z.int() }),
  problems: [p.refundState, commonProblems.notFound, commonProblems.conflict, commonProblems.stale],
  refreshes: ['refunds'],
})

const step = { refundId: RefundId, version: z.int() }
const stepped = {
  ...refundKeepers,
  scope: caller,
  output: () => z.object({ version: z.int() }),
  refreshes: ['refunds'],
} as const
const undo = z.boolean().default(false)

export const withdrawRefund = call('POST /api/school/refund/withdraw', {
  summary: 'Withdraw a refund that is not approved, or take that back',
  ...stepped,
  input: () => z.object({ ...step, undo }),
  problems: [p.refundState, commonProblems.notFound, commonProblems.stale],
})

export const decideRefund = call('POST /api/school/refund/decide', {
  summary: 'Approve or refuse a refund that others entered, with a reason; or, who did, take that back',
  ...stepped,
  input: () => z.object({ ...step, undo, approve: z.boolean(), reason: line('意见', 200) }),
  problems: [p.refundState, p.refundOwnHand, p.refundOtherHand, commonProblems.notFound, commonProblems.stale],
})

export const payRefund = call('POST /api/school/refund/pay', {
  summary: 'Note that an approved refund was paid, on which day and by which receipt; or, who did, take that back',
  ...stepped,
  input: () =>
    z.object({
      ...step,
      undo,
      day: z.int({ error: '请填写退款日期' }),
      receipt: line('退款凭证号', 60),
    }),
  problems: [p.refundState, p.refundOtherHand, p.refundPaidEarly, commonProblems.notFound, commonProblems.stale],
})
