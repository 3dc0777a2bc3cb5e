import { evaluate } from './expressions.ts'
import { StateFailure } from './failure.ts'
import { pool } from './pool.ts'
import { pathUnder, record } from './thread.ts'
import type { StateWork } from './thread.ts'
import type { Json } from './states.types.ts'

/** Runs the branches of a Parallel state side by side; answers their outputs in order. */
export async function runParallel({ thread, name, definition, frame, scope }: StateWork): Promise<Json> {
  const { engine } = thread.run
  const branches = definition.Branches ?? []
  const input =
    definition.Arguments === undefined ? frame.input : await evaluate(definition.Arguments, 'Arguments', scope)
  const under = pathUnder(thread, name)
  const group = thread.cancel.child()
  record(thread, 'ParallelStateStarted')
  const results: Json[] = new Array<Json>(branches.length).fill(null)
  try {
    await engine.activity.parked(() =>
      pool(branches.length, branches.length, group.cancel, async (at) => {
        const flow = branches[at]
        if (!flow) return
        const branch = { ...thread, path: `${under}${at}`, flow, outer: scope.variables, cancel: group.cancel }
        results[at] = await engine.runThread(branch, input)
      }),
    )
  } catch (error) {
    thread.cancel.check()
    if (error instanceof StateFailure) record(thread, 'ParallelStateFailed')
    throw error
  } finally {
    group.release()
  }
  record(thread, 'ParallelStateSucceeded')
  return results
}
