import { callsOf } from '#shared/kit/call.ts'
import * as actCalls from '#shared/scan/act.calls.ts'
import * as declarationCalls from '#shared/scan/declaration.calls.ts'
import * as candidateCalls from '#shared/scan/candidate.calls.ts'
import * as exceptionCalls from '#shared/scan/exception.calls.ts'
import * as fedCalls from '#shared/scan/fed.calls.ts'
import * as pieceCalls from '#shared/scan/piece.calls.ts'
import { recutQuestion } from '#shared/scan/recut.calls.ts'
import * as resultCalls from '#shared/scan/result.calls.ts'
import * as sameCalls from '#shared/scan/same.calls.ts'
import * as scanCalls from '#shared/scan/scan.calls.ts'
import * as scoreCalls from '#shared/scan/score.calls.ts'
import * as sizeCalls from '#shared/scan/size.calls.ts'
import { unlockExam } from '#shared/scan/unlock.calls.ts'
import * as uploaderCalls from '#shared/scan/uploader.calls.ts'
import { serve } from '#functions/kit/serve.ts'
import { examResolver } from '#functions/exam/sight.public.ts'
import { actHandlers } from './act.handlers.ts'
import { batchHandlers } from './batch.handlers.ts'
import { candidateHandlers } from './candidate.handlers.ts'
import { cooperationHandlers } from './cooperation.handlers.ts'
import { declarationHandlers } from './declaration.handlers.ts'
import { doubtHandlers } from './doubt.handlers.ts'
import { exceptionHandlers } from './exception.handlers.ts'
import { fedHandlers } from './fed.handlers.ts'
import { pieceHandlers } from './piece.handlers.ts'
import { pileHandlers } from './pile.handlers.ts'
import { recutHandlers } from './recut.handlers.ts'
import { resultHandlers } from './result.handlers.ts'
import { sameHandlers } from './same.handlers.ts'
import { batchResolver, scanPaperResolver } from './managed.ts'
import { scoreHandlers } from './score.handlers.ts'
import { scriptHandlers } from './script.handlers.ts'
import { settleHandlers } from './settle.handlers.ts'
import { sizeHandlers } from './size.handlers.ts'
import { unlockHandlers } from './unlock.handlers.ts'
import { uploadHandlers } from './upload.handlers.ts'
import { uploaderHandlers } from './uploader.handlers.ts'

const handlers = [
  ...batchHandlers,
  ...doubtHandlers,
  ...settleHandlers,
  ...scriptHandlers,
  ...uploaderHandlers,
  ...uploadHandlers,
  ...actHandlers,
  ...exceptionHandlers,
  ...cooperationHandlers,
  ...declarationHandlers,
  ...unlockHandlers,
  ...fedHandlers,
  ...pileHandlers,
  ...candidateHandlers,
  ...recutHandlers,
  ...resultHandlers,
  ...scoreHandlers,
  ...sizeHandlers,
  ...pieceHandlers,
]

export const handler = serve(
  'scan',
  callsOf({
    ...scanCalls,
    ...uploaderCalls,
    ...actCalls,
    ...exceptionCalls,
    ...declarationCalls,
    ...fedCalls,
    ...candidateCalls,
    ...sameCalls,
    ...resultCalls,
    ...scoreCalls,
    ...sizeCalls,
    ...pieceCalls,
    recutQuestion,
    unlockExam,
  }),
  [...handlers, ...sameHandlers(handlers)],
  { exam: examResolver, paper: scanPaperResolver, batch: batchResolver },
)
