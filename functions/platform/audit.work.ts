import * as z from 'zod'
import { verifyAuditJob } from '#shared/platform/platform.jobs.ts'
import { JobId, Tenant } from '#shared/kit/ids.ts'
import { countMetric } from '#functions/kit/count.ts'
import { objectKey, putLines } from '#functions/kit/objects.ts'
import { now } from '#functions/kit/ports.ts'
import { inTime } from '#functions/kit/kinds.ts'
import { rows } from '#functions/kit/table.ts'
import { work } from '#functions/kit/work.ts'
import { archiveChain } from './audit.archive.ts'
import { tenantsChained } from './audit.chain.ts'
import { verifyTenant } from './audit.verify.ts'

const most = 20

/** How a tenant's trail was found, by the job that looked. */
const AuditCheck = z.object({
  schema: z.literal(1),
  jobId: JobId,
  tenant: Tenant,
  checkedAt: z.int(),
  entries: z.int(),
  late: z.int(),
  segments: z.int(),
  faults: z.array(z.string()),
})
const auditChecks = rows({
  table: 'TABLE_PLATFORM',
  schema: AuditCheck,
  hangsOn: inTime,
  personal: 'nothing',
  key: (of: { jobId: string; tenant: string }) => ({ pk: `auditChecks#${of.jobId}`, sk: of.tenant }),
  ttl: (c) => Math.ceil(c.checkedAt / 1000) + 400 * 86_400,
})

export const auditWork = work(verifyAuditJob, {
  plan: async ({ input, jobId, progress }) => {
    const all = await tenantsChained()
    const wanted = input.tenant === undefined ? all : all.filter((t) => t === input.tenant)
    const manifestKey = objectKey(jobId, 'p', 'platform', 'audit', jobId, 'tenants.jsonl')
    await putLines(
      manifestKey,
      wanted.map((tenant) => ({ tenant })),
    )
    await progress({ total: wanted.length })
    return { manifestKey, tenants: wanted.length }
  },

  verify: async ({ jobId, items }) => {
    for (const { tenant } of items) {
      const found = await verifyTenant(tenant)
      // What does not fit is not put away: the copies are what it is held against.
      const segments = found.faults.length === 0 ? await archiveChain(tenant) : 0
      if (found.faults.length > 0) countMetric('platform', 'auditBroken')
      const { entries, late } = found
      const faults = found.faults.slice(0, most)
      await auditChecks.put({ schema: 1, jobId, tenant, checkedAt: now(), entries, late, segments, faults })
    }
  },

  finish: async ({ jobId }) => {
    const checks = await auditChecks.query(`auditChecks#${jobId}`, { consistent: true })
    return {
      tenants: checks.length,
      entries: checks.reduce((n, c) => n + c.entries, 0),
      late: checks.reduce((n, c) => n + c.late, 0),
      broken: checks.filter((c) => c.faults.length > 0).length,
      faults: checks.flatMap((c) => c.faults.map((f) => `${c.tenant}: ${f}`)).slice(0, most),
    }
  },
})
