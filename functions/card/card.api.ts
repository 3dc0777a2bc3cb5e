import * as cardCalls from '#shared/card/card.calls.ts'
import * as preflightCalls from '#shared/card/preflight.calls.ts'
import * as printCalls from '#shared/card/print.calls.ts'
import { callsOf } from '#shared/kit/call.ts'
import { serve } from '#functions/kit/serve.ts'
import { examResolver, paperResolver } from '#functions/exam/exam.public.ts'
import { cardHandlers } from './card.handlers.ts'
import { cardResolver } from './card.public.ts'
import { preflightHandlers } from './preflight.handlers.ts'
import { printHandlers } from './print.handlers.ts'
import { templateHandlers } from './template.handlers.ts'

const calls = { ...cardCalls, ...printCalls, ...preflightCalls }

export const handler = serve(
  'card',
  callsOf(calls),
  [...cardHandlers, ...templateHandlers, ...printHandlers, ...preflightHandlers],
  {
    card: cardResolver,
    exam: examResolver,
    paper: paperResolver,
  },
)
