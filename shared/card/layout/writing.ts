/** Writing: English on ruled lines, Chinese in squares. */
import type { CardQuestion, CardUnit } from '#shared/card/card.types.ts'
import type { PageGeometry, Rect } from '#shared/card/geometry/geometry.types.ts'
import { type Heading, again, label } from './answers.ts'
import { box, line, rect, round, text } from './draw.ts'
import { evens, tells } from '#shared/card/card.version.ts'
import {
  type Flow,
  addBlock,
  fills,
  isBare,
  momentOf,
  need,
  nextColumn,
  room,
  split,
  use,
  wholeColumn,
} from './flow.ts'
import { type Bar, barWidth, barsHeight, layBars } from './marks.ts'
import { ceiling, strip } from './sheet.ts'
import { textWidth } from './textWidth.ts'

const barsOf = (q: CardQuestion): Bar[] => [{ questionIds: [q.questionId], fullScore: q.fullScore }]

/** The head of a part: its words, and on the first one the score boxes. */
const layTop = (flow: Flow, unit: CardUnit, q: CardQuestion, part: number, at: number) => {
  const title = part === 0 ? label(flow.design, q, unit) : again(q.number)
  flow.page.draws.push(text(rect(flow.x + 2, flow.y + at, flow.w - 4, 5), title, flow.look.size, { bold: true }))
  if (part === 0 && barsHeight(barsOf(q), flow.design, flow.w - 4) > 0) {
    layBars(flow, barsOf(q), flow.x + 2, flow.y + at + (barBeside(flow, q) ? 1 : 5.4), flow.w - 4)
  }
}

const linePitch = 11
const square = 8.2
const squarePitch = 10.3
/** The head of a part, with the score boxes on the first one. */
const headOf = (flow: Flow, unit: CardUnit, q: CardQuestion, part: number) =>
  (unit.unitType === 7 ? 8 : 7) + (part === 0 ? barsAt(flow, q) : 0)
/** From 1.5.4 on a bar stands at the right of the number's line, where that has the room. */
const barBeside = (flow: Flow, q: CardQuestion): boolean =>
  tells(flow.design) &&
  textWidth(label(flow.design, q), flow.look.size, true) + 6 + barWidth(barsOf(q)[0]!, flow.design, flow.w - 4) <=
    flow.w - 4
/** What bars take below the number's line. */
const barsAt = (flow: Flow, q: CardQuestion): number => {
  const height = barsHeight(barsOf(q), flow.design, flow.w - 4)
  return barBeside(flow, q) ? Math.max(0, height - 5) : height
}

/** From 1.5 on the rows of squares leave room for a count that can be read. */
const squareRows = (flow: Flow) => (fills(flow.design) ? 10.8 : squarePitch)

/** What the beginning of a writing takes below its heading: three lines; from 1.5 on all of it where a column holds it. */
export const writingNeed = (flow: Flow, unit: CardUnit): number => {
  const [q] = unit.questions
  if (tells(flow.design)) return writingStart(flow, unit, q!)
  const head = headOf(flow, unit, q!, 0)
  const all = wholeOf(flow, unit, q!)
  if (fills(flow.design) && all <= wholeColumn(flow) && !(isBare(flow) && room(flow) >= split)) return all
  return unit.unitType === 7 ? head + squareRows(flow) * 3 + 3 : head + linePitch * 3 + 2
}

/** How high a writing is where nothing cuts it. */
const wholeOf = (flow: Flow, unit: CardUnit, q: CardQuestion): number => {
  const head = headOf(flow, unit, q, 0)
  if (unit.unitType !== 7) return head + (unit.rowNumber ?? 10) * linePitch + 2
  return head + Math.ceil((unit.totalNumber ?? 800) / Math.floor((flow.w - 3) / square)) * squareRows(flow) + 1.5
}

/** A further writing of the same unit stays whole alike. */
const startWhole = (flow: Flow, unit: CardUnit, q: CardQuestion) => {
  if (fills(flow.design) && q !== unit.questions[0]) need(flow, Math.min(writingNeed(flow, unit), wholeColumn(flow)))
}

/** Unit 6 with rowNumber: ruled lines 11 mm apart (2 §9). */
export const layEnglish = (flow: Flow, unit: CardUnit, heading: Heading) => {
  if (tells(flow.design)) return layWriting(flow, unit, heading)
  const pitch = linePitch
  need(flow, heading.height + writingNeed(flow, unit))
  heading.run()
  for (const q of unit.questions) {
    startWhole(flow, unit, q)
    let left = unit.rowNumber ?? 10
    for (let part = 0; left > 0; part++) {
      const head = headOf(flow, unit, q, part)
      const fit = Math.min(left, Math.floor((room(flow) - head - 2) / pitch))
      if (fit < Math.min(3, left) && !flow.fresh) {
        nextColumn(flow)
        part--
        continue
      }
      const frame = rect(flow.x, flow.y, flow.w, head + fit * pitch + 2)
      const drawn = { ...frame }
      flow.page.draws.push(box(drawn, 0.3, 1))
      layTop(flow, unit, q, part, 1.2)
      for (let i = 1; i <= fit; i++) {
        const y = flow.y + head + i * pitch - 1
        flow.page.draws.push(line(flow.x + 5, y, flow.x + flow.w - 5, y, 0.2, 0.8))
      }
      addBlock(flow, { questionIds: [q.questionId], unitType: unit.unitType, part, rect: frame })
      use(flow, frame.h)
      left -= fit
      if (left > 0) nextColumn(flow)
    }
  }
}

/** Unit 7: squares of 31 px (8.2 mm), a count below every hundredth square, 续 where it goes on. */
export const layChinese = (flow: Flow, unit: CardUnit, heading: Heading) => {
  if (tells(flow.design)) return layWriting(flow, unit, heading)
  const pitch = squareRows(flow)
  const big = fills(flow.design)
  need(flow, heading.height + writingNeed(flow, unit))
  heading.run()
  for (const q of unit.questions) {
    startWhole(flow, unit, q)
    const total = unit.totalNumber ?? 800
    let left = total
    let written = 0
    for (let part = 0; left > 0; part++) {
      const head = headOf(flow, unit, q, part)
      const across = Math.floor((flow.w - 3) / square)
      const rows = Math.min(Math.ceil(left / across), Math.floor((room(flow) - head - 1.5) / pitch))
      if (rows < 3 && rows < Math.ceil(left / across) && !flow.fresh) {
        nextColumn(flow)
        part--
        continue
      }
      const frame = rect(flow.x, flow.y, flow.w, head + rows * pitch + 1.5)
      const d = flow.page.draws
      d.push(box({ ...frame }, 0.3, 1))
      layTop(flow, unit, q, part, 1.4)
      const x = round(flow.x + (flow.w - across * square) / 2)
      for (let row = 0; row < rows; row++) {
        const y = flow.y + head + row * pitch
        d.push(box(rect(x, y, across * square, square), 0.15, 0.75))
        for (let i = 1; i < across; i++) d.push(line(x + i * square, y, x + i * square, y + square, 0.12, 0.6))
        const before = written
        written += across
        left -= across
        const hundred = Math.floor(written / 100) * 100
        if (hundred > before && hundred <= total) {
          const at = x + (hundred - before) * square
          d.push(
            big
              ? text(rect(at - square - 6, y + square + 0.1, square + 6, 2.4), `▲${hundred}字`, 2.2, { align: 'right' })
              : text(rect(at - square - 6, y + square + 0.1, square + 6, 1.9), `▲${hundred}字`, 1.7, {
                  align: 'right',
                  ink: 0.7,
                }),
          )
        }
      }
      addBlock(flow, { questionIds: [q.questionId], unitType: unit.unitType, part, rect: frame })
      use(flow, frame.h)
      if (left > 0) nextColumn(flow)
    }
  }
}

/** From 1.5.4 on: how far rows may come together so that a column or a side holds all of them, and below them. */
const pitches = { 6: [11, 10.75, 10.5], 7: [10.8, 10.65, 10.5, 10.4] } as const
const foot = { 6: 2, 7: 1.5 } as const
/** A part of a writing has so many rows, or all that are left. */
const leastRows = 5
/** What is left of a column is given to a writing: lines all of it, squares up to this share of what was asked. */
const mostMore = { 6: Infinity, 7: 0.25 } as const
/** Rows of lines are counted in those of an upright A4 page, mm: a narrower column has more of them. */
const fullLine = 176

type Kind = 6 | 7
const kindOf = (unit: CardUnit): Kind => (unit.unitType === 7 ? 7 : 6)
const acrossOf = (w: number): number => Math.floor((w - 3) / square)
/** Rows that a writing has in columns of `w` mm. */
const rowsOf = (unit: CardUnit, w: number): number =>
  unit.unitType === 7
    ? Math.ceil((unit.totalNumber ?? 800) / acrossOf(w))
    : Math.max(unit.rowNumber ?? 10, Math.ceil(((unit.rowNumber ?? 10) * fullLine) / (w - 10) - 0.2))

const fit = (unit: CardUnit, height: number, head: number, pitch: number): number =>
  Math.max(0, Math.floor((height - head - foot[kindOf(unit)] + 0.001) / pitch))

/** Rows that the columns of this side hold from the cursor on, or those of the next side. */
const sideHolds = (flow: Flow, unit: CardUnit, q: CardQuestion, pitch: number, here: number): number => {
  const { sheet } = flow
  const columns = Array.from({ length: sheet.columns - flow.column - 1 }, (_, i) => {
    const index = flow.column + 1 + i
    const top = flow.tops.get(flow.page.page)?.[index] ?? (index === sheet.columns - 1 ? strip : ceiling)
    return flow.bottom - top
  })
  const first = fit(unit, here, headOf(flow, unit, q, 0), pitch)
  const starts = first >= Math.min(leastRows, rowsOf(unit, flow.w))
  const others = columns.map((h, i) => fit(unit, h, headOf(flow, unit, q, starts || i > 0 ? 1 : 0), pitch))
  return (starts ? first : 0) + others.reduce((a, b) => a + b, 0)
}
const nextSideHolds = (flow: Flow, unit: CardUnit, q: CardQuestion, pitch: number, heading: number): number => {
  const { columns } = flow.sheet
  return Array.from({ length: columns }, (_, i) => {
    const top = (i === columns - 1 ? strip : ceiling) + (i === 0 ? heading : 0)
    return fit(unit, flow.bottom - top, headOf(flow, unit, q, i === 0 ? 0 : 1), pitch)
  }).reduce((a, b) => a + b, 0)
}

/** What the beginning takes: all of it where a column holds it, closer where that saves the column; else some rows. */
const writingStart = (flow: Flow, unit: CardUnit, q: CardQuestion, heading = 0): number => {
  const kind = kindOf(unit)
  const head = headOf(flow, unit, q, 0)
  const rows = rowsOf(unit, flow.w)
  const wholeAt = (pitch: number) => head + rows * pitch + foot[kind]
  const few = head + Math.min(rows, leastRows) * pitches[kind][0] + foot[kind]
  // Lines go on in the next column rather than leave this one white.
  if (kind === 6 && flow.cut && sideHolds(flow, unit, q, pitches[kind].at(-1)!, room(flow) - heading) >= rows)
    return few
  const closest = wholeAt(pitches[kind].at(-1)!)
  if (heading + closest <= wholeColumn(flow) && !(isBare(flow) && room(flow) >= split)) return closest
  return few
}

/** Where a composition begins, from 1.5.5 on lines too, and how close rows stand: on one side if any side holds it. */
const startOf = (flow: Flow, unit: CardUnit, q: CardQuestion, heading: number): number => {
  const kind = kindOf(unit)
  const rows = rowsOf(unit, flow.w)
  const all = pitches[kind]
  const holds = (of: typeof sideHolds, more: number) => all.find((p) => of(flow, unit, q, p, more) >= rows)
  const here = holds(sideHolds, room(flow) - heading)
  if (kind === 6 && (flow.close || !evens(flow.design))) return flow.close ? all.at(-1)! : (here ?? all[0])
  if (here !== undefined) return here
  const next = holds(nextSideHolds, heading)
  if (next === undefined || !(kind === 6 || flow.wholeSides) || isBare(flow)) return all[0]
  const { page } = flow
  while (flow.page === page) {
    nextColumn(flow)
    if (flow.page === page && evens(flow.design)) flow.goOn?.()
  }
  return next
}

/** A writing as its parts are laid, one a column. */
type Writing = { unit: CardUnit; q: CardQuestion; part: number; written: { count: number } }

/** A part of so many rows; behind the last one further rows are welcome, before it less than one is left. */
const layPart = (flow: Flow, writing: Writing, rows: number, pitch: number, last: boolean) => {
  const { unit, q, part, written } = writing
  const kind = kindOf(unit)
  const head = headOf(flow, unit, q, part)
  const frame = rect(flow.x, flow.y, flow.w, head + rows * pitch + foot[kind])
  const drawn = { ...frame }
  const { page } = flow
  page.draws.push(box(drawn, 0.3, 1))
  layTop(flow, unit, q, part, kind === 7 ? 1.4 : 1.2)
  addBlock(flow, { questionIds: [q.questionId], unitType: unit.unitType, part, rect: frame })
  use(flow, frame.h)
  const most = last ? Math.max(pitch, rowsOf(unit, flow.w) * pitch * mostMore[kind]) : pitch
  flow.growing.push({ rects: [frame, drawn], marks: Math.max(1, q.fullScore), most, after: momentOf(page) })
  const own = { frame, head, rows, pitch, written }
  flow.ruled.push({
    page,
    beside: kind === 7,
    step: () => stepOf(unit, own),
    draw: (step) => drawRows(page, unit, own, step),
  })
  // Lines go on over columns of their side that nothing else begins in.
  if (kind === 6)
    flow.goOn = () => {
      const next = { ...writing, part: part + 1 }
      layPart(flow, next, fit(unit, room(flow), headOf(flow, unit, q, next.part), pitch), pitch, true)
    }
}

/** Ruled lines or squares: rows stand closer to stay together, and what a column leaves over becomes rows. */
const layWriting = (flow: Flow, unit: CardUnit, heading: Heading) => {
  for (const [i, q] of unit.questions.entries()) {
    const top = i === 0 ? heading.height : 0
    const pitch = startOf(flow, unit, q, top)
    // Asked again in each column: below a head alone less will do.
    while (room(flow) < top + writingStart(flow, unit, q, top) && !flow.fresh) nextColumn(flow)
    if (i === 0) heading.run()
    let left = rowsOf(unit, flow.w)
    const written = { count: 0 }
    const wholeHere = all(flow, unit, q, left, pitch)
    for (let part = 0; left > 0; part++) {
      const close = part === 0 && wholeHere !== undefined ? wholeHere : pitch
      const rows = Math.min(left, fit(unit, room(flow), headOf(flow, unit, q, part), close))
      if (rows < Math.min(leastRows, left) && !flow.fresh) {
        nextColumn(flow)
        part--
        continue
      }
      left -= rows
      layPart(flow, { unit, q, part, written }, rows, close, left <= 0)
      if (left > 0) nextColumn(flow)
    }
  }
}

/** The pitch at which the column holds all rows from the cursor on; undefined where it does not. */
const all = (flow: Flow, unit: CardUnit, q: CardQuestion, rows: number, from: number): number | undefined =>
  pitches[kindOf(unit)].find((p) => p <= from && fit(unit, room(flow), headOf(flow, unit, q, 0), p) >= rows)

type Rows = { frame: Rect; head: number; rows: number; pitch: number; written: { count: number } }

/** Rows spread over what the frame has come to hold. */
const stepOf = (unit: CardUnit, { frame, head, rows, pitch }: Rows): number => {
  const free = frame.h - head - foot[kindOf(unit)]
  return free / Math.max(rows, Math.floor((free + 0.01) / pitch))
}

/** Side by side the rows of all parts of a writing stand on one pitch, the closest: what is left is below the last row. */
export const drawRuled = ({ ruled }: Pick<Flow, 'ruled'>) => {
  for (const { page, beside, step, draw } of ruled)
    draw(beside ? Math.min(...ruled.filter((r) => r.beside && r.page === page).map((r) => r.step())) : step())
}

/** Draws as many rows as the frame has come to hold. */
const drawRows = (page: PageGeometry, unit: CardUnit, { frame, head, rows, pitch, written }: Rows, step: number) => {
  const free = frame.h - head - foot[kindOf(unit)]
  const count = Math.max(rows, Math.floor((free + 0.01) / pitch))
  const d = page.draws
  if (unit.unitType !== 7) {
    for (let i = 1; i <= count; i++) {
      const y = frame.y + head + i * step - 1
      d.push(line(frame.x + 5, y, frame.x + frame.w - 5, y, 0.2, 0.8))
    }
    return
  }
  const across = acrossOf(frame.w)
  const x = round(frame.x + (frame.w - across * square) / 2)
  for (let row = 0; row < count; row++) {
    const y = frame.y + head + row * step
    d.push(box(rect(x, y, across * square, square), 0.15, 0.75))
    for (let i = 1; i < across; i++) d.push(line(x + i * square, y, x + i * square, y + square, 0.12, 0.6))
    const before = written.count
    written.count += across
    const hundred = Math.floor(written.count / 100) * 100
    if (hundred <= before) continue
    const at = x + (hundred - before) * square
    d.push(text(rect(at - square - 6, y + square, square + 6, 2.2), `▲${hundred}字`, 2.2, { align: 'right' }))
  }
}
