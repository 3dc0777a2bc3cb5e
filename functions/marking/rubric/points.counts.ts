/**
 * How often points of rubrics were earned, as counters. An answer whose score is what one choice of points comes to counts
 * by the word of that choice (`@pt question.+ab`): once in the question's row of all, in its class's, and of a joint exam in
 * its school's. A row is of one question, so it holds as many fields as there are points, however many classes there are.
 */
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import type { Candidate } from '#shared/exam/exam.types.ts'
import { chosenOf } from '#shared/marking/rubric/rubric.rules.ts'
import type { Ruled } from '#shared/marking/settle.rules.ts'
import type { AnswerItem } from '#shared/marking/marking.types.ts'
import type { ApartKey, Counts } from '#functions/kit/projection.ts'

const rowOf = (questionId: string): string => `pt ${questionId}`
const schoolsIn = (questionId: string): string => `${rowOf(questionId)} of `
const classesIn = (questionId: string, schoolId: string): string => `${rowOf(questionId)} in ${schoolId} `
export const pointRows = { whole: rowOf, schools: schoolsIn, classes: classesIn }

/** How many answers a row counts; a point's sign counts those that have it. */
export const answersCounted = 'of'

export const pointRowOf = (key: string): ApartKey | null => {
  const [, name, word] = /^@(pt [^.]+)\.\+(\w*)$/.exec(key) ?? []
  if (!name) return null
  return { name, adds: { [answersCounted]: 1, ...Object.fromEntries([...word!].map((sign) => [sign, 1])) } }
}

/** What an answer counts for by its points; nothing where it was marked by a number, or no score stands. */
export const pointKeys = (q: Ruled & Pick<PaperQuestion, 'questionId'>, item: AnswerItem): string[] => {
  const word = chosenOf(q, item)
  return word === null ? [] : [`@${rowOf(q.questionId)}.+${word}`]
}

/** The same for who the answer is of: the class in which the course is taught and the administrative one, where they differ. */
export const placedPoints = (
  { schoolId, classId, teaching }: Pick<Candidate, 'schoolId' | 'classId' | 'teaching'>,
  { paperId, joint }: { paperId: string; joint: boolean },
  counts: Counts,
): Counts => {
  const classIds = new Set<string>([classId, teaching?.[paperId] ?? classId])
  return Object.fromEntries(
    Object.keys(counts).flatMap((key) => {
      const [, questionId, word] = /^@pt ([^. ]+)\.\+(\w*)$/.exec(key) ?? []
      if (questionId === undefined) return []
      const names = [
        ...[...classIds].map((id) => classesIn(questionId, schoolId) + id),
        ...(joint ? [schoolsIn(questionId) + schoolId] : []),
      ]
      return names.map((name) => [`@${name}.+${word!}`, 1])
    }),
  )
}
