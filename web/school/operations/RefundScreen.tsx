import { useSearchParams } from 'react-router'
import {
  decideRefund,
  payRefund,
  Refund,
  refundDetail,
  withdrawRefund,
} from '#shared/school/operations/refund.calls.ts'
import { showYuan } from '#shared/school/operations/refund.rules.ts'
import type { OutputOf } from '#shared/kit/call.ts'
import { dayStart, showDate, showTime } from '#shared/kit/time.ts'
import { act } from '#web/kit/ask.ts'
import { toast, undoable } from '#web/kit/notices.ts'
import type { DialogForm } from '#web/kit/parts/FormDialog.tsx'
import { serverNow } from '#web/kit/ports.ts'
import { DetailScreen } from '#web/kit/screens/DetailScreen.tsx'
import type { Action, Fact } from '#web/kit/screens/screen.types.ts'
import { HistoryTable } from './HistoryTable.tsx'
import { companyPath, editRefundPath, operationsPaths } from './operations.paths.ts'
import { refundMark } from './refundMarks.ts'

type Detail = OutputOf<typeof refundDetail>

const deciding = ({ refundId, version, amount, schoolName }: Detail, approve: boolean): DialogForm => ({
  title: approve ? `通过${schoolName}的退款 ${showYuan(amount)}元` : `驳回${schoolName}的退款`,
  submit: approve ? '通过' : '驳回',
  fields: [{ name: 'reason', label: '意见', kind: 'textarea', required: true, maxLength: 200 }],
  run: async (sent) => {
    await act(decideRefund, { refundId, version, approve, reason: String(sent['reason']) }, { hideMessage: true })
    toast('success', approve ? '已通过，退款后请登记日期和凭证号' : '已驳回')
  },
})

const paying = ({ refundId, version }: Detail): DialogForm => ({
  title: '登记已退款',
  submit: '登记',
  start: { day: dayStart(serverNow()) },
  fields: [
    { name: 'day', label: '退款日期', kind: 'date', required: true },
    { name: 'receipt', label: '退款凭证号', kind: 'text', required: true, maxLength: 60 },
  ],
  run: async (sent) => {
    const of = { refundId, version, day: Number(sent['day']), receipt: String(sent['receipt']) }
    await act(payRefund, of, { hideMessage: true })
    toast('success', '已登记退款')
  },
})

const withdraw = async ({ refundId, version, item }: Detail): Promise<void> => {
  const done = await act(withdrawRefund, { refundId, version })
  undoable(`已撤销“${item}”`, () => act(withdrawRefund, { refundId, version: done.version, undo: true }))
}

const factsOf = (r: Detail): Fact[] => [
  { name: '学校', value: r.schoolName },
  { name: '金额', value: `${showYuan(r.amount)}元` },
  { name: '原因', value: r.reason },
  ...(r.invoice ? [{ name: '发票或收据号', value: r.invoice }] : []),
  { name: '登记', value: `${r.notedBy} ${showTime(r.notedAt)}` },
  ...(r.decided ? [{ name: '审批', value: `${r.decided.userName}：${r.decided.reason}` }] : []),
  ...(r.paid ? [{ name: '退款', value: `${showDate(r.paid.day)} 凭证号${r.paid.receipt}` }] : []),
]

/** One refund: how it stands, what may be done with it now, and what was done. */
export const RefundScreen = () => {
  const [query] = useSearchParams()
  const refundId = Refund.shape.refundId.safeParse(query.get('refund')).data
  const back = { name: '退款登记', to: operationsPaths.refunds }
  const actionsOf = (r: Detail): Action[] => {
    const { bars, state, version } = r
    const again = (name: string, run: () => Promise<unknown>, barred: string | null | undefined): Action => ({
      name,
      run,
      barred,
    })
    const of = { refundId: r.refundId, version, undo: true }
    const edit = { name: '修改', to: editRefundPath(r.refundId) }
    const company = r.companyId ? [{ name: r.companyName ?? '公司', to: companyPath(r.companyId) }] : []
    switch (state) {
      case 'asked':
        return [
          { name: '通过', primary: true, barred: bars.approve, form: () => deciding(r, true) },
          { name: '驳回', barred: bars.refuse, form: () => deciding(r, false) },
          edit,
          { name: '撤销登记', danger: true, run: () => withdraw(r) },
          ...company,
        ]
      case 'approved':
        return [
          { name: '登记已退款', primary: true, barred: bars.pay, form: () => paying(r) },
          again('撤回审批', () => act(decideRefund, { ...of, approve: true, reason: '撤回' }), bars.undecide),
          ...company,
        ]
      case 'refused':
        return [
          { ...edit, primary: true },
          again('撤回审批', () => act(decideRefund, { ...of, approve: false, reason: '撤回' }), bars.undecide),
          { name: '撤销登记', danger: true, run: () => withdraw(r) },
          ...company,
        ]
      case 'paid':
        return [
          again('撤回已退款', () => act(payRefund, { ...of, day: r.paid!.day, receipt: r.paid!.receipt }), bars.unpay),
          ...company,
        ]
      case 'withdrawn':
        return [{ ...again('恢复登记', () => act(withdrawRefund, of), bars.reopen), primary: true }, ...company]
    }
  }
  return (
    <DetailScreen
      call={refundDetail}
      input={refundId ? { refundId } : undefined}
      without={{ title: '没有这笔退款', text: '从列表中选一笔退款。', action: back }}
      refused={({ message }) => ({ title: message, action: back })}
      title={(r) => r.item}
      badge={refundMark}
      facts={factsOf}
      actions={actionsOf}
    >
      {(r) => (
        <>
          <HistoryTable history={r.history} />
        </>
      )}
    </DetailScreen>
  )
}
