/**
 * All ink about a cell taken together. A ring that is pale, or that runs along the printed outline, is in no place darker than print
 * that lies a little off may be; but about one cell of its row there is more darkness than the sheet's own picture has, and than there
 * is about the others.
 */
import type { CellInk, InkMap } from '../ink.types.ts'
import { median } from '../sample.ts'
import type { Raster } from '../shape.ts'
import type { Shown } from '../shown.ts'

/** A cell with more ink is marked. */
const UNMARKED = 0.15
/** Surroundings in which the sheet's picture has so much say how dark the page prints. */
const PRINTED = 0.02
/**
 * Mean darkness beyond print about a cell: so much, and nearly all of it beyond what is about any other cell of the row; or more, and
 * more than the page's cells vary. Of 59 rings all have it (0.025 and more), of 460 blank rows 8, of which phones and pictures of
 * 100 dpi have 7. On own cards, whose print is known better, `own`: of 308 blank rows of pages in light pencil on white paper that is cut off
 * none has more, and the palest ring 0.015.
 */
const RING = { least: 0.016, own: 0.0135, apart: 0.78, plain: 0.05, spreads: 8 }

/** How far each of a row's values lies above the line through the others: paper that shades off along a row is no ring's. */
const aboveOthers = (values: readonly number[]): number[] =>
  values.map((value, i) => {
    const others = values.flatMap((v, k) => (k === i ? [] : [{ x: k - i, v }]))
    // Of two cells each is held against the other.
    if (others.length < 3) return value - median(others.length === 1 ? [others[0]!.v] : values)
    const sum = (of: (o: { x: number; v: number }) => number) => others.reduce((a, o) => a + of(o), 0)
    const [n, x, xx, v, xv] = [
      others.length,
      sum((o) => o.x),
      sum((o) => o.x * o.x),
      sum((o) => o.v),
      sum((o) => o.x * o.v),
    ]
    return value - (v * xx - xv * x) / (n * xx - x * x)
  })

/** Mean darkness on a cell's outline and in its half of the gaps about it; NaN where the picture ends. */
const aboutIt = ({ cell }: CellInk, { across, down, x0, y0, values }: Raster): number => {
  const [nx, ny] = [across - 2 * x0, down - 2 * y0]
  const room = (gap: number, step: number, most: number) =>
    Math.max(1, Math.min(most, Math.floor((gap * 0.5) / step + 0.3)))
  const [stepX, stepY] = [cell.rect.w / nx, cell.rect.h / ny]
  const [left, right] = [room(cell.left, stepX, x0), room(cell.right, stepX, x0)]
  const [above, below] = [room(cell.top, stepY, y0), room(cell.bottom, stepY, y0)]
  let [sum, n] = [0, 0]
  for (let j = -above; j < ny + below; j++)
    for (let i = -left; i < nx + right; i++) {
      if (i > 0 && i < nx - 1 && j > 0 && j < ny - 1) continue
      sum += values[(j + y0) * across + i + x0]!
      n++
    }
  return sum / n
}

/**
 * Indices of the rows of choices with a ring about one of their cells; for rows that seem empty. Without another picture of the sheet
 * cells of the same sign say what is printed about them.
 */
export const ringedRows = (
  { cells, darkOf, siteOf }: Pick<InkMap, 'cells' | 'darkOf' | 'siteOf'>,
  shown?: Shown,
): ReadonlySet<number> => {
  const rows = [...cells].flatMap(([{ kind, index }, row]) => {
    if (kind !== 'choice') return []
    // The paper that a ringed cell is held against has the ring on it.
    const dim = aboveOthers(row.map((c) => -c.white))
    const seen = row.map((c, i) => {
      const before = shown?.get(c.cell)
      return {
        sign: shown ? 0 : c.cell.group,
        bare: c.ink < UNMARKED,
        has: aboutIt(c, darkOf(c)) + Math.max(0, dim[i]!) / siteOf(c).range,
        print: before ? aboutIt(c, before) : 0,
      }
    })
    return [{ index, seen }]
  })
  type Seen = (typeof rows)[number]['seen'][number]
  const bare = rows.flatMap((r) => r.seen.filter((s) => s.bare && Number.isFinite(s.has + s.print)))
  const ratios = bare.flatMap((s) => (s.print > PRINTED ? [s.has / s.print] : []))
  const gain = ratios.length > 0 ? median(ratios) : 1
  const more = (s: Seen) => s.has - gain * s.print
  const usual = new Map([...Map.groupBy(bare, (s) => s.sign)].map(([sign, of]) => [sign, median(of.map(more))]))
  const beyond = (s: Seen) => more(s) - (usual.get(s.sign) ?? 0)
  const spread = 1.48 * median(bare.map((s) => Math.abs(beyond(s))))
  const isRinged = ({ seen }: (typeof rows)[number]) => {
    const [most = 0, next = 0] = seen.map(beyond).sort((a, b) => b - a)
    return (
      most >= (shown ? RING.least : RING.own) &&
      (next <= (1 - RING.apart) * most || most >= Math.max(RING.plain, RING.spreads * spread))
    )
  }
  return new Set(rows.flatMap((r) => (isRinged(r) ? [r.index] : [])))
}
