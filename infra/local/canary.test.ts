import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { handler } from '#functions/identity/identity.canary.ts'
import { startCloud } from './Cloud.ts'
import type { Cloud } from './Cloud.ts'

const dir = mkdtempSync(join(tmpdir(), 'qinghe-canary-'))
const webDir = join(dir, 'web')
const password = 'a-password-of-24-letters'
let cloud: Cloud

beforeAll(async () => {
  mkdirSync(webDir)
  writeFileSync(join(webDir, 'index.html'), '<!doctype html><div id="root"></div>')
  cloud = await startCloud({ dataDir: join(dir, 'data'), port: 0, demo: false, quiet: true, webDir })
  // A first call builds and loads the room's function; the canary's patience is for the cloud.
  await Promise.all(['/timestamp', '/api/no/such/call'].map((path) => fetch(`${cloud.address}${path}`)))
  Object.assign(process.env, { ADDRESS: cloud.address, CANARY_PASSWORD: password })
})
afterAll(async () => {
  await cloud.close()
  rmSync(dir, { recursive: true, force: true })
})

it('the canary walks the main path, and says at which step it stopped', async () => {
  await expect(handler()).rejects.toThrow('the canary stopped at signing in')
  const open = (own: string) => cloud.invoke('identity-work', { order: 'openCanary', password: own })
  expect(await open(password)).toEqual({ done: true })
  expect(await handler()).toEqual({ walked: true })
  // A later deployment brings another password; the account is the same.
  expect(await open('another-password-of-24')).toEqual({ done: true })
  await expect(handler()).rejects.toThrow('the canary stopped at signing in')
  process.env['CANARY_PASSWORD'] = 'another-password-of-24'
  expect(await handler()).toEqual({ walked: true })
  writeFileSync(join(webDir, 'index.html'), 'nothing')
  await expect(handler()).rejects.toThrow('the canary stopped at the document')
  expect(cloud.denials).toEqual([])
})
