import { callsOf } from '#shared/kit/call.ts'
import * as againCalls from '#shared/marking/again.calls.ts'
import * as boardCalls from '#shared/exam/board.calls.ts'
import * as choiceCalls from '#shared/marking/choice.calls.ts'
import * as groupCalls from '#shared/marking/group.calls.ts'
import * as importCalls from '#shared/marking/import.calls.ts'
import * as intelligentCalls from '#shared/marking/intelligent/intelligent.calls.ts'
import * as markingCalls from '#shared/marking/marking.calls.ts'
import * as ownCalls from '#shared/marking/own.calls.ts'
import { examResolver } from '#functions/exam/sight.public.ts'
import * as passwordCalls from '#shared/marking/password.calls.ts'
import * as qualityCalls from '#shared/marking/quality.calls.ts'
import * as recordCalls from '#shared/marking/record.calls.ts'
import * as sampleCalls from '#shared/marking/sample.calls.ts'
import * as standardCalls from '#shared/marking/standard.calls.ts'
import { toolGate } from '#functions/exam/tool.public.ts'
import { serve } from '#functions/kit/serve.ts'
import { againHandlers } from './again.handlers.ts'
import { arrangementHandlers } from './arrangement.handlers.ts'
import { boardHandlers } from './board.handlers.ts'
import { choiceHandlers } from './choice.handlers.ts'
import { claimHandlers } from './claim.handlers.ts'
import { markingResolver } from './desk.ts'
import { fixHandlers } from './fix.handlers.ts'
import { groupHandlers } from './group.handlers.ts'
import { importHandlers } from './import.handlers.ts'
import { intelligentHandlers } from './intelligent/intelligent.handlers.ts'
import { markHandlers } from './mark.handlers.ts'
import { ownHandlers } from './own.handlers.ts'
import { passwordHandlers } from './password.handlers.ts'
import { progressHandlers } from './progress.handlers.ts'
import { qualityHandlers } from './quality.handlers.ts'
import { recordHandlers } from './record.handlers.ts'
import { sampleHandlers } from './sample.handlers.ts'
import { standardHandlers } from './standard.handlers.ts'

export const handler = serve(
  'marking',
  callsOf({
    ...markingCalls,
    ...choiceCalls,
    ...againCalls,
    ...groupCalls,
    ...importCalls,
    ...intelligentCalls,
    ...ownCalls,
    ...boardCalls,
    ...qualityCalls,
    ...passwordCalls,
    ...recordCalls,
    ...sampleCalls,
    ...standardCalls,
  }),
  [
    ...againHandlers,
    ...arrangementHandlers,
    ...boardHandlers,
    ...choiceHandlers,
    ...claimHandlers,
    ...fixHandlers,
    ...groupHandlers,
    ...importHandlers,
    ...intelligentHandlers,
    ...markHandlers,
    ...ownHandlers,
    ...passwordHandlers,
    ...progressHandlers,
    ...qualityHandlers,
    ...recordHandlers,
    ...sampleHandlers,
    ...standardHandlers,
  ],
  { paper: markingResolver, exam: examResolver },
  toolGate,
)
