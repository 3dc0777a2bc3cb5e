/** Writing: English on ruled lines, Chinese in squares. */
import type { CardQuestion, CardUnit } from '#shared/card/card.types.ts'
import { type Heading, again, label } from './answers.ts'
import { box, line, rect, round, text } from './draw.ts'
import { type Flow, addBlock, fills, isBare, need, nextColumn, room, split, use, wholeColumn } from './flow.ts'
import { type Bar, barsHeight, layBars } from './marks.ts'

const barsOf = (q: CardQuestion): Bar[] => [{ questionIds: [q.questionId], fullScore: q.fullScore }]

/** The head of a part: its words, and on the first one the score boxes. */
const layTop = (flow: Flow, q: CardQuestion, part: number, at: number) => {
  const title = part === 0 ? label(flow.design, q) : again(q.number)
  flow.page.draws.push(text(rect(flow.x + 2, flow.y + at, flow.w - 4, 5), title, flow.look.size, { bold: true }))
  if (part === 0 && barsHeight(barsOf(q), flow.design, flow.w - 4) > 0) {
    layBars(flow, barsOf(q), flow.x + 2, flow.y + at + 5.4, flow.w - 4)
  }
}

const linePitch = 11
const square = 8.2
const squarePitch = 10.3
/** The head of a part, with the score boxes on the first one. */
const headOf = (flow: Flow, unit: CardUnit, q: CardQuestion, part: number) =>
  (unit.unitType === 7 ? 8 : 7) + (part === 0 ? barsHeight(barsOf(q), flow.design, flow.w - 4) : 0)

/** From 1.5 on the rows of squares leave room for a count that can be read. */
const squareRows = (flow: Flow) => (fills(flow.design) ? 10.8 : squarePitch)

/** What the beginning of a writing takes below its heading: three lines; from 1.5 on all of it where a column holds it. */
export const writingNeed = (flow: Flow, unit: CardUnit): number => {
  const [q] = unit.questions
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
      layTop(flow, q, part, 1.2)
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
      layTop(flow, q, part, 1.4)
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
