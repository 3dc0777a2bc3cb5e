import * as cardCalls from '#shared/card/card.calls.ts'
import * as deskCalls from '#shared/card/desk.calls.ts'
import * as renderCalls from '#shared/card/render.calls.ts'
import * as preflightCalls from '#shared/card/preflight.calls.ts'
import * as printCalls from '#shared/card/print.calls.ts'
import * as templateCalls from '#shared/card/template.calls.ts'
import * as templateDrawCalls from '#shared/card/templateDraw.calls.ts'
import { callsOf } from '#shared/kit/call.ts'
import { scoreSource } from '#functions/app/scores.ts'
import { serve } from '#functions/kit/serve.ts'
import { examResolver, paperResolver } from '#functions/exam/sight.public.ts'
import { answerHandlers } from './answer.handlers.ts'
import { cardHandlers } from './card.handlers.ts'
import { cardResolver } from './card.public.ts'
import { deskHandlers } from './desk.handlers.ts'
import { renderHandlers } from './render.handlers.ts'
import { preflightHandlers } from './preflight.handlers.ts'
import { printHandlers } from './print.handlers.ts'
import { templateHandlers } from './template.handlers.ts'
import { templateResolver } from './template.store.ts'
import { templateDrawHandlers } from './templateDraw.handlers.ts'
import { templateLibraryHandlers } from './templateLibrary.handlers.ts'
import { templateSwitchHandlers } from './templateSwitch.handlers.ts'

const calls = {
  ...cardCalls,
  ...printCalls,
  ...preflightCalls,
  ...renderCalls,
  ...deskCalls,
  ...templateCalls,
  ...templateDrawCalls,
}

export const handler = serve(
  'card',
  callsOf(calls),
  [
    ...cardHandlers,
    ...templateHandlers,
    ...printHandlers,
    ...preflightHandlers,
    ...renderHandlers(scoreSource),
    ...deskHandlers,
    ...answerHandlers,
    ...templateLibraryHandlers,
    ...templateDrawHandlers,
    ...templateSwitchHandlers,
  ],
  {
    card: cardResolver,
    exam: examResolver,
    paper: paperResolver,
    template: templateResolver,
  },
)
