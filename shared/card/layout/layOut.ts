import type { CardDesign, CardUnit } from '#shared/card/card.types.ts'
import { evens, reaches, tells } from '#shared/card/card.version.ts'
import type { CardGeometry, PageGeometry } from '#shared/card/geometry/geometry.types.ts'
import { framedTypes, growsItself, partFrame } from './answers.ts'
import { geometryHash } from './digest.ts'
import { type Flow, fillColumn, lookOf, newPage, shareRests, squeezed } from './flow.ts'
import { finishPage } from './furniture.ts'
import { layCandidates, layHead } from './head.ts'
import { barUnused, isRuled, layUnits } from './layUnits.ts'
import { sheetOf, strip } from './sheet.ts'
import { drawRuled } from './writing.ts'

const isEmpty = (page: PageGeometry) => page.choices.length === 0 && page.blocks.length === 0

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
  const best =
    held === undefined ? found(design).laid : layAt(design, { ...wayOf(design), scale: 1, held, breaks: heads })
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
  airy: number
  close: boolean
  wide: boolean
  cut: boolean
  held?: ReadonlyMap<string, number> | undefined
  breaks?: ReadonlySet<string> | undefined
}

const plain: Way = { scale: 1, wholeSides: false, roomy: 0, airy: 0, close: false, wide: false, cut: false }

/**
 * A card as it is laid out in the end: writings, heights, rows, and frames at a column's head, each as leaves least white.
 * Up to 1.5.4 rows are spread before heights are known; from 1.5.5 on behind them: what they can fill is known then alone.
 */
const found = (design: CardDesign): Tried => {
  const first = improved(design, plain, evens(design) ? writings(design) : [...writings(design), ...rows(design)])
  const high = growsItself(design) ? bestScale(design, first) : first
  const spread = evens(design) ? improved(design, high.way, rows(design), high.laid) : high
  if (!growsItself(design) || !reaches(design.cardVersion, '1.5.3')) return spread
  const headed = broken(design, spread)
  return evens(design) && headed !== spread ? improved(design, headed.way, rows(design), headed.laid) : headed
}

/** While a frame is dragged a card is laid out many times a second: how its rows stand is found once. */
const ways = new WeakMap<CardDesign, Way>()
const wayOf = (design: CardDesign): Way => {
  const known = ways.get(design)
  if (known) return known
  const { way } = evens(design) ? found(design) : improved(design, plain, [...writings(design), ...rows(design)])
  ways.set(design, way)
  return way
}

const bestScale = (design: CardDesign, { way, laid }: Tried): Tried => {
  let best: Tried = { way, laid }
  for (const scale of scales.slice(1)) {
    if (best.laid.white <= littleWhite && best.laid.pages.length === 1) break
    const other = layAt(design, { ...way, scale })
    const fewer = sidesOf(design, best.laid) - sidesOf(design, other)
    if (fewer > 0 || (fewer === 0 && other.white < best.laid.white - littleWhite))
      best = { way: { ...way, scale }, laid: other }
  }
  return best
}

/** A way that was tried, and what it came to. */
type Tried = { way: Way; laid: Laid }
type Trial = [more: Partial<Way>, better: (design: CardDesign, after: Laid, before: Laid) => boolean]

const has = (design: CardDesign, is: (u: CardUnit) => boolean): boolean =>
  design.units.some((u) => u.questions.length > 0 && is(u))
const isLined = (u: CardUnit): boolean => u.unitType === 6 && isRuled(u)

/**
 * From 1.5.4 on: writings closer together where that saves a side, a composition on one side; from 1.5.5 on lines that
 * begin below other questions where that leaves less white.
 */
const writings = (design: CardDesign): Trial[] => [
  ...(tells(design) && has(design, isLined) ? [[{ close: true }, fewerPages] as Trial] : []),
  ...(evens(design) && has(design, isLined) ? [[{ cut: true }, lessWhite] as Trial] : []),
  ...(tells(design) && has(design, (u) => u.unitType === 7) ? [[{ wholeSides: true }, noMore] as Trial] : []),
]

/** From 1.5.4 on: the rows of choices and blanks wider apart where they fill white, from 1.5.5 on blanks longer too. */
const rows = (design: CardDesign): Trial[] => {
  if (!tells(design) || !has(design, (u) => u.unitType <= 4)) return []
  if (!evens(design)) return roominess.map((by): Trial => [{ roomy: by, airy: by }, roomier])
  const blank = has(design, (u) => u.unitType === 4)
  // The widest first: less is taken only where that is too much.
  const each = [...finerRoominess].reverse()
  const all = (more: (by: number) => Partial<Way>, better = roomier): Trial[] => each.map((by) => [more(by), better])
  return [
    ...all((by) => ({ roomy: by, airy: by })),
    ...(blank ? all((by) => ({ wide: true, roomy: by, airy: by }), muchRoomier) : []),
    ...(blank ? all((roomy) => ({ roomy })) : []),
    ...(blank ? all((airy) => ({ airy })) : []),
  ]
}

/** Takes each trial that is better than what was before it. */
const improved = (design: CardDesign, from: Way, trials: readonly Trial[], known?: Laid): Tried => {
  let tried: Tried = { way: from, laid: known ?? layAt(design, from) }
  for (const [more, better] of trials) {
    if (better === roomier && evens(design) && tried.laid.white <= littleMute) continue
    const way = { ...tried.way, ...more }
    const laid = layAt(design, way)
    if (better(design, laid, tried.laid)) tried = { way, laid }
  }
  return tried
}
/** Shares of the room that rows may take, in the order in which they are tried. */
const roominess = [0.35, 0.7, 1] as const
const finerRoominess = [0.15, 0.3, 0.45, 0.6, 0.75, 0.9, 1] as const
/** White that is worth wider rows, and longer blanks on more of them, mm. */
const littleMute = 2
const muchMute = 8
/** Sides that count: the back is there, so that a front that squeezes its answers saves nothing (from 1.5.5 on). */
const sidesOf = (design: CardDesign, { pages, tightest }: Laid): number =>
  pages.length + (evens(design) && pages.length % 2 === 1 && tightest < squeezed ? 1 : 0)
const noMore = (design: CardDesign, after: Laid, before: Laid): boolean =>
  sidesOf(design, after) <= sidesOf(design, before)
const fewerPages = (_: CardDesign, after: Laid, before: Laid): boolean => after.pages.length < before.pages.length
const lessWhite = (design: CardDesign, after: Laid, before: Laid): boolean =>
  noMore(design, after, before) && after.white < before.white - littleWhite
/** Rows where they fill white, and push nothing on to another page. */
const roomier = (design: CardDesign, after: Laid, before: Laid): boolean =>
  noMore(design, after, before) &&
  (evens(design)
    ? after.white <= before.white && after.white + after.mute < before.white + before.mute - 2 * littleMute
    : after.white < before.white - littleWhite)
const muchRoomier: typeof roomier = (design, after, before) =>
  roomier(design, after, before) && after.mute < before.mute - muchMute

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
const broken = (design: CardDesign, spread: Tried): Tried => {
  const before = spread.laid
  const usual = { ...spread.way, scale: 1 }
  let best = spread
  let breaks: ReadonlySet<string> = new Set<string>()
  const told = tells(design)
  const least = (ways: readonly string[][]): Tried | undefined => {
    let found: Tried | undefined
    for (const more of ways) {
      const way = { ...usual, breaks: new Set([...breaks, ...more]) }
      const laid = layAt(design, way)
      if (sidesOf(design, laid) > sidesOf(design, before)) continue
      if (!found || laid.white < found.laid.white) found = { way, laid }
      // Older versions look at all of them.
      if (told && found.laid.white <= littleWhite) break
    }
    return found && found.laid.white < best.laid.white - littleWhite ? found : undefined
  }
  if (told && best.laid.white <= littleWhite) return best
  const all = breakable(design)
  if (told && all.length <= mostTogether) return least(subsetsOf(all)) ?? best
  for (let n = 0; n < mostBreaks && best.laid.white > littleWhite; n++) {
    const left = all.filter((id) => !breaks.has(id))
    const found = least(left.slice(-mostTried).map((id) => [id])) ?? (told ? least(pairsOf(left)) : undefined)
    if (!found) break
    best = found
    breaks = found.way.breaks!
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
type Laid = { pages: PageGeometry[]; white: number; mute: number; tightest: number; finish: () => void }

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
    mute: 0,
    tightest: Infinity,
    breaks: way.breaks ?? new Set(),
    parted: [],
    ruled: [],
    left: [],
    roomy: way.roomy,
    airy: way.airy,
    goOn: undefined,
    wholeSides: way.wholeSides,
    close: way.close,
    wide: way.wide,
    cut: way.cut,
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
  return { pages, white: flow.white, mute: flow.mute, tightest: flow.tightest, finish }
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
