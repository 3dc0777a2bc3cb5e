/**
 * A change that makes a page, a script, a mark or a look dearer is seen here, and one that makes it cheaper should be
 * frozen: `QINGHE_LONG=1 QINGHE_FREEZE=1 npx vitest run --project local infra/demo/units/bill`.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openDemoCloud } from '../run.ts'
import { gathering, measureProvince } from './province.ts'
import type { Spent } from './prices.ts'
import { dearer } from './units.ts'
import type { Table } from './units.ts'

const file = join(import.meta.dirname, 'bill.frozen.json')

/** What a bill is made of beside time. */
const countable = ['write', 'read', 'puts', 'gets', 'calls', 'requests', 'transitions', 'storeKb'] as const
/**
 * Windows of the streams fall otherwise at each run; what grows by a sixth has another cause. Marks are frozen as a quiet
 * machine has them, where answers for the arbitrator come in more and smaller bundles: a busy one asks less often.
 */
const most = 1.17
/** While pages are read their uploader asks whether they are: how often says how slow the machine is, and is no call of theirs. */
const withoutAsking = (kind: string, of: Spent): Spent =>
  kind === 'pages' ? { ...of, calls: of.calls - of.requests, requests: 0 } : of

it('a page, a script, a mark and a look use what was frozen', { timeout: 900_000 }, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'qinghe-bill-'))
  const opened = await openDemoCloud(dataDir, { countUnits: true, windows: gathering })
  try {
    const { each } = await measureProvince(opened)
    const table = Object.fromEntries(
      Object.entries(each).map(([kind, of]) => [
        kind,
        Object.fromEntries(countable.map((what) => [what, Math.ceil(withoutAsking(kind, of)[what] * 100) / 100])),
      ]),
    )
    console.table(table)
    if (process.env['QINGHE_FREEZE'] === '1') writeFileSync(file, `${JSON.stringify(table, null, 2)}\n`)
    expect(dearer(JSON.parse(readFileSync(file, 'utf8')) as Table, table, most)).toEqual([])
  } finally {
    await opened.cloud.close()
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 })
  }
})
