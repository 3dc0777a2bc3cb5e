/** A small school in a cloud of its own, and a browser to look at it: for benches of screens. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { openBrowser } from '#infra/local/browser.ts'
import { startCloud } from '#infra/local/Cloud.ts'
import { buildSpa } from '#infra/local/spa.ts'
import { identityPaths } from '#web/identity/identity.paths.ts'
import { signInAs } from '../client.ts'
import { demoPassword, openOrganisation } from '../organisation.ts'

type Made = Awaited<ReturnType<typeof openOrganisation>>

/** Gives a page of 1440 × 900 and the school; all of it is gone afterwards. */
export const withSmallSchool = async <T>(run: (page: Page, made: Made) => Promise<T>): Promise<T> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'qinghe-bench-screens-'))
  const cloud = await startCloud({ dataDir, port: 0, demo: true, quiet: true, webDir: await buildSpa() })
  const browser = await openBrowser()
  try {
    await cloud.invoke('identity-work', { order: 'openRoot', accountName: 'root', password: demoPassword })
    const root = await signInAs(cloud.address, 'root', demoPassword)
    const made = await openOrganisation(cloud.address, root, { seed: 1, say: () => undefined, size: 'small' })
    const context = await browser.newContext({
      baseURL: cloud.address,
      viewport: { width: 1440, height: 900 },
      locale: 'zh-CN',
    })
    const page = await context.newPage()
    page.setDefaultTimeout(30_000)
    return await run(page, made)
  } finally {
    await browser.close()
    await cloud.close()
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 })
  }
}

export const enter = async (page: Page, accountName: string): Promise<void> => {
  await page.goto(identityPaths.signIn)
  await page.getByLabel('账号', { exact: true }).fill(accountName)
  await page.getByLabel('密码', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.waitForURL((url) => url.pathname.startsWith('/v2/'))
  await page.getByRole('main').waitFor()
}
