import type { CardDesign, CardUnit } from '#shared/card/card.types.ts'
import { reaches, tells } from '#shared/card/card.version.ts'
import type { CardGeometry, PageGeometry } from '#shared/card/geometry/geometry.types.ts'
import { framedNeed, framedTypes, growsItself, layFrames, partFrame } from './answers.ts'
import { layBlanks } from './blanks.ts'
import { layChoices, sharedPrefix, layShared } from './choices.ts'
import { geometryHash } from './digest.ts'
import { box, rect, text } from './draw.ts'
import {
  type Flow,
  barredWords,
  fillColumn,
  fills,
  keepsNumbers,
  lookOf,
  need,
  newPage,
  shareRests,
  use,
} from './flow.ts'
import { finishPage } from './furniture.ts'
import { layCandidates, layHead } from './head.ts'
import { headingText } from './headings.ts'
import { ceiling, columnsOn, sheetOf, strip } from './sheet.ts'
import { fitSize, textWidth, wrapText } from './textWidth.ts'
import { drawRuled, layChinese, layEnglish, writingNeed } from './writing.ts'

const pens: Partial<Record<number, string>> = { 1: '请用2B铅笔填涂', 2: '请用2B铅笔填涂', 3: '请用2B铅笔填涂' }
const pen = '请用0.5毫米黑色签字笔书写'
/** The same where a line has less room. */
const shortPen = '黑色签字笔书写'
export const shortPencil = '2B铅笔填涂'

const headingOf = (flow: Flow, unit: CardUnit) => {
  if (flow.design.showUnitTitle === false) return { height: 0, run: () => undefined }
  const content = headingText(unit, flow.design)
  const size = 3.6
  const lines = wrapText(content, flow.w - 2, size, true, keepsNumbers(flow.design)).slice(0, 4)
  const hint = pens[unit.unitType] ?? pen
  const used = textWidth(lines.at(-1) ?? '', size, true)
  const short = unit.unitType <= 3 ? shortPencil : shortPen
  // From 1.5.4 on it is never left out: shorter, and in the end on a line of its own.
  const said = [hint, ...(tells(flow.design) ? [short] : [])].find((h) => used + textWidth(h, 2.7) + 6 < flow.w)
  const own = said === undefined && tells(flow.design)
  const height = lines.length * 5 + 0.8 + (own ? 4 : 0)
  return {
    height,
    run: () => {
      for (const [i, l] of lines.entries()) {
        const fitted = fitSize(l, flow.w - 2, size, true)
        flow.page.draws.push(text(rect(flow.x + 0.5, flow.y + i * 5, flow.w - 1, 5), l, fitted, { bold: true }))
      }
      if (said !== undefined || own) {
        const y = flow.y + (own ? lines.length * 5 - 0.6 : (lines.length - 1) * 5)
        flow.page.draws.push(text(rect(flow.x, y, flow.w - 0.5, 5), said ?? short, 2.7, { align: 'right', ink: 0.7 }))
      }
      use(flow, height, 0)
    },
  }
}

const isRuled = (unit: CardUnit) => unit.unitType === 7 || (unit.unitType === 6 && unit.rowNumber !== undefined)

/** What a volume's name or a type's heading keeps below it: the beginning of what it announces. */
const announced = (flow: Flow, next: CardUnit | undefined): number => {
  if (!next || !flow.design.cardVersion || next.unitType <= 4) return 40
  const heading = headingOf(flow, next).height
  return Math.max(40, heading + 1 + (isRuled(next) ? writingNeed(flow, next) : framedNeed(flow, next)))
}

const layUnit = (flow: Flow, unit: CardUnit, next: CardUnit | undefined) => {
  if (unit.unitType === 10 || unit.unitType === 11 || !unit.questions.length) {
    const volume = unit.unitType === 10
    const content = headingText({ ...unit, questions: [] })
    const size = fitSize(content, flow.w - 2, volume ? 4.6 : 3.8, true)
    const height = volume ? 8 : 6
    // A heading stays with what it announces.
    need(flow, height + announced(flow, next))
    flow.page.draws.push(
      text(rect(flow.x + 0.5, flow.y, flow.w - 1, height), content, size, {
        align: volume ? 'center' : 'left',
        bold: true,
      }),
    )
    use(flow, height, 0.6)
    return
  }
  const heading = headingOf(flow, unit)
  switch (unit.unitType) {
    case 1:
    case 2:
    case 3:
      return layChoices(flow, unit, heading.run, heading.height)
    case 4:
      return layBlanks(flow, unit, heading)
    case 7:
      return layChinese(flow, unit, heading)
    default:
      return isRuled(unit) ? layEnglish(flow, unit, heading) : layFrames(flow, unit, heading)
  }
}

/** Columns that nothing reached are barred, so that no student writes there. */
const barUnused = (flow: Flow) => {
  const columns = columnsOn(flow.design, flow.sheet, flow.page.page)
  for (let i = flow.column + 1; i < columns.length; i++) {
    const { x, w } = columns[i]!
    const top = flow.tops.get(flow.page.page)?.[i] ?? (i === columns.length - 1 ? strip : ceiling)
    // From 1.5.4 on it ends where its neighbours do.
    const r = rect(x, top, w, (tells(flow.design) ? flow.bottom : flow.sheet.floor) - top)
    flow.white += r.h
    flow.page.draws.push(box(r, 0.2, 0.45))
    flow.page.draws.push(text(r, barredWords, 4.2, { align: 'center', ink: 0.45 }))
  }
}

const nextAnswered = (design: CardDesign, from: number) =>
  design.units.find((u, i) => i > from && u.questions.length > 0)

const isEmpty = (page: PageGeometry) => page.choices.length === 0 && page.blocks.length === 0

/** Choices that follow each other share a frame where they stand side by side in one band. */
const layUnits = (flow: Flow) => {
  const { design } = flow
  for (let i = 0; i < design.units.length;) {
    const taken = fills(design) ? sharedPrefix(flow, design.units.slice(i)) : 0
    if (taken > 1) {
      layShared(
        flow,
        design.units.slice(i, i + taken).map((unit) => ({ unit, caption: captionOf(design, unit) })),
      )
      i += taken
    } else {
      layUnit(flow, design.units[i]!, nextAnswered(design, i))
      i++
    }
  }
}

/** A heading in two: the name, and in small what it earns. */
const captionOf = (design: CardDesign, unit: CardUnit): { title: string; worth: string } | undefined => {
  if (design.showUnitTitle === false) return undefined
  const [, title = '', worth = ''] = /^(.*?)(?:（([^（]*)）)?$/su.exec(headingText(unit, design)) ?? []
  return { title, worth: tells(design) ? worth : worth.replaceAll('小题', '题') }
}

/** What frames without a height of their author's may take of the usual one, in the order in which they are tried. */
const scales = [1, 1.15, 1.3, 1.45, 1.6, 0.9, 0.8] as const
/** White that is not worth another height, in mm. */
const littleWhite = 5

/**
 * Lays a design out: as many pages as it takes. Pure and deterministic; all lengths in millimetres on a grid of 0.01.
 * From 1.5 on frames without a height of their author's are as high as leaves the fewest pages, and on those the least
 * white. `held`: heights of frames by their first question, while one is dragged: all others stand as they stood.
 */
export const layOut = (
  design: CardDesign,
  held?: ReadonlyMap<string, number>,
  heads?: ReadonlySet<string>,
): CardGeometry => {
  const plain: Way = { scale: 1, wholeSides: false, roomy: 0, close: false }
  const way = wayOf(design, plain)
  let best = layAt(design, { ...way, held, breaks: heads })
  if (held === undefined && growsItself(design))
    for (const scale of scales.slice(1)) {
      if (best.white <= littleWhite && best.pages.length === 1) break
      const other = layAt(design, { ...way, scale })
      const fewer = best.pages.length - other.pages.length
      if (fewer > 0 || (fewer === 0 && other.white < best.white - littleWhite)) best = other
    }
  if (held === undefined && growsItself(design) && reaches(design.cardVersion, '1.5.3'))
    best = broken(design, best, way)
  best.finish()
  const { width, height } = sheetOf(design)
  const geometry = { schema: 1 as const, width, height, pages: best.pages, hash: '' }
  geometry.hash = geometryHash(geometry)
  return geometry
}

/** How a card is tried. `held`: heights of frames while one is dragged; `breaks`: frames at a column's head. */
type Way = {
  scale: number
  wholeSides: boolean
  roomy: number
  close: boolean
  held?: ReadonlyMap<string, number> | undefined
  breaks?: ReadonlySet<string> | undefined
}

/**
 * From 1.5.4 on: writings closer together where that saves a side, a composition on one side, and the rows of choices and
 * blanks wider apart on a card without frames that take what is left over: each where no page more is taken.
 */
const wayOf = (design: CardDesign, plain: Way): Way => {
  if (!tells(design)) return plain
  const has = (is: (u: CardUnit) => boolean) => design.units.some((u) => u.questions.length > 0 && is(u))
  const ways: [Partial<Way>, (after: Laid, before: Laid) => boolean][] = [
    ...(has((u) => u.unitType === 6 && isRuled(u))
      ? [[{ close: true }, (a: Laid, b: Laid) => a.pages.length < b.pages.length] as [Partial<Way>, typeof noMore]]
      : []),
    ...(has((u) => u.unitType === 7) ? [[{ wholeSides: true }, noMore] as [Partial<Way>, typeof noMore]] : []),
    ...(has((u) => u.unitType <= 4)
      ? roominess.map((roomy) => [{ roomy }, roomier] as [Partial<Way>, typeof noMore])
      : []),
  ]
  let [way, before] = [plain, ways.length > 0 ? layAt(design, plain) : undefined]
  for (const [more, better] of ways) {
    const other = { ...way, ...more }
    const after = layAt(design, other)
    if (better(after, before!)) [way, before] = [other, after]
  }
  return way
}
/** Shares of the room that rows may take, in the order in which they are tried. */
const roominess = [0.35, 0.7, 1] as const
/** Wider rows where they fill white, and push nothing on to another page. */
const roomier = (after: Laid, before: Laid): boolean =>
  noMore(after, before) && after.white < before.white - littleWhite
const noMore = (after: Laid, before: Laid): boolean => after.pages.length <= before.pages.length

/** The first questions of frames that the layout may set at a column's head. */
const breakable = (design: CardDesign): string[] =>
  design.units.flatMap((u) => {
    if (!framedTypes.has(u.unitType)) return []
    return (u.unitType === 5 || u.unitType === 6 ? u.questions : u.questions.slice(0, 1)).map((q) => q.questionId)
  })

/** A frame lower than this below a page's strip stands under a heading of several lines, or a head, mm. */
const headRoom = 26

/** So many frames are tried at a column's head, and so many of them together. */
const mostTried = 24
const mostBreaks = 3
const mostPaired = 8
/** Of so many frames all ways are tried. */
const mostTogether = 6

/**
 * Every frame as high as usual, and some of them at a column's head: where that leaves less white on no more pages, as
 * where one scale for all leaves either the first column half empty or the last one unused.
 */
const broken = (design: CardDesign, before: Laid, way: Way): Laid => {
  let best = before
  let breaks = new Set<string>()
  const told = tells(design)
  const least = (ways: readonly string[][]) => {
    let found: { all: Set<string>; laid: Laid } | undefined
    for (const more of ways) {
      const all = new Set([...breaks, ...more])
      const laid = layAt(design, { ...way, breaks: all })
      if (laid.pages.length > before.pages.length) continue
      if (!found || laid.white < found.laid.white) found = { all, laid }
      // Older versions look at all of them.
      if (told && found.laid.white <= littleWhite) break
    }
    return found && found.laid.white < best.white - littleWhite ? found : undefined
  }
  if (told && best.white <= littleWhite) return best
  const all = breakable(design)
  if (told && all.length <= mostTogether) return least(subsetsOf(all))?.laid ?? best
  for (let n = 0; n < mostBreaks && best.white > littleWhite; n++) {
    const left = all.filter((id) => !breaks.has(id))
    const found = least(left.slice(-mostTried).map((id) => [id])) ?? (told ? least(pairsOf(left)) : undefined)
    if (!found) break
    best = found.laid
    breaks = found.all
  }
  return best
}

/** All ways to set some of a few frames at a column's head, the fewest first. */
const subsetsOf = (ids: readonly string[]): string[][] =>
  Array.from({ length: 2 ** ids.length - 1 }, (_, n) => ids.filter((_id, i) => ((n + 1) >> i) & 1)).sort(
    (a, b) => a.length - b.length,
  )

/** Two frames at a column's head at once: where neither alone leaves less white. */
const pairsOf = (ids: readonly string[]): string[][] => {
  const some = ids.slice(-mostPaired)
  return some.flatMap((a, i) => some.slice(i + 1).map((b) => [a, b]))
}

/** `finish`: draws what is not looked at while ways are compared. */
type Laid = { pages: PageGeometry[]; white: number; finish: () => void }

/** Lays a card out; where it takes further sheets, once more with notices that speak of them (from 1.5.4 on). */
const layAt = (design: CardDesign, way: Way): Laid => {
  const laid = layWith(design, way, 1)
  return tells(design) && laid.pages.length > 2 ? layWith(design, way, 2) : laid
}

const layWith = (design: CardDesign, way: Way, sheets: number): Laid => {
  const sheet = sheetOf(design)
  const first = newPage(design, sheet, 1)
  const pages: PageGeometry[] = [first]
  const flow: Flow = {
    design,
    sheet,
    pages,
    page: first,
    column: 0,
    x: 0,
    w: 0,
    y: 0,
    bottom: 0,
    fresh: true,
    elastic: undefined,
    growing: [],
    white: 0,
    breaks: way.breaks ?? new Set(),
    parted: [],
    ruled: [],
    left: [],
    roomy: way.roomy,
    wholeSides: way.wholeSides,
    close: way.close,
    scale: way.scale,
    held: way.held,
    tops: new Map(),
    look: lookOf(design),
    sheets,
    front: layCandidates,
  }
  layHead(flow)
  layUnits(flow)
  fillColumn(flow)
  barUnused(flow)
  shareRests(flow)
  // A page that only a heading reached goes.
  while (pages.length > 1 && isEmpty(pages.at(-1)!)) pages.pop()
  const finish = () => {
    drawRuled(flow)
    for (const one of flow.parted) partFrame(flow, one)
    for (const page of pages) finishPage(page, sheet, pages.length, design)
  }
  return { pages, white: flow.white, finish }
}

/** How high each framed answer stands, over all columns and pages. */
export const heightsIn = ({ pages }: Pick<CardGeometry, 'pages'>): Map<string, number> => {
  const heights = new Map<string, number>()
  for (const { questionIds, rect } of pages.flatMap((p) => p.blocks)) {
    const [first] = questionIds as [string]
    heights.set(first, (heights.get(first) ?? 0) + rect.h)
  }
  return heights
}

/** Frames that begin a column, by their first question: they stay there while one is dragged. */
export const headsIn = ({ pages }: Pick<CardGeometry, 'pages'>): Set<string> =>
  new Set(
    pages.flatMap(({ blocks, choices }) =>
      blocks.flatMap(({ part, questionIds, rect: r }) => {
        const over = [...blocks.map((b) => b.rect), ...choices.map((c) => c.cells[0]!.rect)].some(
          (o) => o.y < r.y && o.x >= r.x - 1 && o.x < r.x + r.w,
        )
        return part > 0 || over || r.y > strip + headRoom ? [] : questionIds.slice(0, 1)
      }),
    ),
  )

export type AutoLayout = { design: CardDesign; geometry: CardGeometry; notices: string[] } | { refusal: string }

/**
 * Lays a design out on `pages` pages (1: the front only; absent: its author's). What does not fit gets the back of the
 * sheet, then the next sheet type, and is refused in the end (2 §4); where its author set every height, sides are added.
 * `design` in the answer carries the sheet type that was found.
 */
export const layOutAuto = (design: CardDesign, pages = design.pageCount ?? 1): AutoLayout => {
  const notices: string[] = []
  let current = design
  let limit = pages
  for (;;) {
    const geometry = layOut(current)
    const taken = geometry.pages.length
    if (taken <= limit) return { design: current, geometry, notices }
    if (current.customHeightMode) {
      return { design: { ...current, pageCount: taken }, geometry, notices: ['排版空间不足，已自动增加一面'] }
    }
    if (limit === 1) {
      limit = 2
      notices.push('无法自动排版，自动将页数加1')
    } else if (current.sheetType < 2 && !current.customPageSize) {
      // On a paper of the author's own, more columns would hold no more.
      current = { ...current, sheetType: (current.sheetType + 1) as 1 | 2 }
      notices.push('无法自动排版，自动更换版式')
    } else return { refusal: '无法正常排版，请调整题目数量' }
  }
}
