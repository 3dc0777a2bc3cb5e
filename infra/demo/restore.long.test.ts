/**
 * The restore drill over a whole exam: everything is saved, put into another cloud that holds nothing but the account's
 * keys, and every figure that was published is the same there.
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startCloud } from '../local/Cloud.ts'
import { compare, restoreAll, saveAll } from '../local/backup/backup.ts'
import { lostRows, storesOf } from '../local/backup/drill.testing.ts'
import { openDemoCloud, runDemo } from './run.ts'

/**
 * What readers of changes write of their own: they hear of every row as if it were new, and go on during the restore.
 */
const written = /^(marking|scan|audit|exam|platform|school): /

/** Their own counters and finding rows, which they write again. */
const counted = /^other: (\w+ count#|school (find|tail)#)/

it('a whole exam is saved and put into another cloud: every published figure is what it was', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'qinghe-restore-'))
  const copy = join(dir, 'copy')
  const [old, fresh] = [join(dir, 'old'), join(dir, 'fresh')]
  try {
    const opened = await openDemoCloud(old, { size: 'small' })
    const was = storesOf(opened.cloud)
    const before = await runDemo(opened, 301)
    expect(before.untrue).toEqual([])
    await opened.cloud.waitIdle()
    const manifest = await saveAll(was, copy)
    expect(manifest.objects.count).toBeGreaterThan(50)
    expect(manifest.tables['marking']!.rows).toBeGreaterThan(50)
    expect(await compare(was, copy)).toEqual([])
    was.dynamo.destroy()
    was.s3.destroy()
    await opened.cloud.close()

    // Keys are never in a copy: they are the account's, and stay.
    mkdirSync(fresh)
    cpSync(join(old, 'kms.json'), join(fresh, 'kms.json'))
    const cloud = await startCloud({ dataDir: fresh, port: 0, demo: true, quiet: true })
    const stores = storesOf(cloud)
    try {
      expect((await restoreAll(stores, copy)).filter((fault) => !written.test(fault))).toEqual([])
      await cloud.waitIdle()
      // Beside what readers have written since, each row that was saved is there, and as it was.
      expect((await lostRows(stores, copy)).filter((row) => !counted.test(row))).toEqual([])
      expect(await before.again(cloud)).toEqual([])
    } finally {
      stores.dynamo.destroy()
      stores.s3.destroy()
      await cloud.close()
    }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}, 600_000)
