import { evaluate, evaluateNumber } from './expressions.ts'
import { StateFailure } from './failure.ts'
import type { StateWork } from './thread.ts'
import type { ItemReader, Json, JsonObject } from './states.types.ts'

const DELIMITERS: Record<string, string> = { COMMA: ',', PIPE: '|', SEMICOLON: ';', SPACE: ' ', TAB: '\t' }

/** The rows of a CSV text (RFC 4180: quotes, doubled quotes, line breaks inside quotes). */
export function parseCsv(text: string, delimiter = ','): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let field = ''
  let quoted = false
  let started = false
  for (let at = text.charCodeAt(0) === 0xfeff ? 1 : 0; at < text.length; at++) {
    const char = text[at] as string
    if (quoted) {
      if (char !== '"') field += char
      else if (text[at + 1] === '"') {
        field += '"'
        at++
      } else quoted = false
    } else if (char === '"' && field === '') quoted = started = true
    else if (char === delimiter) {
      row.push(field)
      field = ''
      started = true
    } else if (char === '\n' || char === '\r') {
      if (char === '\r' && text[at + 1] === '\n') at++
      if (started || field !== '') rows.push([...row, field])
      row = []
      field = ''
      started = false
    } else field += char
  }
  if (started || field !== '') rows.push([...row, field])
  return rows
}

/** Rows as objects: missing fields are empty, fields beyond the header are dropped. */
export function csvItems(text: string, config: NonNullable<ItemReader['ReaderConfig']>): JsonObject[] {
  const rows = parseCsv(text, DELIMITERS[config.CSVDelimiter ?? 'COMMA'])
  const header = config.CSVHeaders ?? rows.shift() ?? []
  return rows.map((row) => Object.fromEntries(header.map((name, at) => [name, row[at] ?? ''])))
}

/** A dataset as a list; an object counts as a list of its entries. */
export function asItems(value: Json, field: string): Json[] {
  if (Array.isArray(value)) return value
  if (typeof value === 'object' && value !== null) return Object.entries(value).map(([Key, Value]) => ({ Key, Value }))
  throw new StateFailure(
    'States.QueryEvaluationError',
    `The field '${field}' must be a list or an object, but was ${typeof value}`,
  )
}

function parseItems(text: string, config: NonNullable<ItemReader['ReaderConfig']>): Json[] {
  switch (config.InputType) {
    case 'CSV':
      return csvItems(text, config)
    case 'JSONL':
      return text
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((line) => JSON.parse(line) as Json)
    default:
      return asItems(JSON.parse(text) as Json, 'ItemReader')
  }
}

/** Reads the dataset of a distributed map from S3. A run that is resumed refuses an object that has changed since. */
async function readItems({ thread, frame, scope }: StateWork, reader: ItemReader): Promise<Json[]> {
  const config = reader.ReaderConfig ?? {}
  const most = await evaluateNumber(config.MaxItems, 'ItemReader/ReaderConfig/MaxItems', scope, {
    least: 0,
    most: 100_000_000,
  })
  const { Bucket, Key } = (await evaluate(reader.Arguments, 'ItemReader/Arguments', scope)) as {
    Bucket?: string
    Key?: string
  }
  const { s3 } = thread.run.engine
  try {
    if (!s3) throw new Error('no S3 client was given')
    const { GetObjectCommand } = await import('@aws-sdk/client-s3')
    const answer = await s3.send(new GetObjectCommand({ Bucket, Key }))
    if (frame.etag !== undefined && answer.ETag !== frame.etag)
      throw new Error(`s3://${Bucket}/${Key} changed while the map ran`)
    frame.etag = answer.ETag
    const items = parseItems((await answer.Body?.transformToString('utf-8')) ?? '', config)
    return most ? items.slice(0, most) : items
  } catch (error) {
    throw new StateFailure(
      'States.ItemReaderFailed',
      `Attempting to read s3://${Bucket}/${Key} failed: ${(error as Error).message}`,
    )
  }
}

/** The dataset of a Map state, before ItemSelector. */
export async function mapItems(work: StateWork): Promise<Json[]> {
  const { definition, scope, frame } = work
  if (definition.ItemReader) return readItems(work, definition.ItemReader)
  return asItems(
    definition.Items === undefined ? frame.input : await evaluate(definition.Items, 'Items', scope),
    'Items',
  )
}

/** The input of one item: ItemSelector over `$states.context.Map.Item`, or the item itself. */
export async function selectItem({ definition, scope }: StateWork, item: Json, index: number): Promise<Json> {
  if (definition.ItemSelector === undefined) return item
  const context = { ...scope.states.context, Map: mapContext(item, index) }
  return evaluate(definition.ItemSelector, 'ItemSelector', { ...scope, states: { ...scope.states, context } })
}

export function mapContext(item: Json, index: number): JsonObject {
  return { Item: { Index: index, Value: item } }
}
