/** A template of a form as a person draws it on a picture: areas, their lattices, locating marks; a hand is not exact. */
import type { Rect } from '#shared/card/geometry/geometry.types.ts'
import type { TemplateArea, TemplatePage } from '#shared/card/template/template.types.ts'
import type { Chance } from './chance.ts'
import type { Form } from './forms.ts'
import { grown } from './hand.ts'
import type { Point } from './painter.ts'

export type DrawnOn = { imageKey: string; width: number; height: number; place: (p: Point) => Point }

/** `careless`: how far the hand strays, as a share of a cell. */
export const templateOf = (form: Form, on: DrawnOn, careless: number, chance: Chance): TemplatePage => {
  const rectOf = (r: Rect): Rect => {
    const [x, y] = on.place([r.x, r.y])
    const [x1, y1] = on.place([r.x + r.w, r.y + r.h])
    return { x, y, w: x1 - x, h: y1 - y }
  }
  const within = (r: Rect): Rect => {
    const x = Math.max(0, r.x)
    const y = Math.max(0, r.y)
    return { x, y, w: Math.min(on.width, r.x + r.w) - x, h: Math.min(on.height, r.y + r.h) - y }
  }
  const areas: TemplateArea[] = form.groups.map((g, i): TemplateArea => {
    const first = rectOf({ x: g.x, y: g.y, w: form.cell.w, h: form.cell.h })
    const last = rectOf({
      x: g.x + (g.columns - 1) * g.stepX,
      y: g.y + (g.rows - 1) * g.stepY,
      w: form.cell.w,
      h: form.cell.h,
    })
    const stray = (size: number) => chance.normal() * careless * size
    const x = first.x + stray(first.w)
    const y = first.y + stray(first.h)
    const grid = {
      x,
      y,
      w: first.w,
      h: first.h,
      stepX: g.columns > 1 ? (last.x + stray(first.w) - x) / (g.columns - 1) : 0,
      stepY: g.rows > 1 ? (last.y + stray(first.h) - y) / (g.rows - 1) : 0,
      rows: g.rows,
      columns: g.columns,
    }
    const box = { x, y, w: (g.columns - 1) * grid.stepX + grid.w, h: (g.rows - 1) * grid.stepY + grid.h }
    const rect = within(grown(box, first.w * 0.2, first.h * 0.2))
    if (g.kind === 'number') return { areaId: `a${i}`, type: 8, rect, grid, along: 'columns' }
    return {
      areaId: `a${i}`,
      type: g.kind === 'multiple' ? 13 : 12,
      rect,
      grid,
      along: 'rows',
      numbers: g.names,
      values: g.values,
    }
  })
  for (const [i, m] of form.marks.filter((p) => p.kind !== 'bar').entries()) {
    const r = rectOf(m.rect)
    areas.push({
      areaId: `m${i}`,
      type: 2,
      rect: within(grown(r, r.w * chance.between(0.1, 0.35), r.h * chance.between(0.1, 0.35))),
    })
  }
  return {
    pageNumber: 1,
    imageKey: on.imageKey,
    naturalWidth: on.width,
    naturalHeight: on.height,
    rotation: 0,
    isBlankPage: false,
    featureRecognition: true,
    areas,
  }
}

/** Locating areas on paper where nothing is printed. */
export const withGhostMarks = (page: TemplatePage, chance: Chance): TemplatePage => ({
  ...page,
  areas: [
    ...page.areas.filter((a) => a.type !== 2),
    ...Array.from({ length: 4 }, (_, i): TemplateArea => {
      const side = page.naturalWidth * 0.03
      const x = (i & 1 ? page.naturalWidth - side * 1.6 : side * 0.6) + chance.normal() * 4
      const y = (i & 2 ? page.naturalHeight - side * 2.2 : side * 1.1) + chance.normal() * 4
      return { areaId: `g${i}`, type: 2, rect: { x: Math.max(0, x), y: Math.max(0, y), w: side, h: side } }
    }),
  ],
})
