import { examResolver, resultResolver } from '#functions/exam/sight.public.ts'
import { toolGate } from '#functions/exam/tools/tool.public.ts'
import { serve } from '#functions/kit/serve.ts'
import { appealHandlers } from './appeals/appeal.handlers.ts'
import { changeHandlers } from './changes/change.handlers.ts'
import { configHandlers } from './config.handlers.ts'
import { evidenceHandlers } from './evidence/evidence.handlers.ts'
import { exportHandlers } from './export.handlers.ts'
import { guideHandlers } from './export/guide.handlers.ts'
import { noteHandlers } from './notes/note.handlers.ts'
import { publishHandlers } from './publish.handlers.ts'
import { reportHandlers } from './report.handlers.ts'
import { standingHandlers } from './standing/standing.handlers.ts'
import { tutorHandlers } from './tutors/tutor.handlers.ts'
import { showsHandlers } from './shows.handlers.ts'

export const handler = serve(
  'analysis',
  [
    ...publishHandlers,
    ...reportHandlers,
    ...configHandlers,
    ...standingHandlers,
    ...exportHandlers,
    ...evidenceHandlers,
    ...guideHandlers,
    ...noteHandlers,
    ...changeHandlers,
    ...showsHandlers,
    ...appealHandlers,
    ...tutorHandlers,
  ],
  { exam: examResolver, paper: resultResolver },
  toolGate,
)
