/**
 * All calls of all rooms → the fewest routes of one HTTP API that bring each call to its own room's function.
 * Matching as the API Gateway Developer Guide has it ("Create routes for HTTP APIs", Routing API requests): a full match
 * of the path before a greedy one, a literal segment before a variable, a longer greedy prefix before a shorter one, a
 * method before ANY.
 */

export type Routed = { readonly method: string; readonly path: string; readonly room: string }
export type Route = { readonly method: string; readonly path: string; readonly room: string }

const greedy = '{proxy+}'
const segmentsOf = (path: string): string[] => path.split('/').filter((s) => s !== '')
const isVariable = (segment: string): boolean => segment.startsWith('{')

type Node = { path: string; children: Map<string, Node>; calls: Map<string, string> }
const nodeAt = (path: string): Node => ({ path, children: new Map(), calls: new Map() })

const grow = (calls: readonly Routed[]): Node => {
  const root = nodeAt('')
  for (const { method, path, room } of calls) {
    let node = root
    for (const part of segmentsOf(path)) {
      const segment = part.startsWith(':') ? '{id}' : part
      const next = node.children.get(segment) ?? nodeAt(`${node.path}/${segment}`)
      node.children.set(segment, next)
      node = next
    }
    const owner = node.calls.get(method)
    if (owner !== undefined && owner !== room)
      throw new Error(`${method} ${path} is declared by ${owner} and by ${room}`)
    node.calls.set(method, room)
  }
  return root
}

type Plan = { cost: number; routes: Route[] }

/** Routes for the calls at exactly this path, when a greedy route above already leads to `label`. */
const exactOf = (node: Node, label: string | undefined): Route[] => {
  const rooms = new Set(node.calls.values())
  const [only] = rooms
  if (only === undefined || (rooms.size === 1 && only === label)) return []
  if (rooms.size === 1) return [{ method: 'ANY', path: node.path, room: only }]
  return [...node.calls].map(([method, room]) => ({ method, path: node.path, room }))
}

/** The cheapest plan of a subtree under a greedy route to `label`: with each room's greedy route here, or with none. */
const plan = (node: Node, label: string | undefined, rooms: readonly string[], memo: Map<string, Plan>): Plan => {
  const key = `${node.path}|${label ?? ''}`
  const known = memo.get(key)
  if (known) return known
  const exact = exactOf(node, label)
  const below = (inherited: string | undefined, start: Route[]): Plan => {
    const routes = [...start]
    for (const child of node.children.values()) routes.push(...plan(child, inherited, rooms, memo).routes)
    return { cost: routes.length, routes }
  }
  let best = below(label, exact)
  if (node.children.size > 0 && node.path !== '') {
    for (const room of rooms) {
      if (room === label || !reaches(node, room)) continue
      const other = below(room, [...exact, { method: 'ANY', path: `${node.path}/${greedy}`, room }])
      if (other.cost < best.cost) best = other
    }
  }
  memo.set(key, best)
  return best
}
const reaches = (node: Node, room: string): boolean =>
  [...node.children.values()].some((c) => [...c.calls.values()].includes(room) || reaches(c, room))

/** How specific a route is for a path, segment by segment; undefined when it does not match. */
const match = (route: Route, method: string, segments: readonly string[]): string | undefined => {
  if (route.method !== 'ANY' && route.method !== method) return undefined
  const own = segmentsOf(route.path)
  const isGreedy = own.at(-1) === greedy
  if (isGreedy ? segments.length < own.length : segments.length !== own.length) return undefined
  let rank = isGreedy ? '0' : '1'
  for (const [i, segment] of own.entries()) {
    if (segment === greedy) break
    if (isVariable(segment)) rank += '1'
    else if (segment === segments[i]) rank += '2'
    else return undefined
  }
  return rank + (isGreedy ? '0' : '') + (route.method === 'ANY' ? '0' : '1')
}

/** The route that a request takes; undefined is the API's own 404. Repeated slashes count once. */
export const resolveRoute = <R extends Route>(routes: readonly R[], method: string, path: string): R | undefined => {
  const segments = segmentsOf(path)
  let best: R | undefined
  let bestRank = ''
  for (const route of routes) {
    const rank = match(route, method, segments)
    if (rank !== undefined && rank > bestRank) {
      best = route
      bestRank = rank
    }
  }
  return best
}

/** A path with its holes filled by a text that is no literal segment anywhere. */
export const sampleOf = (path: string): string => path.replace(/:\w+/g, '~x')

/**
 * The routes of `calls`. What no call takes under /api goes to `fallback`, whose function answers 404 in the envelope.
 * Throws when two rooms declare the same method and path.
 */
export const routesOf = (calls: readonly Routed[], fallback = 'platform'): Route[] => {
  const rooms = [...new Set(calls.map((c) => c.room))].sort()
  const memo = new Map<string, Plan>()
  const routes: Route[] = [{ method: 'ANY', path: `/api/${greedy}`, room: fallback }]
  for (const [segment, node] of grow(calls).children) {
    if (segment === 'api') {
      routes.push(...exactOf(node, undefined))
      for (const child of node.children.values()) routes.push(...plan(child, fallback, rooms, memo).routes)
    } else routes.push(...plan(node, undefined, rooms, memo).routes)
  }
  // A route with a variable may take a literal sibling that only a greedy route led home: such a call gets its own.
  for (let settled = false; !settled;) {
    settled = true
    for (const { method, path, room } of calls) {
      if (resolveRoute(routes, method, sampleOf(path))?.room === room) continue
      const exact = path.replace(/:\w+/g, '{id}')
      if (routes.some((r) => r.method === method && r.path === exact))
        throw new Error(`no route leads ${method} ${path} home`)
      routes.push({ method, path: exact, room })
      settled = false
    }
  }
  // What no call takes any more is dropped: so there is never more than one route a call, and the fallback.
  const taken = new Set(calls.map(({ method, path }) => resolveRoute(routes, method, sampleOf(path))))
  return routes.filter((route, i) => i === 0 || taken.has(route))
}
