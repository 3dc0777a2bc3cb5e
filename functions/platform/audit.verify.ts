/** Holds the audit trail against its chain and against what was put away, and chains what the stream did not tell. */
import { dayKey } from '#shared/kit/time.ts'
import { audits } from '#functions/kit/audit.ts'
import type { AuditRecord } from '#functions/kit/audit.ts'
import { now } from '#functions/kit/ports.ts'
import { segmentsOf } from './audit.archive.ts'
import { chained, chainHeads, chainRecords, entriesFrom, entryHash, recordHash } from './audit.chain.ts'

const dayMs = 86_400_000
/** The stream tells within seconds; what it has not told by then it lost. */
const lateMs = 10 * 60_000
const daysBack = 3
const pageOf = 500

export type Verified = {
  entries: number
  /** Records that the stream had not told: they are chained now. */
  late: number
  /** What does not fit, each once: the kind, and where. */
  faults: string[]
}

const recordsOfDay = (tenant: string, day: string): Promise<AuditRecord[]> =>
  audits.query(`${tenant}#${day}`, { consistent: true })

/** Days on which there may be records that no entry names. */
const chainLate = async (tenant: string): Promise<number> => {
  const at = now()
  let late = 0
  for (let back = 0; back <= daysBack; back++) {
    const old = (await recordsOfDay(tenant, dayKey(at - back * dayMs))).filter((r) => r.at < at - lateMs)
    if (old.length === 0) continue
    const there = new Set((await chained.getMany(old)).map((c) => c.auditId))
    const missing = old.filter((r) => !there.has(r.auditId))
    if (missing.length > 0) late += await chainRecords(tenant, missing)
  }
  return late
}

export const verifyTenant = async (tenant: string): Promise<Verified> => {
  const late = await chainLate(tenant)
  const faults: string[] = []
  const roots = new Map((await segmentsOf(tenant)).map((s) => [s.to, s]))
  const named = new Map<string, Set<string>>()
  // The head first: what is chained from now on lies behind it.
  const head = await chainHeads.get({ tenant })
  const until = head?.seq ?? 0
  let prev = ''
  let seq = 0
  while (seq < until) {
    const page = (await entriesFrom(tenant, seq + 1, Math.min(pageOf, until - seq))).filter((e) => e.seq <= until)
    if (page.length === 0) break
    const records = new Map((await audits.getMany(page)).map((r) => [r.auditId, r]))
    for (const e of page) {
      if (e.seq !== seq + 1) faults.push(`gap ${seq + 1}-${e.seq - 1}`)
      else if (e.prev !== prev) faults.push(`order ${e.seq}`)
      if (e.hash !== entryHash(e)) faults.push(`entry ${e.seq}`)
      const record = records.get(e.auditId)
      if (!record) faults.push(`missing ${e.seq} ${e.auditId}`)
      else if (recordHash(record) !== e.record) faults.push(`changed ${e.seq} ${e.auditId}`)
      const kept = roots.get(e.seq)
      if (kept && kept.root !== e.hash) faults.push(`archive ${e.seq}`)
      roots.delete(e.seq)
      const day = dayKey(e.at)
      named.set(day, (named.get(day) ?? new Set()).add(e.auditId))
      prev = e.hash
      seq = e.seq
    }
  }
  if (seq !== until || prev !== (head?.hash ?? '')) faults.push(`head ${until}`)
  // What was put away goes further than what is there.
  for (const s of roots.values()) faults.push(`archive ${s.to}`)
  // A record that is not chained: put in where no stream told of it.
  for (const [day, known] of named)
    for (const r of await recordsOfDay(tenant, day))
      if (!known.has(r.auditId) && r.at < now() - lateMs && !(await chained.get(r)))
        faults.push(`unchained ${r.auditId}`)
  return { entries: seq, late, faults }
}
