import { callsOf } from '#shared/kit/call.ts'
import * as markingCalls from '#shared/marking/marking.calls.ts'
import { serve } from '#functions/kit/serve.ts'
import { arrangementHandlers } from './arrangement.handlers.ts'
import { claimHandlers } from './claim.handlers.ts'
import { markingResolver } from './desk.ts'
import { fixHandlers } from './fix.handlers.ts'
import { markHandlers } from './mark.handlers.ts'
import { progressHandlers } from './progress.handlers.ts'

export const handler = serve(
  'marking',
  callsOf(markingCalls),
  [...arrangementHandlers, ...claimHandlers, ...fixHandlers, ...markHandlers, ...progressHandlers],
  { paper: markingResolver },
)
