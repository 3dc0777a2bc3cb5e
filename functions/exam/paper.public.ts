/** A paper's questions saved by another room, under the rules of the paper's own screen. */
import { paperProblems, withoutKey } from '#shared/exam/exam.rules.ts'
import { markingProgress } from '#shared/exam/exam.types.ts'
import type { Paper, PaperQuestion } from '#shared/exam/exam.types.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { advanceExam, papersOf } from './exam.public.ts'
import { papers } from './exam.store.ts'

export type QuestionsSaved = { paper: Paper } | { wrong: string[] }

/**
 * Saves questions over the version that was seen. Whoever calls has made sure that the caller manages the exam, and that
 * nothing but keys and scores changes once marking has begun. Refuses a stale version.
 */
export const saveQuestions = async (
  paper: Paper,
  questions: PaperQuestion[],
  version: number,
): Promise<QuestionsSaved> => {
  const wrong = paperProblems(questions)
  if (wrong.length > 0) return { wrong }
  // Readings and scores name the key that they were made with: any change counts as one of it (I12).
  const same = JSON.stringify(paper.questions) === JSON.stringify(questions)
  const saved = await papers.save({
    ...paper,
    questions,
    keyVersion: same ? paper.keyVersion : paper.keyVersion + 1,
    version,
  })
  if (!saved) return refuseStale(papers, paper)
  // With every key there, the exam waits for its cards.
  if ((await papersOf(paper.examId)).every((p) => p.questions.length > 0 && withoutKey(p).length === 0))
    await advanceExam(paper.examId, { markingProgress: markingProgress.cardUpload })
  return { paper: saved }
}
