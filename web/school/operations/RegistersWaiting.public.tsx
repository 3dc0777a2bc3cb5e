import { listCompanies } from '#shared/school/operations/company.calls.ts'
import { listRefunds } from '#shared/school/operations/refund.calls.ts'
import { showYuan } from '#shared/school/operations/refund.rules.ts'
import { useAsk } from '#web/kit/ask.ts'
import { Section } from '#web/kit/parts/Section.tsx'
import { WorkList } from '#web/kit/parts/WorkList.tsx'
import { operationsPaths, refundsAskedPath } from './operations.paths.ts'

const quietly = { quiet: true, freshMs: 30_000 }

/** The registers of an operator: how many companies, and what waits for a decision. */
export const RegistersWaiting = () => {
  const companies = useAsk(listCompanies, { pageSize: 1 }, quietly).data
  const ending = useAsk(listCompanies, { pageSize: 1, contract: 'ending' }, quietly).data
  const asked = useAsk(listRefunds, { pageSize: 1, state: 'asked' }, quietly).data
  if (!companies || !asked) return null
  const soon = ending?.total ?? 0
  return (
    <Section title="登记">
      <WorkList
        label="登记"
        items={[
          {
            key: 'companies',
            name: '合作公司',
            to: operationsPaths.companies,
            text: `${companies.total}家${soon > 0 ? `，${soon}家的合同30天内到期` : ''}`,
          },
          {
            key: 'refunds',
            name: '退款登记',
            to: asked.total > 0 ? refundsAskedPath : operationsPaths.refunds,
            text: asked.total > 0 ? `${asked.total}笔待审批，共${showYuan(asked.sums.amount)}元` : '没有待审批的退款',
          },
        ]}
      />
    </Section>
  )
}
