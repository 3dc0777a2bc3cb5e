/** One answer as it was marked, for rooms above: its marks with who and when, and its pictures. */
import type { Exam, Paper } from '#shared/exam/exam.types.ts'
import { worth } from '#shared/marking/marking.rules.ts'
import type { MarkRole } from '#shared/marking/marking.types.ts'
import type { UserId } from '#shared/kit/ids.ts'
import { examTeachersOf } from '#functions/exam/exam.public.ts'
import { hasMarked, standingMarks } from './again/fix.commands.ts'
import { markerNames } from './markerNames.ts'
import { answers, images } from './marking.store.ts'
import { picturesOf, picturesWithHead, signed } from './answerPictures.ts'

export type AnswerMarked = {
  marks: { role: MarkRole; score: number | null; markerName: string; at: number }[]
  images: { url: string; width: number; height: number }[]
  /** The viewer gave one of the first marks. */
  own: boolean
}

export const answerMarked = async (
  { exam, paper }: { exam: Exam; paper: Pick<Paper, 'paperId'> },
  { studentId, questionId }: { studentId: string; questionId: string },
  viewer: { userId: UserId; userName: string },
): Promise<AnswerMarked> => {
  const { paperId } = paper
  const [item, pictures, teachers] = await Promise.all([
    answers.get({ paperId, studentId, questionId }),
    images.get({ paperId, studentId }),
    examTeachersOf(exam.examId),
  ])
  const nameOf = markerNames({ teachers, exam }, viewer)
  return {
    marks: (item ? standingMarks(item) : []).map(({ role, mark }) => ({
      role,
      score: worth(mark.value),
      markerName: nameOf(mark.by),
      at: mark.at,
    })),
    images: pictures ? await signed(picturesWithHead(pictures, questionId)) : [],
    own: item !== null && hasMarked(item, viewer.userId),
  }
}

/** The crops of an answer: what stands in them is the answer alone, and no name. None where its page was not cut. */
export const answerCrops = async (
  { paperId }: { paperId: string },
  { studentId, questionId }: { studentId: string; questionId: string },
): Promise<{ key: string; width: number; height: number }[]> => {
  const pictures = await images.get({ paperId, studentId })
  return pictures ? picturesOf(pictures, questionId).shown : []
}
