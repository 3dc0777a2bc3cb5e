import { serve } from '#functions/kit/serve.ts'
import { examResolver } from '#functions/exam/sight.public.ts'
import { toolGate } from '#functions/exam/tools/tool.public.ts'
import { actHandlers } from './act.handlers.ts'
import { batchHandlers } from './batches/batch.handlers.ts'
import { candidateHandlers } from './candidate.handlers.ts'
import { cooperationHandlers } from './uploading/cooperation.handlers.ts'
import { declarationHandlers } from './uploading/declaration.handlers.ts'
import { doubtHandlers } from './doubts/doubt.handlers.ts'
import { exceptionHandlers } from './doubts/exception.handlers.ts'
import { sheetCountHandlers } from './uploading/sheetCount.handlers.ts'
import { pieceHandlers } from './uploading/piece.handlers.ts'
import { bulkHandlers } from './doubts/bulk.handlers.ts'
import { recutHandlers } from './batches/recut.handlers.ts'
import { resultHandlers } from './results/result.handlers.ts'
import { aliasHandlers } from './alias.handlers.ts'
import { batchResolver, scanPaperResolver } from './managed.ts'
import { scoreHandlers } from './results/score.handlers.ts'
import { scriptHandlers } from './doubts/script.handlers.ts'
import { settleHandlers } from './doubts/settle.handlers.ts'
import { sizeHandlers } from './batches/size.handlers.ts'
import { unlockHandlers } from './batches/unlock.handlers.ts'
import { uploadHandlers } from './uploading/upload.handlers.ts'
import { ownUploaderHandlers } from './uploading/ownUploader.handlers.ts'
import { uploaderHandlers } from './uploading/uploader.handlers.ts'

const handlers = [
  ...batchHandlers,
  ...doubtHandlers,
  ...settleHandlers,
  ...scriptHandlers,
  ...uploaderHandlers,
  ...ownUploaderHandlers,
  ...uploadHandlers,
  ...actHandlers,
  ...exceptionHandlers,
  ...cooperationHandlers,
  ...declarationHandlers,
  ...unlockHandlers,
  ...sheetCountHandlers,
  ...bulkHandlers,
  ...candidateHandlers,
  ...recutHandlers,
  ...resultHandlers,
  ...scoreHandlers,
  ...sizeHandlers,
  ...pieceHandlers,
]

export const handler = serve(
  'scan',
  [...handlers, ...aliasHandlers(handlers)],
  { exam: examResolver, paper: scanPaperResolver, batch: batchResolver },
  toolGate,
)
