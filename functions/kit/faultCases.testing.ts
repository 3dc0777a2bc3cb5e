/**
 * Which single faults a test tries. One kind at every n-th store call; of these cases `npm test` takes a third, others at
 * each commit (infra/local/commands/turns.ts). The long run tries every kind that a call can meet at every call, or as
 * many of these cases as its time allows (infra/local/commands/test-long.ts), other ones at each commit.
 */
import { appendFileSync } from 'node:fs'
import { relative } from 'node:path'
import { expect } from 'vitest'
import { faultKinds, singleWrites, transactWrites } from './faults.ts'
import type { FaultKind, StoreCall } from './faults.ts'

export const long = process.env['QINGHE_LONG'] === '1'

/** The commit's turn in `npm test`. */
const turn = process.env['QINGHE_TURN']
const inTurn = <T>(cases: readonly T[]): readonly T[] =>
  turn === undefined || cases.length < 3 ? cases : cases.filter((_, i) => (i + Number(turn)) % 3 === 0)

/** The long run's plan: how many cases there are to each one that is tried, which of them, and until when (ms). */
type LongPlan = { shares: Record<string, number>; turn: number; until: number; tried: string }
const planned = process.env['QINGHE_LONG_PLAN']
const plan: LongPlan | null = planned === undefined ? null : (JSON.parse(planned) as LongPlan)

/**
 * Those of the long run's cases that its plan has time for: every n-th, beginning at the commit's turn, the first one
 * always. Without a plan all of them.
 */
export function* inTime<T>(cases: readonly T[]): Generator<T> {
  if (!plan) return yield* cases
  const file = relative(process.cwd(), expect.getState().testPath ?? '').replaceAll('\\', '/')
  const share = plan.shares[file] ?? 1
  let tried = 0
  for (let at = cases.length === 0 ? 0 : plan.turn % Math.min(share, cases.length); at < cases.length; at += share) {
    if (tried > 0 && performance.timeOrigin + performance.now() > plan.until) break
    tried++
    yield cases[at]!
  }
  appendFileSync(
    plan.tried,
    `${JSON.stringify({ file, test: expect.getState().currentTestName, tried, of: cases.length })}\n`,
  )
}

/** The faults that a call can meet and that are not one another: nothing of a read is applied, only a batch is partial. */
export const kindsOf = ({ command }: Pick<StoreCall, 'command'>): readonly FaultKind[] => {
  const reads = /^(Get|BatchGet|Query|Head|List|Describe)/.test(command)
  const parts = /^Batch|^Query/.test(command)
  const conflicts = command === transactWrites || singleWrites.includes(command)
  const odd: readonly FaultKind[] = [
    ...(reads ? (['resent', 'appliedButFailed', 'crashAfter'] as const) : []),
    ...(parts ? [] : (['partial'] as const)),
    ...(conflicts ? [] : (['conflict'] as const)),
  ]
  return faultKinds.filter((kind) => !odd.includes(kind))
}

export type FaultCase = { at: number; kind: FaultKind; told: string }

/**
 * The cases for these store calls. `every`: outside of the long run one kind in turn at every n-th call.
 * `kinds`: the only kinds that say something here. `from`: the first call that counts.
 */
export const faultCases = (
  calls: readonly StoreCall[],
  { every, kinds, from = 0 }: { every: number; kinds?: readonly FaultKind[]; from?: number },
): Iterable<FaultCase> => {
  const caseOf = (at: number, kind: FaultKind): FaultCase => ({
    at,
    kind,
    told: `${kind} at ${at} (${calls[at]!.command})`,
  })
  const kindsAt = (at: number): readonly FaultKind[] => {
    const own = kindsOf(calls[at]!)
    const wanted = kinds ? own.filter((kind) => kinds.includes(kind)) : own
    return wanted.length > 0 ? wanted : own
  }
  const indexes = calls.map((_, at) => at).filter((at) => at >= from)
  if (long) return inTime(indexes.flatMap((at) => kindsAt(at).map((kind) => caseOf(at, kind))))
  const ordinary = indexes.filter((_, i) => i % every === 0)
  return inTurn(ordinary.map((at, i) => caseOf(at, kindsAt(at)[i % kindsAt(at).length]!)))
}
