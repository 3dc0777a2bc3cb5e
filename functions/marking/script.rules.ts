/**
 * The scores of one script from its answers: the first computation of I11. Of optional questions at most as many earn as
 * are to be answered; which they are must be known, or none of the group has a score.
 */
import { lettersOfA, objectiveScore, placeOnB } from '#shared/exam/exam.rules.ts'
import { isObjective } from '#shared/exam/exam.types.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import { answerState, standing } from '#shared/marking/marking.rules.ts'
import { canonical } from '#shared/kit/canonical.ts'
import { markRoles, notAnswered, pageMissing } from '#shared/marking/marking.types.ts'
import type { AnswerItem, MarkRole, ObjectiveAnswers } from '#shared/marking/marking.types.ts'

type Said = Pick<ObjectiveAnswers, 'chosen' | 'paperType' | 'picks' | 'decided' | 'unseen'>
type Answer = Pick<AnswerItem, 'paperId' | 'studentId' | 'imageVersion' | 'asked' | MarkRole>
/** What is kept of a script beside its head. */
export type ScriptParts = { objective: Said | null; answers: ReadonlyMap<string, Answer> }

/** Whether the student answered an optional question; null while that is in doubt. Where the card does not ask, all were. */
export const isAnswered = (script: Pick<ScriptParts, 'objective'>, q: PaperQuestion): boolean | null => {
  if (!q.optional || !script.objective) return true
  const { picks, decided } = script.objective
  return decided?.[q.questionId] ?? (picks ? (picks[q.questionId] ?? null) : true)
}

/** Whether a question's page is in the script at all: what is not there is not marked. */
export const isThere = (script: Pick<ScriptParts, 'objective'>, q: Pick<PaperQuestion, 'questionId'>): boolean =>
  script.objective?.unseen?.[q.questionId] === undefined

/** Whether there is anything to mark. */
export const isToMark = (script: Pick<ScriptParts, 'objective'>, q: PaperQuestion): boolean =>
  isAnswered(script, q) === true && isThere(script, q)

/** Letters chosen for a question, as paper A prints them; undefined while they are in doubt. */
const lettersIn = ({ objective }: ScriptParts, q: PaperQuestion): string | undefined => {
  const { paperType = 'A', chosen = {}, unseen } = objective ?? {}
  const onCard = (id: string): string | undefined => chosen[id] ?? (unseen?.[id] ? '' : undefined)
  if (!q.paperB || paperType === 'A') return onCard(q.questionId)
  const onB = paperType === 'B' ? onCard(placeOnB(q)) : undefined
  return onB === undefined ? undefined : lettersOfA(q, [...onB]).join('')
}

/** Whether a person has confirmed that the page of a question was not handed in. */
const isLacked = ({ objective }: ScriptParts, q: PaperQuestion): boolean => {
  const row = isObjective(q) && q.paperB && objective?.paperType === 'B' ? placeOnB(q) : q.questionId
  return objective?.unseen?.[row] === true && objective.chosen?.[row] === undefined
}

/** One question's score by itself, or −1 where none stands. */
const ownScore = (script: ScriptParts, q: PaperQuestion): number => {
  if (isObjective(q)) {
    const chosen = lettersIn(script, q)
    return chosen === undefined ? -1 : objectiveScore(q, [...chosen])
  }
  const answered = isAnswered(script, q)
  if (!answered) return answered === false ? 0 : -1
  const unseen = script.objective?.unseen?.[q.questionId]
  // A page that was not handed in, as a person has confirmed, earns nothing; until then nothing stands.
  if (unseen !== undefined) return unseen ? 0 : -1
  const item = script.answers.get(q.questionId)
  const state = item ? answerState(q, item) : null
  return state?.kind === 'scored' ? state.score : -1
}

/** The places of optional questions, by group. */
export const optionalGroups = (
  questions: readonly Pick<PaperQuestion, 'optional'>[],
): { group: string; count: number; places: number[] }[] => {
  const groups = new Map<string, { group: string; count: number; places: number[] }>()
  questions.forEach(({ optional }, place) => {
    if (!optional) return
    const own = groups.get(optional.group) ?? { ...optional, places: [] }
    own.places.push(place)
    groups.set(optional.group, own)
  })
  return [...groups.values()]
}

/** Whether the card, or a person, says which questions of a group were chosen. */
const isAsked = ({ objective }: ScriptParts, own: readonly PaperQuestion[]): boolean =>
  objective?.picks !== undefined || own.some((q) => objective?.decided?.[q.questionId] !== undefined)

/** Groups of which it is not known what was chosen, although that decides the score. */
const undecidedAmong = (script: ScriptParts, questions: readonly PaperQuestion[], given: readonly number[]) =>
  optionalGroups(questions).filter(({ count, places }) => {
    const own = places.map((i) => questions[i]!)
    if (own.some((q) => isAnswered(script, q) === null)) return true
    const taken = isAsked(script, own)
      ? own.filter((q) => isAnswered(script, q)).length
      : places.filter((i) => given[i]! > 0).length
    return taken > count
  })

/** Names of the optional groups whose choice a manager must settle before the script has a total. */
export const undecidedGroups = (script: ScriptParts, questions: readonly PaperQuestion[]): string[] =>
  undecidedAmong(
    script,
    questions,
    questions.map((q) => ownScore(script, q)),
  ).map((g) => g.group)

/** Every question's score, −1 where none stands: as long as a choice is open, none of its group does. */
export const scoresOf = (script: ScriptParts, questions: readonly PaperQuestion[]): number[] => {
  const scores = questions.map((q) => ownScore(script, q))
  for (const { places } of undecidedAmong(script, questions, scores)) for (const i of places) scores[i] = -1
  return scores
}

/** Whether the marks that stand say that nothing was answered. */
export const isBlank = (item: Answer | undefined): boolean => {
  const marks = item ? markRoles.flatMap((r) => standing(item[r], item.imageVersion) ?? []) : []
  const last = marks.at(-1)
  if (marks.length === 0 || !last) return false
  return item!.final ? last.value.kind === 'noAnswer' : marks.every((m) => m.value.kind === 'noAnswer')
}

/** Letters; a sign of its own for a page that is missing, and for an optional question that does not count. */
export const chosenOf = (
  script: ScriptParts,
  questions: readonly PaperQuestion[],
  scores: readonly number[],
): string[] => {
  const letters = questions.map((q) =>
    isLacked(script, q) ? pageMissing : isObjective(q) ? (lettersIn(script, q) ?? '') : '',
  )
  for (const { count, places } of optionalGroups(questions)) {
    const counted = places
      .filter((i) => isAnswered(script, questions[i]!) !== false && isThere(script, questions[i]!))
      .filter((i) => !isBlank(script.answers.get(questions[i]!.questionId)))
      .sort((a, b) => scores[b]! - scores[a]!)
      .slice(0, count)
    // Chosen on the card and left blank was chosen all the same.
    const said = isAsked(
      script,
      places.map((i) => questions[i]!),
    )
    const out = places.filter((i) => (said ? isAnswered(script, questions[i]!) === false : !counted.includes(i)))
    // Of what the group lacks, so many may stand on the page that is missing: that they were not answered is not known.
    let lacking = count - (places.length - out.length)
    for (const i of out) if (letters[i] !== pageMissing || lacking-- <= 0) letters[i] = notAnswered
  }
  return letters
}

type Read = Pick<ObjectiveAnswers, 'chosen' | 'picks' | 'decided' | 'paperType' | 'unseen'>
/** Whether a question that was there before is read otherwise: a page that comes later corrects nothing. */
export const readsOtherwise = (was: Read, now: Read): boolean => {
  const there = <T>(of: Readonly<Record<string, T>> = {}) =>
    Object.fromEntries(Object.entries(of).filter(([id]) => was.unseen?.[id] === undefined))
  const read = ({ chosen, picks, decided, paperType }: Read) => ({
    ...{ chosen: there(chosen), picks: there(picks), decided: there(decided) },
    ...(paperType ? { paperType } : {}),
  })
  return canonical(read(was)) !== canonical(read(now))
}
