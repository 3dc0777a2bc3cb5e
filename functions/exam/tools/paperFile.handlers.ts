import { examProblems } from '#shared/exam/exam.problems.ts'
import { fullScoreOf } from '#shared/exam/exam.rules.ts'
import { isObjective } from '#shared/exam/exam.types.ts'
import * as calls from '#shared/exam/tools/paperFile.calls.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { examOf, papersOf } from '../exam.public.ts'
import { addFile, filesOfPaper, removeFile, takeFile } from './paperFile.commands.ts'

export const paperFileHandlers = [
  implement(calls.paperInfo, async ({ input: { examId } }) => {
    const exam = await examOf(examId)
    if (!exam || exam.deletedAt !== undefined) return refuse(examProblems.notFound)
    const papers = await papersOf(examId)
    const inOrder = exam.papers.flatMap((p) => papers.filter((paper) => paper.paperId === p.paperId))
    return inTurns(inOrder, 8, async ({ paperId, courseId, courseName, questions }) => ({
      paperId,
      courseId,
      courseName,
      questions: questions.length,
      objective: questions.filter(isObjective).length,
      fullScore: fullScoreOf(questions),
      files: await filesOfPaper(paperId),
    }))
  }),
  implement(calls.addPaperFile, async ({ input, caller }) => {
    await addFile(input, caller)
    return {}
  }),
  implement(calls.deletePaperFile, async ({ input, caller }) => {
    await removeFile(input, caller)
    return {}
  }),
  implement(calls.takePaperFile, ({ input, caller }) => takeFile(input, caller)),
]
