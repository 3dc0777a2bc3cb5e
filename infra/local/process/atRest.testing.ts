/** What must hold when nothing moves (infra/decisions/invariants.md), checked on what is stored, without the handlers' code. */
import { createHash } from 'node:crypto'
import { crc32, inflateRawSync } from 'node:zlib'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3'
import type { Uploaded } from '#infra/demo/client.ts'
import type { Running } from './processCloud.testing.ts'
import type { Mark } from './killing.testing.ts'

type Item = Record<string, unknown>

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Reads the stores with the account's own key, past every policy. */
export class Stores {
  readonly #env: Record<string, string>
  readonly #dynamo: DynamoDBDocumentClient
  readonly #s3: S3Client

  constructor(running: Running) {
    // Of any function: they are told the same names.
    this.#env = { ...running.envs['analysis-api'], ...running.envs['analysis-work'] }
    const common = { region: this.#env['AWS_REGION']!, credentials: running.root }
    this.#dynamo = DynamoDBDocumentClient.from(
      new DynamoDBClient({ ...common, endpoint: this.#env['AWS_ENDPOINT_URL_DYNAMODB']! }),
    )
    this.#s3 = new S3Client({ ...common, endpoint: running.s3, forcePathStyle: true })
  }

  /** A partition of a room's table, whole. */
  async partition(room: string, pk: string): Promise<Item[]> {
    const found: Item[] = []
    let start: Item | undefined
    do {
      const answer = await this.#dynamo.send(
        new QueryCommand({
          TableName: this.#env[`TABLE_${room.toUpperCase()}`]!,
          ConsistentRead: true,
          KeyConditionExpression: 'pk = :pk',
          ExpressionAttributeValues: { ':pk': pk },
          ...(start ? { ExclusiveStartKey: start } : {}),
        }),
      )
      found.push(...(answer.Items ?? []))
      start = answer.LastEvaluatedKey
    } while (start)
    return found
  }

  async object(key: string): Promise<Buffer> {
    const { Body } = await this.#s3.send(new GetObjectCommand({ Bucket: this.#env['DATA_BUCKET']!, Key: key }))
    return Buffer.from(await Body!.transformToByteArray())
  }

  close(): void {
    this.#dynamo.destroy()
    this.#s3.destroy()
  }
}

const shards16 = Array.from({ length: 16 }, (_, i) => i)

/** I1, I2: each acknowledged mark is in the journal, and stands unless another of the same role came after it. */
export const marksAtRest = async (stores: Stores, paperId: string, marks: readonly Mark[]): Promise<string[]> => {
  const faults: string[] = []
  const scripts = new Map<string, Item[]>()
  const journal = (await Promise.all(shards16.map((i) => stores.partition('audit', `journal#${paperId}#${i}`)))).flat()
  const told = new Map(journal.map((r) => [`${String(r['studentId'])}#${String(r['entryKey'])}`, r['entry'] as Item]))
  const last = new Map<string, Mark>()
  for (const m of marks) last.set(`${m.studentId}|${m.questionId}|${m.role}`, m)
  for (const m of marks) {
    const name = `${m.studentId} ${m.questionId} ${m.role}`
    const entry = told.get(`${m.studentId}#${m.questionId}#${m.role}#${m.attemptId}`)
    const value = (entry?.['mark'] as Item | undefined)?.['value']
    if (JSON.stringify(Object.entries(value ?? {}).sort()) !== JSON.stringify(Object.entries(m.value).sort()))
      faults.push(`I1: the journal does not tell ${name} ${m.attemptId}`)
    if (last.get(`${m.studentId}|${m.questionId}|${m.role}`) !== m) continue
    const items = scripts.get(m.studentId) ?? (await stores.partition('marking', `script#${paperId}#${m.studentId}`))
    scripts.set(m.studentId, items)
    const item = items.find((i) => i['sk'] === `answer#${m.questionId}`)
    if ((item?.[m.role] as Item | undefined)?.['attemptId'] !== m.attemptId)
      faults.push(`I1: ${name} is not the mark that was acknowledged last`)
  }
  // The chain of each shard, recomputed from its own numbers alone.
  for (const shard of shards16) {
    const own = journal.filter((r) => r['shard'] === shard).sort((a, b) => Number(a['seq']) - Number(b['seq']))
    own.forEach((r, i) => {
      if (r['seq'] !== i + 1 || r['prev'] !== (own[i - 1]?.['hash'] ?? '')) faults.push(`I1: chain ${shard}/${i + 1}`)
    })
  }
  const keys = journal.map((r) => `${String(r['studentId'])}#${String(r['entryKey'])}`)
  if (new Set(keys).size !== keys.length) faults.push('I2: the journal tells something twice')
  return faults
}

/** I18: each bundle in exactly one state, none left, and each answer in exactly one bundle of a role. */
export const workAtRest = async (stores: Stores, paperId: string): Promise<string[]> => {
  const bundles = (
    await Promise.all(shards16.map((i) => stores.partition('marking', `bundles#${paperId}#${i}`)))
  ).flat()
  const faults = bundles
    .filter((b) => b['state'] !== 'done')
    .map((b) => `I18: bundle ${String(b['bundleId'])} is ${String(b['state'])}`)
  const seen = new Set<string>()
  for (const b of bundles) {
    for (const student of b['studentIds'] as string[]) {
      const name = `${String(b['questionId'])}|${String(b['role'])}|${student}`
      if (seen.has(name)) faults.push(`I18: ${name} lies in two bundles`)
      seen.add(name)
    }
  }
  return bundles.length > 0 ? faults : ['I18: there is no work at all']
}

export type SheetsAtRest = { faults: string[]; ledger: Record<string, number> }

/** I7, I8, I9: every page in one terminal state, every slot with its page, every upload as it was sent. */
export const sheetsAtRest = async (
  stores: Stores,
  of: { paperId: string; batchId: string; students: readonly string[]; handed: number; uploads: readonly Uploaded[] },
): Promise<SheetsAtRest> => {
  const faults: string[] = []
  const rows = await stores.partition('scan', `batch#${of.batchId}`)
  const pages = rows.filter((r) => String(r['sk']).startsWith('page#'))
  const count = (state: string) => pages.filter((p) => p['state'] === state).length
  const ledger = {
    handed: pages.length,
    matched: count('matched'),
    duplicate: count('duplicate'),
    voided: count('voided'),
    open: count('open'),
  }
  if (pages.length !== of.handed) faults.push(`I8: ${pages.length} pages of ${of.handed} that were handed in`)
  if (ledger.open !== 0 || ledger.matched + ledger.duplicate + ledger.voided !== pages.length)
    faults.push(`I8: the ledger does not balance: ${JSON.stringify(ledger)}`)
  const placed = new Map<string, string>()
  for (const student of of.students) {
    const script = await stores.partition('scan', `script#${of.paperId}#${student}`)
    const slots = script.filter((s) => String(s['sk']).startsWith('slot#') && s['scanId'] !== undefined)
    for (const slot of slots) {
      const id = String(slot['scanId'])
      if (placed.has(id)) faults.push(`I8: page ${id} is in two scripts`)
      placed.set(id, student)
    }
    const own = await stores.partition('marking', `script#${of.paperId}#${student}`)
    const head = own.find((i) => i['sk'] === 'head')
    if (head?.['state'] === 'present') {
      const open = slots.some((s) => Object.values(s['choices'] as Item).includes(null))
      if (head['complete'] === true && (slots.length === 0 || open))
        faults.push(`I7: the script of ${student} is called complete`)
    }
  }
  for (const page of pages.filter((p) => p['state'] === 'matched'))
    if (placed.get(String(page['scanId'])) !== page['studentId'])
      faults.push(`I8: page ${String(page['no'])} is matched and not in its script`)
  if (placed.size !== ledger.matched) faults.push(`I8: ${placed.size} slots for ${ledger.matched} matched pages`)
  const files = rows.filter((r) => String(r['sk']).startsWith('file#'))
  for (const file of files) {
    const sent = of.uploads.find((u) => u.key === file['key'])
    const stored = sha256(await stores.object(String(file['key'])))
    if (sent?.sha256 !== stored || file['sha256'] !== stored) faults.push(`I9: ${String(file['name'])} is not as sent`)
  }
  if (files.length === 0) faults.push('I9: there is no file')
  return { faults, ledger }
}

/** I20: every entry of a zip read and held against its own CRC. Throws on a broken one. */
export const zipEntries = (zip: Buffer): { name: string; crc: number }[] => {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  if (end < 0) throw new Error('I20: the zip has no end')
  let at = zip.readUInt32LE(end + 16)
  return Array.from({ length: zip.readUInt16LE(end + 10) }, () => {
    if (zip.readUInt32LE(at) !== 0x02014b50) throw new Error('I20: the directory of the zip is broken')
    const [crc, size] = [zip.readUInt32LE(at + 16), zip.readUInt32LE(at + 20)]
    const nameLength = zip.readUInt16LE(at + 28)
    const name = zip.subarray(at + 46, at + 46 + nameLength).toString('utf8')
    const local = zip.readUInt32LE(at + 42)
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const raw = zip.subarray(from, from + size)
    const bytes = zip.readUInt16LE(at + 10) === 8 ? inflateRawSync(raw) : raw
    if (crc32(bytes) !== crc) throw new Error(`I20: the CRC of ${name} is wrong`)
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
    return { name, crc }
  })
}
