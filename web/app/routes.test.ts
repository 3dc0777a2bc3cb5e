import { describe, expect, it } from 'vitest'
import { routes } from './routes.ts'

describe('routes', () => {
  it('declares each path once', () => {
    const paths = routes.flatMap((r) => [r.path, ...(r.also ?? [])])
    expect(paths.filter((p, i) => paths.indexOf(p) !== i)).toEqual([])
  })
  it("holds every screen's user types within each of its calls' types", () => {
    const beyond = routes
      .filter((r) => !r.white)
      .flatMap((r) =>
        r.calls
          .filter((c) => c.userTypes.length > 0)
          .filter((c) => r.userTypes.length === 0 || r.userTypes.some((t) => t !== -1 && !c.userTypes.includes(t)))
          .map((c) => `${r.path} → ${c.path}`),
      )
    expect(beyond).toEqual([])
  })
})
