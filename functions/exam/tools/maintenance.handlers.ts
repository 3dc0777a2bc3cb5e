import * as calls from '#shared/exam/tools/maintenance.calls.ts'
import { shownAsk, needsSecond, openAsk, standingDeletion } from '#shared/exam/tools/maintenance.rules.ts'
import { keptDeletedMs } from '#functions/kit/table.ts'
import { implement } from '#functions/kit/serve.ts'
import * as commands from './maintenance.commands.ts'

export const maintenanceHandlers = [
  implement(calls.maintenance, async ({ input, caller }) => {
    const { exam, row } = await commands.maintained(input.examId, caller)
    const { examId, examName, candidateCount, schoolCount, status, deletedAt, version } = exam
    const done = deletedAt === undefined ? null : standingDeletion(row)
    const asked = deletedAt === undefined ? openAsk(row) : null
    return {
      ...{ examId, examName, candidateCount, schoolCount, status, version },
      ...(deletedAt === undefined ? {} : { deletedAt }),
      papers: exam.papers.map(({ courseName, furthest }) => ({ courseName, furthest })),
      needsSecond: needsSecond(exam),
      ...shownAsk(asked, caller),
      ...(deletedAt !== undefined && done
        ? {
            done: {
              reason: done.reason,
              askedByName: done.askedByName,
              doneByName: done.doneByName,
              doneAt: done.doneAt,
              until: deletedAt + keptDeletedMs,
            },
          }
        : {}),
    }
  }),

  implement(calls.deletedExams, ({ caller }) => commands.deletedExams(caller)),
  implement(calls.askedDeletions, ({ caller }) => commands.askedDeletions(caller)),
  implement(calls.forceDelete, ({ input, caller }) => commands.askOrDelete(input, caller)),
  implement(calls.confirmForceDelete, ({ input, caller }) => commands.confirm(input.examId, input.version, caller)),
  implement(calls.cancelForceDelete, ({ input, caller }) => commands.cancel(input.examId, input.version, caller)),
  implement(calls.undoForceDelete, ({ input, caller }) => commands.undo(input.examId, input.reason, caller)),
]
