import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openDemoCloud, runDemo } from './run.ts'

it('tells the truth, and tells when readings are wrong', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'qinghe-demo-test-'))
  const opened = await openDemoCloud(dataDir)
  try {
    const right = await runDemo(opened, 101)
    expect(right.untrue).toEqual([])
    expect(right).toMatchObject({ pages: 118, wrongReadings: [], wrongScores: [] })
    const broken = await runDemo(opened, 102, { misread: true })
    expect(broken.wrongReadings.length).toBeGreaterThan(5)
    expect(broken.untrue.length).toBeGreaterThan(5)
  } finally {
    await opened.cloud.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}, 1_800_000)
