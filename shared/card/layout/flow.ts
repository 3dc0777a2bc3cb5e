import type { CardDesign } from '#shared/card/card.types.ts'
import type { AnswerBlock, PageGeometry, Rect } from '#shared/card/geometry/geometry.types.ts'
import { evens, reaches, tells } from '#shared/card/card.version.ts'
import { rect, round, text } from './draw.ts'
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

/** How much of each list of a page was there at a moment: what is drawn later stands below it. */
type Moment = Record<'draws' | 'choices' | 'blocks' | 'scoreRows' | 'picks', number>
/** A frame whose height is ours to give: what its column leaves over goes to it by its marks. */
export type Growing = {
  rects: readonly Rect[]
  marks: number
  most: number
  after: Moment
  usual?: number
  least?: number
}
/** A column that is left, from 1.5.4 on: what it leaves over is shared out once all columns are known. */
type Left = {
  page: PageGeometry
  growing: Growing[]
  rest: number
  end: Moment
  foot: Omit<Rect, 'h' | 'y'> & { bottom: number }
}
/** A frame for several answers, with what its head takes of it, mm: parted once its height is known. */
export type Parted = { page: PageGeometry; frame: Rect; head: number; parts: readonly Part[] }
/** A place for one answer: its share of the frame, and what it is named; an optional one has a line for its number. */
export type Part = { share: number; name?: string }

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
  /** Frames of the column that what is left over goes to, from 1.5 on. */
  growing: Growing[]
  /** What frames without a height of their author's take of the usual one. */
  scale: number
  /** Frames whose height is kept while one of them is dragged, by their first question: nothing is given or taken. */
  held: ReadonlyMap<string, number> | undefined
  /** Frames that begin a column although the one before has room, by their first question. */
  breaks: ReadonlySet<string>
  /** Frames for several answers, from 1.5.3 on. */
  parted: Parted[]
  /** Frames of ruled lines or squares, from 1.5.4 on: drawn once their height is known. */
  ruled: { page: PageGeometry; beside: boolean; step: () => number; draw: (step: number) => void }[]
  /** Lays a further part of the lines that were laid last. */
  goOn: (() => void) | undefined
  left: Left[]
  /** How much of what they may rows of choices stand apart beyond the usual, where a card has the room: 0 to 1. */
  roomy: number
  /** The same of rows of blanks. */
  airy: number
  /** Whether blanks are fewer on a row than usual, and longer. */
  wide: boolean
  /** Whether ruled lines begin below other questions and go on in the next column of their side. */
  cut: boolean
  /** Whether ruled lines come closer together, so that several writings share a column. */
  close: boolean
  /** Whether a writing that the rest of a side cannot hold begins the next one, where that holds all of it. */
  wholeSides: boolean
  /** What is left white below the frames of finished columns, and in columns that nothing reached. */
  white: number
  /** The same in plain millimetres. */
  mute: number
  /** The least that a frame has of the usual; above 1 where none is below it. */
  tightest: number
  /** Where the columns of a page with a head begin, by its number. */
  tops: Map<number, (number | undefined)[]>
  look: Look
  /** How many sheets of paper the card is expected to take: the notices speak of further ones. */
  sheets: number
  /** The head of a further front, where the design asks for one: answers where its columns begin. */
  front: (flow: Flow) => (number | undefined)[]
}

/** Words of an answer's frame. From 1.4.8 on 14 px on lines of 1.7 (2 §9). */
export type Look = { size: number; line: number }
export const lookOf = (design: CardDesign): Look =>
  reaches(design.cardVersion, '1.4.8') ? { size: 3.7, line: 6.3 } : { size: 3.5, line: 4.8 }

const warning = '请在各题目的答题区域内作答，超出黑色矩形边框限定区域的答案无效'
/** In the red print no frame is black. */
const plainWarning = '请在各题目的答题区域内作答，超出边框限定区域的答案无效'

const tipAt = (flow: Flow, y: number) => {
  const size = Math.min(2.9, (flow.w - 4) / 31)
  flow.page.draws.push(
    text(rect(flow.x, y, flow.w, tip), tells(flow.design) ? plainWarning : warning, size, {
      align: 'center',
      ink: 0.75,
    }),
  )
}

/** Whether a card is laid out as 1.5 does: questions stay whole, columns are filled, marks are quiet. */
export const fills = (design: CardDesign): boolean => reaches(design.cardVersion, '1.5')
/** From 1.5.1 on a number stays beside what it counts where words go on in another line. */
export const keepsNumbers = (design: CardDesign): boolean => reaches(design.cardVersion, '1.5.1')

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
  flow.growing = []
  tipAt(flow, flow.bottom)
  // From 1.5 on the warning stands once a column, where a pen leaves the frame.
  if (top === undefined && !fills(flow.design)) {
    tipAt(flow, flow.y)
    flow.y += tip
  }
}

export const newPage = (design: CardDesign, sheet: Sheet, number: number): PageGeometry => {
  const page: PageGeometry = {
    page: number,
    anchors: [],
    qr: qrRect(design, sheet),
    pageMark: [],
    choices: [],
    blocks: [],
    draws: [],
  }
  furnish(page, sheet, design)
  return page
}

/** What a column without a head holds at least. */
export const wholeColumn = ({ sheet }: Flow): number => sheet.floor - tip - strip

/** Whether nothing to answer stands on the page yet: a head is not left alone for the sake of a whole frame. */
export const isBare = ({ page }: Flow): boolean => page.choices.length === 0 && page.blocks.length === 0

export const momentOf = ({ draws, choices, blocks, scoreRows, picks }: PageGeometry): Moment => ({
  draws: draws.length,
  choices: choices.length,
  blocks: blocks.length,
  scoreRows: scoreRows?.length ?? 0,
  picks: picks?.length ?? 0,
})

/** Moves what was drawn between two moments down by `by` mm. */
const lower = (page: PageGeometry, from: Moment, to: Moment, by: number) => {
  const cells = [
    ...page.choices.slice(from.choices, to.choices),
    ...(page.scoreRows ?? []).slice(from.scoreRows, to.scoreRows),
    ...(page.picks ?? []).slice(from.picks, to.picks),
  ].flatMap((row) => row.cells.map((c) => c.rect))
  const draws = page.draws.slice(from.draws, to.draws)
  // A cell and the box that is drawn for it are one rectangle.
  const rects = new Set([
    ...cells,
    ...page.blocks.slice(from.blocks, to.blocks).map((b) => b.rect),
    ...draws.flatMap((d) => (d.kind === 'line' ? [] : [d.rect])),
  ])
  for (const r of rects) r.y = round(r.y + by)
  for (const d of draws)
    if (d.kind === 'line') {
      d.y1 = round(d.y1 + by)
      d.y2 = round(d.y2 + by)
    }
}

/** Gives what is left in the column to its growing frames, by their marks and none more than its own most. */
export const fillColumn = (flow: Flow) => {
  const { growing, page } = flow
  const rest = flow.bottom - (flow.y - gap)
  if (tells(flow.design)) {
    const { x, w, bottom } = flow
    flow.left.push({ page, growing, rest: Math.max(0, rest), end: momentOf(page), foot: { x, w, bottom } })
    return
  }
  if (rest <= 0) return
  if (growing.length === 0) {
    flow.white += rest
    return
  }
  const shared = shareOut(growing, rest)
  flow.white += shared.rest
  grow(page, growing, shared.grown, momentOf(page))
}

/** What each frame gets of the rest by its marks, and what none of them takes. */
const shareOut = (growing: readonly Growing[], over: number): { grown: number[]; rest: number } => {
  let rest = over
  const grown = growing.map(() => 0)
  for (let open = growing.map((_, i) => i); open.length > 0 && rest > 0.05;) {
    const marks = open.reduce((sum, i) => sum + growing[i]!.marks, 0)
    const share = rest / marks
    const full = open.filter((i) => growing[i]!.most - grown[i]! <= share * growing[i]!.marks)
    for (const i of full.length > 0 ? full : open) {
      const more = full.length > 0 ? growing[i]!.most - grown[i]! : share * growing[i]!.marks
      grown[i]! += more
      rest -= more
    }
    open = full.length > 0 ? open.filter((i) => !full.includes(i)) : []
  }
  return { grown, rest }
}

/** Makes frames higher, and moves what stands below them down. */
const grow = (page: PageGeometry, growing: readonly Growing[], grown: readonly number[], end: Moment) => {
  let by = 0
  for (const [i, { rects, after }] of growing.entries()) {
    const more = Math.floor(grown[i]! * 100) / 100
    for (const r of rects) r.h = round(r.h + more)
    by += more
    lower(page, after, growing[i + 1]?.after ?? end, by)
  }
}

/**
 * No frame gets more than so many times what the tightest one gets of the usual: room is read as what is expected. `little`
 * is hardly seen, `cost` is what more of it costs beside white, mm.
 */
const unevenOf = (design: CardDesign) =>
  evens(design) ? { most: 1.75, little: 1.15, cost: 70 } : { most: 2, little: 1.25, cost: 40 }
/** Ten marks in less than 45 mm, of the usual; from 1.5.5 on that costs as much as so much white, mm. */
export const squeezed = 0.75
const squeezing = 100
/** From 1.5.5 on white behind the last answer costs this share of white before it: every card ends somewhere. */
const atEnd = 0.4
/** A rest of this height is taken for spare paper unless it says otherwise, mm. */
const spare = 25
/** What white in columns that nothing reached costs. */
export const endWhite = (design: CardDesign, mm: number): number => (evens(design) ? mm * atEnd : mm)
export const barredWords = '请勿在此区域内作答'

/** Frames of a column all at one share of the usual height, as far as each may: those that gave way get it back. */
const level = (growing: readonly Growing[], over: number, cap: number): { grown: number[]; rest: number } => {
  if (growing.some((g) => g.usual === undefined)) return shareOut(growing, over)
  const heights = growing.map(({ rects }) => rects[0]!.h)
  const all = heights.reduce((a, b) => a + b, over)
  const at = (factor: number): number[] =>
    growing.map(({ usual, least, most }, i) => {
      const top = Math.max(heights[i]!, Math.min(heights[i]! + most, cap * usual!))
      return Math.min(top, Math.max(least ?? heights[i]!, factor * usual!))
    })
  const sum = (of: readonly number[]): number => of.reduce((a, b) => a + b, 0)
  let [low, high] = [0, 16]
  for (let n = 0; n < 40; n++) {
    const middle = (low + high) / 2
    if (sum(at(middle)) <= all) low = middle
    else high = middle
  }
  const found = at(low)
  return { grown: found.map((h, i) => h - heights[i]!), rest: Math.max(0, all - sum(found)) }
}

/** What no words bar goes to the frames of its column as they are high: they do not look cut too short. */
const toFoot = (growing: readonly Growing[], shared: ReturnType<typeof level>): ReturnType<typeof level> => {
  if (growing.length === 0 || shared.rest > spare) return shared
  const heights = growing.map(({ rects }, i) => rects[0]!.h + shared.grown[i]!)
  const all = heights.reduce((a, b) => a + b, 0)
  return { grown: shared.grown.map((g, i) => g + (shared.rest * heights[i]!) / all), rest: 0 }
}

/** What all columns left over goes to their frames alike; a large rest says that it is not to be written in. */
export const shareRests = (flow: Flow) => {
  const even = flow.left.flatMap(({ growing, rest }) => {
    const { grown } = level(growing, rest, Infinity)
    return growing.flatMap((g, i) => (g.usual === undefined ? [] : [(g.rects[0]!.h + grown[i]!) / g.usual]))
  })
  const tightest = Math.min(...even)
  flow.tightest = tightest
  const { most, little, cost } = unevenOf(flow.design)
  const cap = tightest * most
  if (evens(flow.design) && tightest < squeezed) flow.white += squeezing
  if (even.length > 0) flow.white += Math.max(0, Math.min(most, Math.max(...even) / tightest) - little) * cost
  for (const [i, { page, growing, rest, end, foot }] of flow.left.entries()) {
    const capped = level(growing, rest, cap)
    const shared = evens(flow.design) ? toFoot(growing, capped) : capped
    grow(page, growing, shared.grown, end)
    flow.mute += shared.rest
    flow.white += shared.rest * (evens(flow.design) && i === flow.left.length - 1 ? atEnd : 1)
    if (shared.rest <= spare) continue
    const r = rect(foot.x, foot.bottom - shared.rest + gap, foot.w, shared.rest - gap)
    page.draws.push(text(r, barredWords, 3.6, { align: 'center', ink: 0.45 }))
  }
}

/** Goes on to the next column, or the next page. A small white rest below the last frame is given to that frame. */
export const nextColumn = (flow: Flow) => {
  fillColumn(flow)
  const rest = flow.bottom - (flow.y - gap)
  if (
    flow.elastic &&
    flow.held === undefined &&
    flow.growing.length === 0 &&
    !flow.design.customHeightMode &&
    rest > 0 &&
    !tells(flow.design) &&
    rest <= (fills(flow.design) ? 60 : 40)
  ) {
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
  flow.goOn = undefined
  flow.elastic = undefined
}

export const addBlock = (flow: Flow, block: Omit<AnswerBlock, 'blockId'>) => {
  flow.page.blocks.push({ blockId: `${block.questionIds[0]}.${block.part}`, ...block })
}
