/** Refunds as they are listed. */
import type { Refund, RefundRow, listRefunds } from '#shared/school/operations/refund.calls.ts'
import { spanOf } from '#shared/school/record.rules.ts'
import type { InputOf } from '#shared/kit/call.ts'
import { now } from '#functions/kit/ports.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { schoolsNamed } from '../roster/school.public.ts'
import { companies, refunds } from './operations.store.ts'

type Own = Pick<Caller, 'tenant'>
type Filters = Pick<InputOf<typeof listRefunds>, 'span' | 'state' | 'schoolId' | 'keyword'>

/** Those of the caller's register that were entered within the span, latest first: no more of it is read. */
export const refundsFound = async ({ span, state, schoolId, keyword }: Filters, { tenant }: Own): Promise<Refund[]> => {
  const { from, to } = spanOf(span, now())
  const text = keyword?.normalize('NFKC').trim().toLowerCase() ?? ''
  const found = await refunds.queryIndex('gsi1', `refunds-at#${tenant}`, {
    from: String(from),
    to: `${to}#~`,
    reverse: true,
  })
  return found.filter(
    (r) =>
      (state === undefined || r.state === state) &&
      (schoolId === undefined || r.schoolId === schoolId) &&
      [r.item, r.reason, r.invoice, r.notedBy, r.paid?.receipt ?? ''].some((t) => t.toLowerCase().includes(text)),
  )
}

/** With what their schools and companies are called now, those that were deleted too. */
export const rowsOfRefunds = async (found: readonly Refund[], { tenant }: Own): Promise<RefundRow[]> => {
  const ids = found.flatMap((r) => r.companyId ?? [])
  const [schools, firms] = await Promise.all([
    schoolsNamed(found.map((r) => r.schoolId)),
    companies.getMany([...new Set(ids)].map((companyId) => ({ owner: tenant, companyId }))),
  ])
  const firmOf = new Map(firms.map((c) => [c.companyId, c.companyName]))
  return found.map(({ schema: _schema, owner: _owner, hands: _hands, ...r }) => {
    const companyName = r.companyId && firmOf.get(r.companyId)
    return { ...r, schoolName: schools.get(r.schoolId) ?? '已删除的学校', ...(companyName ? { companyName } : {}) }
  })
}
