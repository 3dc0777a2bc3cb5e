/** Acts under single faults: what was acknowledged is stored once, what was not may be asked again and then holds. */
import { expect } from 'vitest'
import { faultCases } from '#functions/kit/faultCases.testing.ts'
import { withFaults } from '#functions/kit/faults.ts'
import type { FaultKind, StoreCall } from '#functions/kit/faults.ts'

/** Faults after which the call has not happened. */
const lost: readonly FaultKind[] = ['failBefore', 'throttle', 'conflict', 'serverError', 'crashBefore']

/** What was asked of the stores and happened, in the act that failed and in its repeat. */
export type Happened = { times: (command: string) => number }

/**
 * Every `step`th store call of an act fails in one way after the other (in the long run every call in every way): the act
 * may fail, and is asked for once more, as its caller would.
 */
export const underFaults = async <T>(
  step: number,
  prepare: (n: number) => Promise<T>,
  act: (of: T) => Promise<unknown>,
  holds: (of: T, told: string, happened: Happened) => Promise<void>,
): Promise<void> => {
  const happened = (calls: readonly StoreCall[]): Happened => ({
    times: (command) => calls.filter((c) => c.command === command).length,
  })
  const first = await prepare(0)
  const counted = withFaults(() => null)
  await act(first)
  counted.stop()
  const calls = [...counted.calls]
  expect(calls.length).toBeGreaterThan(3)
  await holds(first, 'no fault', happened(calls))
  let n = 0
  for (const { at, kind, told } of faultCases(calls, { every: step })) {
    const of = await prepare(++n)
    const fault = withFaults(({ index }) => (index === at ? kind : null))
    await act(of).catch(() => null)
    fault.stop()
    const before = fault.calls.filter((c) => c.index !== at || !lost.includes(kind))
    const again = withFaults(() => null)
    await act(of)
    again.stop()
    await holds(of, told, happened([...before, ...again.calls]))
  }
}
