import {
  exportAnswers,
  exportReport,
  exportScans,
  exportTranscript,
  listFiles,
  takeFile,
} from '#shared/analysis/export.calls.ts'
import { exportTranscriptJob } from '#shared/analysis/analysis.jobs.ts'
import { actWords } from '#shared/kit/acts.ts'
import { page } from '#shared/kit/paging.ts'
import { implement } from '#functions/kit/serve.ts'
import { startJob } from '#functions/kit/work.ts'
import { fileUntil, filesOf } from './analysis.store.ts'
import * as commands from './export.commands.ts'
import { fixed, about } from './export.commands.ts'

/** Of a month: a file goes thirty days after it was made. */
const mostListed = 5000

export const exportHandlers = [
  implement(exportTranscript, async ({ input: { paperId, published, ...params }, caller }) =>
    startJob(
      exportTranscriptJob,
      { ...(await fixed(paperId, caller, published)), params },
      caller,
      await about(paperId),
    ),
  ),
  implement(exportReport, ({ input, caller }) => commands.exportReport(input, caller)),
  implement(exportAnswers, ({ input, caller }) => commands.exportAnswers(input, caller)),
  implement(takeFile, ({ input, caller }) => commands.takeFile(input, caller)),
  implement(listFiles, async ({ input }) => {
    const all = await filesOf((await commands.fileExam(input.examId)).examId, mostListed)
    const shown = page(
      all.filter((f) => input.paperId === undefined || f.paperId === input.paperId),
      input,
    )
    return { ...shown, list: shown.list.map((f) => ({ ...f, what: actWords(f.act)[1], until: fileUntil(f) })) }
  }),
  implement(exportScans, ({ input, caller }) => commands.exportScans(input, caller)),
]
