import { refundStates } from '#shared/school/operations/refund.rules.ts'
import type { RefundState } from '#shared/school/operations/refund.rules.ts'
import type { Meaning } from '#web/kit/parts/StateMark.tsx'

const meanings: Record<RefundState, Meaning> = {
  asked: 'waits',
  approved: 'going',
  refused: 'failed',
  paid: 'done',
  withdrawn: 'out',
}
export const refundMark = ({ state }: { state: RefundState }): { text: string; meaning: Meaning } => ({
  text: refundStates[state],
  meaning: meanings[state],
})
