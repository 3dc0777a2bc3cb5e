import { useQuery } from '@tanstack/react-query'
import { useLocation, useMatches } from 'react-router'
import { queries } from '../ask.ts'
import { pathTo } from '../route.types.ts'
import type { RouteHandle } from '../route.types.ts'
import type { Crumb } from '../screens/screen.types.ts'
import { wired } from '../wires.ts'

/** What the names in crumbs follow: a renamed exam or school is asked for again. */
const feeds = ['exams', 'exam', 'paper', 'schools', 'cards', 'card']

/**
 * The way to this screen: to the place that its address is within (an exam, a school), over the routes above, to its own
 * name. Only a screen whose way no route can tell gives its own.
 */
export const useCrumbs = (title: string, given?: readonly Crumb[]): readonly Crumb[] => {
  const match = useMatches().at(-1)
  const { pathname, search } = useLocation()
  const route = match?.handle as Partial<RouteHandle> | undefined
  const above = route?.above ?? []
  const within = (above[0] ?? route)?.within
  const query = new URLSearchParams(search)
  const kept = [...(route?.keeps ?? []), ...(within ? [within] : [])].flatMap((field) => {
    const value = query.get(field)
    return value === null ? [] : [[field, value] as const]
  })
  const holes = Object.fromEntries(Object.entries(match?.params ?? {}).map(([name, value]) => [name, value ?? '']))
  const ids = { ...Object.fromEntries(kept), ...holes }
  const asks = given === undefined && within !== undefined && ids[within] !== undefined
  const { data: place } = useQuery(
    {
      queryKey: ['place', within, ids],
      queryFn: () => wired().place(within!, ids),
      enabled: asks,
      staleTime: 60_000,
      meta: { feeds, quiet: true },
    },
    queries,
  )
  const opened = (crumbs: readonly Crumb[]): readonly Crumb[] =>
    crumbs.map((c) => (c.to && !wired().opens(c.to) ? { name: c.name } : c))
  if (given) return opened(given)
  const address = new URLSearchParams(kept.map(([field, value]) => [field, value])).toString()
  const way: Crumb[] = [
    ...(place?.crumbs ?? []),
    ...above.map(({ name, path }, i) => ({
      name: i === 0 && place?.prefix ? `${place.prefix} ${name}` : name,
      to: pathTo(path, { ...place?.ids, ...holes }) + (address ? `?${address}` : ''),
    })),
  ]
  if (way.length === 0) return []
  // The place's own screen has its name already.
  const last = way.at(-1)!
  const own = last.to?.split('?')[0] === pathname ? [...way.slice(0, -1), last.name] : [...way, route?.name ?? title]
  return opened(own.map((c) => (typeof c === 'string' ? { name: c } : c)))
}
