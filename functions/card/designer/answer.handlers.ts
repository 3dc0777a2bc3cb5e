/** A paper's answers out to a workbook and in from one. */
import { planAnswers } from '#shared/card/designer/answers.rules.ts'
import type { AnswerPlan } from '#shared/card/designer/answers.rules.ts'
import { cardProblemList } from '#shared/card/card.problems.ts'
import { answerFile, answerTemplate, importAnswers } from '#shared/card/designer/desk.calls.ts'
import type { Paper } from '#shared/exam/exam.types.ts'
import { bracketed } from '#shared/kit/problem.ts'
import { paperProblems } from '#shared/exam/exam.rules.ts'
import { saveQuestions } from '#functions/exam/paper.public.ts'
import { ObjectMissing, keepLife } from '#functions/kit/objects.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import { readUpload, tenantOfUpload } from '#functions/platform/upload.public.ts'
import { tableIn } from '#functions/kit/workbook.ts'
import { paperFor, writeAnswers } from '#functions/card/designer/answer.commands.ts'

/** A file that cannot be opened is one problem among others: its author mends it and comes back. */
const planned = async (key: string, name: string, paper: Paper): Promise<AnswerPlan> => {
  try {
    return planAnswers(await tableIn(await readUpload(key), name), paper.questions)
  } catch (error) {
    const text =
      error instanceof ObjectMissing
        ? '文件没有上传完成，请重新上传'
        : '文件打不开：请用 Excel 另存为 .xlsx 或 .csv 后重新上传'
    return { questions: paper.questions, rows: 0, changed: 0, problems: [{ row: 0, column: '', text }] }
  }
}

const mostTold = 100

export const answerHandlers = [
  implement(answerTemplate, async ({ input, caller }) => writeAnswers(input.paperId, caller, false)),
  implement(answerFile, async ({ input, caller }) => writeAnswers(input.paperId, caller, true)),

  implement(importAnswers, async ({ input, caller }) => {
    const { paper } = await paperFor(input.paperId, caller)
    if (tenantOfUpload(input.key) !== caller.tenant) return refuse(cardProblemList.foreignUpload)
    await keepLife(input.key)
    const plan = await planned(input.key, input.fileName, paper)
    const told = { rows: plan.rows, changed: plan.changed, problems: plan.problems.slice(0, mostTold) }
    if (input.check || plan.problems.length > 0 || plan.changed === 0) return { ...told, version: paper.version }
    const wrong = paperProblems(plan.questions)
    if (wrong.length > 0) return refuse(cardProblemList.badAnswers, { detail: bracketed(wrong.slice(0, 20)) })
    const { version } = await saveQuestions(paper, plan.questions, input.version, caller)
    return { ...told, version }
  }),
]
