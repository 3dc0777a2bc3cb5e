/** Blanks: rows of lines to write on, or the words around them. */
import type { CardQuestion, CardUnit } from '#shared/card/card.types.ts'
import { blankCount } from '#shared/card/card.content.ts'
import { evens, tells } from '#shared/card/card.version.ts'
import type { Heading } from './answers.ts'
import { sizesOf } from './bands.ts'
import { box, line, rect, round, text } from './draw.ts'
import { type Flow, addBlock, fills, need, nextColumn, room, use } from './flow.ts'
import { layContinued } from './headings.ts'
import { type Bar, barsHeight, layBars, standsInLine } from './marks.ts'
import { strip } from './sheet.ts'
import { fitSize } from './textWidth.ts'
import { drawWords, wrapWords } from './words.ts'

/** Row of a blank (50 px, 2 §9), and of a line of words with blanks. */
const blankRow = 13.2
const wordPitch = 8
/** From 1.5.4 on a row with score boxes is higher, and so are the rows of a card that has the room. */
const barredRow = 17
const roomyRow = 20
/** A blank is written in no less than this, mm. */
const leastBlank = 34

const rowOf = (flow: Flow): number =>
  !tells(flow.design) ? blankRow : spread(flow, flow.design.templateType === undefined ? blankRow : barredRow)
const spread = ({ airy }: Flow, row: number): number => round(row + airy * (roomyRow - row))

/** A word of some length is written in so much, where a column has the room, mm. */
const wideBlank = 44

/** Blanks on a row: as many on each, and one more or less than usual where that leaves no row short. */
const perRowOf = (flow: Flow, { perRow, questions }: CardUnit, count: number): number => {
  if (perRow !== undefined) return barredPer(flow, questions, perRow)
  if (flow.wide) return barredPer(flow, questions, Math.max(1, Math.floor(flow.w / wideBlank)))
  const usual = barredPer(flow, questions, Math.max(1, Math.min(4, Math.floor(flow.w / 40))))
  // As many on each row as on the others, rather than a last one with a single blank.
  const even = fills(flow.design) ? Math.ceil(count / Math.ceil(count / usual)) : usual
  if (!tells(flow.design) || count <= usual) return even
  const fits = (n: number) => flow.w / n >= leastBlank && barredPer(flow, questions, n) === n
  return [usual, usual + 1, usual - 1].find((n) => n > 1 && count % n === 0 && fits(n)) ?? even
}

/** Where boxes stand over blanks, no more of them on a row than leave each its boxes on one line. */
const barredPer = (flow: Flow, questions: readonly CardQuestion[], most: number): number => {
  const { design } = flow
  if (!tells(design) || design.templateType === undefined) return most
  const holds = (n: number) =>
    questions.every((q) => standsInLine({ questionIds: [], fullScore: q.fullScore }, design, blankInner(flow, n)))
  return Array.from({ length: most }, (_, i) => most - i).find((n) => n === 1 || holds(n))!
}
/** What a blank's boxes have of a row of `n`. */
const blankInner = (flow: Flow, n: number): number => (flow.w - 1) / n - 3.1

/** Unit 4: rows of 13.2 mm with the number and a line to write on; one block a blank, width 100/n. */
export const layBlanks = (flow: Flow, unit: CardUnit, heading: Heading) => {
  const row = rowOf(flow)
  const plain = unit.questions.every((q) => !q.content?.trim())
  // From 1.5.4 on few rows stay together.
  const rows =
    tells(flow.design) && plain ? Math.ceil(unit.questions.length / perRowOf(flow, unit, unit.questions.length)) : 1
  const least = (rows <= fewRows ? rows : evens(flow.design) ? 2 : 1) * row + 1
  const [first] = unit.questions
  const words = evens(flow.design) && first?.content?.trim() ? wordsHeight(flow, first) : 0
  need(flow, heading.height + (words <= tallest(flow) ? Math.max(least, words) : least))
  heading.run()
  for (let next = 0; next < unit.questions.length;) {
    const q = unit.questions[next]!
    if (q.content?.trim()) {
      layWordBlank(flow, unit, q)
      next++
    } else next = layBlankRows(flow, unit, next)
  }
}

/**
 * How many blanks stand on each row from `from` on, and how many have room there. From 1.5.5 on nearly as many on each, and
 * alike in all columns that they go over.
 */
const rowsOf = (flow: Flow, unit: CardUnit, from: number, count: number): { perRow: number; rows: number[] } => {
  if (!evens(flow.design)) {
    const perRow = perRowOf(flow, unit, count)
    return { perRow, rows: sizesOf(count, perRow, false) }
  }
  const before = unit.questions.slice(0, from).findLastIndex((q) => q.content?.trim()) + 1
  const all = from - before + count
  const perRow = perRowOf(flow, unit, all)
  const sizes = sizesOf(all, perRow, unit.perRow === undefined)
  let at = before
  const rows = sizes.filter((size) => (at += size) > from)
  return { perRow, rows }
}

/** So many rows of blanks are not parted. */
const fewRows = 3

const numberOf = (flow: Flow, number: string, x: number, y: number, w: number) =>
  flow.page.draws.push(text(rect(x, y, w, 5), `${number}.`, fitSize(`${number}.`, w, 3.5), { align: 'right' }))

/** What may stand above a blank's line: its score boxes, where they leave room to write. */
const blankBars = (flow: Flow, q: CardQuestion, w: number): Bar[] => {
  const bars = [{ questionIds: [q.questionId], fullScore: q.fullScore }]
  return barsHeight(bars, flow.design, w, tells(flow.design) ? 9 : 5) > 0 ? bars : []
}

/** The next column, which says of what it goes on. */
const goOn = (flow: Flow, unit: CardUnit, from = 1) => {
  nextColumn(flow)
  if (tells(flow.design) && from > 0) layContinued(flow, unit)
}

/** Blanks without words from `from` on, as far as the column goes; answers the first that is left. */
const layBlankRows = (flow: Flow, unit: CardUnit, from: number): number => {
  const end = unit.questions.findIndex((q, i) => i >= from && q.content?.trim())
  const count = (end < 0 ? unit.questions.length : end) - from
  const row = rowOf(flow)
  const { perRow, rows } = rowsOf(flow, unit, from, count)
  const fit = Math.min(rows.length, Math.floor((room(flow) - 1) / row))
  if (fit < 1) {
    goOn(flow, unit, from)
    return from
  }
  const frame = rect(flow.x, flow.y, flow.w, fit * row + 1)
  flow.page.draws.push(box(frame, 0.3, 1))
  const w = (flow.w - 1) / perRow
  const places = rows
    .slice(0, fit)
    .flatMap((size, line) => Array.from({ length: size }, (_, place) => ({ line, place })))
  const laid = places.length
  for (const [i, { line: at, place }] of places.entries()) {
    const q = unit.questions[from + i]!
    const x = flow.x + 0.5 + place * w
    const y = flow.y + 0.5 + at * row
    const cell = rect(x + 0.5, y + 0.5, w - 1.1, row - 1.1)
    const numberW = Math.min(10, cell.w * 0.4)
    numberOf(flow, q.number, cell.x + 0.5, cell.y + cell.h - 6.6, numberW - 1)
    const foot = cell.y + cell.h - 2
    flow.page.draws.push(line(cell.x + numberW + 0.5, foot, cell.x + cell.w - 1.5, foot, 0.25, 0.9))
    layBars(flow, blankBars(flow, q, cell.w - 2), cell.x + 1, cell.y + 1, cell.w - 2)
    addBlock(flow, { questionIds: [q.questionId], unitType: unit.unitType, part: 0, rect: cell })
  }
  use(flow, frame.h)
  if (from + laid < unit.questions.length && laid < count) goOn(flow, unit)
  return from + laid
}

const wordInset = 10
const wordsOf = (flow: Flow, { content = '' }: CardQuestion): ReturnType<typeof wrapWords> =>
  wrapWords(
    blankCount(content) === 0 ? `${content}____________` : content,
    flow.w - wordInset - 4,
    flow.look.size,
    evens(flow.design),
  )
/** Lines of words stand further apart where a column has the room, from 1.5.5 on; never so far that they are cut for it. */
const wordPitchOf = (flow: Flow, lines: number, top: number): number => {
  if (!evens(flow.design)) return wordPitch
  const held = (tallest(flow) - top - 3) / lines
  return round(Math.max(wordPitch, Math.min(held, wordPitch + flow.airy * (roomyWords - wordPitch))))
}
const roomyWords = 12
const wordFrame = (lines: number, top: number, pitch: number): number => Math.max(blankRow, top + lines * pitch + 2)
/** What stands over a question's words: its score boxes. */
const overWords = (flow: Flow, q: CardQuestion): { bars: Bar[]; top: number } => {
  const bars = [{ questionIds: [q.questionId], fullScore: q.fullScore }]
  return { bars, top: 1.2 + barsHeight(bars, flow.design, flow.w - wordInset - 4) }
}
const wordsHeight = (flow: Flow, q: CardQuestion): number => {
  const [lines, { top }] = [wordsOf(flow, q).length, overWords(flow, q)]
  // With the millimetre that stays free below a frame.
  return wordFrame(lines, top, wordPitchOf(flow, lines, top)) + 1
}
/** What any column has below its heading. */
const tallest = (flow: Flow): number => flow.sheet.floor - strip - 24

/** A blank with its words: as many lines as they take; from 1.5.5 on cut only where no column holds them. */
const layWordBlank = (flow: Flow, unit: CardUnit, q: CardQuestion) => {
  let lines = wordsOf(flow, q)
  const pitch = wordPitchOf(flow, lines.length, overWords(flow, q).top)
  if (evens(flow.design)) {
    const whole = wordsHeight(flow, q)
    if (whole > room(flow) && whole <= tallest(flow) && !flow.fresh) goOn(flow, unit, unit.questions.indexOf(q))
  }
  for (let part = 0; lines.length > 0; part++) {
    const { bars, top } = part === 0 ? overWords(flow, q) : { bars: [], top: 1.2 }
    const fit = Math.min(lines.length, Math.floor((room(flow) - top - 3) / pitch))
    if (fit < 1) {
      nextColumn(flow)
      part--
      continue
    }
    const frame = rect(flow.x, flow.y, flow.w, wordFrame(fit, top, pitch))
    flow.page.draws.push(box(frame, 0.3, 1))
    // From 1.5.4 on the number stands on the line of its words, as large as they.
    if (tells(flow.design)) {
      const { size } = flow.look
      const r = rect(flow.x + 1, flow.y + top + pitch - 1.6 - size, wordInset - 2, size + 0.8)
      flow.page.draws.push(text(r, `${q.number}.`, fitSize(`${q.number}.`, r.w, size), { align: 'right' }))
    } else numberOf(flow, q.number, flow.x + 1, flow.y + top + pitch - 6.2, wordInset - 2)
    if (top > 1.2) layBars(flow, bars, flow.x + wordInset, flow.y + 1.4, flow.w - wordInset - 4)
    drawWords(flow.page, lines.slice(0, fit), {
      x: flow.x + wordInset,
      y: flow.y + top,
      size: flow.look.size,
      pitch,
    })
    addBlock(flow, { questionIds: [q.questionId], unitType: unit.unitType, part, rect: frame })
    use(flow, frame.h)
    lines = lines.slice(fit)
    if (lines.length > 0) goOn(flow, unit, evens(flow.design) ? 1 : 0)
  }
}
