/** The units of a card one after another, each below what announces it. */
import type { CardDesign, CardUnit } from '#shared/card/card.types.ts'
import { tells } from '#shared/card/card.version.ts'
import { framedNeed, layFrames } from './answers.ts'
import { layBlanks } from './blanks.ts'
import { layChoices, layShared, sharedPrefix } from './choices.ts'
import { box, rect, text } from './draw.ts'
import { type Flow, barredWords, endWhite, fills, keepsNumbers, need, use } from './flow.ts'
import { captionOf, headingText, isNarrow, narrowHeading } from './headings.ts'
import { ceiling, columnsOn, strip } from './sheet.ts'
import { fitSize, textWidth, wrapText } from './textWidth.ts'
import { layChinese, layEnglish, writingNeed } from './writing.ts'

const pens: Partial<Record<number, string>> = { 1: '请用2B铅笔填涂', 2: '请用2B铅笔填涂', 3: '请用2B铅笔填涂' }
const pen = '请用0.5毫米黑色签字笔书写'
/** The same where a line has less room. */
const shortPen = '黑色签字笔书写'
const shortPencil = '2B铅笔填涂'

const headingOf = (flow: Flow, unit: CardUnit) => {
  if (flow.design.showUnitTitle === false) return { height: 0, run: () => undefined }
  const short = unit.unitType <= 3 ? shortPencil : shortPen
  if (isNarrow(flow)) return narrowHeading(flow, unit, short)
  const content = headingText(unit, flow.design)
  const size = 3.6
  const lines = wrapText(content, flow.w - 2, size, true, keepsNumbers(flow.design)).slice(0, 4)
  const hint = pens[unit.unitType] ?? pen
  const used = textWidth(lines.at(-1) ?? '', size, true)
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

export const isRuled = (unit: CardUnit) => unit.unitType === 7 || (unit.unitType === 6 && unit.rowNumber !== undefined)

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
export const barUnused = (flow: Flow) => {
  const columns = columnsOn(flow.design, flow.sheet, flow.page.page)
  for (let i = flow.column + 1; i < columns.length; i++) {
    const { x, w } = columns[i]!
    const top = flow.tops.get(flow.page.page)?.[i] ?? (i === columns.length - 1 ? strip : ceiling)
    // From 1.5.4 on it ends where its neighbours do.
    const r = rect(x, top, w, (tells(flow.design) ? flow.bottom : flow.sheet.floor) - top)
    flow.mute += r.h
    flow.white += endWhite(flow.design, r.h)
    flow.page.draws.push(box(r, 0.2, 0.45))
    flow.page.draws.push(text(r, barredWords, 4.2, { align: 'center', ink: 0.45 }))
  }
}

const nextAnswered = (design: CardDesign, from: number) =>
  design.units.find((u, i) => i > from && u.questions.length > 0)

/** Choices that follow each other share a frame where they stand side by side in one band. */
export const layUnits = (flow: Flow) => {
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
