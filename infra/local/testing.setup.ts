import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCloud } from './Cloud.ts'

/**
 * vitest's globalSetup: one local cloud for the run, on free ports, in a directory of its own. Tests find it in
 * `QINGHE_TEST_CLOUD`: JSON of `{ address, root, envs: { [functionId]: environment } }`.
 */
export const setup = async (): Promise<() => Promise<void>> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'qinghe-test-'))
  const cloud = await startCloud({ dataDir, port: 0, demo: true, quiet: true })
  process.env['QINGHE_TEST_CLOUD'] = JSON.stringify({
    address: cloud.address,
    root: cloud.root,
    envs: Object.fromEntries(cloud.functions.map((f) => [f.id, cloud.envOf(f.id)])),
  })
  return async () => {
    await cloud.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
