/** What a change set of a paper stands on: whether there may be one, and the questions that it changes. */
import { analysisProblems } from '#shared/analysis/analysis.problems.ts'
import { unearnedIn } from '#shared/analysis/appeals/choice.rules.ts'
import { earlyKinds } from '#shared/analysis/changes/change.types.ts'
import type { ChangeEdit } from '#shared/analysis/changes/change.types.ts'
import { itemName } from '#shared/analysis/changes/change.words.ts'
import type { Publication } from '#shared/analysis/publication.types.ts'
import { paperProgress } from '#shared/exam/step.rules.ts'
import { markingProgress } from '#shared/exam/exam.types.ts'
import type { Exam, Paper, PaperQuestion } from '#shared/exam/exam.types.ts'
import { headOf } from '../snapshot.ts'
import { editsOf, questionsAfter } from './inForce.ts'

/** Whether a paper is being marked: what puts a question right for all is taken, and nothing else. */
export const isBeingMarked = (exam: Exam, { paperId }: Pick<Paper, 'paperId'>): boolean =>
  paperProgress(exam, paperId).furthest === markingProgress.marking

/**
 * Why nothing is changed: a total is its papers', and scores that are still being made are no results yet. What puts
 * a question right for all (`early`) need not wait for them.
 */
export const whyNone = (
  exam: Exam,
  paper: Paper,
  publication: Pick<Publication, 'current'> | null,
  early: boolean = false,
) => {
  // What is changed of a total is how its papers count: there must be one.
  if (paper.total) return (publication?.current ?? null) === null ? analysisProblems.totalUnpublished : null
  if (early && isBeingMarked(exam, paper)) return null
  return paperProgress(exam, paper.paperId).furthest < markingProgress.done ? analysisProblems.changeTooEarly : null
}

/** Whether all of it puts questions right for all. */
export const isEarly = (edits: readonly ChangeEdit[]): boolean => edits.every((e) => earlyKinds.includes(e.kind))

/** The questions that a new set changes: those of the published version, or the paper's under the sets in force. */
export const questionsNow = async (paper: Paper, publication: Publication | null): Promise<readonly PaperQuestion[]> =>
  publication && publication.current !== null
    ? (await headOf(paper, publication.current)).questions
    : questionsAfter(paper.questions, await editsOf(paper, publication?.changes))

/** The questions before any change set. */
export const questionsBefore = async (
  paper: Paper,
  publication: Publication | null,
): Promise<readonly PaperQuestion[]> => {
  if (!publication || publication.current === null) return paper.questions
  const { base, questions } = await headOf(paper, publication.current)
  return base ?? questions
}

/** Of choices that have a key a score is taken that an answer can earn: another key is said as a key. */
export const unearnedSets = async (
  { paper, publication }: { paper: Paper; publication: Publication | null },
  edits: readonly ChangeEdit[],
  inForce: readonly ChangeEdit[],
): Promise<string[]> => {
  const sets = edits.filter((e) => e.kind === 'set')
  if (sets.length === 0) return []
  const base = await questionsBefore(paper, publication)
  // A key that the same set gives counts already.
  const others = [...inForce, ...edits.filter((e) => e.kind !== 'set')]
  const ofQuestion = Map.groupBy(others, (e) => ('questionId' in e ? e.questionId : null))
  const faults = new Map(
    base.map((question) => {
      const why = unearnedIn({ question, edits: ofQuestion.get(question.questionId) ?? [] })
      return [question.questionId as string, { number: question.number, why }]
    }),
  )
  const texts = sets.flatMap((edit) => {
    const of = faults.get(edit.questionId)
    const text = of?.why(edit) ?? null
    return text === null ? [] : [`${itemName(of!.number, false)}：${text}`]
  })
  return [...new Set(texts)]
}

/** The questions before any change set and as the sets in force leave them, with the edits of these. */
export const asItStands = async (paper: Paper, publication: Publication | null) => {
  // While it is published its table is shut: without a set it says the same as the version, which need not be read.
  if (!paper.total && !publication?.changes?.length)
    return { questions: paper.questions, base: paper.questions, edits: [] }
  const [questions, base, edits] = await Promise.all([
    questionsNow(paper, publication),
    questionsBefore(paper, publication),
    editsOf(paper, publication?.changes),
  ])
  return { questions, base, edits }
}
export type AsItStands = Awaited<ReturnType<typeof asItStands>>
