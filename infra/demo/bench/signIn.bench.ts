/** The sign-in page as a slow machine on a slow line has it: 4 × slower processor, 4G. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CDPSession } from 'playwright'
import { openBrowser } from '#infra/local/browser.ts'
import { startCloud } from '#infra/local/Cloud.ts'
import { buildSpa } from '#infra/local/spa.ts'
import { median } from './bench.types.ts'
import type { Bench } from './bench.types.ts'

/** Regular 4G as Chromium's own tools have it. */
const line = { latency: 20, downloadThroughput: 4_000_000 / 8, uploadThroughput: 3_000_000 / 8 }
const turns = 5
/** Nothing more happens on the page after this. */
const settledMs = 6000

type Script = { file: string; ms: number }
type Seen = { lcp: number; lcpOf: string; fcp: number; tasks: { at: number; ms: number }[]; scripts: Script[] }

/** What a browser's observer tells of; Node's own types know only Node's. */
type Entry = { name: string; startTime: number; duration: number }
type Observer = new (heard: (list: { getEntries: () => Entry[] }) => void) => {
  observe: (of: { type: string; buffered: boolean }) => void
}

/** Runs in the page, before anything of it. */
const watch = (): void => {
  const { PerformanceObserver: Browsers } = globalThis as unknown as { PerformanceObserver: Observer }
  const seen: Seen = { lcp: 0, lcpOf: '', fcp: 0, tasks: [], scripts: [] }
  Object.assign(globalThis, { seen })
  const on = (type: string, take: (e: Entry) => void): void =>
    new Browsers((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  on('largest-contentful-paint', (e) => {
    seen.lcp = e.startTime
    const { element } = e as Entry & { element?: { tagName: string; className: string } | null }
    seen.lcpOf = `${element?.tagName} ${element?.className}`
  })
  on('paint', (e) => {
    if (e.name === 'first-contentful-paint') seen.fcp = e.startTime
  })
  on('longtask', (e) => seen.tasks.push({ at: e.startTime, ms: e.duration }))
  on('long-animation-frame', (e) => {
    const { scripts } = e as Entry & {
      scripts: { sourceURL: string; invoker: string; duration: number }[]
    }
    for (const s of scripts)
      seen.scripts.push({ file: `${s.sourceURL.split('/').at(-1)} (${s.invoker})`, ms: s.duration })
  })
}

const signIn: Bench = {
  name: 'sign-in page',
  run: async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'qinghe-bench-web-'))
    const cloud = await startCloud({ dataDir, port: 0, demo: true, quiet: true, webDir: await buildSpa() })
    const browser = await openBrowser()
    const all: Seen[] = []
    try {
      for (let turn = 0; turn <= turns; turn++) {
        // A context of its own: nothing is in its cache.
        const context = await browser.newContext()
        const page = await context.newPage()
        const session: CDPSession = await context.newCDPSession(page)
        await session.send('Network.enable')
        await session.send('Network.emulateNetworkConditions', { offline: false, ...line })
        await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
        await page.addInitScript(watch)
        await page.goto(cloud.address)
        await page.waitForTimeout(settledMs)
        const seen = await page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen)
        if (turn > 0) all.push(seen)
        await context.close()
      }
    } finally {
      await browser.close()
      await cloud.close()
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 })
    }
    const blocked = (s: Seen): number =>
      s.tasks.filter((t) => t.at + t.ms > s.fcp).reduce((ms, t) => ms + Math.max(0, t.ms - 50), 0)
    const longest = new Map<string, number[]>()
    for (const { file, ms } of all.flatMap((s) => s.scripts)) longest.set(file, [...(longest.get(file) ?? []), ms])
    const worst = [...longest]
      .map(([file, times]) => ({ file, ms: median(times) }))
      .sort((a, b) => b.ms - a.ms)
      .slice(0, 6)
    return [
      {
        name: 'sign-in: largest contentful paint, 4 × CPU, 4G',
        unit: 'ms',
        ours: median(all.map((s) => s.lcp)),
        goal: { kind: 'bound', value: 1500 },
        note: `first paint ${median(all.map((s) => s.fcp)).toFixed(0)} ms; largest: ${all.at(-1)?.lcpOf}`,
      },
      {
        name: 'sign-in: total blocking time, 4 × CPU, 4G',
        unit: 'ms',
        ours: median(all.map(blocked)),
        goal: { kind: 'bound', value: 100 },
        note: `longest scripts: ${worst.map((w) => `${w.file} ${w.ms.toFixed(0)} ms`).join('; ')}`,
      },
    ]
  },
}

export const signInBenches: readonly Bench[] = [signIn]
