import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { changes } from '#shared/kit/call.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import type { Problem } from '#shared/kit/problem.ts'
import { serve } from '#functions/kit/serve.ts'
import { domains, entryOf, functionKinds } from '#infra/domains.ts'
import { root } from '../root.ts'

const load = (path: string): Promise<{ handler?: unknown }> =>
  import(pathToFileURL(join(root, path)).href) as Promise<{ handler?: unknown }>

describe('every call', () => {
  // `serve` throws when a call has two handlers, or acts on a kind of object that nothing resolves.
  it.each(domains)(
    'of $room has one handler, in the API of its room, and a resolver for what it acts on',
    async (of) => {
      const { calls } = (await load(entryOf(of.room, 'api'))).handler as ReturnType<typeof serve>
      const served = new Set(calls)
      expect(of.calls.filter(([, call]) => !served.has(call)).map(([name]) => name)).toEqual([])
      const known = new Set(of.calls.map(([, call]) => call))
      expect(calls.filter((call) => !known.has(call)).map((call) => call.path)).toEqual([])
    },
  )

  it('has no two handlers, and a resolver, or its domain does not load', () => {
    const { room, calls } = domains.find((d) => d.calls.some(([, c]) => c.scope.kind === 'on'))!
    const once = calls.map(([, call]) => ({ call, run: () => Promise.resolve(null) }))
    expect(() => serve(room, [once[0]!, ...once])).toThrow('has two handlers')
    expect(() => serve(room, once)).toThrow('resolver')
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

  it('says what it refreshes where another user may be faster, so that a refusal shows what is there now', () => {
    const calls = domains.flatMap((d) => d.calls.map(([name, c]) => [name, c] as const))
    const fed = new Set(calls.flatMap(([, c]) => c.feeds ?? []))
    const mute = calls
      // A look at what would happen changes nothing.
      .filter(([name]) => !name.endsWith('Preview'))
      .filter(([, c]) => changes(c) && c.problems?.includes(commonProblems.stale))
      .filter(([, c]) => !c.refreshes?.some((name) => fed.has(name)))
    expect(mute.map(([name]) => name)).toEqual([])
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
