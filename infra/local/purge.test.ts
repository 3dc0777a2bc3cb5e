/**
 * A row of every kind that hangs on something is written by its own key, and what it hangs on is purged: what is left is
 * named. A kind whose declared place is not where its rows lie fails here. In a cloud of its own: the readers of streams
 * choke on rows that are nothing but ids, and would keep other tests waiting.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BatchWriteCommand, GetCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { purgeExam } from '#functions/exam/exam.purge.ts'
import { dynamo, env } from '#functions/kit/clients.ts'
import { kinds, nameOf, removeUnder } from '#functions/kit/kinds.ts'
import type { Kind, Owner } from '#functions/kit/kinds.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import { newId } from '#functions/kit/ports.ts'
import { asFunction, asRoot as withAllRights } from '#functions/kit/testing.ts'
import '#functions/app/kinds.ts'
import { startCloud } from './Cloud.ts'
import type { Cloud } from './Cloud.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'qinghe-purge-'))
let cloud: Cloud
beforeAll(async () => {
  cloud = await startCloud({ dataDir, port: 0, demo: true, quiet: true })
  process.env['QINGHE_TEST_CLOUD'] = JSON.stringify({
    address: cloud.address,
    root: { accessKeyId: cloud.root.accessKeyId, secretAccessKey: cloud.root.secretAccessKey },
    envs: Object.fromEntries(cloud.functions.map((f) => [f.id, cloud.envOf(f.id)])),
  })
}, 120_000)
afterAll(async () => {
  await cloud.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const newIds = () => ({
  accountId: newId<string>('account'),
  batchId: newId<string>('batch'),
  cardId: newId<string>('card'),
  examId: newId<string>('exam'),
  paperId: newId<string>('paper'),
  personId: newId<string>('student'),
  scanId: newId<string>('scan'),
  schoolId: newId<string>('school'),
  templateId: newId<string>('template'),
  userId: newId<string>('user'),
})
/** Past every policy, in an environment that names all these tables. */
const asRoot = <T>(run: () => Promise<T>): Promise<T> => asFunction('school-work', () => withAllRights(run))
type Ids = ReturnType<typeof newIds> & { studentId: string }

const ownerOf = ({ hangsOn }: Kind): Owner | null => ('on' in hangsOn ? hangsOn.on : null)
const hangingOn = (owners: readonly Owner[]): Kind[] => kinds().filter((k) => owners.includes(ownerOf(k)!))

/** A row of the kind, of which only the ids matter. */
const rowOf = (kind: Kind, ids: Ids) => {
  const places = 'on' in kind.hangsOn ? kind.hangsOn.places({ ...ids, keyVersion: 0 } as never) : []
  const [first] = places
  // Counters know their place or their group only; the last place that they declare is called after the group.
  const group = places.at(-1)?.pk.replace(/^count(ed)?#\w+#/, '')
  const owner = schoolTenant(ids.schoolId)
  const known: Record<string, unknown> = { ...ids, owner, place: first?.pk, group, at: 1, page: 1, v: 1, file: 1 }
  const any = new Proxy({}, { get: (_, field) => known[String(field)] ?? 'x' }) as never
  const index = first?.index ? kind.index!(any) : {}
  return { ...kind.key(any), ...index, ...ids, keyVersion: 0, owner, key: `00/s-1/uploads/scan/${ids.batchId}` }
}

const written = (owners: readonly Owner[], ids: Ids) =>
  asRoot(async () => {
    const rows = hangingOn(owners).map((kind) => ({ kind, row: rowOf(kind, ids) }))
    for (const { kind, row } of rows)
      await dynamo().send(
        new BatchWriteCommand({ RequestItems: { [env(kind.table)]: [{ PutRequest: { Item: row } }] } }),
      )
    return rows
  })
const left = (rows: Awaited<ReturnType<typeof written>>) =>
  asRoot(async () => {
    const found: string[] = []
    for (const { kind, row } of rows) {
      const { Item } = await dynamo().send(
        new GetCommand({ TableName: env(kind.table), Key: { pk: row.pk, sk: row.sk } }),
      )
      if (Item) found.push(nameOf(kind))
    }
    return found
  })

describe('a purge', () => {
  it('of an exam leaves nothing that hangs on it, in any room', async () => {
    const of = newIds()
    const ids = { ...of, studentId: of.personId }
    const rows = await written(['exam', 'examSchool', 'paper', 'script', 'batch', 'card'], ids)
    expect(rows.length).toBeGreaterThan(40)
    expect(await left(rows)).toHaveLength(rows.length)
    await asFunction('exam-work', async () => {
      while ((await purgeExam(ids.examId)) > 0);
    })
    expect(await left(rows)).toEqual([])
  })

  it.each(['school', 'account', 'user', 'person', 'template'] as const)(
    'of a %s leaves nothing either',
    async (owner) => {
      const of = newIds()
      const ids = { ...of, studentId: of.personId }
      const rows = await written([owner], ids)
      expect(rows.length).toBeGreaterThan(0)
      await asRoot(async () => {
        while ((await removeUnder(owner, ids as never)) > 0);
      })
      expect(await left(rows)).toEqual([])
    },
  )
})
