/**
 * A page's cells arranged for reading: zones (cells that share one local shift: a question's row, a digit's column) and
 * patches (pieces of the page that are straightened in one go). Computed once a geometry.
 */
import type { Cell, PageGeometry, Rect } from '#shared/card/geometry/geometry.types.ts'

export type ZoneKind = 'choice' | 'digit' | 'absent' | 'paper' | 'pick' | 'score'

/** One cell with its surroundings: free paper on each side in mm (to the next cell), and the index of its blank-ink group. */
export type ZoneCell = {
  value: string
  rect: Rect
  left: number
  right: number
  top: number
  bottom: number
  group: number
}

export type Zone = { kind: ZoneKind; index: number; rect: Rect; cells: ZoneCell[]; outlined: boolean }

export type Patch = { rect: Rect; zones: Zone[] }

export type ZonePlan = { patches: Patch[]; zones: Zone[]; groups: number; cells: number }

/** Room about the cells: 1.3 mm of search and 1 mm of ring. */
const MARGIN = 2.4
/** Free paper beyond this is of no use. */
const FAR = 3

const plans = new WeakMap<PageGeometry, ZonePlan>()

const bounds = (cells: readonly { rect: Rect }[]): Rect => {
  let x0 = Infinity
  let y0 = Infinity
  let x1 = -Infinity
  let y1 = -Infinity
  for (const { rect } of cells) {
    x0 = Math.min(x0, rect.x)
    y0 = Math.min(y0, rect.y)
    x1 = Math.max(x1, rect.x + rect.w)
    y1 = Math.max(y1, rect.y + rect.h)
  }
  return { x: x0, y: y0, w: x1 - x0, h: y1 - y0 }
}

const union = (a: Rect, b: Rect): Rect => bounds([{ rect: a }, { rect: b }])
const area = (r: Rect) => r.w * r.h

const build = (page: PageGeometry): ZonePlan => {
  const sources: { kind: ZoneKind; index: number; cells: readonly Cell[] }[] = []
  page.studentNumber?.columns.forEach((c, index) => sources.push({ kind: 'digit', index, cells: c.cells }))
  if (page.absent) sources.push({ kind: 'absent', index: 0, cells: [page.absent] })
  page.choices.forEach((c, index) => sources.push({ kind: 'choice', index, cells: c.cells }))
  if (page.paperType) sources.push({ kind: 'paper', index: 0, cells: page.paperType })
  page.picks?.forEach((c, index) => sources.push({ kind: 'pick', index, cells: c.cells }))
  page.scoreRows?.forEach((c, index) => sources.push({ kind: 'score', index, cells: c.cells }))

  const all = sources.flatMap((s) => s.cells)
  const boxes = page.draws.filter((d) => d.kind === 'box' && d.ink >= 0.15).map((d) => (d as { rect: Rect }).rect)
  const bucket = (x: number, y: number) => `${Math.round(x)},${Math.round(y)}`
  const outlines = new Set<string>()
  for (const b of boxes)
    for (let i = -1; i <= 1; i++)
      for (let j = -1; j <= 1; j++) outlines.add(bucket(b.x + b.w / 2 + i * 0.4, b.y + b.h / 2 + j * 0.4))

  // Gaps to the next cell, by a sweep over cells that share the row or the column.
  const gaps = (c: Cell) => {
    const g = { left: FAR, right: FAR, top: FAR, bottom: FAR }
    const r = c.rect
    for (const { rect: o } of all) {
      if (o === r) continue
      if (Math.abs(o.x - r.x) > 20 || Math.abs(o.y - r.y) > 20) continue
      const across = o.y < r.y + r.h && o.y + o.h > r.y
      const along = o.x < r.x + r.w && o.x + o.w > r.x
      if (across && o.x >= r.x + r.w) g.right = Math.min(g.right, o.x - r.x - r.w)
      if (across && o.x + o.w <= r.x) g.left = Math.min(g.left, r.x - o.x - o.w)
      if (along && o.y >= r.y + r.h) g.bottom = Math.min(g.bottom, o.y - r.y - r.h)
      if (along && o.y + o.h <= r.y) g.top = Math.min(g.top, r.y - o.y - o.h)
    }
    return g
  }

  const groupIds = new Map<string, number>()
  const zones: Zone[] = sources.map((s) => ({
    kind: s.kind,
    index: s.index,
    rect: bounds(s.cells),
    outlined: s.cells.every((c) => outlines.has(bucket(c.rect.x + c.rect.w / 2, c.rect.y + c.rect.h / 2))),
    cells: s.cells.map((c) => {
      const key = `${s.kind} ${c.value} ${c.rect.w.toFixed(1)}×${c.rect.h.toFixed(1)}`
      let group = groupIds.get(key)
      if (group === undefined) {
        group = groupIds.size
        groupIds.set(key, group)
      }
      return { value: c.value, rect: c.rect, ...gaps(c), group }
    }),
  }))

  const patches: Patch[] = []
  for (const zone of zones) {
    const r = zone.rect
    const rect = { x: r.x - MARGIN, y: r.y - MARGIN, w: r.w + 2 * MARGIN, h: r.h + 2 * MARGIN }
    const host = patches.find((p) => area(union(p.rect, rect)) <= 1.02 * (area(p.rect) + area(rect)))
    if (host) {
      host.rect = union(host.rect, rect)
      host.zones.push(zone)
    } else patches.push({ rect, zones: [zone] })
  }
  for (let merged = true; merged;) {
    merged = false
    for (let i = 0; i < patches.length && !merged; i++)
      for (let j = i + 1; j < patches.length && !merged; j++) {
        const a = patches[i]!
        const b = patches[j]!
        const u = union(a.rect, b.rect)
        if (area(u) > 1.02 * (area(a.rect) + area(b.rect))) continue
        a.rect = u
        a.zones.push(...b.zones)
        patches.splice(j, 1)
        merged = true
      }
  }
  return { patches, zones, groups: groupIds.size, cells: all.length }
}

/** The page's zones and patches; remembered with the geometry. */
export const planZones = (page: PageGeometry): ZonePlan => {
  let plan = plans.get(page)
  if (!plan) {
    plan = build(page)
    plans.set(page, plan)
  }
  return plan
}
