import type { AnswerBlock, CardDesign, PageGeometry, Rect } from '#shared/card/card.types.ts'
import { reaches } from '#shared/card/card.version.ts'
import { text, rect } from './draw.ts'
import { furnish, qrRect } from './furniture.ts'
import { type Sheet, ceiling, columnsOn, strip } from './sheet.ts'

/** Height of the warning at both ends of a column. */
const tip = 5
/** A frame is cut only where a first part of so many mm stays. */
export const split = 45
/** Between two things in a column. */
export const gap = 1.6

/** A frame whose lower edge may still move down: the last one of its column. */
type Elastic = { rects: Rect[] }

/** The cursor of the layout: fills the columns of one page after another. */
export type Flow = {
  design: CardDesign
  sheet: Sheet
  pages: PageGeometry[]
  page: PageGeometry
  column: number
  x: number
  w: number
  y: number
  bottom: number
  /** True until something stands in the column. */
  fresh: boolean
  elastic: Elastic | undefined
  /** Where the columns of a page with a head begin, by its number. */
  tops: Map<number, (number | undefined)[]>
  look: Look
  /** The head of a further front, where the design asks for one: answers where its columns begin. */
  front: (flow: Flow) => (number | undefined)[]
}

/** Words of an answer's frame. From 1.4.8 on 14 px on lines of 1.7 (2 §9). */
export type Look = { size: number; line: number }
export const lookOf = (design: CardDesign): Look =>
  reaches(design.cardVersion, '1.4.8') ? { size: 3.7, line: 6.3 } : { size: 3.5, line: 4.8 }

const warning = '请在各题目的答题区域内作答，超出黑色矩形边框限定区域的答案无效'

const tipAt = (flow: Flow, y: number) => {
  const size = Math.min(2.9, (flow.w - 4) / 31)
  flow.page.draws.push(text(rect(flow.x, y, flow.w, tip), warning, size, { align: 'center', ink: 0.75 }))
}

/** Enters column `index` of the current page; `top` overrides its upper end where a head stands. */
export const enterColumn = (flow: Flow, index: number, top?: number) => {
  const { x, w } = columnsOn(flow.design, flow.sheet, flow.page.page)[index]!
  flow.column = index
  flow.x = x
  flow.w = w
  const underStrip = index === flow.sheet.columns - 1
  flow.y = top ?? (underStrip ? strip : ceiling)
  flow.bottom = flow.sheet.floor - tip
  // Under a head the first thing may go on to the next column; the first engine held it there.
  flow.fresh = top === undefined || !flow.design.cardVersion
  flow.elastic = undefined
  tipAt(flow, flow.bottom)
  if (top === undefined) {
    tipAt(flow, flow.y)
    flow.y += tip
  }
}

export const newPage = (design: CardDesign, sheet: Sheet, number: number): PageGeometry => {
  const page: PageGeometry = {
    page: number,
    anchors: [],
    qr: qrRect(sheet),
    pageMark: [],
    choices: [],
    blocks: [],
    draws: [],
  }
  furnish(page, sheet, design)
  return page
}

/** Goes on to the next column, or the next page. A small white rest below the last frame is given to that frame. */
export const nextColumn = (flow: Flow) => {
  const rest = flow.bottom - (flow.y - gap)
  if (flow.elastic && !flow.design.customHeightMode && rest > 0 && rest <= 40) {
    for (const r of flow.elastic.rects) r.h = Math.round((r.h + rest) * 100) / 100
  }
  if (flow.column + 1 < flow.sheet.columns) {
    enterColumn(flow, flow.column + 1, flow.tops.get(flow.page.page)?.[flow.column + 1])
    return
  }
  flow.page = newPage(flow.design, flow.sheet, flow.page.page + 1)
  flow.pages.push(flow.page)
  const tops = flow.design.addStudentNumRegion && flow.page.page % 2 ? flow.front(flow) : []
  flow.tops.set(flow.page.page, tops)
  enterColumn(flow, 0, tops[0])
}

/** Height left in the column. */
export const room = (flow: Flow) => flow.bottom - flow.y

/** Moves on until `height` fits or the column is empty and whole. */
export const need = (flow: Flow, height: number) => {
  while (room(flow) < height && !flow.fresh) nextColumn(flow)
}

/** Notes that `height` was used, followed by the usual gap. */
export const use = (flow: Flow, height: number, after = gap) => {
  flow.y += height + after
  flow.fresh = false
  flow.elastic = undefined
}

export const addBlock = (flow: Flow, block: Omit<AnswerBlock, 'blockId'>) => {
  flow.page.blocks.push({ blockId: `${block.questionIds[0]}.${block.part}`, ...block })
}
