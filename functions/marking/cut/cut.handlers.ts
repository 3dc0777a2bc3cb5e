import { isReleased } from '#shared/exam/step.rules.ts'
import { shownAsk, needsSecond, openAsk, standingDeletion } from '#shared/exam/tools/maintenance.rules.ts'
import * as calls from '#shared/marking/cut/cut.calls.ts'
import { subjectiveOf } from '#shared/marking/marking.rules.ts'
import { paperOf } from '#functions/exam/exam.public.ts'
import { implement } from '#functions/kit/serve.ts'
import { keptDeletedMs } from '#functions/kit/table.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { ledgerOf } from '#functions/scan/scan.public.ts'
import { progressOf } from '../counts.ts'
import { counted, ensureCounted } from '../progress.read.ts'
import * as commands from './cut.commands.ts'

export const cutHandlers = [
  implement(calls.cutStand, async ({ input, caller }) => {
    const exam = await commands.maintainedExam(input.examId, caller)
    const parts = await commands.partsOf(
      exam,
      exam.papers.map((p) => p.paperId),
    )
    const papers = await inTurns(parts, 4, async ({ paperId, courseName, there, row }) => {
      const state = there?.state ?? ('draft' as const)
      const paper = state === 'draft' ? null : await paperOf(paperId)
      const by = { tenant: exam.owner, userId: caller.userId }
      const whole = !paper || (await ensureCounted({ exam, paper }, by))
      const [all, ledger] = await Promise.all([paper ? counted(paper) : null, paper ? ledgerOf(paperId) : null])
      const [asked, done] = [openAsk(row), standingDeletion(row)]
      return {
        ...{ paperId, courseName, state, version: there?.version ?? 0, counting: !whole },
        released: isReleased(exam, paperId),
        present: all?.all.get('present') ?? 0,
        unfinished: all?.all.get('unfinished') ?? 0,
        openPages: ledger?.open ?? 0,
        questions:
          paper && all
            ? subjectiveOf(paper.questions).flatMap((q) => {
                const { number, total, done: marked } = progressOf(q, all.all)
                return total > marked ? [{ number, left: total - marked }] : []
              })
            : [],
        ...shownAsk(asked, caller),
        ...(done && there?.cut
          ? {
              done: {
                reason: done.reason,
                askedByName: done.askedByName,
                doneByName: done.doneByName,
                doneAt: done.doneAt,
                until: there.cut.at + keptDeletedMs,
              },
            }
          : {}),
      }
    })
    const { examId, examName } = exam
    return { examId, examName, needsSecond: needsSecond(exam), papers }
  }),
  implement(calls.askedCuts, ({ caller }) => commands.askedCuts(caller)),
  implement(calls.cutMarking, ({ input, caller }) => commands.askOrCut(input, caller)),
  implement(calls.confirmCut, ({ input, caller }) => commands.confirm(input.examId, input.papers, caller)),
  implement(calls.cancelCut, ({ input, caller }) => commands.cancel(input.examId, input.papers, caller)),
  implement(calls.undoCut, ({ input, caller }) => commands.undo(input, caller)),
]
