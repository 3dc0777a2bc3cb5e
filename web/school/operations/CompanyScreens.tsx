import { useState } from 'react'
import { useSearchParams } from 'react-router'
import {
  companyDetail,
  CompanyId,
  deleteCompany,
  listCompanies,
  saveCompany,
} from '#shared/school/operations/company.calls.ts'
import { companyStates, contracts, services, serviceWords } from '#shared/school/operations/company.rules.ts'
import { undoDelete, useAsk } from '#web/kit/ask.ts'
import { DateCell } from '#web/kit/parts/Cells.tsx'
import { StateMark } from '#web/kit/parts/StateMark.tsx'
import { randomId } from '#web/kit/ports.ts'
import { FormScreen } from '#web/kit/screens/FormScreen.tsx'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import { NoticeScreen } from '#web/kit/screens/NoticeScreen.tsx'
import type { Option } from '#web/kit/screens/screen.types.ts'
import { contractDays, contractMark, stateOf, whyKept } from './companyMarks.ts'
import { companyPath, editCompanyPath, operationsPaths } from './operations.paths.ts'

const optionsOf = (words: Readonly<Record<string, string>>): Option[] =>
  Object.entries(words).map(([value, label]) => ({ value, label }))

/** The companies of the own register. */
export const CompaniesScreen = () => {
  const add = { name: '登记公司', to: operationsPaths.editCompany, primary: true, shortcut: 'n' }
  return (
    <ListScreen
      title="合作公司"
      call={listCompanies}
      order="按公司名称"
      rowKey={(c) => c.companyId}
      rowTo={(c) => companyPath(c.companyId)}
      filters={[
        { field: 'keyword', label: '查找', mode: 'search', placeholder: '名称、代码、联系人或电话' },
        { field: 'service', label: '服务', mode: 'radio', options: optionsOf(services) },
        { field: 'state', label: '状态', mode: 'radio', options: optionsOf(companyStates) },
        { field: 'contract', label: '合同', mode: 'radio', options: optionsOf(contracts) },
      ]}
      columns={[
        { key: 'companyName', name: '公司', value: (c) => c.companyName, sortable: true },
        {
          key: 'state',
          name: '状态',
          value: (c) => stateOf(c).text,
          cell: (c) => <StateMark {...stateOf(c)} />,
        },
        { key: 'services', name: '服务', value: (c) => serviceWords(c.services) },
        { key: 'contact', name: '联系人', value: (c) => c.contact || '—' },
        { key: 'phone', name: '电话', value: (c) => c.phone || '—' },
        {
          key: 'contract',
          name: '合同',
          value: (c) => contractMark(c).text,
          cell: (c) => <StateMark {...contractMark(c)} />,
        },
        { key: 'until', name: '合同期限', value: contractDays, sortable: true },
        { key: 'people', name: '人员', unit: '人', value: (c) => c.people, number: true, sortable: true },
        { key: 'creditCode', name: '统一社会信用代码', value: (c) => c.creditCode, extra: true },
        {
          key: 'editedAt',
          name: '最后修改',
          value: (c) => c.editedAt,
          cell: (c) => <DateCell ms={c.editedAt} />,
          sortable: true,
          extra: true,
        },
      ]}
      actions={[add]}
      rowActions={(c) => [
        { name: '修改', to: editCompanyPath(c.companyId) },
        {
          name: '删除',
          danger: true,
          barred: whyKept(c),
          run: () => undoDelete(deleteCompany, { companyId: c.companyId }, `已删除“${c.companyName}”`),
        },
      ]}
      empty={{
        title: '还没有合作公司',
        text: '登记印刷、录题、校对、扫描的合作公司，再把它们的人员账号加进来。',
        action: add,
      }}
    />
  )
}

/** A company's entry, new or to be changed. */
export const EditCompanyScreen = () => {
  const [query] = useSearchParams()
  const [fresh] = useState(randomId)
  const named = query.get('company')
  const companyId = CompanyId.safeParse(named).data
  const asked = useAsk(companyDetail, companyId ? { companyId } : undefined, { hideMessage: true })
  const title = named === null ? '登记公司' : '修改公司'
  if (named !== null && !asked.data)
    return (
      <NoticeScreen
        title={title}
        width="narrow"
        error={asked.error ?? undefined}
        empty={
          companyId ? null : { title: '没有这家公司', action: { name: '合作公司', to: operationsPaths.companies } }
        }
      />
    )
  const { version = 0, ...there } = asked.data ?? {}
  return (
    <FormScreen
      title={title}
      call={saveCompany}
      fixed={{ companyId: companyId ?? fresh, version }}
      start={{ state: 'active', services: [], ...there }}
      doneText="公司已保存"
      done={(made) => companyPath(made.companyId)}
      fields={[
        { name: 'companyName', label: '公司名称', kind: 'text', required: true, maxLength: 60 },
        {
          name: 'creditCode',
          label: '统一社会信用代码',
          kind: 'text',
          required: true,
          hint: '18位，见营业执照',
        },
        {
          name: 'services',
          label: '服务类型',
          kind: 'multi',
          required: true,
          wide: true,
          options: optionsOf(services),
        },
        { name: 'contact', label: '联系人', kind: 'text', maxLength: 40 },
        { name: 'phone', label: '联系电话', kind: 'text', maxLength: 20, autoComplete: 'off' },
        { name: 'from', label: '合同开始日期', kind: 'date' },
        { name: 'until', label: '合同截止日期', kind: 'date', hint: '不填为长期' },
        { name: 'state', label: '状态', kind: 'radio', wide: true, options: optionsOf(companyStates) },
        { name: 'notes', label: '备注', kind: 'textarea', maxLength: 500 },
      ]}
    />
  )
}
