/** Boxes inside an answer's frame: the score of one who marks on paper, and which optional questions were answered. */
import type { CardDesign, CardQuestion } from '#shared/card/card.types.ts'
import type { Cell, Rect } from '#shared/card/geometry/geometry.types.ts'
import { evens, reaches, scoringTemplate, tells } from '#shared/card/card.version.ts'
import { box, rect, text } from './draw.ts'
import type { Flow } from './flow.ts'
import { columnsOn, sheetOf } from './sheet.ts'
import { fitSize, textWidth } from './textWidth.ts'

const size = { w: 4.8, h: 2.8, pitchX: 5.6, pitchY: 4 }
const nameW = 9
/** A short name leaves its boxes more of the line, from 1.5.5 on. */
const nameWidth = ({ name }: Bar, design: CardDesign): number =>
  name === undefined ? 0 : evens(design) ? Math.min(nameW, textWidth(name, 2.8) + 1.4) : nameW
/** More than this is no longer a score bar. */
const highest = 60

/** One bar: its questions, what they earn together, and the name before it where a frame has several bars. */
export type Bar = { questionIds: string[]; fullScore: number; name?: string }

/** A frame's words stand so far inside of its column. */
const inset = 4

/**
 * One box a score, or tens and units. From 1.5.5 on one box a score as long as the narrowest column of the card holds them
 * and their words on one line, where the specification has no lower threshold: one system on every sheet.
 */
const templateOf = (design: CardDesign, fullScore: number): 1 | 3 => {
  const points = fullScore / 100
  if (!evens(design) || design.templateType !== 1) return scoringTemplate(design, points)
  const width = Math.min(...columnsOn(design, sheetOf(design), 1).map((c) => c.w)) - inset
  const half = (design.showDecimal && !design.hideTickDecimal) || fullScore % 100 !== 0
  const cells = (Math.floor(points) + 1 + (half ? 1 : 0)) * size.pitchX - (size.pitchX - size.w) + (half ? halfGap : 0)
  const needs = textWidth(asked, askers[0].size) + after + cells
  return needs <= width && (design.sheetType === 0 || scoringTemplate(design, points) === 1) ? 1 : 3
}

/** The values of a bar's rows, in points. The score is the sum of what is marked. */
export const scoreValues = (design: CardDesign, fullScore: number): { template: 1 | 3; rows: string[][] } => {
  const points = Math.floor(fullScore / 100)
  const template = templateOf(design, fullScore)
  const tick = template === 1 && design.hideTickDecimal
  const half = fullScore % 100 !== 0 || (design.showDecimal && !tick) ? ['0.5'] : []
  const run = (from: number, to: number, step = 1) =>
    Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, i) => String(from + i * step))
  return template === 1
    ? { template, rows: [[...run(0, points), ...half]] }
    : { template, rows: [...(points >= 10 ? [run(10, points, 10)] : []), [...run(0, 9), ...half]] }
}

/** Whose boxes they are, from 1.5.4 on: the longest words that leave the boxes on their line; from 1.5.5 on in smaller type. */
const asked = '得分（教师填）'
const after = 1.6
const askers = [
  { words: asked, size: 2.7 },
  { words: '教师填', size: 2.7 },
] as const
const evenAskers = [
  { words: asked, size: 2.7 },
  { words: asked, size: 2.4 },
] as const
type Asker = { words: string; size: number }
const placeW = 6.6

type Shape = {
  template: 1 | 3
  lines: string[][]
  left: number
  height: number
  width: number
  words: Asker | undefined
  /** 十位, 个位: what each line counts. */
  places: (string | undefined)[]
  /** Between the half and the scores that it is added to, beside what stands between any two. */
  gap: number
}

/** From 1.5.5 on the half says that it is added, and stands apart where that fits: behind 0 1 it would be read as a score. */
const halfGap = 1.6
const isAdded = (design: CardDesign, row: readonly string[]): boolean =>
  evens(design) && row.length > 1 && row.at(-1) === '0.5'

const cut = (row: readonly string[], perLine: number): string[][] =>
  Array.from({ length: Math.ceil(row.length / perLine) }, (_, i) => row.slice(i * perLine, (i + 1) * perLine))

const shapeOf = (bar: Bar, design: CardDesign, width: number): Shape => {
  const { template, rows } = scoreValues(design, bar.fullScore)
  const named = nameWidth(bar, design)
  const perLineAt = (left: number) => Math.max(1, Math.floor((width - left + size.pitchX - size.w) / size.pitchX))
  const row = Math.max(...rows.map((r) => r.length)) * size.pitchX - (size.pitchX - size.w)
  const gapAt = (left: number): number =>
    rows.some((r) => isAdded(design, r)) && left + row + halfGap <= width ? halfGap : 0
  const shape = (left: number, words?: Asker): Shape => {
    const gap = gapAt(left)
    const cuts = rows.map((row) => cut(row, perLineAt(left)))
    const lines = cuts.flat()
    const placed = words !== undefined && rows.length > 1
    const places = cuts.flatMap((c, i) =>
      c.map((_, k) => (placed && k === 0 ? (i === 0 ? '十位' : '个位') : undefined)),
    )
    const most = Math.max(...lines.map((l) => l.length))
    const cellsW = most * size.pitchX - (size.pitchX - size.w) + gap
    return { template, lines, left, words, places, gap, width: left + cellsW, height: lines.length * size.pitchY + 1 }
  }
  if (!tells(design)) return shape(named)
  const place = rows.length > 1 ? placeW : 0
  const longest = Math.max(...rows.map((r) => r.length)) * size.pitchX
  const leftFor = ({ words, size }: Asker) => named + textWidth(words, size) + after + place
  // In a column as narrow as one box of a small paper no words stand beside it.
  const said = evens(design) ? evenAskers : askers
  const words = said.find((a) => leftFor(a) + longest <= width) ?? said[1]
  return leftFor(words) + size.w <= width ? shape(leftFor(words), words) : shape(named)
}

/** Whether a bar's boxes, and whose they are, stand on as many lines as it has rows of values. */
export const standsInLine = (bar: Bar, design: CardDesign, width: number): boolean => {
  const { lines, words } = shapeOf(bar, design, width)
  return words !== undefined && lines.length <= scoreValues(design, bar.fullScore).rows.length
}

/** How wide a bar stands; 0 where the card has none. */
export const barWidth = (bar: Bar, design: CardDesign, width: number): number =>
  design.templateType === undefined ? 0 : shapeOf(bar, design, width).width

/** How high bars stand; 0 where the card has none, or where they would not leave room to answer. */
export const barsHeight = (bars: readonly Bar[], design: CardDesign, width: number, most = highest): number => {
  if (design.templateType === undefined) return 0
  const height = bars.reduce((sum, bar) => sum + shapeOf(bar, design, width).height, 0)
  return height <= most ? height : 0
}

const cellAt = (flow: Flow, r: Rect, value: string, label: string): Cell => {
  flow.page.draws.push(
    box(r, 0.15, 0.5),
    text(r, label, fitSize(label, r.w - 0.6, 2.3), { align: 'center', ink: 0.45 }),
  )
  return { value, rect: r }
}

/** Draws bars below one another from `y` on. */
export const layBars = (flow: Flow, bars: readonly Bar[], x: number, y: number, width: number) => {
  for (const bar of bars) {
    const shape = shapeOf(bar, flow.design, width)
    const { template, lines, height, words, places } = shape
    // From 1.5.4 on at the right, where no answer begins.
    const from = tells(flow.design) ? x + Math.max(0, width - shape.width) : x
    if (bar.name !== undefined) {
      const r = rect(from, y, nameWidth(bar, flow.design) - 1, size.h)
      flow.page.draws.push(text(r, bar.name, fitSize(bar.name, r.w, 2.8), { align: 'right' }))
    }
    if (words) {
      const r = rect(from + nameWidth(bar, flow.design), y, textWidth(words.words, words.size), size.h)
      flow.page.draws.push(text(r, words.words, words.size, { ink: 0.7 }))
    }
    for (const [j, place] of places.entries())
      if (place !== undefined)
        flow.page.draws.push(
          text(rect(from + shape.left - placeW, y + j * size.pitchY, placeW - 1, size.h), place, 2.5, { ink: 0.7 }),
        )
    const cells = lines.flatMap((row, j) => {
      const added = isAdded(flow.design, row)
      return row.map((value, i) => {
        const apart = added && value === '0.5'
        // Behind 十位 stands how many tens.
        const label = places[j] === '十位' ? String(Number(value) / 10) : apart ? '+0.5' : value
        const left = shape.left + i * size.pitchX + (apart ? shape.gap : 0)
        return cellAt(flow, rect(from + left, y + j * size.pitchY, size.w, size.h), value, label)
      })
    })
    flow.page.scoreRows = [...(flow.page.scoreRows ?? []), { questionIds: bar.questionIds, template, cells }]
    y += height
  }
}

const pickW = 8
const pickPitch = { x: 9.4, y: 4.6 }
const perPickLine = (width: number) => Math.max(1, Math.floor((width + pickPitch.x - pickW) / pickPitch.x))

/** How high the boxes of optional questions stand; cards older than 1.4.9 have the number written instead. */
export const picksHeight = (design: CardDesign, questions: readonly CardQuestion[], width: number): number =>
  reaches(design.cardVersion, '1.4.9') ? Math.ceil(questions.length / perPickLine(width)) * pickPitch.y + 0.6 : 0

export const layPicks = (flow: Flow, questions: readonly CardQuestion[], x: number, y: number, width: number) => {
  const perLine = perPickLine(width)
  const cells = questions.map((q, i) =>
    cellAt(
      flow,
      rect(x + (i % perLine) * pickPitch.x, y + Math.floor(i / perLine) * pickPitch.y, pickW, 3.2),
      q.questionId,
      q.number,
    ),
  )
  flow.page.picks = [...(flow.page.picks ?? []), { questionIds: questions.map((q) => q.questionId), cells }]
}
