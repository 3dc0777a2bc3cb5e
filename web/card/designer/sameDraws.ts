import type { Draw, PageGeometry } from '#shared/card/geometry/geometry.types.ts'

const sameDraw = (a: Draw, b: Draw): boolean => {
  const names = Object.keys(a) as (keyof Draw)[]
  if (names.length !== Object.keys(b).length) return false
  return names.every((n) => {
    const [x, y] = [a[n] as unknown, b[n] as unknown]
    if (x === y) return true
    if (typeof x !== 'object' || typeof y !== 'object' || x === null || y === null) return false
    // A rectangle: the only thing that lies deeper.
    return Object.entries(x).every(([k, v]) => (y as Record<string, unknown>)[k] === v)
  })
}

/** Whether two pages look alike; much cheaper than drawing one of them. The QR is drawn apart. */
export const sameDraws = (a: PageGeometry, b: PageGeometry): boolean =>
  a.draws.length === b.draws.length && a.draws.every((d, i) => sameDraw(d, b.draws[i]!))
