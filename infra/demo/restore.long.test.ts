import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { compare, restoreAll, saveAll } from '../local/backup/backup.ts'
import { storesOf, wipe } from '../local/backup/drill.testing.ts'
import { openDemoCloud, runDemo } from './run.ts'

it('a whole exam is saved, wiped and put back: every result is what it was, and the next exam goes through', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'qinghe-restore-'))
  const opened = await openDemoCloud(join(dir, 'data'))
  const { cloud } = opened
  const stores = storesOf(cloud)
  try {
    const before = await runDemo(opened, 301)
    expect(before.untrue).toEqual([])
    await cloud.waitIdle()
    const copy = join(dir, 'copy')
    const manifest = await saveAll(stores, copy)
    expect(manifest.objects.count).toBeGreaterThan(300)
    await wipe(stores)
    expect((await compare(stores, copy)).length).toBeGreaterThan(5)
    await expect(before.again()).rejects.toThrow()
    // Readers of changes hear of every row as if it were new: what they are told twice changes no result.
    const faults = await restoreAll(stores, copy)
    expect(faults.filter((f) => !/^(marking|scan|audit|exam|platform|school):/.test(f))).toEqual([])
    await cloud.waitIdle()
    expect(await before.again()).toEqual([])
    expect((await runDemo(opened, 302)).untrue).toEqual([])
  } finally {
    stores.dynamo.destroy()
    stores.s3.destroy()
    await cloud.close()
    rmSync(dir, { recursive: true, force: true })
  }
}, 1_800_000)
