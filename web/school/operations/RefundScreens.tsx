import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { listCompanies } from '#shared/school/operations/company.calls.ts'
import {
  exportRefunds,
  listRefunds,
  Refund,
  refundDetail,
  refundSpan,
  saveRefund,
} from '#shared/school/operations/refund.calls.ts'
import { refundStateNames, refundStates, showYuan } from '#shared/school/operations/refund.rules.ts'
import { spanOptions } from '#shared/school/record.rules.ts'
import { listSchools } from '#shared/school/school.calls.ts'
import { act, useAsk } from '#web/kit/ask.ts'
import { DateCell } from '#web/kit/parts/Cells.tsx'
import { StateMark } from '#web/kit/parts/StateMark.tsx'
import { now, randomId } from '#web/kit/ports.ts'
import { FormScreen } from '#web/kit/screens/FormScreen.tsx'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import { NoticeScreen } from '#web/kit/screens/NoticeScreen.tsx'
import type { Option } from '#web/kit/screens/screen.types.ts'
import { operationsPaths, refundPath } from './operations.paths.ts'
import { refundMark } from './refundMarks.ts'

/** Schools within reach, in the order of their list. */
const useSchoolOptions = (): Option[] | undefined =>
  useAsk(listSchools, { pageSize: 1000 }).data?.list.map((s) => ({
    value: s.schoolId,
    label: s.areaName ? `${s.schoolName}（${s.areaName}）` : s.schoolName,
  }))

/** The register of refunds, with the sums of what is filtered. */
export const RefundsScreen = () => {
  const [query] = useSearchParams()
  const schools = useSchoolOptions() ?? []
  const add = { name: '登记退款', to: operationsPaths.editRefund, primary: true, shortcut: 'n' }
  /** As the list is filtered, whole. */
  const exportAs = (format: 'xlsx' | 'csv') => async (): Promise<void> => {
    const fields = ['span', 'state', 'schoolId', 'keyword'].map((f) => [f, query.get(f) || undefined])
    const ask = exportRefunds.input().safeParse({ ...Object.fromEntries(fields), format }).data
    location.assign((await act(exportRefunds, ask ?? { format })).url)
  }
  return (
    <ListScreen
      title="退款登记"
      call={listRefunds}
      order="新登记的在前"
      rowKey={(r) => r.refundId}
      rowTo={(r) => refundPath(r.refundId)}
      facts={({ sums }) => [
        { name: '合计', value: `${sums.count}笔 ${showYuan(sums.amount)}元` },
        ...refundStateNames
          .filter((s) => (sums.byState[s] ?? 0) > 0)
          .map((s) => ({ name: refundStates[s], value: `${showYuan(sums.byState[s] ?? 0)}元` })),
      ]}
      filters={[
        { field: 'keyword', label: '查找', mode: 'search', placeholder: '事项、原因或票据号' },
        { field: 'span', label: '登记时间', mode: 'dropdown', options: spanOptions(now()), start: [refundSpan] },
        {
          field: 'state',
          label: '状态',
          mode: 'radio',
          options: refundStateNames.map((value) => ({ value, label: refundStates[value] })),
        },
        { field: 'schoolId', label: '学校', mode: 'dropdown', options: schools },
      ]}
      columns={[
        { key: 'item', name: '退款事项', value: (r) => r.item },
        { key: 'state', name: '状态', value: (r) => refundMark(r).text, cell: (r) => <StateMark {...refundMark(r)} /> },
        { key: 'amount', name: '金额', unit: '元', value: (r) => showYuan(r.amount), number: true, sortable: true },
        { key: 'schoolName', name: '学校', value: (r) => r.schoolName },
        { key: 'notedBy', name: '登记人', value: (r) => r.notedBy },
        {
          key: 'notedAt',
          name: '登记时间',
          value: (r) => r.notedAt,
          cell: (r) => <DateCell ms={r.notedAt} time />,
          sortable: true,
        },
        { key: 'decided', name: '审批人', value: (r) => r.decided?.userName ?? '—' },
        {
          key: 'day',
          name: '退款日期',
          value: (r) => r.paid?.day,
          cell: (r) => <DateCell ms={r.paid?.day} />,
        },
        { key: 'invoice', name: '发票或收据号', value: (r) => r.invoice || '—', extra: true },
        { key: 'companyName', name: '公司', value: (r) => r.companyName ?? '—', extra: true },
      ]}
      actions={[{ name: '导出Excel', run: exportAs('xlsx') }, { name: '导出CSV', run: exportAs('csv') }, add]}
      empty={{
        title: '还没有退款',
        text: '登记一笔退款，由另一人审批，退款后填写日期和凭证号。这里只做登记，不会划转资金。',
        action: add,
      }}
    />
  )
}

/** A refund's entry, new or to be changed. */
export const EditRefundScreen = () => {
  const [query] = useSearchParams()
  const [fresh] = useState(randomId)
  const named = query.get('refund')
  const refundId = Refund.shape.refundId.safeParse(named).data
  const asked = useAsk(refundDetail, refundId ? { refundId } : undefined, { hideMessage: true })
  const schools = useSchoolOptions()
  const companies = useAsk(listCompanies, { pageSize: 1000 })
  const title = named === null ? '登记退款' : '修改退款'
  const back = { name: '退款登记', to: operationsPaths.refunds }
  const there = asked.data
  if (schools?.length === 0)
    return <NoticeScreen title={title} width="narrow" empty={{ title: '您的管理范围内还没有学校', action: back }} />
  if (!schools || !companies.data || (named !== null && !there))
    return (
      <NoticeScreen
        title={title}
        width="narrow"
        error={asked.error ?? companies.error ?? undefined}
        empty={named !== null && !refundId ? { title: '没有这笔退款', action: back } : null}
      />
    )
  const offered = companies.data.list.filter((c) => c.state === 'active' || c.companyId === there?.companyId)
  return (
    <FormScreen
      title={title}
      call={saveRefund}
      barred={there?.bars.edit}
      fixed={{ refundId: refundId ?? fresh, version: there?.version ?? 0 }}
      start={there ?? {}}
      doneText="退款已登记，等待另一人审批"
      done={(made) => refundPath(made.refundId)}
      fields={[
        { name: 'schoolId', label: '学校', kind: 'select', required: true, options: schools },
        { name: 'item', label: '退款事项', kind: 'text', required: true, maxLength: 60, placeholder: '如 题库服务费' },
        { name: 'amount', label: '金额', kind: 'score', unit: '元', required: true },
        { name: 'invoice', label: '发票或收据号', kind: 'text', maxLength: 60 },
        {
          name: 'companyId',
          label: '公司',
          kind: 'select',
          placeholder: '不涉及公司',
          options: offered.map((c) => ({ value: c.companyId, label: c.companyName })),
        },
        { name: 'reason', label: '退款原因', kind: 'textarea', required: true, maxLength: 200 },
      ]}
    />
  )
}
