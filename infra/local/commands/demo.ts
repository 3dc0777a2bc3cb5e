/**
 * `npm run demo`: the main job without a browser, for 60 students with distorted scans, on a local cloud of its own.
 * `-- --seeds 20` repeats it; `--seed 7` begins elsewhere; `--json` prints JSON. Exits with 1 if anything that it claims is untrue.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDemoCloud, runDemo, showResult } from '#infra/demo/run.ts'
import type { DemoResult } from '#infra/demo/run.ts'

const args = process.argv.slice(2)
const numberAfter = (flag: string, fallback: number): number => {
  const at = args.indexOf(flag)
  if (at < 0) return fallback
  const value = Number(args[at + 1])
  if (!Number.isInteger(value) || value < 1 || value > 1000) {
    console.error(`${flag} takes a whole number from 1 to 1000.`)
    process.exit(2)
  }
  return value
}
const first = numberAfter('--seed', 1)
const count = numberAfter('--seeds', 1)
const json = args.includes('--json')

const dataDir = mkdtempSync(join(tmpdir(), 'qinghe-demo-'))
const opened = await openDemoCloud(dataDir)
const results: DemoResult[] = []
try {
  for (let seed = first; seed < first + count; seed++) {
    const result = await runDemo(opened, seed)
    results.push(result)
    if (json) continue
    console.table([showResult(result)])
    if (count === 1) {
      console.table(result.seconds)
      console.table(result.exports)
    }
    for (const line of result.untrue.slice(0, 20)) console.log(`UNTRUE: ${line}`)
  }
} finally {
  await opened.cloud.close()
  rmSync(dataDir, { recursive: true, force: true })
}
if (json) console.log(JSON.stringify(results, null, 1))
else if (count > 1) {
  const sum = (of: (r: DemoResult) => number): number => results.reduce((n, r) => n + of(r), 0)
  console.log(
    `${count} seeds: ${sum((r) => r.pages)} pages, ${sum((r) => r.cells)} cells, ${sum((r) => r.wrongReadings.length)} wrong readings, ${sum((r) => r.doubtfulPages)} pages with doubts.`,
  )
}
process.exit(results.some((r) => r.untrue.length > 0) ? 1 : 0)
