import { exportReport, exportScans, exportTranscript } from '#shared/analysis/export.calls.ts'
import { exportTranscriptJob } from '#shared/analysis/analysis.jobs.ts'
import { implement } from '#functions/kit/serve.ts'
import { startJob } from '#functions/kit/work.ts'
import * as commands from './export.commands.ts'
import { fixed, about } from './export.commands.ts'

export const exportHandlers = [
  implement(exportTranscript, async ({ input: { paperId, ...params }, caller }) =>
    startJob(exportTranscriptJob, { ...(await fixed(paperId, caller)), params }, caller, await about(paperId)),
  ),
  implement(exportReport, ({ input, caller }) => commands.exportReport(input, caller)),
  implement(exportScans, ({ input, caller }) => commands.exportScans(input, caller)),
]
