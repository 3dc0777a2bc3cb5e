import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

/** A registry with two packages for another machine than this one. */
const dir = mkdtempSync(join(tmpdir(), 'qinghe-registry-'))
const names = ['@img/sharp-linux-arm64', '@img/sharp-libvips-linux-arm64']
const digests = new Map<string, string>()
const server = createServer((request, response) => {
  const path = decodeURIComponent(request.url ?? '')
  const name = names.find((n) => path.startsWith(`/${n}`))
  if (!name) return void response.writeHead(404).end('{}')
  const bytes = readFileSync(join(dir, `${name.replace('/', '-')}.tgz`))
  if (path.endsWith('.tgz')) return void response.end(bytes)
  const dist = { tarball: `http://127.0.0.1:${port()}/${name}/-/x-9.9.9.tgz`, integrity: digests.get(name) }
  response.end(JSON.stringify({ name, 'dist-tags': {}, versions: { '9.9.9': { name, version: '9.9.9', dist } } }))
})
const port = (): number => (server.address() as AddressInfo).port

beforeAll(async () => {
  for (const name of names) {
    mkdirSync(join(dir, 'package'), { recursive: true })
    writeFileSync(join(dir, 'package', 'package.json'), JSON.stringify({ name, version: '9.9.9', at: dir }))
    const file = join(dir, `${name.replace('/', '-')}.tgz`)
    execFileSync('tar', ['-czf', file, '-C', dir, 'package'])
    digests.set(name, `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`)
  }
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
  rmSync(dir, { recursive: true, force: true })
})

const build = (integrityOf: (name: string) => string): Promise<{ code: number | null; said: string; out: string }> => {
  const lock = join(dir, `lock-${Math.trunc(performance.now())}.json`)
  const packages = Object.fromEntries(
    names.map((n) => [`node_modules/${n}`, { version: '9.9.9', integrity: integrityOf(n) }]),
  )
  writeFileSync(lock, JSON.stringify({ packages }))
  const out = mkdtempSync(join(dir, 'out-'))
  const script = join(import.meta.dirname, '../../layers/sharp/build.mjs')
  const env = {
    ...process.env,
    PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
    npm_config_registry: `http://127.0.0.1:${port()}/`,
    npm_config_cache: join(dir, 'npm'),
    npm_config_userconfig: join(dir, 'none'),
    npm_config_fetch_retries: '0',
  }
  const child = spawn(process.execPath, [script, out, 'arm64', lock], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  const hear = (chunk: Buffer): void => void (said += chunk.toString())
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  return new Promise((done) => child.once('exit', (code) => done({ code, said, out })))
}

it("the layer gets Lambda's binaries on any machine, and only those that the lock file means", async () => {
  const other = await build(() => `sha512-${Buffer.alloc(64, 7).toString('base64')}`)
  expect([other.code, existsSync(join(other.out, 'nodejs'))]).toEqual([1, false])
  expect(other.said).toContain('@img/sharp-linux-arm64@9.9.9 is not what')
  const right = await build((name) => digests.get(name)!)
  expect([right.code, right.said]).toEqual([0, ''])
  for (const name of [...names, 'sharp', 'detect-libc'])
    expect(existsSync(join(right.out, 'nodejs/node_modules', name, 'package.json'))).toBe(true)
  expect(existsSync(join(right.out, 'nodejs/node_modules/@img/sharp-linux-x64'))).toBe(false)
})
