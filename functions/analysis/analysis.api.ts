import * as analysisCalls from '#shared/analysis/analysis.calls.ts'
import { callsOf } from '#shared/kit/call.ts'
import { paperResolver } from '#functions/exam/exam.public.ts'
import { serve } from '#functions/kit/serve.ts'
import { configHandlers } from './config.handlers.ts'
import { exportHandlers } from './export.handlers.ts'
import { publishHandlers } from './publish.handlers.ts'
import { reportHandlers } from './report.handlers.ts'

export const handler = serve(
  'analysis',
  callsOf(analysisCalls),
  [...publishHandlers, ...reportHandlers, ...configHandlers, ...exportHandlers],
  { paper: paperResolver },
)
