/** What is wrong with a card, and where. */
import { paperMismatch } from '#shared/card/card.match.ts'
import { cardProblems } from '#shared/card/card.rules.ts'
import type { CardDesign } from '#shared/card/card.types.ts'
import type { CardGeometry } from '#shared/card/geometry/geometry.types.ts'
import { wordLines, wordsOver } from '#shared/card/layout/answers.ts'
import { lookOf } from '#shared/card/layout/flow.ts'
import { coarsePictures, pictureProblems } from '#shared/card/layout/cardPictures.ts'
import { columnsOn, sheetOf } from '#shared/card/layout/sheet.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import { showScore } from '#shared/kit/score.ts'
import { resizable } from './edits.ts'

export type Mistake = {
  text: string
  unitId?: string
  /** Keeps the card from being published; otherwise it is only advice. */
  grave: boolean
  /** Goes away when the card is brought to its paper. */
  sync?: boolean
}

/** Two lines of handwriting and a margin; below it no student writes a solution. */
const roomMm = 24

/** Mistakes that keep the card from being published first, then advice; each names its unit where it has one. */
export const mistakesOf = (
  design: CardDesign,
  geometry: CardGeometry,
  questions: readonly PaperQuestion[],
): Mistake[] => {
  const found: Mistake[] = []
  const told = new Set<string>()
  const tell = (mistake: Mistake): void => {
    if (told.has(mistake.text)) return
    told.add(mistake.text)
    found.push(mistake)
  }
  const all = cardProblems(design)
  const differs = paperMismatch(design, questions)
  // What one unit alone has wrong is that unit's; what a card without any answers has wrong too is the card's.
  const bare = { ...design, title: '.', units: [{ unitId: '.', unitType: 10, title: '.', questions: [] }] }
  const whole = new Set(cardProblems(bare))
  for (const unit of design.units) {
    const alone = { ...design, title: '.', units: [unit] }
    const own = new Set([...cardProblems(alone), ...paperMismatch(alone, questions)])
    for (const text of all) if (own.has(text) && !whole.has(text)) tell({ text, unitId: unit.unitId, grave: true })
    for (const text of differs)
      if (own.has(text) && !text.endsWith('不在答题卡上')) tell({ text, unitId: unit.unitId, grave: true, sync: true })
  }
  for (const text of all) tell({ text, grave: true })
  for (const text of differs) tell({ text, grave: true, sync: true })

  const unitOf = (questionId: string | undefined) => {
    const unit = questionId && design.units.find((u) => u.questions.some((q) => q.questionId === questionId))
    return unit ? { unitId: unit.unitId } : {}
  }
  for (const { text, questionId } of pictureProblems(design, geometry))
    tell({ text, grave: true, ...unitOf(questionId) })
  for (const { name, questionId } of coarsePictures(design))
    tell({ text: `图片“${name}”像素太少，印出来会模糊，请缩小或换一张`, grave: false, ...unitOf(questionId) })

  const heights = new Map<string, number>()
  for (const b of geometry.pages.flatMap((p) => p.blocks))
    heights.set(b.questionIds[0]!, (heights.get(b.questionIds[0]!) ?? 0) + b.rect.h)
  const narrowest = Math.min(...columnsOn(design, sheetOf(design), 1).map((c) => c.w))
  for (const unit of design.units) {
    if (!resizable(unit)) continue
    for (const number of wordsOver(unit, narrowest, lookOf(design).size))
      tell({
        text: `第${number}题印上的文字超过${wordLines}行，只印前${wordLines}行`,
        unitId: unit.unitId,
        grave: false,
      })
    for (const q of unit.questions) {
      const height = heights.get(q.questionId)
      if (height !== undefined && height < roomMm && q.fullScore >= 500)
        tell({
          text: `第${q.number}题（${showScore(q.fullScore)}分）只有${Math.round(height)}毫米高，可能写不下`,
          unitId: unit.unitId,
          grave: false,
        })
    }
  }
  if (geometry.pages.length > 2)
    tell({ text: `共${geometry.pages.length}面，超过一张纸；多张答题卡容易散失，建议换成更大的版式`, grave: false })
  return found
}
