/** Which screen an address leads to, and whether it is there for the viewer. Pure. */
import { visible } from '#web/kit/route.types.ts'
import type { ScreenRoute, Viewer } from '#web/kit/route.types.ts'
import { bareOf } from './paths.ts'

type Branch = { route?: ScreenRoute; named: Map<string, Branch>; hole?: Branch }
const branch = (): Branch => ({ named: new Map() })

/** Routes by the parts of their addresses: a name goes before a hole, as in the router. */
export const routeFinder = (routes: readonly ScreenRoute[]): ((to: string) => ScreenRoute | undefined) => {
  const root = branch()
  for (const route of routes)
    for (const path of [route.path, ...(route.also ?? [])]) {
      let at = root
      for (const part of path.split('/')) {
        if (part.startsWith(':')) at = at.hole ??= branch()
        else {
          const next = at.named.get(part) ?? branch()
          at.named.set(part, next)
          at = next
        }
      }
      at.route ??= route
    }
  const find = (at: Branch, parts: readonly string[]): ScreenRoute | undefined => {
    const [part, ...rest] = parts
    if (part === undefined) return at.route
    const named = at.named.get(part)
    return (named && find(named, rest)) ?? (at.hole && find(at.hole, rest))
  }
  return (to) => find(root, bareOf(to.split(/[?#]/)[0]!).split('/'))
}

/** An address that is none of the product's screens is not judged here. */
export const opensFor = (
  find: (to: string) => ScreenRoute | undefined,
  viewer: Viewer | undefined,
  to: string,
): boolean => {
  const route = find(to)
  return route === undefined || viewer === undefined || visible(route, viewer)
}
