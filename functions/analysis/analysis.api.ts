import * as reportCalls from '#shared/analysis/analysis.calls.ts'
import * as appealCalls from '#shared/analysis/appeal.calls.ts'
import * as changeCalls from '#shared/analysis/change.calls.ts'
import * as evidenceCalls from '#shared/analysis/evidence.calls.ts'
import * as exportCalls from '#shared/analysis/export.calls.ts'
import * as guideCalls from '#shared/analysis/guide.calls.ts'
import * as noteCalls from '#shared/analysis/notes/note.calls.ts'
import * as paramsCalls from '#shared/analysis/params.calls.ts'
import * as publicationCalls from '#shared/analysis/publication.calls.ts'
import * as showsCalls from '#shared/analysis/shows.calls.ts'
import * as standingCalls from '#shared/analysis/standing.calls.ts'
import * as settingCalls from '#shared/analysis/setting.calls.ts'
import * as tutorCalls from '#shared/analysis/tutor.calls.ts'
import { callsOf } from '#shared/kit/call.ts'
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
  callsOf({
    ...reportCalls,
    ...publicationCalls,
    ...settingCalls,
    ...standingCalls,
    ...paramsCalls,
    ...exportCalls,
    ...evidenceCalls,
    ...guideCalls,
    ...noteCalls,
    ...changeCalls,
    ...showsCalls,
    ...appealCalls,
    ...tutorCalls,
  }),
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
