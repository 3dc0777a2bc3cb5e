/**
 * vitest's globalSetup of the end-to-end tests: the built SPA, a cloud of its own with a small organisation, and a
 * browser served to the tests. They find them in QINGHE_E2E, JSON of `{ address, browser, accounts }`.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seedDemo } from '#infra/demo/seed.ts'
import { serveBrowser } from './browser.ts'
import { startCloud } from './Cloud.ts'
import { buildSpa } from './spa.ts'

export const setup = async (): Promise<() => Promise<void>> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'qinghe-e2e-'))
  const browsing = serveBrowser()
  browsing.catch(() => undefined)
  // A copy of its own: a build beside the tests empties the folder.
  const webDir = join(dataDir, 'web')
  cpSync(await buildSpa(), webDir, { recursive: true })
  const cloud = await startCloud({ dataDir, port: 0, demo: true, quiet: true, webDir })
  const accounts = await seedDemo(cloud, { seed: 1, say: () => undefined, schools: 1, small: true })
  const browser = await browsing
  process.env['QINGHE_E2E'] = JSON.stringify({ address: cloud.address, browser: browser.wsEndpoint(), accounts })
  return async () => {
    await browser.close()
    await cloud.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
