import type { CardDesign, CardPicture, CardQuestion, CardUnit } from '#shared/card/card.types.ts'
import { showScore } from '#shared/kit/score.ts'
import { box, image, line, rect, text } from './draw.ts'
import {
  type Flow,
  type Part,
  type Parted,
  addBlock,
  fills,
  isBare,
  momentOf,
  keepsNumbers,
  need,
  nextColumn,
  room,
  split,
  use,
  wholeColumn,
} from './flow.ts'
import { evens, reaches, tells } from '#shared/card/card.version.ts'
import { headingSaysWorth, optionalTitle, partsOf, subNumber } from './headings.ts'
import { pictureHeight, picturesOf, reachOf } from './cardPictures.ts'
import { type Bar, barWidth, barsHeight, layBars, layPicks, picksHeight } from './marks.ts'
import { clipText, textWidth, wrapText } from './textWidth.ts'
import { ceiling, strip } from './sheet.ts'
import { drawWords, wrapWords } from './words.ts'

/** Number and score as a block's heading: 17.（12分） */
export const label = (design: CardDesign, q: CardQuestion, unit?: CardUnit) => {
  const [, stem = q.number, sub] = (tells(design) ? subNumber.exec(q.number) : null) ?? []
  const number = sub === undefined ? `${stem}.` : `${stem}.（${sub}）`
  return design.hideScore || (tells(design) && unit?.questions.length === 1 && headingSaysWorth(unit, design))
    ? number
    : `${number}（${showScore(q.fullScore)}分）`
}
export const again = (number: string) => `${number}.（续）`

export type Heading = { run: () => void; height: number }

/** Unless its author says otherwise, a solution gets 6 mm a point, between 40 and 110 mm; 400 px where all are set. */
const defaultHeight = (score: number, design?: CardDesign) =>
  design?.customHeightMode ? 105.8 : Math.min(110, Math.max(40, 6 * (score / 100)))

/** What a framed answer is: its questions, what stands in it, how high it is. */
type Framed = {
  questions: CardQuestion[]
  unitType: number
  title: string
  more: string
  height: number
  /** What it earns: its share of what a column leaves over. */
  marks: number
  fixed: boolean
  splits: readonly number[]
  bars: Bar[]
  /** Boxes for which of the questions were answered. */
  picks: boolean
  /** The title says how to fill them in, no more: it stands back. */
  quiet: boolean
  /** The answers it is for; one needs no place of its own. */
  answers: readonly Part[]
  content: string
  pictures: readonly CardPicture[]
}

/** Words that say which pencil, as beside the type of the paper. */
const quietSize = 3
/** No part is lower than this. */
const least = 20
/** Words in a frame that is to be written in: so many lines of them are printed. */
export const wordLines = 8

/** What stands in the first part of a frame above the room to write: its words and boxes. */
const leadOf = (flow: Flow, framed: Framed) => {
  const { size, line: pitch } = flow.look
  const inner = flow.w - 4
  const title = wrapText(framed.title, inner, size, true, keepsNumbers(flow.design)).slice(0, 3)
  const words = framed.content ? wrapWords(framed.content, inner, size, evens(flow.design)).slice(0, wordLines) : []
  const picks = framed.picks ? picksHeight(flow.design, framed.questions, inner) : 0
  // From 1.5.4 on the only bar stands at the right of the heading's line, where it has the room.
  const said = title.length === 1 ? textWidth(title[0]!, size, true) : inner
  const beside =
    tells(flow.design) && framed.bars.length === 1 && said + 6 + barWidth(framed.bars[0]!, flow.design, inner) <= inner
  const tall = barsHeight(framed.bars, flow.design, inner)
  const bars = beside ? Math.max(0, tall - pitch + 0.4) : tall
  const extra = words.length * pitch + picks + bars
  return {
    extra,
    height: 1.6 + title.length * pitch + extra,
    run: (x: number, y: number) => {
      for (const [i, l] of title.entries()) {
        const look = framed.quiet ? ({ ink: 0.8 } as const) : ({ bold: true } as const)
        flow.page.draws.push(
          text(rect(x + 2, y + 1.2 + i * pitch, inner, pitch), l, framed.quiet ? quietSize : size, look),
        )
      }
      let at = y + 1.2 + title.length * pitch + 0.4
      if (beside && tall > 0) {
        layBars(flow, framed.bars, x + 2, y + 1.6, inner)
        at += bars
      }
      drawWords(flow.page, words, { x: x + 2, y: at - 0.4, size, pitch })
      at += words.length * pitch
      if (picks > 0) layPicks(flow, framed.questions, x + 2, at, inner)
      at += picks
      if (bars > 0 && !beside) layBars(flow, framed.bars, x + 2, at, inner)
      if (!beside) at += bars
      for (const p of framed.pictures)
        flow.page.draws.push(image(rect(x + 2 + p.x, at + p.y, p.w, pictureHeight(p)), p))
    },
  }
}

/** A heading never wraps into more lines than these, measured for the narrowest column. */
const lowOf = (flow: Flow, framed: Framed) =>
  Math.min(wrapText(framed.title, flow.w - 20, flow.look.size, true, keepsNumbers(flow.design)).length, 3) *
    flow.look.line +
  8

/** What an optional answer of ten points has at least, from 1.5.4 on, mm. */
const leastAnswer = 45

/** What the first part of a frame holds at least: its heading, its words and boxes, its pictures, and room to write. */
const mustHold = (flow: Flow, framed: Framed) => {
  const { extra, height } = leadOf(flow, framed)
  const pictures = reachOf(framed.pictures)
  const must = lowOf(flow, framed) + extra + (extra > 0 || pictures > 0 ? Math.max(least, pictures) : 0)
  const { answers, marks, fixed } = framed
  if (!tells(flow.design) || fixed || !framed.picks || answers.length < 2) return must
  const each = Math.min(leastAnswer, Math.max(least, (leastAnswer * marks) / answers.length / 1000))
  const all = height + answers.length * each
  return all <= wholeColumn(flow) ? Math.max(must, all) : must
}

/** A picture as wide as half a frame is written below of, a narrower one beside: a frame without a height grows by the first. */
const besides = (flow: Flow, pictures: readonly CardPicture[]) => reachOf(pictures.filter((p) => p.w > flow.w / 2))

/** How high a frame without a height of its author's may become, of the usual. */
const mostGrown = 4

/** Whether frames of a card have heights that the layout gives. */
export const growsItself = (design: CardDesign): boolean =>
  fills(design) &&
  !design.customHeightMode &&
  design.units.some((u) => u.height === undefined && framedTypes.has(u.unitType) && !isRuledUnit(u))
export const framedTypes = new Set([5, 6, 8, 9, 12])
const isRuledUnit = (unit: CardUnit) => unit.unitType === 6 && unit.rowNumber !== undefined

/** How far a frame gives way rather than being cut, or going on to the next column. */
const givesWay = (flow: Flow, framed: Framed): number => (framed.fixed ? 0.05 : fills(flow.design) ? 0.15 : 0.12)

/**
 * Where its author sets every height, a block that one column can hold is not cut; from 1.5 on no frame is that one
 * column can hold, unless its author cuts it or nothing but a head would stay behind.
 */
const staysWhole = (flow: Flow, height: number, cut = false) =>
  fills(flow.design)
    ? !cut &&
      height <= wholeColumn(flow) + (flow.held && tells(flow.design) ? strip - ceiling : 0) &&
      !(isBare(flow) && room(flow) >= split)
    : flow.design.customHeightMode === true && height <= flow.sheet.floor - 60

/** As high as it stood when a drag began, or as the hand wants it. */
const heldIn = ({ held }: Flow, framed: Framed): Framed => {
  const height = held?.get(framed.questions[0]?.questionId ?? '')
  return height === undefined ? framed : { ...framed, height, fixed: true }
}

/** A frame for several answers is not cut below a head: it has what is left there. */
const lowerBelowHead = (flow: Flow, framed: Framed): Framed =>
  tells(flow.design) && !framed.fixed && framed.answers.length > 1 && isBare(flow) && framed.splits.length === 0
    ? { ...framed, height: Math.min(framed.height, Math.max(room(flow), mustHold(flow, framed))) }
    : framed

/** One framed answer, cut into parts where a column ends. */
const layFramed = (flow: Flow, asked: Framed) => {
  const framed = heldIn(flow, lowerBelowHead(flow, asked))
  const { size, line: pitch } = flow.look
  // The heading needs its room, however low the author wants the frame.
  let left = Math.max(framed.height, mustHold(flow, framed))
  const cut = framed.splits.length > 0
  let whole = staysWhole(flow, left, cut)
  // A continuation is no lower than a first part.
  const rest = fills(flow.design) && !cut ? Math.min(split, left / 2) : least
  for (let part = 0; left > 0; part++) {
    const r = room(flow)
    const lead = leadOf(flow, framed)
    // What the first part must hold.
    const must = part === 0 ? mustHold(flow, framed) : least
    const want = framed.splits[part]
    let h = left
    const lacks = left - r
    const gives = lacks > 0 && lacks <= left * givesWay(flow, framed) && r >= Math.max(least, must)
    if (!flow.fresh && r < left && ((whole && !(gives && fills(flow.design))) || r < must)) {
      nextColumn(flow)
      whole = part === 0 ? staysWhole(flow, left, cut) : whole
      part--
      continue
    }
    if (want !== undefined && want < left) {
      h = Math.min(r, Math.max(want, must))
      left = Math.max(left - h, least)
    } else if (left > r) {
      // A little short: the frame gives way rather than being cut.
      const short = fills(flow.design) ? gives : !whole && lacks <= left * givesWay(flow, framed) && r >= least
      if (short) h = r
      else if (r >= split || (flow.fresh && r >= least)) {
        // Never leave a rest that is too low to write in.
        h = left - r < rest ? Math.max(least, left - rest) : r
      } else {
        nextColumn(flow)
        part--
        continue
      }
      left = short ? 0 : Math.max(left - h, rest === least ? least : split)
    } else left = 0
    // A height that stood already is in hundredths: it is not cut down by another.
    h = (flow.held ? Math.round : Math.floor)(h * 100) / 100
    const frame = rect(flow.x, flow.y, flow.w, h)
    const drawn = { ...frame }
    flow.page.draws.push(box(drawn, 0.3, 1))
    if (part === 0) lead.run(flow.x, flow.y)
    else {
      const more = clipText(framed.more, flow.w - 4, size, true)
      flow.page.draws.push(text(rect(flow.x + 2, flow.y + 1.2, flow.w - 4, pitch), more, size, { bold: true }))
    }
    if (
      framed.answers.length > 1 &&
      part === 0 &&
      left === 0 &&
      framed.pictures.length === 0 &&
      reaches(flow.design.cardVersion, '1.5.3')
    )
      flow.parted.push({ page: flow.page, frame, head: lead.height, parts: framed.answers })
    const ids = framed.questions.map((q) => q.questionId)
    addBlock(flow, { questionIds: ids, unitType: framed.unitType, part, rect: frame })
    use(flow, h)
    flow.elastic = { rects: [frame, drawn] }
    if (fills(flow.design) && !framed.fixed && !flow.design.customHeightMode && left === 0) {
      const most = Math.max(0, (framed.height / flow.scale) * mostGrown - h)
      const usual = framed.height / flow.scale
      const below = Math.min(h, Math.max(h * 0.85, mustHold(flow, framed)))
      flow.growing.push({
        rects: [frame, drawn],
        marks: framed.marks,
        most,
        after: momentOf(flow.page),
        usual,
        ...(part === 0 ? { least: below } : {}),
      })
    }
    if (left > 0) nextColumn(flow)
  }
}

/** To write a question's number on, mm. */
const numberLine = 16

/** Where one answer of a frame for several ends and the next begins, each with the number that it answers. */
export const partFrame = ({ look, design }: Flow, { page, frame, head, parts }: Parted) => {
  const { x, y, w, h } = frame
  const all = parts.reduce((sum, p) => sum + p.share, 0)
  let before = 0
  for (const [i, { share, name }] of parts.entries()) {
    const top = y + head + ((h - head) * before) / all
    before += share
    if (i > 0) page.draws.push(line(x + 2, top, x + w - 2, top, 0.2, 0.6, 1.2))
    if (name !== undefined) page.draws.push(text(rect(x + 2, top + 0.8, w - 4, look.line), name, look.size))
    else if (!tells(design)) page.draws.push(text(rect(x + 2, top + 0.8, w - 4, look.line), '第______题', look.size))
    else
      page.draws.push(
        text(rect(x + 2, top + 0.8, look.size, look.line), '第', look.size),
        line(x + 2.6 + look.size, top + 6.2, x + 2.6 + look.size + numberLine, top + 6.2, 0.25, 0.9),
        text(rect(x + 3.2 + look.size + numberLine, top + 0.8, look.size, look.line), '题', look.size),
      )
  }
}

/** What the beginning of a frame takes in its column. */
const firstOf = (flow: Flow, asked: Framed): number => {
  const framed = heldIn(flow, asked)
  const must = mustHold(flow, framed)
  const { height } = framed
  if (fills(flow.design) && staysWhole(flow, height, framed.splits.length > 0))
    return Math.max(height * (1 - givesWay(flow, framed)), must)
  return Math.max(staysWhole(flow, height) ? height : Math.min(height * 0.95, split), must)
}

/** Units 5, and 6 without lines: a frame a question. */
const solutionOf = (flow: Flow, unit: CardUnit, q: CardQuestion): Framed => {
  const { design, scale } = flow
  const pictures = picturesOf(design, [q])
  return {
    pictures,
    questions: [q],
    unitType: unit.unitType,
    title: label(design, q, unit),
    more: again(q.number),
    height: unit.height ?? defaultHeight(q.fullScore, design) * scale + besides(flow, pictures),
    marks: Math.max(1, q.fullScore),
    fixed: unit.height !== undefined,
    splits: unit.questions.length === 1 ? (unit.splitHeights ?? []) : [],
    bars: [{ questionIds: [q.questionId], fullScore: q.fullScore }],
    picks: false,
    quiet: false,
    answers: [],
    content: q.content?.trim() ?? '',
  }
}

/** Units 8, 9, 12: one frame for all questions of the unit. */
const combinedOf = (flow: Flow, unit: CardUnit): Framed => {
  const { design, w, scale } = flow
  const { questions } = unit
  const pictures = picturesOf(design, questions)
  const all = questions.map((q) => q.number)
  const numbers = all.length > 6 ? `${all[0]}—${all.at(-1)}` : all.join('、')
  const optional = unit.unitType === 8
  const pick = Math.min(unit.optionalCount ?? 1, questions.length)
  const score = optional ? questions[0]!.fullScore * pick : questions.reduce((sum, q) => sum + q.fullScore, 0)
  const worth = design.hideScore ? '' : `，${showScore(score)}分`
  const boxes = optional && picksHeight(design, questions, w - 4) > 0
  const choose = boxes ? '并用2B铅笔填涂所选题号' : '写清所选题号。我选做的题号是：________'
  const said = tells(design) && headingSaysWorth(unit, design)
  const { stem, subs } = partsOf(design, questions)
  const parted = !optional && subs.length > 0
  const asked = parted ? `${stem}.` : `${numbers}.`
  const together = design.hideScore || said ? asked : `${asked}（${parted ? '' : '共'}${showScore(score)}分）`
  // Each answer has the room of a question of its own, from 1.5.4 on.
  const each = tells(design) && optional ? Math.min(pick, Math.max(1, Math.floor(wholeColumn(flow) / leastAnswer))) : 1
  const usual = defaultHeight(score / each, design) * each
  return {
    questions,
    unitType: unit.unitType,
    title: optional
      ? fills(design) && boxes
        ? optionalTitle(design, unit, { numbers, pick, score })
        : `请考生在第${numbers}题中任选${pick}题作答（${questions.length}选${pick}${worth}），${choose}`
      : questions.length > 1
        ? together
        : label(design, questions[0]!, unit),
    more: again(numbers),
    height: unit.height ?? Math.min(usual * scale, each > 1 ? wholeColumn(flow) : Infinity) + besides(flow, pictures),
    pictures,
    marks: Math.max(1, score),
    fixed: unit.height !== undefined,
    splits: unit.splitHeights ?? [],
    // Of optional questions only what is chosen earns: one bar for all of them; from 1.5.4 on where one is answered.
    bars:
      optional && !(tells(design) && pick > 1)
        ? [{ questionIds: questions.map((q) => q.questionId), fullScore: score }]
        : questions.map((q) => ({
            questionIds: [q.questionId],
            fullScore: q.fullScore,
            ...(questions.length > 1 ? { name: q.number } : {}),
          })),
    picks: boxes,
    quiet: evens(design) && boxes && said,
    answers: optional
      ? Array.from({ length: pick }, () => ({ share: 1 }))
      : subs.map(({ q, sub }) => ({
          share: Math.max(1, q.fullScore),
          name: design.hideScore ? `（${sub}）` : `（${sub}）（${showScore(q.fullScore)}分）`,
        })),
    content: questions
      .map((q) => q.content?.trim() ?? '')
      .filter(Boolean)
      .join('\n'),
  }
}

/** Questions of a framed unit whose words run over more lines than are printed, where columns are `width` wide. */
export const wordsOver = (unit: CardUnit, width: number, size: number): string[] => {
  const lines = (content: string): number => (content === '' ? 0 : wrapWords(content, width - 4, size).length)
  const own = unit.questions.filter((q) => q.content?.trim())
  const together = combined.has(unit.unitType)
  const all = lines(own.map((q) => q.content!.trim()).join('\n'))
  return own.filter((q) => (together ? all : lines(q.content!.trim())) > wordLines).map((q) => q.number)
}

const combined = new Set([8, 9, 12])
const framesOf = (flow: Flow, unit: CardUnit): Framed[] =>
  combined.has(unit.unitType) ? [combinedOf(flow, unit)] : unit.questions.map((q) => solutionOf(flow, unit, q))

/** What the beginning of a framed unit takes below its heading. */
export const framedNeed = (flow: Flow, unit: CardUnit): number => firstOf(flow, framesOf(flow, unit)[0]!)

/** Units whose answers stand in frames: a heading is never alone. */
export const layFrames = (flow: Flow, unit: CardUnit, heading: Heading) => {
  const frames = framesOf(flow, unit)
  const breaks = (framed: Framed) => flow.breaks.has(framed.questions[0]!.questionId) && !flow.fresh
  if (breaks(frames[0]!)) nextColumn(flow)
  need(flow, heading.height + firstOf(flow, frames[0]!))
  heading.run()
  for (const [i, framed] of frames.entries()) {
    if (i > 0 && breaks(framed)) nextColumn(flow)
    layFramed(flow, framed)
  }
}
