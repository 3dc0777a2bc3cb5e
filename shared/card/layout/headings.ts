/** What a type of questions is announced by. */
import type { CardDesign, CardQuestion, CardUnit } from '#shared/card/card.types.ts'
import { unitTypes } from '#shared/card/card.types.ts'
import { evens, reaches, tells } from '#shared/card/card.version.ts'
import { showScore } from '#shared/kit/score.ts'
import { rect, text } from './draw.ts'
import { type Flow, use } from './flow.ts'
import { clipText, fitSize, textWidth, wrapText } from './textWidth.ts'

/** What a paper calls a type where our own name is the product's. */
export const paperNames: Partial<Record<number, string>> = { 6: '书面表达', 7: '作文' }

type Said = Pick<CardDesign, 'showUnitTitleScore' | 'hideScore' | 'hideHalfRight' | 'cardVersion'>

/** What an optional group earns, as a student understands it: how many to answer, and what they are worth. */
const optionalWorth = (unit: CardUnit): string => {
  const scores = unit.questions.map((q) => q.fullScore)
  const pick = Math.min(unit.optionalCount ?? 1, scores.length)
  const alike = scores.every((s) => s === scores[0])
  const worth = !alike
    ? ''
    : pick > 1
      ? `，每题${showScore(scores[0]!)}分，共${showScore(scores[0]! * pick)}分`
      : `，${showScore(scores[0]!)}分`
  return `${scores.length}题中任选${pick}题作答${worth}`
}

/** The heading as printed: the author's title, or the type's name; with count and total unless it speaks of 分 itself. */
export const headingText = (unit: CardUnit, said: Said = {}): string => {
  const title =
    unit.title?.trim() ||
    (tells(said) ? paperNames[unit.unitType] : undefined) ||
    unitTypes[unit.unitType as keyof typeof unitTypes]
  if (title.includes('分') || !unit.questions.length || said.hideScore || said.showUnitTitleScore === false)
    return title
  if (unit.unitType === 8 && unit.questions.length > 1 && reaches(said.cardVersion, '1.5'))
    return `${title}（${optionalWorth(unit)}）`
  const scores = unit.questions.map((q) => q.fullScore)
  const pick = unit.unitType === 8 ? Math.min(unit.optionalCount ?? 1, scores.length) : scores.length
  const total = unit.unitType === 8 ? (scores[0] ?? 0) * pick : scores.reduce((a, b) => a + b, 0)
  const each = scores.length > 1 && scores.every((s) => s === scores[0])
  const [half] = unit.questions.map((q) => q.halfScore)
  const incomplete =
    unit.unitType === 2 &&
    !said.hideHalfRight &&
    half !== undefined &&
    unit.questions.every((q) => q.halfScore === half)
      ? `，${tells(said) ? '部分选对' : '选对但不全'}得${showScore(half)}分`
      : ''
  return scores.length > 1
    ? `${title}（共${scores.length}小题${each ? `，每小题${showScore(scores[0]!)}分` : ''}${incomplete}，共${showScore(total)}分）`
    : `${title}（${showScore(total)}分${incomplete}）`
}

/** Whether the heading over a group says already what it earns. */
export const headingSaysWorth = (unit: CardUnit, design: CardDesign): boolean =>
  design.showUnitTitle !== false && headingText(unit, design).includes('分')

/** A part of a question: 17(1), or in wide brackets. */
export const subNumber = /^(.+?)[（(](\d+)[）)]$/u
/** The parts of one question; none where the questions are no parts of one. */
export const partsOf = (design: CardDesign, questions: readonly CardQuestion[]) => {
  const all = questions.map((q) => ({ q, found: subNumber.exec(q.number) }))
  const [stem] = all.map((a) => a.found?.[1])
  const together = tells(design) && stem !== undefined && all.length > 1 && all.every((a) => a.found?.[1] === stem)
  return { stem, subs: together ? all.map(({ q, found }) => ({ q, sub: found![2]! })) : [] }
}

/** What an optional group's frame asks. From 1.5.2 on its marks stand behind, unless the heading said them. */
export const optionalTitle = (
  design: CardDesign,
  unit: CardUnit,
  { numbers, pick, score }: { numbers: string; pick: number; score: number },
): string => {
  const worth = design.hideScore ? '' : `（${showScore(score)}分）`
  const words = `第${numbers}题中任选${pick}题作答`
  const fill = '，并用2B铅笔把所选题号涂黑'
  if (!reaches(design.cardVersion, '1.5.2')) return `${worth}${words}${fill}`
  if (tells(design) && headingSaysWorth(unit, design)) return '请用2B铅笔把所选题号涂黑'
  return `${words}${headingSaysWorth(unit, design) ? '' : worth}${fill}`
}

/** A heading in two: the name, and in small what it earns. */
export const captionOf = (design: CardDesign, unit: CardUnit): { title: string; worth: string } | undefined => {
  if (design.showUnitTitle === false) return undefined
  const [, title = '', worth = ''] = /^(.*?)(?:（([^（]*)）)?$/su.exec(headingText(unit, design)) ?? []
  return { title, worth: tells(design) ? worth : worth.replaceAll('小题', '题') }
}

/** A column that no usual heading and its pen fit into side by side, from 1.5.5 on. */
const narrowest = 100
export const isNarrow = ({ design, w }: Pick<Flow, 'design' | 'w'>): boolean => evens(design) && w < narrowest
const narrow = { title: 3.6, titleLine: 5, worth: 2.9, worthLine: 4, below: 0.8, pen: 2.7 } as const

/**
 * The name and the pen on one line, in small below them what it earns: cut by no line's end, and of one height, so that
 * what stands side by side is level.
 */
export const narrowHeading = (flow: Flow, unit: CardUnit, pen: string) => {
  const { title, worth } = captionOf(flow.design, unit)!
  const room = flow.w - 2
  const beside = textWidth(pen, narrow.pen) + 4
  const lines = wrapText(title, room - beside, narrow.title, true, true).slice(0, 3)
  const worthless = flow.design.hideScore || flow.design.showUnitTitleScore === false
  const height =
    lines.length * narrow.titleLine + (worth || (!worthless && lines.length < 2) ? narrow.worthLine : 0) + narrow.below
  return {
    height,
    run: () => {
      const d = flow.page.draws
      for (const [i, l] of lines.entries()) {
        const r = rect(flow.x + 0.5, flow.y + i * narrow.titleLine, room - beside + 1, narrow.titleLine)
        d.push(text(r, l, fitSize(l, r.w, narrow.title, true), { bold: true }))
      }
      d.push(text(rect(flow.x, flow.y, flow.w - 0.5, narrow.titleLine), pen, narrow.pen, { align: 'right', ink: 0.7 }))
      const r = rect(flow.x + 0.5, flow.y + lines.length * narrow.titleLine - 0.4, room, narrow.worthLine)
      if (worth) d.push(text(r, worth, fitSize(worth, r.w, narrow.worth), { ink: 0.85 }))
      use(flow, height, 0)
    },
  }
}

/** Over what goes on in another column, from 1.5.4 on. */
export const layContinued = (flow: Flow, unit: CardUnit) => {
  if (flow.design.showUnitTitle === false) return
  // The name alone: what it is worth stands where it begins.
  const name = headingText({ ...unit, questions: [] }).replace(/（[^（]*分[^（]*）$/u, '')
  const words = clipText(`${name}（续）`, flow.w - 2, 2.9, true)
  // Beside a heading it stands as low as that, so that their rows are level.
  const height = isNarrow(flow) ? narrow.titleLine + narrow.worthLine + narrow.below - 0.4 : 4
  const r = rect(flow.x + 0.5, flow.y + height - 4, flow.w - 1, 4)
  flow.page.draws.push(text(r, words, 2.9, { bold: true, ink: 0.8 }))
  use(flow, height, 0.4)
}
