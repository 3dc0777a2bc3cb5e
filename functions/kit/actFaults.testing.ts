/**
 * An act under every single fault of the stores, as a test asks for it: done whole with its records, or not at all; and asked
 * for once more without a fault, done whole with its records and no more (I11, I16).
 */
import { expect } from 'vitest'
import { dayKey } from '#shared/kit/time.ts'
import { audits } from './audit.ts'
import { faultCases } from './faultCases.testing.ts'
import { withFaults } from './faults.ts'
import type { FaultKind, FaultPlan, StoreCall } from './faults.ts'
import { now } from './ports.ts'
import { Refused } from './refusal.ts'
import type { Caller } from './session.ts'
import { asFunction, asRoot } from './testing.ts'

const kinds: readonly FaultKind[] = ['failBefore', 'appliedButFailed', 'conflict', 'crashAfter']

export type Act<Of> = {
  name: string
  /** As its record calls it; where a record is of something that the act makes it names nothing of what it was done to. */
  record: string
  /** What stands there before. */
  before?: (of: Of, who: Caller) => Promise<unknown>
  /** As a person asks for it: over what was seen. */
  run: (of: Of, who: Caller) => Promise<unknown>
  /** What became other by it, in words that do not tell one time from another. */
  told: (of: Of) => Promise<unknown>
  /** In whose records it stands, if not in the own school's. */
  tenant?: (of: Of) => string
  /** It has steps that follow from the first: what is told is a list, and may stand between two of them until it is asked for again. */
  steps?: true
}

/** Its records of the day, since the act may make what the record is of. */
const recordsOf = async (act: string, tenant: string, who: Caller): Promise<number> => {
  // A room's functions write records and read none.
  const all = await asRoot(() => audits.query(`${tenant}#${dayKey(now())}`, { consistent: true }))
  return all.filter((r) => r.act === act && r.userId === who.userId).length
}

/** Where an act of steps may have stopped: so many of them are done, and the others are not. */
const stopsOf = (before: unknown, after: unknown): unknown[] => {
  const [from, to] = [before as unknown[], after as unknown[]]
  return from.map((_, done) => [...to.slice(0, done), ...from.slice(done)])
}

export const holdsUnderFaults = async <Of>(
  act: Act<Of>,
  role: Parameters<typeof asFunction>[0],
  prepare: () => Promise<{ of: Of; who: Caller }>,
): Promise<void> => {
  const tenantOf = (of: Of, who: Caller): string => act.tenant?.(of) ?? who.tenant
  const prepared = async () => {
    const { of, who } = await prepare()
    await asFunction(role, async () => act.before?.(of, who))
    return { of, who, recorded: await recordsOf(act.record, tenantOf(of, who), who) }
  }
  const told = (of: Of) => asFunction(role, () => act.told(of))
  /** One run under a plan; what failed is told, and a refusal is an answer. */
  const tried = async (of: Of, who: Caller, plan: FaultPlan): Promise<void> => {
    const faults = withFaults(plan)
    try {
      await asFunction(role, () => act.run(of, who)).catch((error: unknown) => {
        if (!(error instanceof Error)) throw error
      })
    } finally {
      faults.stop()
    }
  }
  // Without a fault: what is there before and after, by how many calls and records.
  const clean = await prepared()
  const before = await told(clean.of)
  const none = withFaults(() => null)
  await asFunction(role, () => act.run(clean.of, clean.who)).finally(() => none.stop())
  const calls: readonly StoreCall[] = [...none.calls]
  const after = await told(clean.of)
  expect(after).not.toEqual(before)
  const records = (await recordsOf(act.record, tenantOf(clean.of, clean.who), clean.who)) - clean.recorded
  expect([calls.length > 0, records > 0]).toEqual([true, true])
  for (const { at, kind, told: which } of faultCases(calls, { every: 1, kinds })) {
    const { of, who, recorded } = await prepared()
    const recordsNow = async () => (await recordsOf(act.record, tenantOf(of, who), who)) - recorded
    await tried(of, who, (call) => (call.index === at ? kind : null))
    const stands = await told(of)
    const done = JSON.stringify(stands) === JSON.stringify(after)
    if (act.steps) expect([...stopsOf(before, after), after], which).toContainEqual(stands)
    else {
      expect(done ? after : before, which).toEqual(stands)
      expect(await recordsNow(), which).toBe(done ? records : 0)
    }
    // Once more: done, or refused as stale since it was done.
    await asFunction(role, () => act.run(of, who)).catch((error: unknown) => {
      if (!(error instanceof Refused) || !done) throw error
    })
    expect(await told(of), `again after ${which}`).toEqual(after)
    expect(await recordsNow(), `again after ${which}`).toBe(records)
  }
}
