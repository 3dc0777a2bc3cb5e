import * as cardCalls from '#shared/card/card.calls.ts'
import * as deskCalls from '#shared/card/designer/desk.calls.ts'
import * as pictureCalls from '#shared/card/designer/picture.calls.ts'
import * as renderCalls from '#shared/card/print/render.calls.ts'
import * as preflightCalls from '#shared/card/preflight/preflight.calls.ts'
import * as printCalls from '#shared/card/print/print.calls.ts'
import * as templateCalls from '#shared/card/template/template.calls.ts'
import * as templateDrawCalls from '#shared/card/template/templateDraw.calls.ts'
import { callsOf } from '#shared/kit/call.ts'
import { scoreSource } from '#functions/app/scores.ts'
import { serve } from '#functions/kit/serve.ts'
import { examResolver, paperResolver } from '#functions/exam/sight.public.ts'
import { answerHandlers } from './designer/answer.handlers.ts'
import { cardHandlers } from './card.handlers.ts'
import { cardResolver } from './card.public.ts'
import { deskHandlers } from './designer/desk.handlers.ts'
import { renderHandlers } from './print/render.handlers.ts'
import { pictureHandlers } from './designer/picture.handlers.ts'
import { preflightHandlers } from './preflight/preflight.handlers.ts'
import { printHandlers } from './print/print.handlers.ts'
import { templateHandlers } from './template/template.handlers.ts'
import { templateResolver } from './template/template.store.ts'
import { templateDrawHandlers } from './template/templateDraw.handlers.ts'
import { templateLibraryHandlers } from './template/templateLibrary.handlers.ts'
import { templateSwitchHandlers } from './template/templateSwitch.handlers.ts'

const calls = {
  ...cardCalls,
  ...printCalls,
  ...preflightCalls,
  ...renderCalls,
  ...deskCalls,
  ...pictureCalls,
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
    ...pictureHandlers,
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
