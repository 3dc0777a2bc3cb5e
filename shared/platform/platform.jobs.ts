import * as z from 'zod'
import { each, job, step } from '#shared/kit/job.ts'
import { Tenant } from '#shared/kit/ids.ts'

const TenantItem = z.object({ tenant: Tenant })

export const AuditVerified = z.object({
  tenants: z.int(),
  entries: z.int(),
  /** Records that had to be chained late. */
  late: z.int(),
  /** Tenants whose trail does not fit. */
  broken: z.int(),
  /** The first of what does not fit: `<tenant>: <fault>`. */
  faults: z.array(z.string()),
})

/** The audit trail held against its chain and its copies, and what is new put away; every night, and by hand. */
export const verifyAuditJob = job('platform.verifyAudit', {
  title: '核验审计记录',
  again: true,
  input: () => z.object({ tenant: Tenant.optional() }),
  flow: [
    step('plan', () => z.object({ manifestKey: z.string(), tenants: z.int() })),
    each('verify', { from: 'plan', item: () => TenantItem, batch: 1, concurrency: 4, timeoutSeconds: 880 }),
    step('finish', () => AuditVerified),
  ],
})
