/** The card against its paper: what differs, and the card brought back to it. */
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import { showScore } from '#shared/kit/score.ts'
import { chineseNumeral, designFromPaper } from './card.rules.ts'
import { cardVersion } from './card.version.ts'
import type { CardDesign, CardQuestion } from './card.types.ts'

type Question = Pick<PaperQuestion, 'questionId' | 'number' | 'unitType' | 'fullScore' | 'optionCount' | 'halfScore'>

const isObjective = (unitType: number): boolean => unitType <= 3
const optionsOf = (q: Question): number => (q.unitType === 3 ? 2 : (q.optionCount ?? 4))

/** A question fits a unit of its own objective type; a subjective one any unit that is written in. */
const fits = (q: Question, unitType: number): boolean =>
  isObjective(q.unitType) ? unitType === q.unitType : !isObjective(unitType) && unitType !== 10 && unitType !== 11

/** How a card differs from its paper's questions, in words for its author; empty when it does not. */
export const paperMismatch = (design: Pick<CardDesign, 'units'>, questions: readonly Question[]): string[] => {
  const mismatches: string[] = []
  const ofPaper = new Map(questions.map((q) => [q.questionId as string, q]))
  const onCard = new Set<string>()
  for (const unit of design.units) {
    for (const q of unit.questions) {
      onCard.add(q.questionId)
      const question = ofPaper.get(q.questionId)
      if (!question) {
        mismatches.push(`第${q.number}题已不在试卷中`)
        continue
      }
      if (!fits(question, unit.unitType)) mismatches.push(`第${q.number}题的题型与试卷不一致`)
      if (question.number !== q.number) mismatches.push(`试卷第${question.number}题在答题卡上的题号是${q.number}`)
      if (question.fullScore !== q.fullScore) {
        mismatches.push(
          `第${q.number}题的分值与试卷不一致：试卷${showScore(question.fullScore)}分，答题卡${showScore(q.fullScore)}分`,
        )
      }
      if (
        question.unitType === 2 &&
        q.halfScore !== undefined &&
        question.halfScore !== undefined &&
        question.halfScore !== q.halfScore
      )
        mismatches.push(
          `第${q.number}题的部分得分与试卷不一致：试卷${showScore(question.halfScore)}分，答题卡${showScore(q.halfScore)}分`,
        )
      if (
        isObjective(question.unitType) &&
        fits(question, unit.unitType) &&
        (q.optionCount ?? 0) !== optionsOf(question)
      ) {
        mismatches.push(
          `第${q.number}题的选项数量与试卷不一致：试卷${optionsOf(question)}个，答题卡${q.optionCount ?? 0}个`,
        )
      }
    }
  }
  for (const q of questions) if (!onCard.has(q.questionId)) mismatches.push(`试卷第${q.number}题不在答题卡上`)
  return mismatches
}

const written = (q: Question, before?: CardQuestion): CardQuestion => ({
  questionId: q.questionId,
  number: q.number,
  fullScore: q.fullScore,
  ...(isObjective(q.unitType) ? { optionCount: optionsOf(q) } : {}),
  ...(q.unitType === 2 && q.halfScore !== undefined ? { halfScore: q.halfScore } : {}),
  // The author's own words stay.
  ...(before?.content === undefined ? {} : { content: before.content }),
})

/**
 * The card brought to its paper: what the paper no longer has goes, numbers, scores and options become the paper's, and
 * what is missing joins the unit of its neighbour where it fits, or a unit of its own at the end. Headings, heights and
 * order stay as their author made them. A card without `paperMismatch` comes back as it is.
 */
export const matchPaper = (design: CardDesign, questions: readonly Question[]): CardDesign => {
  if (paperMismatch(design, questions).length === 0) return design
  const ofPaper = new Map(questions.map((q) => [q.questionId as string, q]))
  const placed = new Set<string>()
  const units = design.units.flatMap((unit) => {
    const kept = unit.questions.flatMap((q) => {
      const own = ofPaper.get(q.questionId)
      if (!own || placed.has(q.questionId) || !fits(own, unit.unitType)) return []
      placed.add(q.questionId)
      return [written(own, q)]
    })
    return unit.questions.length > 0 && kept.length === 0 ? [] : [{ ...unit, questions: kept }]
  })
  const ids = new Set(units.map((u) => u.unitId))
  for (const [i, q] of questions.entries()) {
    if (placed.has(q.questionId)) continue
    placed.add(q.questionId)
    const before = questions[i - 1]?.questionId
    const home = units.find(
      (u) =>
        u.questions.some((x) => x.questionId === before) && fits(q, u.unitType) && u.unitType !== 6 && u.unitType !== 7,
    )
    if (home && q.unitType !== 6 && q.unitType !== 7) {
      const at = home.questions.findIndex((x) => x.questionId === before)
      home.questions = home.questions.toSpliced(at + 1, 0, written(q))
      continue
    }
    let n = units.length + 1
    while (ids.has(`u${n}`)) n++
    ids.add(`u${n}`)
    const headed = units.filter((u) => u.unitType !== 10 && u.unitType !== 11).length + 1
    const [made] = designFromPaper({ title: design.title, questions: [q] }).units
    units.push({ ...made!, unitId: `u${n}`, title: made!.title!.replace(/^一/, chineseNumeral(headed)) })
  }
  // A question that is gone takes its pictures with it.
  const { pictures, ...rest } = design
  const kept = pictures?.filter((p) => p.questionId === undefined || ofPaper.has(p.questionId))
  return { ...rest, ...(kept ? { pictures: kept } : {}), units }
}

/** What belongs to one card alone and is never taken from another. */
const own = ['schema', 'title', 'subtitle', 'units', 'pictures', 'cardVersion'] as const

/** A design with another's settings: paper, student number, headings; its own title and questions. */
export const withSettingsOf = (design: CardDesign, other: CardDesign): CardDesign => {
  const kept = Object.fromEntries(own.flatMap((k) => (design[k] === undefined ? [] : [[k, design[k]]])))
  const taken = Object.fromEntries(Object.entries(other).filter(([k]) => !(own as readonly string[]).includes(k)))
  // Settings that the first engine did not know make the card one of the present version.
  return { ...taken, ...kept, cardVersion } as CardDesign
}

/**
 * A new paper's design made like another paper's: its layout and settings, the new paper's title and questions, which are
 * the former's where they have the same number. Pictures are the other card's own and stay with it.
 */
export const likeDesign = (
  design: CardDesign,
  former: CardDesign,
  formerQuestions: readonly Question[],
  questions: readonly Question[],
): CardDesign => {
  const numbers = new Map(formerQuestions.map((q) => [q.questionId as string, q.number]))
  const own = new Map(questions.map((q) => [q.number, q.questionId as string]))
  const units = former.units.map((unit) => ({
    ...unit,
    // What the paper does not know keeps its id, and is taken out.
    questions: unit.questions.map((q) => ({
      ...q,
      questionId: own.get(numbers.get(q.questionId) ?? '') ?? q.questionId,
    })),
  }))
  return matchPaper(
    withSettingsOf(
      { ...design, units },
      { ...former, studentNumber: { ...former.studentNumber, length: design.studentNumber.length } },
    ),
    questions,
  )
}
