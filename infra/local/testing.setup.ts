import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCloud } from './Cloud.ts'
import { hearWrites } from './stores/dynamo/near.testing.ts'
import type { NearCloud } from './stores.setup.ts'

/**
 * vitest's globalSetup: one local cloud for the run, on free ports, in a directory of its own. Tests find it in
 * `QINGHE_TEST_CLOUD`: JSON of `{ address, root, envs: { [functionId]: environment } }`; what brings them to the
 * database itself lies in the file that `QINGHE_NEAR_CLOUD` names (stores.setup.ts).
 */
export const setup = async (): Promise<() => Promise<void>> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'qinghe-test-'))
  const cloud = await startCloud({ dataDir, port: 0, demo: true, quiet: true })
  const { port, roles, wrote } = cloud.near
  const ear = await hearWrites(wrote)
  process.env['QINGHE_TEST_CLOUD'] = JSON.stringify({
    address: cloud.address,
    root: cloud.root,
    envs: Object.fromEntries(cloud.functions.map((f) => [f.id, cloud.envOf(f.id)])),
  })
  const near: NearCloud = { dataDir, place: { port, told: ear.port }, roles, functions: cloud.functions }
  const file = (process.env['QINGHE_NEAR_CLOUD'] = join(dataDir, 'near.json'))
  writeFileSync(file, JSON.stringify(near), { mode: 0o600 })
  return async () => {
    await ear.close()
    await cloud.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
