import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { domains } from './domains.ts'
import { resolveRoute, routesOf, sampleOf } from './routes.ts'
import type { Routed } from './routes.ts'

const allCalls: Routed[] = domains.flatMap((d) =>
  d.calls.filter(([, c]) => c.host !== 'scanner').map(([, c]) => ({ method: c.method, path: c.path, room: d.room })),
)

describe('routes', () => {
  it('brings every declared call to its own room, under 200 routes', () => {
    const routes = routesOf(allCalls)
    expect(routes.length).toBeLessThan(200)
    for (const c of allCalls)
      expect([c.path, resolveRoute(routes, c.method, sampleOf(c.path))?.room]).toEqual([c.path, c.room])
  })

  it('prefers full to greedy, literal to variable, long to short, method to ANY', () => {
    const at = (method: string, path: string, room: string) => ({ method, path, room })
    const routes = [
      at('ANY', '/api/{proxy+}', 'a'),
      at('ANY', '/api/x/{proxy+}', 'b'),
      at('ANY', '/api/x/{id}', 'c'),
      at('ANY', '/api/x/y', 'd'),
      at('POST', '/api/x/y', 'e'),
    ]
    const go = (method: string, path: string) => resolveRoute(routes, method, path)?.room
    expect(go('GET', '/api/q')).toBe('a')
    expect(go('GET', '/api/x/z/z')).toBe('b')
    expect(go('GET', '/api/x/z')).toBe('c')
    expect(go('GET', '/api//x/y')).toBe('d')
    expect(go('POST', '/api/x/y')).toBe('e')
    expect(go('GET', '/other')).toBeUndefined()
  })

  it('needs one greedy route for a prefix of one room, and one more for a stranger in it', () => {
    const calls = ['a', 'b', 'c/:id', 'd/e'].map((p) => ({ method: 'GET', path: `/api/exam/${p}`, room: 'exam' }))
    expect(routesOf(calls)).toHaveLength(2)
    expect(routesOf([...calls, { method: 'POST', path: '/api/exam/d/f', room: 'scan' }])).toHaveLength(3)
  })

  it('drops a greedy route that no call takes any more', () => {
    const calls = [
      { method: 'GET', path: '/api/a/:id', room: 'scan' },
      { method: 'GET', path: '/api/a/b', room: 'exam' },
      { method: 'GET', path: '/api/a/a', room: 'exam' },
    ]
    expect(routesOf(calls)).toHaveLength(4)
  })

  it('refuses a call that two rooms declare', () => {
    const twice = ['exam', 'scan'].map((room) => ({ method: 'GET', path: '/api/x', room }))
    expect(() => routesOf(twice)).toThrow('declared by exam and by scan')
  })

  it('brings any set of calls home', () => {
    const segment = fc.constantFrom('a', 'b', 'c', ':id')
    const anyCall = fc.record({
      method: fc.constantFrom('GET', 'POST', 'PUT'),
      path: fc.array(segment, { minLength: 1, maxLength: 4 }).map((s) => `/api/${s.join('/')}`),
      room: fc.constantFrom('platform', 'exam', 'scan'),
    })
    const anySet = fc.uniqueArray(anyCall, { maxLength: 40, selector: (c) => `${c.method} ${c.path}` })
    fc.assert(
      fc.property(anySet, (calls) => {
        const routes = routesOf(calls)
        expect(routes.length).toBeLessThanOrEqual(calls.length + 1)
        for (const c of calls) expect(resolveRoute(routes, c.method, sampleOf(c.path))?.room).toBe(c.room)
      }),
      { numRuns: 3000 },
    )
  })
})
