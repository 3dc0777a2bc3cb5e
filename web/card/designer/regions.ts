/** Where a unit lies on the pages: what a click chooses and what is framed. */
import type { CardDesign } from '#shared/card/card.types.ts'
import type { CardGeometry, Rect } from '#shared/card/geometry/geometry.types.ts'
import { columnsOn, sheetOf } from '#shared/card/layout/sheet.ts'

export type Region = {
  unitId: string
  page: number
  rect: Rect
  /** The answer block whose lower edge may be dragged, with how high it is on earlier columns and pages. */
  edge?: { questionId: string; before: number }
}

const union = (a: Rect, b: Rect): Rect => {
  const x = Math.min(a.x, b.x)
  const y = Math.min(a.y, b.y)
  return { x, y, w: Math.max(a.x + a.w, b.x + b.w) - x, h: Math.max(a.y + a.h, b.y + b.h) - y }
}

/** Above choices stand their letters, before them their numbers: the frame takes them in. */
const margin = 1.5
const numbers = 7

/**
 * Choices of a unit are framed together, column by column; every answer block has a frame of its own. `edge` stands on
 * the last part of a question's block.
 */
export const regionsOf = (design: CardDesign, geometry: CardGeometry): Region[] => {
  const unitOf = new Map(design.units.flatMap((u) => u.questions.map((q) => [q.questionId, u.unitId] as const)))
  const regions: Region[] = []
  const heights = new Map<string, number>()
  const last = new Map<string, Region>()
  for (const { page, choices, blocks } of geometry.pages) {
    const columns = columnsOn(design, sheetOf(design), page)
    const groups = new Map<string, { unitId: string; column: { x: number; w: number }; rect: Rect }>()
    for (const { questionId, cells } of choices) {
      const unitId = unitOf.get(questionId)
      const first = cells[0]
      if (unitId === undefined || !first) continue
      const at = columns.findLastIndex((c) => c.x <= first.rect.x)
      const column = columns[Math.max(0, at)]!
      const rect = cells.map((c) => c.rect).reduce(union)
      const name = `${unitId} ${at}`
      const group = groups.get(name)
      groups.set(name, { unitId, column, rect: group ? union(group.rect, rect) : rect })
    }
    const all = [...groups.values()]
    for (const { unitId, column, rect } of all) {
      // Units that share a frame stand beside each other: each has the width of its own cells and their numbers.
      const shared = all.some(
        (o) => o.unitId !== unitId && o.column === column && o.rect.y < rect.y + rect.h && rect.y < o.rect.y + o.rect.h,
      )
      const across = shared ? { x: rect.x - numbers, w: rect.w + numbers + margin } : { x: column.x, w: column.w }
      regions.push({ unitId, page, rect: { ...across, y: rect.y - margin, h: rect.h + 2 * margin } })
    }
    for (const block of blocks) {
      const questionId = block.questionIds[0]!
      const unitId = unitOf.get(questionId)
      if (unitId === undefined) continue
      const before = heights.get(questionId) ?? 0
      heights.set(questionId, before + block.rect.h)
      delete last.get(questionId)?.edge
      const region: Region = { unitId, page, rect: block.rect, edge: { questionId, before } }
      last.set(questionId, region)
      regions.push(region)
    }
  }
  return regions
}
