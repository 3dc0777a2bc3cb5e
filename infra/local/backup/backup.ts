/**
 * All rows and all objects of a stage, as files with digests, and back into empty stores. Streams over everything: what
 * is held at once is a page of rows or one object's part.
 */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { BatchWriteItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb'
import type { AttributeValue, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { GetObjectCommand, GetObjectTaggingCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3'
import type { S3Client } from '@aws-sdk/client-s3'

export type Stores = {
  readonly dynamo: DynamoDBClient
  readonly s3: S3Client
  /** Physical names by the names that they have in the files: another stage has other ones. */
  readonly tables: Readonly<Record<string, string>>
  readonly bucket: string
}

export type Manifest = {
  readonly schema: 1
  readonly tables: Readonly<Record<string, { rows: number; digest: string }>>
  readonly objects: { readonly count: number; readonly digest: string }
}

type Item = Record<string, AttributeValue>
type Held = {
  key: string
  file: string
  size: number
  sha256: string
  type?: string | undefined
  disposition?: string | undefined
  encoding?: string | undefined
  cacheControl?: string | undefined
  metadata?: Record<string, string> | undefined
  tags?: Record<string, string> | undefined
}

/** A row as text, the same for the same row: fields in order, bytes in base64, sets in order. */
export const textOf = (value: unknown): string =>
  JSON.stringify(value, (field, v: unknown) => {
    if (v instanceof Uint8Array) return { bytes: Buffer.from(v).toString('base64') }
    if ((field === 'SS' || field === 'NS') && Array.isArray(v)) return [...(v as string[])].sort()
    if (typeof v === 'object' && v !== null && !Array.isArray(v))
      return Object.fromEntries(Object.entries(v).sort(([a], [b]) => (a < b ? -1 : 1)))
    return v
  })
const rowOf = (text: string): Item =>
  JSON.parse(text, (_, v: unknown) =>
    typeof v === 'object' && v !== null && typeof (v as { bytes?: unknown }).bytes === 'string'
      ? Uint8Array.from(Buffer.from((v as { bytes: string }).bytes, 'base64'))
      : v,
  ) as Item

/** A digest of many texts that does not hang on their order: scans and lists come as they like. */
const unordered = () => {
  const sum = Buffer.alloc(32)
  let count = 0
  return {
    add(text: string): void {
      count++
      const one = createHash('sha256').update(text).digest()
      for (let i = 0; i < 32; i++) sum[i]! ^= one[i]!
    },
    told: () => ({ count, digest: sum.toString('hex') }),
  }
}

async function* rowsOf(dynamo: DynamoDBClient, table: string): AsyncGenerator<Item> {
  let start: Item | undefined
  do {
    const page = await dynamo.send(
      new ScanCommand({ TableName: table, ConsistentRead: true, ...(start ? { ExclusiveStartKey: start } : {}) }),
    )
    yield* page.Items ?? []
    start = page.LastEvaluatedKey
  } while (start)
}

async function* keysOf(s3: S3Client, bucket: string): AsyncGenerator<string> {
  let token: string | undefined
  do {
    const page = await s3.send(
      new ListObjectsV2Command({ Bucket: bucket, ...(token ? { ContinuationToken: token } : {}) }),
    )
    for (const { Key } of page.Contents ?? []) if (Key !== undefined) yield Key
    token = page.NextContinuationToken
  } while (token)
}

const saveTable = async (dynamo: DynamoDBClient, table: string, file: string) => {
  const seen = unordered()
  const lines = async function* () {
    for await (const row of rowsOf(dynamo, table)) {
      const text = textOf(row)
      seen.add(text)
      yield `${text}\n`
    }
  }
  await pipeline(Readable.from(lines()), createGzip(), createWriteStream(file))
  const { count, digest } = seen.told()
  return { rows: count, digest }
}

/** What an object is known by, without where it lies in the files. */
const known = ({ file: _, ...of }: Held): string => textOf(of)

/** What is said of an object beside its bytes, and its tags. */
const openObject = async ({ s3, bucket }: Stores, key: string) => {
  const got = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key }))
  const { TagSet = [] } = await s3.send(new GetObjectTaggingCommand({ Bucket: bucket, Key: key }))
  const hash = createHash('sha256')
  let size = 0
  const body = got.Body as Readable
  body.on('data', (chunk: Buffer) => {
    size += chunk.length
    hash.update(chunk)
  })
  /** When the body has been read to its end. */
  const held = (file: string): Held => ({
    ...{ key, file, size, sha256: hash.digest('hex') },
    type: got.ContentType,
    disposition: got.ContentDisposition,
    encoding: got.ContentEncoding,
    cacheControl: got.CacheControl,
    ...(Object.keys(got.Metadata ?? {}).length > 0 ? { metadata: got.Metadata } : {}),
    ...(TagSet.length > 0 ? { tags: Object.fromEntries(TagSet.map((t) => [t.Key!, t.Value!])) } : {}),
  })
  return { body, held }
}

const saveObject = async (stores: Stores, key: string, dir: string, file: string): Promise<Held> => {
  const { body, held } = await openObject(stores, key)
  await pipeline(body, createWriteStream(join(dir, file)))
  return held(file)
}

/** Writes everything into an empty directory and answers what there was. */
export const saveAll = async (stores: Stores, dir: string): Promise<Manifest> => {
  mkdirSync(join(dir, 'tables'), { recursive: true })
  mkdirSync(join(dir, 'objects'), { recursive: true })
  const tables: Record<string, { rows: number; digest: string }> = {}
  for (const [name, table] of Object.entries(stores.tables))
    tables[name] = await saveTable(stores.dynamo, table, join(dir, 'tables', `${name}.jsonl.gz`))
  const seen = unordered()
  const lines = async function* () {
    let at = 0
    for await (const key of keysOf(stores.s3, stores.bucket)) {
      const number = String(at++).padStart(9, '0')
      mkdirSync(join(dir, 'objects', number.slice(0, 6)), { recursive: true })
      const held = await saveObject(stores, key, dir, join('objects', number.slice(0, 6), number))
      seen.add(known(held))
      yield `${JSON.stringify(held)}\n`
    }
  }
  await pipeline(Readable.from(lines()), createGzip(), createWriteStream(join(dir, 'objects.jsonl.gz')))
  const manifest: Manifest = { schema: 1, tables, objects: seen.told() }
  // Last: a directory without it is half a copy.
  writeFileSync(join(dir, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  return manifest
}

const linesOf = (file: string): AsyncIterable<string> =>
  createInterface({ input: createReadStream(file).pipe(createGunzip()), crlfDelay: Infinity })

const putRows = async (dynamo: DynamoDBClient, table: string, rows: Item[]): Promise<void> => {
  let rest = rows
  for (let wait = 50; rest.length > 0; wait = Math.min(wait * 2, 5_000)) {
    const requests = { [table]: rest.map((Item) => ({ PutRequest: { Item } })) }
    const { UnprocessedItems = {} } = await dynamo.send(new BatchWriteItemCommand({ RequestItems: requests }))
    rest = (UnprocessedItems[table] ?? []).flatMap((r) => (r.PutRequest?.Item ? [r.PutRequest.Item] : []))
    if (rest.length > 0) await new Promise((resolve) => setTimeout(resolve, wait))
  }
}

const restoreTable = async (dynamo: DynamoDBClient, table: string, file: string): Promise<void> => {
  let batch: Item[] = []
  for await (const line of linesOf(file)) {
    batch.push(rowOf(line))
    if (batch.length < 25) continue
    await putRows(dynamo, table, batch)
    batch = []
  }
  if (batch.length > 0) await putRows(dynamo, table, batch)
}

const restoreObject = async ({ s3, bucket }: Stores, dir: string, held: Held): Promise<void> => {
  const tagging = new URLSearchParams(held.tags ?? {}).toString()
  await s3.send(
    new PutObjectCommand({
      Bucket: bucket,
      Key: held.key,
      Body: createReadStream(join(dir, held.file)),
      ContentLength: held.size,
      ...(held.type ? { ContentType: held.type } : {}),
      ...(held.disposition ? { ContentDisposition: held.disposition } : {}),
      ...(held.encoding ? { ContentEncoding: held.encoding } : {}),
      ...(held.cacheControl ? { CacheControl: held.cacheControl } : {}),
      ...(held.metadata ? { Metadata: held.metadata } : {}),
      ...(tagging ? { Tagging: tagging } : {}),
    }),
  )
}

/** What differs between a copy and the stores; [] when nothing does. */
export const compare = async (stores: Stores, dir: string): Promise<string[]> => {
  const manifest = JSON.parse(readFileSync(join(dir, 'manifest.json'), 'utf8')) as Manifest
  const faults: string[] = []
  for (const [name, table] of Object.entries(stores.tables)) {
    const seen = unordered()
    for await (const row of rowsOf(stores.dynamo, table)) seen.add(textOf(row))
    const { count, digest } = seen.told()
    const wanted = manifest.tables[name] ?? { rows: 0, digest: '0'.repeat(64) }
    if (count !== wanted.rows) faults.push(`${name}: ${count} rows instead of ${wanted.rows}`)
    else if (digest !== wanted.digest) faults.push(`${name}: a row is not what it was`)
  }
  const there = unordered()
  for await (const key of keysOf(stores.s3, stores.bucket)) {
    const { body, held } = await openObject(stores, key)
    await finished(body.resume())
    there.add(known(held('')))
  }
  const { count, digest } = there.told()
  if (count !== manifest.objects.count) faults.push(`${count} objects instead of ${manifest.objects.count}`)
  else if (digest !== manifest.objects.digest) faults.push('an object is not what it was')
  return faults
}

/**
 * Puts a copy into empty stores and answers what differs afterwards. Throws, before anything is written, for half a copy
 * and for stores that hold something: two truths are worse than none.
 */
export const restoreAll = async (stores: Stores, dir: string): Promise<string[]> => {
  const manifest = JSON.parse(readFileSync(join(dir, 'manifest.json'), 'utf8')) as Manifest
  const strange = Object.keys(manifest.tables).find((name) => !(name in stores.tables))
  if (strange !== undefined) throw new Error(`the copy has a table ${strange} that is not here`)
  for (const [name, table] of Object.entries(stores.tables))
    for await (const _ of rowsOf(stores.dynamo, table)) throw new Error(`the table ${name} is not empty`)
  for await (const key of keysOf(stores.s3, stores.bucket)) throw new Error(`the bucket is not empty: ${key}`)
  for (const name of Object.keys(manifest.tables))
    await restoreTable(stores.dynamo, stores.tables[name]!, join(dir, 'tables', `${name}.jsonl.gz`))
  for await (const line of linesOf(join(dir, 'objects.jsonl.gz')))
    await restoreObject(stores, dir, JSON.parse(line) as Held)
  return compare(stores, dir)
}
