import type { AnswerBlock, CardDesign, PageGeometry, Rect } from '#shared/card/card.types.ts'
import { text, rect } from './draw.ts'
import { furnish, qrRect } from './furniture.ts'
import { type Sheet, ceiling, columnsOf, floor, leftOf, strip } from './sheet.ts'

/** Height of the warning at both ends of a column. */
const tip = 5
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
  /** Where the columns of the first page begin, if the head says so. */
  tops: (number | undefined)[]
}

const warning = '请在各题目的答题区域内作答，超出黑色矩形边框限定区域的答案无效'

const tipAt = (flow: Flow, y: number) => {
  const size = Math.min(2.9, (flow.w - 4) / 31)
  flow.page.draws.push(text(rect(flow.x, y, flow.w, tip), warning, size, { align: 'center', ink: 0.75 }))
}

/** Enters column `index` of the current page; `top` overrides its upper end where a head stands. */
export const enterColumn = (flow: Flow, index: number, top?: number) => {
  const { x, w } = columnsOf(flow.sheet, leftOf(flow.design, flow.page.page))[index]!
  flow.column = index
  flow.x = x
  flow.w = w
  const underStrip = index === flow.sheet.columns - 1
  flow.y = top ?? (underStrip ? strip : ceiling)
  flow.bottom = floor - tip
  flow.fresh = true
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
  if (flow.elastic && rest > 0 && rest <= 40) {
    for (const r of flow.elastic.rects) r.h = Math.round((r.h + rest) * 100) / 100
  }
  if (flow.column + 1 < flow.sheet.columns) {
    enterColumn(flow, flow.column + 1, flow.page.page === 1 ? flow.tops[flow.column + 1] : undefined)
    return
  }
  flow.page = newPage(flow.design, flow.sheet, flow.page.page + 1)
  flow.pages.push(flow.page)
  enterColumn(flow, 0)
}

/** Height left in the column. */
export const room = (flow: Flow) => flow.bottom - flow.y

/** Moves on until `height` fits or the column is empty. */
export const need = (flow: Flow, height: number) => {
  if (room(flow) < height && !flow.fresh) nextColumn(flow)
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
