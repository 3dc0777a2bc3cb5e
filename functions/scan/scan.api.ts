import { callsOf } from '#shared/kit/call.ts'
import * as scanCalls from '#shared/scan/scan.calls.ts'
import { serve } from '#functions/kit/serve.ts'
import { paperResolver } from '#functions/exam/exam.public.ts'
import { batchHandlers } from './batch.handlers.ts'
import { doubtHandlers } from './doubt.handlers.ts'
import { batchResolver } from './scan.public.ts'
import { scriptHandlers } from './script.handlers.ts'
import { settleHandlers } from './settle.handlers.ts'

export const handler = serve(
  'scan',
  callsOf(scanCalls),
  [...batchHandlers, ...doubtHandlers, ...settleHandlers, ...scriptHandlers],
  { paper: paperResolver, batch: batchResolver },
)
