import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { Problem } from '#shared/kit/problem.ts'
import { serve } from '#functions/kit/serve.ts'
import { domains, entryOf, functionKinds } from '#infra/domains.ts'
import { callFilesOf } from '#infra/roomCalls.ts'
import { root } from '../root.ts'

const load = (path: string): Promise<{ handler?: unknown }> =>
  import(pathToFileURL(join(root, path)).href) as Promise<{ handler?: unknown }>

describe('every call', () => {
  // `serve` throws when a call has no handler or two, or acts on a kind of object that nothing resolves.
  it.each(domains.map((d) => d.room))('of %s has one handler, and a resolver for what it acts on', async (room) => {
    expect(typeof (await load(entryOf(room, 'api'))).handler).toBe('function')
  })

  it('of a file is named by the API of its room, which the cloud finds by itself', () => {
    const files = domains.flatMap(({ room }) => callFilesOf(room).map((path) => [room, path] as const))
    expect(files.length).toBeGreaterThan(100)
    const entries = new Map(domains.map(({ room }) => [room, readFileSync(join(root, entryOf(room, 'api')), 'utf8')]))
    expect(files.filter(([room, path]) => !entries.get(room)!.includes(`'#${path}'`))).toEqual([])
  })

  it('has one, or its domain does not load', () => {
    const { room, calls } = domains.find((d) => d.calls.some(([, c]) => c.scope.kind === 'on'))!
    expect(() => serve(room, calls, [])).toThrow('has 0 handlers')
    const run = () => Promise.resolve(null)
    const twice = calls.flatMap(([, call]) => [
      { call, run },
      { call, run },
    ])
    expect(() => serve(room, calls, twice)).toThrow('has 2 handlers')
    expect(() =>
      serve(
        room,
        calls,
        calls.map(([, call]) => ({ call, run })),
      ),
    ).toThrow('resolver')
  })

  it('names a problem’s field as a call that may answer it does', () => {
    const calls = domains.flatMap((d) => d.calls.map(([, c]) => c))
    const inputs = new Map<Problem, Set<string>>()
    for (const c of calls)
      for (const problem of c.problems ?? [])
        for (const name of Object.keys((c.input().def as { shape?: object }).shape ?? {}))
          inputs.set(problem, (inputs.get(problem) ?? new Set()).add(name))
    const lost = [...inputs].filter(([p, names]) => p.field !== undefined && !names.has(p.field)).map(([p]) => p.key)
    expect(lost).toEqual([])
  })

  it('stands under one method and path', () => {
    const all = domains.flatMap((d) => d.calls.map(([, c]) => `${c.method} ${c.path}`))
    expect(all.filter((route, i) => all.indexOf(route) !== i)).toEqual([])
  })
})

describe('every function', () => {
  it.each(domains.flatMap((d) => functionKinds(d).map((kind) => entryOf(d.room, kind))))(
    '%s is there and has a handler',
    async (path) => {
      expect(existsSync(join(root, path))).toBe(true)
      expect(typeof (await load(path)).handler).toBe('function')
    },
  )
})
