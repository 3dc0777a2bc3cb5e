import type { CardQuestion, CardUnit } from '#shared/card/card.types.ts'
import { showScore } from '#shared/kit/score.ts'
import { box, line, rect, round, text } from './draw.ts'
import { type Flow, addBlock, need, nextColumn, room, use } from './flow.ts'
import { clipText, fitSize, wrapText } from './text.ts'

/** Number and score as a block's heading: 17.（12分） */
const label = (q: CardQuestion) => `${q.number}.（${showScore(q.fullScore)}分）`
const again = (number: string) => `${number}.（续）`

type Heading = { run: () => void; height: number }

/** Units 4: rows of 13.2 mm (50 px) with the number and a line to write on; one block a blank. */
export const layBlanks = (flow: Flow, unit: CardUnit, heading: Heading) => {
  const rowH = 13.2
  need(flow, heading.height + rowH + 1)
  heading.run()
  let next = 0
  while (next < unit.questions.length) {
    const perRow = unit.perRow ?? Math.max(1, Math.min(4, Math.floor(flow.w / 40)))
    const rows = Math.ceil((unit.questions.length - next) / perRow)
    const fit = Math.min(rows, Math.floor((room(flow) - 1) / rowH))
    if (fit < 1) {
      nextColumn(flow)
      continue
    }
    const frame = rect(flow.x, flow.y, flow.w, fit * rowH + 1)
    flow.page.draws.push(box(frame, 0.3, 1))
    const w = (flow.w - 1) / perRow
    for (let i = 0; i < fit * perRow && next < unit.questions.length; i++, next++) {
      const q = unit.questions[next]!
      const x = flow.x + 0.5 + (i % perRow) * w
      const y = flow.y + 0.5 + Math.floor(i / perRow) * rowH
      const cell = rect(x + 0.5, y + 0.5, w - 1.1, rowH - 1.1)
      const numberW = Math.min(10, cell.w * 0.4)
      flow.page.draws.push(
        text(
          rect(cell.x + 0.5, cell.y + cell.h - 6.6, numberW - 1, 5),
          `${q.number}.`,
          fitSize(`${q.number}.`, numberW - 1, 3.5),
          {
            align: 'right',
          },
        ),
        line(cell.x + numberW + 0.5, cell.y + cell.h - 2, cell.x + cell.w - 1.5, cell.y + cell.h - 2, 0.25, 0.9),
      )
      addBlock(flow, { questionIds: [q.questionId], unitType: unit.unitType, part: 0, rect: cell })
    }
    use(flow, frame.h)
    if (next < unit.questions.length) nextColumn(flow)
  }
}

/** Unless its author says otherwise, a solution gets 6 mm a point, between 40 and 110 mm. */
export const defaultHeight = (score: number) => Math.min(110, Math.max(40, 6 * (score / 100)))

/** What a framed answer is: its questions, what stands in it, how high it is. */
type Framed = {
  questions: CardQuestion[]
  unitType: number
  title: string
  more: string
  height: number
  fixed: boolean
}

/** No part is lower than this; a frame is cut only where a first part of `split` mm stays. */
const least = 20
const split = 45

/** One framed answer, cut into parts where a column ends. */
const layFramed = (flow: Flow, framed: Framed) => {
  // The heading needs its room, however low the author wants the frame; measured for the narrowest column.
  const heads = wrapText(framed.title, flow.w - 20, 3.5, true).length
  let left = Math.max(framed.height, Math.min(heads, 3) * 4.8 + 8)
  for (let part = 0; left > 0; part++) {
    const r = room(flow)
    let h = left
    if (left > r) {
      // A little short: the frame gives way rather than being cut.
      const short = left - r <= left * (framed.fixed ? 0.05 : 0.12) && r >= least
      if (short) h = r
      else if (r >= split || (flow.fresh && r >= least)) {
        // Never leave a rest that is too low to write in.
        h = left - r < least ? Math.max(least, left - least) : r
      } else {
        nextColumn(flow)
        part--
        continue
      }
      left = short ? 0 : Math.max(left - h, least)
    } else left = 0
    h = Math.floor(h * 100) / 100
    const frame = rect(flow.x, flow.y, flow.w, h)
    const drawn = { ...frame }
    flow.page.draws.push(box(drawn, 0.3, 1))
    const title = part === 0 ? framed.title : clipText(framed.more, flow.w - 4, 3.5, true)
    for (const [i, l] of wrapText(title, flow.w - 4, 3.5, true)
      .slice(0, 3)
      .entries()) {
      flow.page.draws.push(text(rect(flow.x + 2, flow.y + 1.2 + i * 4.8, flow.w - 4, 4.8), l, 3.5, { bold: true }))
    }
    const ids = framed.questions.map((q) => q.questionId)
    addBlock(flow, { questionIds: ids, unitType: framed.unitType, part, rect: frame })
    use(flow, h)
    flow.elastic = { rects: [frame, drawn] }
    if (left > 0) nextColumn(flow)
  }
}

/** Units 5, and 6 without lines: a frame a question. */
export const laySolutions = (flow: Flow, unit: CardUnit, heading: Heading) => {
  for (const [i, q] of unit.questions.entries()) {
    const height = unit.height ?? defaultHeight(q.fullScore)
    if (i === 0) {
      need(flow, heading.height + Math.min(height * 0.95, split))
      heading.run()
    }
    layFramed(flow, {
      questions: [q],
      unitType: unit.unitType,
      title: label(q),
      more: again(q.number),
      height,
      fixed: unit.height !== undefined,
    })
  }
}

/** Units 8, 9, 12: one frame for all questions of the unit. */
export const layCombined = (flow: Flow, unit: CardUnit, heading: Heading) => {
  const all = unit.questions.map((q) => q.number)
  const numbers = all.length > 6 ? `${all[0]}—${all.at(-1)}` : all.join('、')
  const optional = unit.unitType === 8
  const pick = Math.min(unit.optionalCount ?? 1, unit.questions.length)
  const score = optional ? unit.questions[0]!.fullScore * pick : unit.questions.reduce((sum, q) => sum + q.fullScore, 0)
  const title = optional
    ? `请考生在第${numbers}题中任选${pick}题作答（${unit.questions.length}选${pick}，${showScore(score)}分），写清所选题号。我选做的题号是：________`
    : unit.questions.length > 1
      ? `${numbers}.（共${showScore(score)}分）`
      : label(unit.questions[0]!)
  const height = unit.height ?? defaultHeight(score)
  need(flow, heading.height + Math.min(height * 0.95, split))
  heading.run()
  layFramed(flow, {
    questions: unit.questions,
    unitType: unit.unitType,
    title,
    more: again(numbers),
    height,
    fixed: unit.height !== undefined,
  })
}

/** Unit 6 with rowNumber: ruled lines 11 mm apart (2 §9). */
export const layEnglish = (flow: Flow, unit: CardUnit, heading: Heading) => {
  const pitch = 11
  const head = 7
  need(flow, heading.height + head + pitch * 3 + 2)
  heading.run()
  for (const q of unit.questions) {
    let left = unit.rowNumber ?? 10
    for (let part = 0; left > 0; part++) {
      const fit = Math.min(left, Math.floor((room(flow) - head - 2) / pitch))
      if (fit < Math.min(3, left) && !flow.fresh) {
        nextColumn(flow)
        part--
        continue
      }
      const frame = rect(flow.x, flow.y, flow.w, head + fit * pitch + 2)
      const drawn = { ...frame }
      flow.page.draws.push(box(drawn, 0.3, 1))
      flow.page.draws.push(
        text(rect(flow.x + 2, flow.y + 1.2, flow.w - 4, 5), part === 0 ? label(q) : again(q.number), 3.5, {
          bold: true,
        }),
      )
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
  const square = 8.2
  const pitch = 10.3
  const head = 8
  need(flow, heading.height + head + pitch * 3 + 3)
  heading.run()
  for (const q of unit.questions) {
    let left = unit.totalNumber ?? 800
    let written = 0
    for (let part = 0; left > 0; part++) {
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
      const title = part === 0 ? label(q) : `${q.number}.（续）`
      d.push(text(rect(flow.x + 2, flow.y + 1.4, flow.w - 4, 5), title, 3.5, { bold: true }))
      const x = round(flow.x + (flow.w - across * square) / 2)
      for (let row = 0; row < rows; row++) {
        const y = flow.y + head + row * pitch
        d.push(box(rect(x, y, across * square, square), 0.15, 0.75))
        for (let i = 1; i < across; i++) d.push(line(x + i * square, y, x + i * square, y + square, 0.12, 0.6))
        const before = written
        written += across
        left -= across
        const hundred = Math.floor(written / 100) * 100
        if (hundred > before && hundred <= (unit.totalNumber ?? 800)) {
          const at = x + (hundred - before) * square
          d.push(
            text(rect(at - square - 6, y + square + 0.1, square + 6, 1.9), `▲${hundred}字`, 1.7, {
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
