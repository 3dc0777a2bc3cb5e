/** What operators keep beside the schools. A row lies under whose register it stands in: another's is not to be named. */
import * as z from 'zod'
import { AccountId, Tenant } from '#shared/kit/ids.ts'
import { Company, CompanyId } from '#shared/school/operations/company.calls.ts'
import { Refund } from '#shared/school/operations/refund.calls.ts'
import { stays, under } from '#functions/kit/kinds.ts'
import { rows } from '#functions/kit/table.ts'

const table = 'TABLE_SCHOOL'

export const companies = rows({
  table,
  schema: Company,
  hangsOn: stays('an operator keeps them'),
  personal: 'staff',
  key: (of: { owner: string; companyId: string }) => ({ pk: `companies#${of.owner}`, sk: of.companyId }),
})

const CompanyPerson = z.object({
  schema: z.literal(1),
  accountId: AccountId,
  companyId: CompanyId,
  owner: Tenant,
  accountName: z.string(),
  addedAt: z.int(),
  addedBy: z.string(),
})
export type CompanyPerson = z.infer<typeof CompanyPerson>

/** One row a person, wherever the company stands: so no one belongs to two. */
export const companyPersons = rows({
  table,
  schema: CompanyPerson,
  hangsOn: under('account', ({ accountId }) => ({ pk: `company-of#${accountId}` })),
  personal: 'staff',
  key: (of: { accountId: string }) => ({ pk: `company-of#${of.accountId}`, sk: 'company' }),
  index: (p) => ({ gsi1pk: `company-people#${p.owner}#${p.companyId}`, gsi1sk: `${p.addedAt}#${p.accountId}` }),
})

/** Found by the moment when they were entered. */
export const refunds = rows({
  table,
  schema: Refund,
  hangsOn: stays('a register of money stays'),
  personal: 'staff',
  key: (of: { owner: string; refundId: string }) => ({ pk: `refunds#${of.owner}`, sk: of.refundId }),
  index: (r) => ({ gsi1pk: `refunds-at#${r.owner}`, gsi1sk: `${r.notedAt}#${r.refundId}` }),
})
