import * as cardCalls from '#shared/card/card.calls.ts'
import { callsOf } from '#shared/kit/call.ts'
import { serve } from '#functions/kit/serve.ts'
import { examResolver, paperResolver } from '#functions/exam/exam.public.ts'
import { cardHandlers } from './card.handlers.ts'
import { cardResolver } from './card.public.ts'
import { templateHandlers } from './template.handlers.ts'

export const handler = serve('card', callsOf(cardCalls), [...cardHandlers, ...templateHandlers], {
  card: cardResolver,
  exam: examResolver,
  paper: paperResolver,
})
