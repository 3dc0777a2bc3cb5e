/** Drawing from a template's picture: what was found is proposed, and saved by the person who draws. */
import * as drawing from '#shared/card/template/templateDraw.calls.ts'
import { templateProblems } from '#shared/card/template/template.problems.ts'
import { gridBox, numbersOf } from '#shared/card/template/template.rules.ts'
import { choiceTypes, drawTypeOf, renderWidth } from '#shared/card/template/template.types.ts'
import type { TemplateArea, TemplatePage } from '#shared/card/template/template.types.ts'
import type { CellGrid } from '#shared/card/geometry/geometry.types.ts'
import type { Rect } from '#shared/card/geometry/geometry.types.ts'
import type { Grey } from '#shared/scan/omr/omr.types.ts'
import { align } from '#shared/scan/omr/template/align.ts'
import { findAnchors, findGrids, shapeAt } from '#shared/scan/omr/template/autoDraw.ts'
import { liesOnSide, skewOf } from '#shared/scan/omr/template/skew.ts'
import { referencePicture } from '#shared/scan/omr/template/guide.ts'
import { newId } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import { liveTemplate, pageOfTemplate } from './template.store.ts'
import { openPicture } from './templatePicture.ts'

const opened = async (input: { templateId: string; pageNumber: number }) => {
  const template = await liveTemplate(input.templateId)
  const page = pageOfTemplate(template, input.pageNumber)
  return { template, page, picture: await openPicture(page) }
}

const whole = (picture: Grey): Rect => ({ x: 0, y: 0, w: picture.width, h: picture.height })

const round = (g: CellGrid): CellGrid => {
  const at = (v: number) => Math.round(v * 100) / 100
  return { ...g, x: at(g.x), y: at(g.y), w: at(g.w), h: at(g.h), stepX: at(g.stepX), stepY: at(g.stepY) }
}

/** The area about a grid's cells. */
const about = (g: CellGrid): Rect => {
  const b = gridBox(g)
  const pad = Math.min(g.w, g.h) * 0.25
  return { x: Math.max(0, b.x - pad), y: Math.max(0, b.y - pad), w: b.w + 2 * pad, h: b.h + 2 * pad }
}

/** A grid as an area of a type; choices are numbered on from the highest number that is drawn. */
const asArea = (grid: CellGrid, type: number, from: number): TemplateArea => {
  const base = { areaId: newId<string>('attempt').slice(0, 40), type, rect: about(grid), grid: round(grid) }
  const numbers = (count: number) => Array.from({ length: count }, (_, i) => String(from + i))
  if (choiceTypes.includes(type)) return { ...base, along: 'rows', numbers: numbers(grid.rows) }
  if (type === 8) return { ...base, along: grid.rows === 10 || grid.columns !== 10 ? 'columns' : 'rows' }
  return { ...base, along: 'rows' }
}

const nextNumber = (pages: readonly TemplatePage[]): number =>
  Math.max(
    0,
    ...numbersOf(pages)
      .map((q) => Number(q.number))
      .filter((n) => Number.isInteger(n)),
  ) + 1

/** Blocks of digits are ten cells one way; the rest are choices. */
const asAreas = (
  grids: readonly CellGrid[],
  type: number | undefined,
  pages: readonly TemplatePage[],
): TemplateArea[] => {
  let from = nextNumber(pages)
  const hasNumber = pages.some((p) => p.areas.some((a) => a.type === 8))
  let number = hasNumber
  return grids.map((grid) => {
    const digits = !number && (grid.rows === 10 ? grid.columns >= 6 : grid.columns === 10 && grid.rows >= 4)
    const kind = type ?? (digits ? 8 : 12)
    if (kind === 8) number = true
    const area = asArea(grid, kind, from)
    from += area.numbers?.length ?? 0
    return area
  })
}

const nothing = (what: string) => refuse(templateProblems.templateNothingFound, { what })

export const templateDrawHandlers = [
  implement(drawing.drawChoices, async ({ input }) => {
    const { template, picture } = await opened(input)
    const grids = findGrids(picture, input.rect ?? whole(picture), 2)
    if (grids.length === 0) return nothing('填涂格')
    return { areas: asAreas(grids, input.type ?? 12, template.pages) }
  }),

  implement(drawing.drawQuestions, async ({ input }) => {
    const { template, picture } = await opened(input)
    const grids = findGrids(picture, input.rect ?? whole(picture), 8)
    if (grids.length === 0) return nothing('填涂格')
    return { areas: asAreas(grids, undefined, template.pages) }
  }),

  implement(drawing.drawScores, async ({ input }) => {
    const { picture } = await opened(input)
    const grids = findGrids(picture, input.rect ?? whole(picture), 2)
    if (grids.length === 0) return nothing('打分框')
    return { areas: grids.map((g) => asArea(g, 19, 1)) }
  }),

  implement(drawing.drawAnchors, async ({ input }) => {
    const { page, picture } = await opened(input)
    const { min, max } = drawTypeOf(1)
    const k = page.naturalWidth / renderWidth
    const areas = findAnchors(picture).map((r): TemplateArea => {
      // As large as a locating area has to be, about the mark's middle.
      const w = Math.min(Math.max(r.w, min!.w * k), max!.w * k)
      const h = Math.min(Math.max(r.h, min!.h * k), max!.h * k)
      const x = Math.min(Math.max(0, r.x + r.w / 2 - w / 2), picture.width - w)
      const y = Math.min(Math.max(0, r.y + r.h / 2 - h / 2), picture.height - h)
      return { areaId: newId<string>('attempt'), type: 1, rect: { x, y, w, h } }
    })
    return areas.length === 0 ? nothing('实心的定位块') : { areas }
  }),

  implement(drawing.drawFeature, async ({ input }) => {
    const { picture } = await opened(input)
    // A page that is found in its own picture by many places is found in others.
    const found = align({ picture: referencePicture(picture), marks: [] }, picture)
    const patches = found?.residuals.length ?? 0
    return { patches, enough: patches >= 40 }
  }),

  implement(drawing.findPoint, async ({ input }) => {
    const { page, picture } = await opened(input)
    const rect = shapeAt(picture, input.x, input.y)
    const { max } = drawTypeOf(2)
    const k = page.naturalWidth / renderWidth
    if (!rect || rect.w > max!.w * k || rect.h > max!.h * k) return { area: null }
    return { area: { areaId: newId<string>('attempt'), type: 2, rect } }
  }),

  implement(drawing.adjustHorizon, async ({ input }) => ({ degrees: skewOf((await opened(input)).picture) })),

  implement(drawing.imageOrientation, async ({ input }) => ({ onSide: liesOnSide((await opened(input)).picture) })),
]
