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

export const handler = serve(
  'card',
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
