/** How a refund stands, and who may do what with it. No money moves by any of it: it is a register. */
import { dayStart } from '#shared/kit/time.ts'

export const refundStates = {
  asked: '待审批',
  approved: '待退款',
  refused: '已驳回',
  paid: '已退款',
  withdrawn: '已撤销',
} as const
export type RefundState = keyof typeof refundStates
export const refundStateNames = Object.keys(refundStates) as [RefundState, ...RefundState[]]

/** In fen: up to 9 999 999.99 yuan, what a field of two decimals takes. */
export const mostFen = 999_999_999

/** 123456 is 1,234.56. */
export const showYuan = (fen: number): string => {
  const whole = String(Math.floor(Math.abs(fen) / 100)).replace(/\B(?=(\d{3})+$)/g, ',')
  return `${fen < 0 ? '-' : ''}${whole}.${String(Math.abs(fen) % 100).padStart(2, '0')}`
}

export const refundActs = ['edit', 'withdraw', 'reopen', 'approve', 'refuse', 'undecide', 'pay', 'unpay'] as const
export type RefundAct = (typeof refundActs)[number]

/** From which states an act leads, and to which; `by`: only who did that step takes it back. */
const steps: Readonly<
  Record<RefundAct, { from: readonly RefundState[]; to: RefundState; by?: 'decided' | 'paid'; other?: true }>
> = {
  // What was refused and put right is asked again.
  edit: { from: ['asked', 'refused'], to: 'asked' },
  withdraw: { from: ['asked', 'refused'], to: 'withdrawn' },
  reopen: { from: ['withdrawn'], to: 'asked' },
  approve: { from: ['asked'], to: 'approved', other: true },
  refuse: { from: ['asked'], to: 'refused', other: true },
  undecide: { from: ['approved', 'refused'], to: 'asked', by: 'decided' },
  pay: { from: ['approved'], to: 'paid' },
  unpay: { from: ['paid'], to: 'approved', by: 'paid' },
}
export const refundTo = (act: RefundAct): RefundState => steps[act].to

type Hand = { accountId: string; userName: string }
export type RefundStand = {
  state: RefundState
  /** Accounts that entered or changed it. */
  hands: readonly string[]
  decided?: Hand | undefined
  paid?: Hand | undefined
}

/** Why the people behind a session may not do it: the account, and that of an operator who acts in its place. */
export const refundBar = (
  act: RefundAct,
  refund: RefundStand,
  people: readonly string[],
): { why: 'state' } | { why: 'ownHand' } | { why: 'otherHand'; name: string } | null => {
  const { from, by, other } = steps[act]
  if (!from.includes(refund.state)) return { why: 'state' }
  if (other && people.some((id) => refund.hands.includes(id))) return { why: 'ownHand' }
  const hand = by && refund[by]
  return hand && !people.includes(hand.accountId) ? { why: 'otherHand', name: hand.userName } : null
}

/** A refund is paid on a day from that of its entry until today. */
export const isPayDay = (day: number, notedAt: number, at: number): boolean =>
  dayStart(day) >= dayStart(notedAt) && dayStart(day) <= dayStart(at)

export type RefundSums = { count: number; amount: number; byState: Record<RefundState, number> }

export const sumsOf = (refunds: readonly { state: RefundState; amount: number }[]): RefundSums => {
  const byState = Object.fromEntries(refundStateNames.map((s) => [s, 0])) as Record<RefundState, number>
  for (const { state, amount } of refunds) byState[state] += amount
  return { count: refunds.length, amount: refunds.reduce((sum, r) => sum + r.amount, 0), byState }
}
