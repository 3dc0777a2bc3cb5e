import { runDistributed } from './mapRun.ts'
import { mapContext, mapItems, selectItem } from './mapItems.ts'
import { evaluateNumber } from './expressions.ts'
import { StateFailure } from './failure.ts'
import { pool } from './pool.ts'
import { pathUnder, record } from './thread.ts'
import type { StateWork } from './thread.ts'
import type { Json } from './states.types.ts'

/** Inline maps run at most this many iterations at a time, as the service does. */
const INLINE_WIDTH = 40

/** Runs a Map state, inline or distributed; answers its result. */
export async function runMap(work: StateWork): Promise<Json> {
  if (work.definition.ItemProcessor?.ProcessorConfig?.Mode === 'DISTRIBUTED') return runDistributed(work)
  const { thread, name, definition, scope } = work
  const { engine } = thread.run
  const flow = definition.ItemProcessor
  if (!flow) throw new StateFailure('States.Runtime', "'ItemProcessor' is required")
  const items = await mapItems(work)
  const width = await evaluateNumber(definition.MaxConcurrency, 'MaxConcurrency', scope, { least: 0 })
  const under = pathUnder(thread, name)
  const group = thread.cancel.child()
  record(thread, 'MapStateStarted', { mapStateStartedEventDetails: { length: items.length } })
  const results: Json[] = new Array<Json>(items.length).fill(null)
  try {
    await engine.activity.parked(() =>
      pool(items.length, Math.min(width || INLINE_WIDTH, INLINE_WIDTH), group.cancel, (index) =>
        // an iteration's own work counts, also before its first state
        engine.activity.during(async () => {
          const item = items[index] ?? null
          const iteration = { ...thread, path: `${under}${index}`, flow, outer: scope.variables, cancel: group.cancel }
          const details = { name, index }
          record(iteration, 'MapIterationStarted', { mapIterationStartedEventDetails: details })
          try {
            const input = await selectItem(work, item, index)
            const inside = { ...iteration, map: mapContext(item, index) }
            results[index] = await engine.activity.parked(() => engine.runThread(inside, input))
            iteration.lastEvent = inside.lastEvent
          } catch (error) {
            if (error instanceof StateFailure)
              record(iteration, 'MapIterationFailed', { mapIterationFailedEventDetails: details })
            throw error
          }
          record(iteration, 'MapIterationSucceeded', { mapIterationSucceededEventDetails: details })
        }),
      ),
    )
  } catch (error) {
    thread.cancel.check()
    if (error instanceof StateFailure) record(thread, 'MapStateFailed')
    throw error
  } finally {
    group.release()
  }
  record(thread, 'MapStateSucceeded')
  return results
}
