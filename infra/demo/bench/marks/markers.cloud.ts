/** The local cloud with papers open for marking, in a process of its own: its memory is the platform's alone. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCloud } from '#infra/local/Cloud.ts'
import { markPath, markRequest } from './mark.request.ts'
import type { Marker } from './sitting.ts'

export type CloudReport =
  | { kind: 'ready'; port: number; markers: Marker[] }
  | { kind: 'memory'; mb: number }
  | { kind: 'renewed'; tokens: string[] }
  | {
      kind: 'journal'
      lost: string[]
      entries: number
      answers: number
      faults: string[]
      counted: number
      markers: number
    }
  | { kind: 'ended' }
/** `renew`: fresh access tokens for `count` markers from the one numbered `from` on. */
export type CloudOrder =
  | { kind: 'memory' }
  /** What of these acknowledged attempts the journal of a paper lacks, and what its counters say. */
  | { kind: 'journal'; paperId: string; attempts: string[] }
  | { kind: 'renew'; from: number; count: number }
  | { kind: 'end' }

const [papers, teachers, each, essays] = process.argv.slice(2).map(Number) as [number, number, number, number]
const dataDir = mkdtempSync(join(tmpdir(), 'qinghe-bench-markers-'))
const cloud = await startCloud({ dataDir, port: 0, demo: true, quiet: true })
process.env['QINGHE_TEST_CLOUD'] = JSON.stringify({
  address: cloud.address,
  envs: Object.fromEntries(cloud.functions.map((f) => [f.id, cloud.envOf(f.id)])),
})
const { asFunction, testToken } = await import('#functions/kit/testing.ts')
const { journal, journalFaults } = await import('#functions/marking/journal/journal.ts')
const { groupOf, scriptCounts } = await import('#functions/marking/counts.ts')
const { givenOf } = await import('#functions/marking/quality/given.ts')
const { paperOf } = await import('#functions/exam/exam.public.ts')
const { shards } = await import('#functions/marking/marking.store.ts')
const { sitMarkers } = await import('./sitting.ts')
const markers: Marker[] = []
for (let i = 0; i < papers; i++) markers.push(...(await sitMarkers(teachers, each, essays)))

// What was laid down is told and counted before a mark is.
await cloud.waitIdle()

// The function is built and its workers are up before a marker sits down.
await Promise.all(
  markers.slice(0, 8).map(async (marker) => {
    const { body, authorization } = markRequest(marker)
    const headers = { 'content-type': 'application/json', authorization }
    await fetch(`${cloud.address}${markPath}`, { method: 'POST', headers, body }).then((answer) => answer.text())
  }),
)

const journalled = (paperId: string, attempts: readonly string[]) =>
  asFunction('marking-work', async () => {
    const there = new Set<string>()
    const marked = new Set<string>()
    for (let shard = 0; shard < shards; shard++)
      for (const { entry, studentId } of await journal.query(`journal#${paperId}#${shard}`))
        if (entry.kind === 'mark') {
          there.add(entry.mark.attemptId)
          marked.add(`${studentId} ${entry.questionId}`)
        }
    const { questions } = (await paperOf(paperId))!
    const given = givenOf(
      questions,
      await scriptCounts.readApart(groupOf({ paperId: paperId as never, keyVersion: 1 })),
    )
    return {
      lost: attempts.filter((id) => !there.has(id)),
      entries: there.size,
      answers: marked.size,
      faults: await journalFaults(paperId),
      counted: given.reduce((sum, of) => sum + of.marked, 0),
      markers: new Set(given.map((of) => of.userId)).size,
    }
  })

const tell = (report: CloudReport): void => void process.send!(report)
process.on('message', (order: CloudOrder) => {
  if (order.kind === 'memory') return tell({ kind: 'memory', mb: process.memoryUsage.rss() / 1e6 })
  if (order.kind === 'journal')
    return void journalled(order.paperId, order.attempts).then((found) => tell({ kind: 'journal', ...found }))
  if (order.kind === 'renew') {
    const due = markers.slice(order.from, order.from + order.count)
    return void Promise.all(due.map((m) => testToken(m.caller))).then((tokens) => tell({ kind: 'renewed', tokens }))
  }
  void cloud.close().then(() => {
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 })
    tell({ kind: 'ended' })
    process.exit(0)
  })
})
tell({ kind: 'ready', port: Number(new URL(cloud.address).port), markers })
