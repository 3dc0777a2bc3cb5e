/**
 * An appeal about a choice question says what the answer is to be read as, and never a score: what it earns then follows by
 * the key as the change sets in force leave it. Pure.
 */
import { isObjective } from '#shared/exam/exam.types.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import { showScore } from '#shared/kit/score.ts'
import { applyEdits, keyPoints } from '../changes/change.rules.ts'
import type { ChangeEdit } from '../changes/change.types.ts'
import { optionName } from '../report.words.ts'

export const optionsOf = (q: Pick<PaperQuestion, 'unitType' | 'optionCount'>): string[] =>
  q.unitType === 3 ? ['T', 'F'] : [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.slice(0, q.optionCount ?? 4)]

/** The options in their order, each once; null where one is none of the question's. */
export const readAs = (
  q: Pick<PaperQuestion, 'unitType' | 'optionCount'>,
  letters: readonly string[],
): string | null => {
  const options = optionsOf(q)
  return letters.every((c) => options.includes(c)) ? options.filter((c) => letters.includes(c)).join('') : null
}

/** A question before any change set, and the edits in force. */
export type Keyed = { question: PaperQuestion; edits: readonly ChangeEdit[] }

/** By the paper's own key. */
const ownPoints = (q: PaperQuestion, letters: string): number =>
  q.answer ? keyPoints({ accepted: [{ letters: q.answer, points: q.fullScore }] }, q, letters) : 0

const keyEdits = ({ question, edits }: Keyed) =>
  edits.flatMap((e) => (e.kind === 'key' && e.questionId === question.questionId ? [e] : []))

/** Whether a key tells what an answer earns: of others a score is said as of what is marked. */
export const isKeyed = (of: Keyed): boolean =>
  isObjective(of.question) && ((of.question.answer ?? '') !== '' || keyEdits(of).length > 0)

/**
 * What this student's answer earns, read as these letters; null of a question that is voided. What was set for single
 * students is passed over: it stands in the place of what an answer earns.
 */
export const earnedBy = ({ question, edits }: Keyed, studentId: string): ((letters: string) => number | null) => {
  const own = edits.flatMap((e): ChangeEdit[] => {
    if (e.kind === 'state' || e.kind === 'set' || e.questionId !== question.questionId) return []
    if (e.kind !== 'add') return [e]
    const named = e.studentIds.find((id) => id === studentId)
    return named === undefined ? [] : [{ ...e, studentIds: [named] }]
  })
  return (letters) => {
    const columns = {
      studentId: [studentId] as never[],
      state: ['present' as const],
      scores: [[ownPoints(question, letters)]],
      chosen: [[letters]],
    }
    return applyEdits({ questions: [question], columns }, own).columns.scores[0]![0] ?? null
  }
}

/** Why a reading that was decided on is no edit any more: its key has been changed since, or it was said as a score. */
export const readingFaults = (
  of: Keyed,
  { studentId, score, letters }: { studentId: string; score: number; letters?: string | undefined },
): string[] => {
  if (!isKeyed(of)) return []
  if (letters === undefined) return ['选择题要说明应读作哪个选项，请重新答复']
  const earned = earnedBy(of, studentId)(letters)
  const name = optionName(letters, of.question.unitType === 3)
  return earned === null || earned === score ? [] : [`读作${name}现在得${showScore(earned)}分，请重新答复`]
}

/** Parts of a key of so many letters. */
const partsOf = (key: string, size: number): string[] =>
  [...key].map((_, at) =>
    [...(key + key).slice(at, at + size)].sort((a, b) => key.indexOf(a) - key.indexOf(b)).join(''),
  )

/** The answers that the key tells apart from all others, with what they are called. */
const tellingAnswers = (of: Keyed): { name: string; letters: string }[] => {
  const { question } = of
  const [last] = keyEdits(of).slice(-1)
  const key = last?.accepted[0]!.letters ?? question.answer!
  const named = [...new Set([key, ...(last?.accepted.map((a) => a.letters) ?? [])])]
  const types = of.edits.flatMap((e) => (e.kind === 'type' && e.questionId === question.questionId ? e.unitType : []))
  const isMany = (types.at(-1) ?? question.unitType) === 2
  const sizes = isMany ? [...key].slice(1).map((_, i) => key.length - 1 - i) : []
  return [
    ...named.map((letters) => ({ name: optionName(letters, question.unitType === 3), letters })),
    ...sizes.flatMap((size) => {
      const [letters] = partsOf(key, size).filter((part) => !named.includes(part))
      return letters === undefined ? [] : [{ name: `只选对${size}个`, letters }]
    }),
  ]
}

/** What answers of this student can earn, the least first; null where no key tells. */
const earnable = (of: Keyed, studentId: string): number[] | null => {
  if (!isKeyed(of)) return null
  const earn = earnedBy(of, studentId)
  const each = ['', ...tellingAnswers(of).map((a) => a.letters)].flatMap((letters) => earn(letters) ?? [])
  return each.length === 0 ? null : [...new Set(each)].sort((a, b) => a - b)
}

/**
 * Why scores of these students cannot be set so: no answer earns them. What no key tells is taken. What a bonus moves is
 * one student's own; all others of a question are told by one list.
 */
export const unearnedIn = (of: Keyed): ((set: { studentId: string; score: number }) => string | null) => {
  const shared = of.edits.some((e) => e.kind === 'add') ? undefined : earnable(of, '')
  return ({ studentId, score }) => {
    const each = shared === undefined ? earnable(of, studentId) : shared
    return each === null || each.includes(score)
      ? null
      : `选择题按答案只能得${each.map((points) => `${showScore(points)}分`).join('、')}`
  }
}

/** By which rule an answer earns, in a line: what who reads it anew goes by. */
export const earnsText = (of: Keyed, studentId: string): string => {
  const earn = earnedBy(of, studentId)
  const none = earn('')
  if (none === null) return '这道题已作废，不计分'
  const said = tellingAnswers(of)
    .map(({ name, letters }) => ({ name, score: earn(letters)! }))
    .filter(({ score }) => score !== none)
  if (said.length === 0) return `怎么填都得${showScore(none)}分`
  return `${said.map(({ name, score }) => `${name}得${showScore(score)}分`).join('，')}，其余${showScore(none)}分`
}
