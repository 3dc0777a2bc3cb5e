import { randomUUID } from 'node:crypto'
import { Cancelled } from './cancel.ts'
import type { Cancel } from './cancel.ts'
import { evaluate, evaluateNumber } from './expressions.ts'
import { limited, StateFailure } from './failure.ts'
import { mapItems, selectItem } from './mapItems.ts'
import { collectResults, writeResults } from './mapResults.ts'
import type { MapRun } from './mapResults.ts'
import { pool } from './pool.ts'
import { exceedsTolerance } from './retry.ts'
import { isoTime, pathUnder, record, save } from './thread.ts'
import type { StateWork } from './thread.ts'
import type { FinishedItem, Flow, Json, JsonObject } from './states.types.ts'

/** Express executions end after five minutes at the latest, those of a map as well. */
const EXPRESS_MS = 300_000

/** The service runs up to 10 000 children at a time; a laptop gains nothing from that. */
const DISTRIBUTED_WIDTH = 1000

/**
 * Runs a distributed map: each item (or batch) is a child of its own, and a finished child is a row in the journal,
 * not an object in memory. A resumed run does the children that have no row yet.
 */
export async function runDistributed(work: StateWork): Promise<Json> {
  const { thread, name, definition, frame, scope } = work
  const { engine, row } = thread.run
  const flow = definition.ItemProcessor
  if (!flow) throw new StateFailure('States.Runtime', "'ItemProcessor' is required")
  const number = (field: 'MaxConcurrency' | 'ToleratedFailureCount' | 'ToleratedFailurePercentage', most?: number) =>
    evaluateNumber(definition[field], field, scope, { least: 0, most, whole: most === undefined })
  const width = await number('MaxConcurrency')
  const tolerance = {
    count: await number('ToleratedFailureCount'),
    percentage: await number('ToleratedFailurePercentage', 100),
  }
  const batcher = definition.ItemBatcher
  const perBatch = await evaluateNumber(batcher?.MaxItemsPerBatch, 'ItemBatcher/MaxItemsPerBatch', scope, { least: 1 })
  const batchInput =
    batcher?.BatchInput === undefined ? undefined : await evaluate(batcher.BatchInput, 'ItemBatcher/BatchInput', scope)
  const items = await mapItems(work)
  const size = perBatch ?? 1
  const count = Math.ceil(items.length / size)
  frame.mapRun ??= randomUUID()
  save(thread, frame)
  const label = definition.Label ?? name.replace(/[^\w-]/g, '_').slice(0, 40)
  const run: MapRun = {
    id: frame.mapRun,
    label,
    arn: `${arnOf(work, 'mapRun')}/${label}:${frame.mapRun}`,
    path: `${pathUnder(thread, name)}run`,
    count,
  }
  record(thread, 'MapStateStarted', { mapStateStartedEventDetails: { length: items.length } })
  record(thread, 'MapRunStarted', { mapRunStartedEventDetails: { mapRunArn: run.arn } })

  const finished = new Uint8Array(count)
  let failed = 0
  const strict = () => {
    if (exceedsTolerance(failed, items.length, tolerance))
      throw new StateFailure(
        'States.ExceedToleratedFailureThreshold',
        'The specified tolerated failure threshold was exceeded',
      )
  }
  for (const batch of engine.journal.items(row.arn, run.path))
    for (const item of batch) {
      finished[item.index] = 1
      if (item.failure) failed += item.items
    }
  const group = thread.cancel.child()
  const child = async (index: number) => {
    if (finished[index]) return
    const some = items.slice(index * size, (index + 1) * size)
    const result = await runChild(work, run, flow, group.cancel, index, some.length, async () => {
      const selected: Json[] = []
      for (const [at, item] of some.entries()) selected.push(await selectItem(work, item, index * size + at))
      const input =
        perBatch === undefined
          ? (selected[0] ?? null)
          : { ...(batchInput === undefined ? {} : { BatchInput: batchInput }), Items: selected }
      return limited(input, "child's input")
    })
    engine.journal.saveItem(row.arn, run.path, result)
    if (result.failure) {
      failed += some.length
      strict()
    }
  }
  let failure: StateFailure | undefined
  try {
    strict()
    await engine.activity.parked(() =>
      pool(count, Math.min(width || DISTRIBUTED_WIDTH, DISTRIBUTED_WIDTH), group.cancel, (index) =>
        engine.activity.during(() => child(index)),
      ),
    )
  } catch (error) {
    thread.cancel.check()
    if (!(error instanceof StateFailure)) throw error
    failure = error
  } finally {
    group.release()
  }
  return finish(work, run, failure)
}

/** The machine part of this execution's ARNs, as a resource of another kind. */
function arnOf({ thread }: StateWork, kind: string): string {
  const { partition, region, accountId } = thread.run.engine
  return `arn:${partition}:states:${region}:${accountId}:${kind}:${thread.run.row.machineName}`
}

async function runChild(
  work: StateWork,
  run: MapRun,
  flow: Flow,
  cancel: Cancel,
  index: number,
  items: number,
  inputOf: () => Promise<Json>,
): Promise<FinishedItem> {
  const { thread, definition } = work
  const { engine, row } = thread.run
  const start = engine.clock.now()
  let input: Json = null
  const end = () => ({ index, items, start, stop: engine.clock.now(), input })
  // a child keeps its name when the run is resumed
  const childName = run.id.slice(0, 24) + index.toString(16).padStart(12, '0')
  try {
    input = await inputOf()
    const execution: JsonObject = {
      Id: `${arnOf(work, 'execution')}/${run.label}:${childName}`,
      Input: input,
      Name: childName,
      RoleArn: row.roleArn,
      StartTime: isoTime(start),
      RedriveCount: 0,
    }
    const durable = definition.ItemProcessor?.ProcessorConfig?.ExecutionType === 'STANDARD'
    const path = `${run.path}/${index}`
    // The start of a child is a transition of its parent's.
    engine.paid('transition')
    if (!durable) engine.paid('express')
    const childCancel = cancel.child()
    let late = false
    const disarm = durable
      ? () => {}
      : engine.clock.after(EXPRESS_MS, () => {
          late = true
          childCancel.cancel.cancel('timeout')
        })
    const output = await engine.activity
      .parked(() =>
        engine.runThread(
          {
            run: thread.run,
            ...{ path, flow, cancel: childCancel.cancel, durable, execution },
            outer: {},
            recorded: false,
            lastEvent: 0,
            machine: { Id: `${row.machineArn}/${run.label}`, Name: `${row.machineName}/${run.label}` },
          },
          input,
        ),
      )
      .catch((error: unknown) => {
        throw late && !cancel.reason && error instanceof Cancelled ? new StateFailure('States.Timeout', '') : error
      })
      .finally(() => (childCancel.release(), disarm()))
    // its row in the journal takes the place of its frame
    if (durable) engine.journal.saveFrame(row.arn, path, null)
    return { ...end(), output }
  } catch (error) {
    if (error instanceof Cancelled) throw error
    const { error: name, causeText } =
      error instanceof StateFailure
        ? error
        : new StateFailure('States.Runtime', error instanceof Error ? (error.stack ?? '') : String(error))
    return { ...end(), failure: { Error: name, Cause: causeText } }
  }
}

async function finish(work: StateWork, run: MapRun, failure: StateFailure | undefined): Promise<Json> {
  const { thread, definition } = work
  const writer = definition.ResultWriter
  try {
    const written = writer?.Resource ? await writeResults(work, run, writer) : undefined
    if (failure) throw failure
    const result = written ?? collectResults(work, run)
    record(thread, 'MapRunSucceeded')
    record(thread, 'MapStateSucceeded')
    return result
  } catch (error) {
    if (error instanceof StateFailure) {
      record(thread, 'MapRunFailed', { mapRunFailedEventDetails: { error: error.error, cause: error.causeText } })
      record(thread, 'MapStateFailed')
    }
    throw failure ?? error
  }
}
