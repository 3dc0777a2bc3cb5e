/** What was done to an object of a register, as its record tells it. */
import { actWords } from '#shared/kit/acts.ts'
import { usersByIds } from '#functions/identity/identity.public.ts'
import { audits, objectIndex } from '#functions/kit/audit.ts'

/** How the record calls what stands in a register: the school's functions may read of other tenants these alone. */
export type RegisterObject = `company:${string}` | `refund:${string}`

/** So many of the last acts on a company are told. */
const mostTold = 50

/** What was done to an object of the caller's register, latest first. */
export const historyOf = async (tenant: string, object: RegisterObject) => {
  const records = await audits.queryIndex('gsi1', objectIndex(tenant, object), { reverse: true, limit: mostTold })
  const ids = records.flatMap((r) => [r.userId, ...(r.told?.people ?? [])])
  const names = new Map((await usersByIds(ids)).map((u) => [u.userId as string, u.userName]))
  return records.map((r) => ({
    auditId: r.auditId,
    at: r.at,
    words: [actWords(r.act)[1], ...(r.told?.people ?? []).map((id) => names.get(id) ?? '已停用的账号')].join('：'),
    userName: names.get(r.userId) ?? '已停用的账号',
    changes: [...(r.told?.changes ?? []), ...(r.reason ? [{ field: '原因', after: r.reason }] : [])],
  }))
}
