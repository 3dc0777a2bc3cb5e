import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startGateway } from './gateway.ts'
import type { Invocation } from './lambda.types.ts'

const webDir = mkdtempSync(join(tmpdir(), 'qinghe-web-'))
let address: string
let port: number
let close: () => Promise<void>
let invoke: (arn: string, event: string) => Promise<Invocation>
const answer = (value: unknown): Promise<Invocation> => Promise.resolve({ ok: true, payload: JSON.stringify(value) })

beforeAll(async () => {
  mkdirSync(join(webDir, 'assets'))
  writeFileSync(join(webDir, 'index.html'), '<html>the screens</html>')
  writeFileSync(join(webDir, 'assets', 'a-1234.js'), `export const a = '${'x'.repeat(5000)}'`)
  const gateway = await startGateway({
    port: 0,
    host: '127.0.0.1',
    routes: [{ method: 'ANY', path: '/api/{proxy+}', room: 'x', functionArn: 'arn:x' }],
    invoke: (arn, event) => invoke(arn, event),
    webDir,
    headers: { 'x-content-type-options': 'nosniff' },
    timeoutMs: 300,
  })
  ;({ port, close } = gateway)
  address = `http://127.0.0.1:${port}`
})
afterAll(async () => {
  await close()
  rmSync(webDir, { recursive: true, force: true })
})

describe('gateway: the HTTP API', () => {
  it('makes payload 2.0 of a request', async () => {
    invoke = (arn, event) =>
      answer({ statusCode: 201, body: JSON.stringify({ arn, event: JSON.parse(event) as unknown }), cookies: ['c=1'] })
    const r = await fetch(`${address}/api//x/y?a=1&a=2&b=%E5%8D%B7+d`, {
      method: 'POST',
      headers: { cookie: 'k=v; l=w', 'content-type': 'application/json', 'X-Odd': 'Yes' },
      body: '{"卷":1}',
    })
    expect(r.status).toBe(201)
    expect(r.headers.get('set-cookie')).toBe('c=1')
    expect(r.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await r.json()).toMatchObject({
      arn: 'arn:x',
      event: {
        version: '2.0',
        rawPath: '/api//x/y',
        rawQueryString: 'a=1&a=2&b=%E5%8D%B7+d',
        cookies: ['k=v', 'l=w'],
        headers: { 'x-odd': 'Yes' },
        queryStringParameters: { a: '1,2', b: '卷 d' },
        requestContext: { http: { method: 'POST', path: '/api//x/y', sourceIp: '127.0.0.1' } },
        body: '{"卷":1}',
        isBase64Encoded: false,
      },
    })
  })

  it('carries bytes as base64, both ways', async () => {
    invoke = (_, event) => {
      const { body, isBase64Encoded } = JSON.parse(event) as { body: string; isBase64Encoded: boolean }
      return answer({ statusCode: 200, headers: { 'content-type': 'image/png' }, body, isBase64Encoded })
    }
    const bytes = Uint8Array.from({ length: 256 }, (_, i) => i)
    const r = await fetch(`${address}/api/x`, { method: 'POST', headers: { 'content-type': 'image/png' }, body: bytes })
    expect(new Uint8Array(await r.arrayBuffer())).toEqual(bytes)
  })

  it('answers an error as 500, silence as 503, too much as 413, a strange route as 404', async () => {
    invoke = () => Promise.resolve({ ok: false, error: { errorType: 'E', errorMessage: 'secret', trace: [] } })
    const failed = await fetch(`${address}/api/x`)
    expect([failed.status, await failed.text()]).toEqual([500, '{"message":"Internal Server Error"}'])
    invoke = () => new Promise(() => undefined)
    expect((await fetch(`${address}/api/x`)).status).toBe(503)
    const status = await new Promise((resolve) => {
      const sent = request(
        { port, path: '/api/x', method: 'POST', headers: { 'content-length': 11 * 1024 * 1024 } },
        (r) => {
          resolve(r.statusCode)
          sent.destroy()
        },
      )
      sent.on('error', () => undefined)
      sent.flushHeaders()
    })
    expect(status).toBe(413)
    expect((await fetch(`${address}/ip`)).status).toBe(404)
  })

  it('says in one line which port is taken', async () => {
    const again = startGateway({ port, host: '127.0.0.1', routes: [], invoke, webDir, headers: {} })
    await expect(again).rejects.toThrow(
      `Port ${port} is in use by another program. Choose another one: PORT=${port + 100} npm start`,
    )
  })
})

describe('gateway: the SPA', () => {
  it('answers every extensionless path with index.html, uncached, and a missing file with 404', async () => {
    for (const path of ['/', '/exam/list', '/exam/ex_1?a=b']) {
      const r = await fetch(address + path)
      expect([r.status, r.headers.get('cache-control'), await r.text()]).toEqual([
        200,
        'no-cache',
        '<html>the screens</html>',
      ])
    }
    expect((await fetch(`${address}/assets/gone.js`)).status).toBe(404)
  })

  it('compresses, caches hashed files for a year, and knows an etag', async () => {
    const r = await fetch(`${address}/assets/a-1234.js`, { headers: { 'accept-encoding': 'br' } })
    expect(r.headers.get('content-encoding')).toBe('br')
    expect(Number(r.headers.get('content-length'))).toBeLessThan(1000)
    expect(r.headers.get('cache-control')).toContain('immutable')
    expect((await r.text()).length).toBeGreaterThan(5000)
    const again = await fetch(`${address}/assets/a-1234.js`, { headers: { 'if-none-match': r.headers.get('etag')! } })
    expect(again.status).toBe(304)
  })

  it('never leaves its directory', async () => {
    for (const path of ['/..%2f..%2fetc/passwd.txt', '/assets/..%2f..%2f..%2fetc%2fpasswd.txt', '/%00.js', '/%zz.js']) {
      const status = await new Promise((resolve) =>
        request({ port, path }, (r) => {
          r.resume()
          resolve(r.statusCode)
        }).end(),
      )
      expect([400, 404]).toContain(status)
    }
  })
})
