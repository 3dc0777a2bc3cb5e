import { useState } from 'react'
import { useSearchParams } from 'react-router'
import {
  addCompanyPerson,
  companyDetail,
  CompanyId,
  companyPeople,
  deleteCompany,
  removeCompanyPerson,
} from '#shared/school/operations/company.calls.ts'
import { serviceWords } from '#shared/school/operations/company.rules.ts'
import type { OutputOf } from '#shared/kit/call.ts'
import type { AccountId } from '#shared/kit/ids.ts'
import { typeLabel } from '#web/identity/typeLabel.public.tsx'
import { act, undoDelete } from '#web/kit/ask.ts'
import { toast, undoable } from '#web/kit/notices.ts'
import { DateCell } from '#web/kit/parts/Cells.tsx'
import { FormDialog } from '#web/kit/parts/FormDialog.tsx'
import { ListPart } from '#web/kit/parts/ListPart.tsx'
import { DetailScreen } from '#web/kit/screens/DetailScreen.tsx'
import { contractDays, contractMark, stateOf, whyKept } from './companyMarks.ts'
import { HistoryTable } from './HistoryTable.tsx'
import { editCompanyPath, operationsPaths } from './operations.paths.ts'

type Company = OutputOf<typeof companyDetail>

const remove = async (
  { companyId, companyName }: Company,
  p: { accountId: AccountId; accountName: string; userName: string },
): Promise<void> => {
  await act(removeCompanyPerson, { companyId, accountId: p.accountId })
  undoable(`已将${p.userName}移出“${companyName}”`, () =>
    act(addCompanyPerson, { companyId, accountName: p.accountName }),
  )
}

const People = ({ company }: { company: Company }) => {
  const [adding, setAdding] = useState(false)
  const { companyId, companyName } = company
  const add = { name: '添加人员', run: () => setAdding(true) }
  return (
    <>
      <ListPart
        label="人员"
        call={companyPeople}
        input={{ companyId }}
        order="先加入的在前"
        rowKey={(p) => p.accountId}
        rowTo={{ none: 'an account has no screen of its own here' }}
        columns={[
          { key: 'userName', name: '姓名', value: (p) => p.userName },
          { key: 'accountName', name: '账号', value: (p) => p.accountName },
          {
            key: 'userTypes',
            name: '身份',
            value: (p) => p.userTypes.map((t) => typeLabel(t)).join('、') + (p.closed ? '（已停用）' : ''),
          },
          { key: 'addedAt', name: '加入时间', value: (p) => p.addedAt, cell: (p) => <DateCell ms={p.addedAt} /> },
          { key: 'addedBy', name: '添加人', value: (p) => p.addedBy },
        ]}
        actions={[add]}
        rowActions={(p) => [{ name: '移出', danger: true, run: () => remove(company, p) }]}
        empty={{ title: '还没有人员', text: '按账号添加，一个人同时只属于一家公司。', action: add }}
      />
      {adding && (
        <FormDialog
          close={() => setAdding(false)}
          form={{
            title: `添加人员到“${companyName}”`,
            submit: '添加',
            fields: [
              {
                name: 'accountName',
                label: '账号',
                kind: 'text',
                required: true,
                maxLength: 60,
                wide: true,
                hint: '录题、审核、运营、校对、备课组长、兼职和数据录入人员的账号',
              },
            ],
            run: async (sent) => {
              await act(
                addCompanyPerson,
                { companyId, accountName: String(sent['accountName']) },
                { hideMessage: true },
              )
              toast('success', '已添加')
            },
          }}
        />
      )}
    </>
  )
}

/** One company: its facts, its people, and what was done to it. */
export const CompanyScreen = () => {
  const [query] = useSearchParams()
  const companyId = CompanyId.safeParse(query.get('company')).data
  const back = { name: '合作公司', to: operationsPaths.companies }
  return (
    <DetailScreen
      call={companyDetail}
      input={companyId ? { companyId } : undefined}
      without={{ title: '没有这家公司', text: '从列表中选一家公司。', action: back }}
      refused={({ message }) => ({ title: message, action: back })}
      title={(c) => c.companyName}
      badge={stateOf}
      facts={(c) => [
        { name: '统一社会信用代码', value: c.creditCode },
        { name: '服务', value: serviceWords(c.services) },
        { name: '联系人', value: [c.contact, c.phone].filter(Boolean).join(' ') || '—' },
        {
          name: '合同',
          value: c.contract === 'none' ? '—' : `${contractDays(c)}（${contractMark(c).text}）`,
        },
        ...(c.notes ? [{ name: '备注', value: c.notes }] : []),
      ]}
      actions={(c) => [
        { name: '修改', to: editCompanyPath(c.companyId) },
        {
          name: '删除',
          danger: true,
          barred: whyKept(c),
          run: () => undoDelete(deleteCompany, { companyId: c.companyId }, `已删除“${c.companyName}”`),
        },
      ]}
      tabs={(c) => [
        { key: 'people', name: '人员', count: c.people, content: () => <People company={c} /> },
        { key: 'history', name: '操作记录', content: () => <HistoryTable history={c.history} /> },
      ]}
    />
  )
}
