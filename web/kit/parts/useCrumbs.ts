import { useLocation, useMatches } from 'react-router'
import { pathTo } from '../route.types.ts'
import type { RouteHandle } from '../route.types.ts'
import type { Crumb } from '../screens/screen.types.ts'

/** The way to this screen: as the screen gives it, where names on it are read from data, or else as its route has it. */
export const useCrumbs = (title: string, given?: readonly Crumb[]): readonly Crumb[] => {
  const match = useMatches().at(-1)
  const { search } = useLocation()
  const route = match?.handle as RouteHandle | undefined
  if (given || !route?.above?.length) return given ?? []
  const query = new URLSearchParams(search)
  const kept = new URLSearchParams(
    (route.keeps ?? []).flatMap((field) => {
      const value = query.get(field)
      return value === null ? [] : [[field, value]]
    }),
  ).toString()
  const holes = Object.fromEntries(Object.entries(match!.params).map(([name, value]) => [name, value ?? '']))
  return [
    ...route.above.map(({ name, path }) => ({ name, to: pathTo(path, holes) + (kept ? `?${kept}` : '') })),
    { name: title },
  ]
}
