import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { bareCalls, isBare } from './bareCalls.ts'

it('leaves of calls what a client asks by, and nothing that is made of schemas', () => {
  const bare = bareCalls(`import * as z from 'zod'
import { call, self } from '#shared/kit/call.ts'
import { Id } from '#shared/kit/ids.ts'
import { problems } from './problems.ts'
import type { Other } from './other.ts'
const Row = z.object({ id: Id })
const both = { scope: self, output: () => Row }
export const Rows = z.array(Row)
export type Row = z.infer<typeof Row>
export const rows = call('GET /rows', { ...both, input: () => z.object({ id: Id }), feeds: ['rows'] })
export const change = call('POST /change', { ...both, problems: [problems.taken], input: () => Row, refreshes: ['rows'] })
`)
  expect(bare).not.toMatch(/\bz\b|zod|ids\.ts|other\.ts|\bRows?\b\s*=/)
  expect(bare).toContain('problems.taken')
  expect(bare).toMatch(/export const rows = call\('GET \/rows', \{ \.\.\.both, input: none, feeds: \['rows'\] \}\)/)
  expect(bare).toMatch(/const both = \{ scope: self, output: none \}/)
})

it.each(['identity/signIn/session.calls.ts', 'platform/platform.calls.ts', 'identity/identity.calls.ts'])(
  'leaves every call of %s, which the frame asks',
  (path) => {
    const code = readFileSync(`shared/${path}`, 'utf8')
    const names = (text: string) => [...text.matchAll(/^export const (\w+) = call\(/gm)].map((m) => m[1])
    const bare = bareCalls(code)
    expect(names(code).length).toBeGreaterThan(3)
    expect(names(bare)).toEqual(names(code))
    expect(bare).not.toContain('zod')
  },
)

it('is asked for by the frame alone', () => {
  const calls = '#shared/platform/platform.calls.ts'
  expect(isBare(calls, '/a/web/app/wireKit.ts')).toBe(true)
  expect(isBare(calls, '/a/web/app/CentreScreen.tsx')).toBe(false)
  expect(isBare('./wires.ts', '/a/web/app/wireKit.ts')).toBe(false)
})
