import { callsOf } from '#shared/kit/call.ts'
import * as againCalls from '#shared/marking/again/again.calls.ts'
import * as secondCalls from '#shared/marking/again/second.calls.ts'
import * as boardCalls from '#shared/exam/joint/board.calls.ts'
import * as classProgressCalls from '#shared/exam/classProgress.calls.ts'
import * as cutCalls from '#shared/marking/cut/cut.calls.ts'
import * as choiceCalls from '#shared/marking/choice.calls.ts'
import * as classCalls from '#shared/marking/groups/class.calls.ts'
import * as groupCalls from '#shared/marking/groups/group.calls.ts'
import * as importCalls from '#shared/marking/imports/import.calls.ts'
import * as intelligentCalls from '#shared/marking/intelligent/intelligent.calls.ts'
import * as markingCalls from '#shared/marking/marking.calls.ts'
import * as ownCalls from '#shared/marking/own.calls.ts'
import { examResolver } from '#functions/exam/sight.public.ts'
import * as passwordCalls from '#shared/marking/password.calls.ts'
import * as qualityCalls from '#shared/marking/quality/quality.calls.ts'
import * as readerCalls from '#shared/marking/reader/reader.calls.ts'
import * as recordCalls from '#shared/marking/quality/record.calls.ts'
import * as rubricCalls from '#shared/marking/rubric/rubric.calls.ts'
import * as replayCalls from '#shared/marking/rubric/replay.calls.ts'
import * as sampleCalls from '#shared/marking/quality/sample.calls.ts'
import * as seedCalls from '#shared/marking/quality/seed.calls.ts'
import * as standardCalls from '#shared/marking/quality/standard.calls.ts'
import * as trialCalls from '#shared/marking/quality/trial.calls.ts'
import { toolGate } from '#functions/exam/tools/tool.public.ts'
import { serve } from '#functions/kit/serve.ts'
import { againHandlers } from './again/again.handlers.ts'
import { arrangementHandlers } from './groups/arrangement.handlers.ts'
import { boardHandlers } from './board.handlers.ts'
import { choiceHandlers } from './choice.handlers.ts'
import { classProgressHandlers } from './classProgress.handlers.ts'
import { claimHandlers } from './desk/claim.handlers.ts'
import { markingResolver } from './desk/desk.ts'
import { cutHandlers } from './cut/cut.handlers.ts'
import { fixHandlers } from './again/fix.handlers.ts'
import { groupHandlers } from './groups/group.handlers.ts'
import { importHandlers } from './imports/import.handlers.ts'
import { intelligentHandlers } from './intelligent/intelligent.handlers.ts'
import { markHandlers } from './desk/mark.handlers.ts'
import { ownHandlers } from './desk/own.handlers.ts'
import { passwordHandlers } from './password.handlers.ts'
import { progressHandlers } from './progress.handlers.ts'
import { qualityHandlers } from './quality/quality.handlers.ts'
import { readerHandlers } from './reader/reader.handlers.ts'
import { recordHandlers } from './quality/record.handlers.ts'
import { replayHandlers } from './rubric/replay.handlers.ts'
import { rubricHandlers } from './rubric/rubric.handlers.ts'
import { sampleHandlers } from './quality/sample.handlers.ts'
import { seedHandlers } from './quality/seed.handlers.ts'
import { standardHandlers } from './quality/standard.handlers.ts'
import { trialHandlers } from './quality/trial.handlers.ts'

export const handler = serve(
  'marking',
  callsOf({
    ...markingCalls,
    ...choiceCalls,
    ...classProgressCalls,
    ...cutCalls,
    ...againCalls,
    ...secondCalls,
    ...classCalls,
    ...groupCalls,
    ...importCalls,
    ...intelligentCalls,
    ...ownCalls,
    ...boardCalls,
    ...qualityCalls,
    ...passwordCalls,
    ...readerCalls,
    ...recordCalls,
    ...rubricCalls,
    ...replayCalls,
    ...sampleCalls,
    ...seedCalls,
    ...standardCalls,
    ...trialCalls,
  }),
  [
    ...againHandlers,
    ...arrangementHandlers,
    ...boardHandlers,
    ...choiceHandlers,
    ...classProgressHandlers,
    ...claimHandlers,
    ...cutHandlers,
    ...fixHandlers,
    ...groupHandlers,
    ...importHandlers,
    ...intelligentHandlers,
    ...markHandlers,
    ...ownHandlers,
    ...passwordHandlers,
    ...progressHandlers,
    ...qualityHandlers,
    ...readerHandlers,
    ...recordHandlers,
    ...rubricHandlers,
    ...replayHandlers,
    ...sampleHandlers,
    ...seedHandlers,
    ...standardHandlers,
    ...trialHandlers,
  ],
  { paper: markingResolver, exam: examResolver },
  toolGate,
)
