import { callsOf } from '#shared/kit/call.ts'
import * as fileCalls from '#shared/platform/file.calls.ts'
import * as processCalls from '#shared/platform/process.calls.ts'
import * as platformCalls from '#shared/platform/platform.calls.ts'
import { serve } from '#functions/kit/serve.ts'
import { jobResolver, platformHandlers } from './platform.handlers.ts'

export const handler = serve(
  'platform',
  callsOf({ ...platformCalls, ...fileCalls, ...processCalls }),
  platformHandlers,
  {
    job: jobResolver,
  },
)
