import { examResolver } from '#functions/exam/sight.public.ts'
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
import { recordHandlers } from './record/record.handlers.ts'
import { replayHandlers } from './rubric/replay.handlers.ts'
import { rubricHandlers } from './rubric/rubric.handlers.ts'
import { sampleHandlers } from './quality/samples/sample.handlers.ts'
import { seedHandlers } from './quality/seed.handlers.ts'
import { standardHandlers } from './quality/standard.handlers.ts'
import { trialHandlers } from './quality/trial.handlers.ts'

export const handler = serve(
  'marking',
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
