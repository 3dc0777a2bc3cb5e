/**
 * A change that makes a call of the main job dearer is seen here. When it is meant, freeze the new figures:
 * `QINGHE_LONG=1 QINGHE_FREEZE=1 npx vitest run --project local infra/demo/units`.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openDemoCloud } from '../run.ts'
import { dearer, measureUnits } from './units.ts'
import type { UnitTable } from './units.ts'

const file = join(import.meta.dirname, 'units.frozen.json')

it('costs what was frozen, and a mark one write unit', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'qinghe-units-'))
  const opened = await openDemoCloud(dataDir, { countUnits: true })
  try {
    const table = await measureUnits(opened)
    console.table(table)
    if (process.env['QINGHE_FREEZE'] === '1') writeFileSync(file, `${JSON.stringify(table, null, 2)}\n`)
    expect(table['a mark']).toEqual({ read: 0, write: 1 })
    expect(dearer(JSON.parse(readFileSync(file, 'utf8')) as UnitTable, table)).toEqual([])
  } finally {
    await opened.cloud.close()
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 })
  }
})
