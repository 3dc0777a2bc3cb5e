import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { domains } from '#infra/domains.ts'
import type { AnyCall } from '#shared/kit/call.ts'
import { admits, userTypes } from '#shared/kit/userType.ts'
import { root } from '../root.ts'

type Route = {
  path: string
  also?: readonly string[]
  userTypes: readonly number[]
  universityTypes?: readonly number[]
  stages?: readonly number[]
  white?: boolean
  calls: readonly AnyCall[]
}
/** Routes are data; they are loaded by path so that the types of the browser stay out of this folder. */
const { routes } = (await import(pathToFileURL(join(root, 'web', 'app', 'routes.ts')).href)) as {
  routes: readonly Route[]
}

const stages = [1, 2, 3, 4]
/** Whether a list of this shape lets a type of a stage in: the same reading for screens and calls. */
const lets = (
  of: Pick<Route, 'userTypes' | 'universityTypes' | 'stages'>,
  { userType, stage }: { userType: number; stage: number },
  universityNeedsList: boolean,
): boolean => {
  if (userType === -1) return true
  if (of.stages && !of.stages.includes(stage)) return false
  if (stage === 4 && (of.universityTypes || universityNeedsList)) return admits(of.universityTypes ?? [-1], userType)
  return admits(of.userTypes, userType)
}

/** Who sees the screen and is refused by one of its calls. */
const refusedOn = (route: Route): string[] =>
  route.calls
    .filter((c) => c.scope.kind !== 'public')
    .flatMap((c) => {
      const refused = userTypes
        .flatMap((userType) => stages.map((stage) => ({ userType, stage })))
        .filter((who) => lets(route, who, true) && !lets(c, who, false))
      const types = [...new Set(refused.map((w) => `${w.userType}${w.stage === 4 ? ' (university)' : ''}`))]
      return types.length > 0 ? [`${route.path} calls ${c.method} ${c.path}, which refuses ${types.join(', ')}`] : []
    })

describe('every screen', () => {
  it('is shown only to those whom all of its calls admit', () => {
    expect(routes.filter((r) => !r.white).flatMap(refusedOn)).toEqual([])
  })

  it('would be found when it is shown to others', () => {
    const call = domains.flatMap((d) => d.calls.map(([, c]) => c)).find((c) => c.userTypes.includes(3))!
    const admitted = { userTypes: [3], universityTypes: [3] }
    const narrow = { ...call, userTypes: [3], universityTypes: [3] }
    expect(refusedOn({ path: '/a', ...admitted, calls: [narrow] })).toEqual([])
    expect(refusedOn({ path: '/a', userTypes: [3, 4], calls: [narrow] })).toHaveLength(1)
    expect(refusedOn({ path: '/a', userTypes: [], calls: [narrow] })).toHaveLength(1)
    expect(refusedOn({ path: '/a', userTypes: [3], universityTypes: [3, 15], calls: [narrow] })).toHaveLength(1)
  })

  it('asks only calls that a deployed room answers', () => {
    const known = new Set(domains.flatMap((d) => d.calls.map(([, c]) => `${c.method} ${c.path}`)))
    const unknown = routes.flatMap((r) =>
      r.calls.filter((c) => !known.has(`${c.method} ${c.path}`)).map((c) => `${r.path}: ${c.method} ${c.path}`),
    )
    expect(unknown).toEqual([])
  })

  it('without an account makes only public calls', () => {
    const secret = routes
      .filter((r) => r.white)
      .flatMap((r) => r.calls.filter((c) => c.scope.kind !== 'public').map((c) => `${r.path}: ${c.path}`))
    expect(secret).toEqual([])
  })

  it('has an address of its own', () => {
    const paths = routes.flatMap((r) => [r.path, ...(r.also ?? [])])
    expect(paths.filter((p, i) => paths.indexOf(p) !== i)).toEqual([])
  })
})
