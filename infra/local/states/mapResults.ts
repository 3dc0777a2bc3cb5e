import { evaluate } from './expressions.ts'
import { PAYLOAD_LIMIT, StateFailure } from './failure.ts'
import { isoTime } from './thread.ts'
import type { StateWork } from './thread.ts'
import type { FinishedItem, Json, JsonObject, ResultWriter } from './states.types.ts'

/** Exported results are cut into files of about this many characters. */
const FILE_SIZE = 16 * 1024 * 1024

export interface MapRun {
  id: string
  label: string
  arn: string
  /** where the journal keeps the finished children */
  path: string
  /** how many children there are */
  count: number
}

/** A child in the long form, which failed children always have. */
function longForm({ thread }: StateWork, run: MapRun, item: FinishedItem): JsonObject {
  const { engine, row } = thread.run
  const name = run.id.slice(0, 24) + item.index.toString(16).padStart(12, '0')
  const arn = `arn:${engine.partition}:states:${engine.region}:${engine.accountId}:execution:${row.machineName}/${run.label}:${name}`
  return {
    ...(item.failure ? { Cause: item.failure.Cause, Error: item.failure.Error } : {}),
    ExecutionArn: arn,
    Input: JSON.stringify(item.input),
    InputDetails: { Included: true },
    Name: name,
    ...(item.failure ? {} : { Output: JSON.stringify(item.output), OutputDetails: { Included: true } }),
    RedriveCount: 0,
    RedriveStatus: 'NOT_REDRIVABLE',
    StartDate: isoTime(item.start),
    StateMachineArn: `${row.machineArn}/${run.label}`,
    Status: item.failure ? 'FAILED' : 'SUCCEEDED',
    StopDate: isoTime(item.stop),
  }
}

/** What a child adds to the results: more than one value when FLATTEN opens its list. */
function contribution(work: StateWork, run: MapRun, item: FinishedItem, transformation: string): Json[] {
  if (item.failure || transformation === 'NONE') return [longForm(work, run, item)]
  if (transformation === 'FLATTEN' && Array.isArray(item.output)) return item.output
  return [item.output ?? null]
}

/** The result of a map that exports nothing: outputs in the order of the items, up to the payload limit. */
export function collectResults(work: StateWork, run: MapRun): Json {
  const { journal } = work.thread.run.engine
  const transformation = work.definition.ResultWriter?.WriterConfig?.Transformation ?? 'COMPACT'
  const parts: Json[][] = new Array<Json[]>(run.count).fill([])
  let size = 0
  for (const batch of journal.items(work.thread.run.row.arn, run.path))
    for (const item of batch) {
      const part = contribution(work, run, item, transformation)
      for (const value of part) size += JSON.stringify(value).length + 1
      if (size > PAYLOAD_LIMIT)
        throw new StateFailure(
          'States.DataLimitExceeded',
          "The state's result has a size exceeding the maximum number of bytes service limit.",
        )
      parts[item.index] = part
    }
  return parts.flat()
}

/**
 * Exports the results: `SUCCEEDED_n` and `FAILED_n` files and a `manifest.json`, under `Prefix/<run id>/`. Children
 * stand in the order in which they finished. Throws StateFailure States.ResultWriterFailed.
 */
export async function writeResults(work: StateWork, run: MapRun, writer: ResultWriter): Promise<Json> {
  const { thread, scope } = work
  const { engine, row } = thread.run
  const target = (await evaluate(writer.Arguments ?? {}, 'ResultWriter/Arguments', scope)) as {
    Bucket?: string
    Prefix?: string
  }
  const bucket = target.Bucket ?? ''
  const folder = `${target.Prefix ? `${target.Prefix.replace(/\/+$/, '')}/` : ''}${run.id}`
  const lines = writer.WriterConfig?.OutputType === 'JSONL'
  const transformation = writer.WriterConfig?.Transformation ?? 'NONE'
  const files: Record<'FAILED' | 'PENDING' | 'SUCCEEDED', JsonObject[]> = { FAILED: [], PENDING: [], SUCCEEDED: [] }
  const waiting = { FAILED: [] as string[], SUCCEEDED: [] as string[] }
  const sizes = { FAILED: 0, SUCCEEDED: 0 }
  try {
    const { s3 } = engine
    if (!s3) throw new Error('no S3 client was given')
    const { PutObjectCommand } = await import('@aws-sdk/client-s3')
    const put = async (name: string, body: string) => {
      const Key = `${folder}/${name}`
      const ContentType = 'application/json'
      await thread.cancel.race(s3.send(new PutObjectCommand({ Bucket: bucket, Key, Body: body, ContentType })))
      return { Key, Size: Buffer.byteLength(body) }
    }
    const flush = async (status: 'FAILED' | 'SUCCEEDED') => {
      const texts = waiting[status]
      if (texts.length === 0) return
      waiting[status] = []
      sizes[status] = 0
      const body = lines ? `${texts.join('\n')}\n` : `[${texts.join(',')}]`
      files[status].push(await put(`${status}_${files[status].length}.${lines ? 'jsonl' : 'json'}`, body))
    }
    for (const batch of engine.journal.items(row.arn, run.path))
      for (const item of batch) {
        const status = item.failure ? 'FAILED' : 'SUCCEEDED'
        for (const value of contribution(work, run, item, transformation)) {
          const text = JSON.stringify(value)
          waiting[status].push(text)
          sizes[status] += text.length
        }
        if (sizes[status] >= FILE_SIZE) await flush(status)
      }
    await flush('SUCCEEDED')
    await flush('FAILED')
    const manifest = { DestinationBucket: bucket, MapRunArn: run.arn, ResultFiles: files }
    const { Key } = await put('manifest.json', JSON.stringify(manifest))
    return { MapRunArn: run.arn, ResultWriterDetails: { Bucket: bucket, Key } }
  } catch (error) {
    thread.cancel.check()
    throw new StateFailure(
      'States.ResultWriterFailed',
      `Writing to s3://${bucket}/${folder} failed: ${(error as Error).message}`,
    )
  }
}
