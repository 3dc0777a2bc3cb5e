import { jointBoard, ownBoard } from '#shared/exam/joint/board.calls.ts'
import { organised, ownSchoolIn } from '#functions/exam/joint/part.public.ts'
import { implement } from '#functions/kit/serve.ts'
import { boardOf, boardOfSchool } from './board.ts'

export const boardHandlers = [
  implement(jointBoard, async ({ input, caller }) => {
    const exam = await organised(input.examId, caller)
    const { examName, examDate } = exam
    return { examName, examDate, ...(await boardOf(exam, caller.userId, input.since)) }
  }),

  implement(ownBoard, async ({ input, caller }) => {
    const { exam, school } = await ownSchoolIn(input.examId, caller)
    return boardOfSchool(exam, school, caller.userId)
  }),
]
