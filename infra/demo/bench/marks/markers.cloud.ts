/** The local cloud with papers open for marking, in a process of its own: its memory is the platform's alone. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCloud } from '#infra/local/Cloud.ts'
import { markPath, markRequest } from './mark.request.ts'
import type { Marker } from './sitting.ts'

export type CloudReport =
  { kind: 'ready'; port: number; markers: Marker[] } | { kind: 'memory'; mb: number } | { kind: 'ended' }
export type CloudOrder = 'memory' | 'end'

const [papers, teachers] = process.argv.slice(2).map(Number) as [number, number]
const dataDir = mkdtempSync(join(tmpdir(), 'qinghe-bench-markers-'))
const cloud = await startCloud({ dataDir, port: 0, demo: true, quiet: true })
process.env['QINGHE_TEST_CLOUD'] = JSON.stringify({
  address: cloud.address,
  envs: Object.fromEntries(cloud.functions.map((f) => [f.id, cloud.envOf(f.id)])),
})
const { sitMarkers } = await import('./sitting.ts')
const markers: Marker[] = []
for (let i = 0; i < papers; i++) markers.push(...(await sitMarkers(teachers, 2)))

// The function is built and its workers are up before anybody sits down.
await Promise.all(
  markers.slice(0, 8).map(async (marker) => {
    const { body, authorization } = markRequest(marker)
    const headers = { 'content-type': 'application/json', authorization }
    await fetch(`${cloud.address}${markPath}`, { method: 'POST', headers, body }).then((answer) => answer.text())
  }),
)

const tell = (report: CloudReport): void => void process.send!(report)
process.on('message', (order: CloudOrder) => {
  if (order === 'memory') return tell({ kind: 'memory', mb: process.memoryUsage.rss() / 1e6 })
  void cloud.close().then(() => {
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 })
    tell({ kind: 'ended' })
    process.exit(0)
  })
})
tell({ kind: 'ready', port: Number(new URL(cloud.address).port), markers })
