import * as applicationCalls from '#shared/exam/application.calls.ts'
import * as courseCalls from '#shared/exam/course.calls.ts'
import * as disclosureCalls from '#shared/exam/disclosure.calls.ts'
import * as electiveCalls from '#shared/exam/elective.calls.ts'
import * as baseInfoCalls from '#shared/exam/baseInfo.calls.ts'
import * as examCalls from '#shared/exam/exam.calls.ts'
import * as findCalls from '#shared/exam/find.calls.ts'
import * as knowledgeCalls from '#shared/exam/knowledge.calls.ts'
import * as paperFileCalls from '#shared/exam/paperFile.calls.ts'
import * as questionSettingCalls from '#shared/exam/questionSetting.calls.ts'
import * as schoolCalls from '#shared/exam/school.calls.ts'
import * as partCalls from '#shared/exam/part.calls.ts'
import * as maintenanceCalls from '#shared/exam/maintenance.calls.ts'
import * as releaseCalls from '#shared/exam/release.calls.ts'
import * as rosterCalls from '#shared/exam/roster.calls.ts'
import * as templateCalls from '#shared/exam/template.calls.ts'
import * as groupCalls from '#shared/exam/group.calls.ts'
import * as teacherCalls from '#shared/exam/teacher.calls.ts'
import * as teachingClassCalls from '#shared/exam/teachingClass.calls.ts'
import * as tagCalls from '#shared/exam/tag.calls.ts'
import * as toolCalls from '#shared/exam/tool.calls.ts'
import * as totalCalls from '#shared/exam/total.calls.ts'
import * as traceCalls from '#shared/exam/trace.calls.ts'
import { callsOf } from '#shared/kit/call.ts'
import { sheetsNow } from '#functions/app/sheets.ts'
import { serve } from '#functions/kit/serve.ts'
import { schoolResolver } from '#functions/school/roster/school.public.ts'
import { applicationHandlers } from './application.handlers.ts'
import { electiveHandlers } from './elective.handlers.ts'
import { baseInfoHandlers } from './baseInfo.handlers.ts'
import { courseHandlers } from './course.handlers.ts'
import { disclosureHandlers } from './disclosure.handlers.ts'
import { examHandlers } from './exam.handlers.ts'
import { findHandlers } from './find.handlers.ts'
import { knowledgeHandlers } from './knowledge.handlers.ts'
import { paperFileHandlers } from './paperFile.handlers.ts'
import { settingHandlers } from './questionSetting.handlers.ts'
import { schoolHandlers } from './school.handlers.ts'
import { groupHandlers } from './group.handlers.ts'
import { partHandlers } from './part.handlers.ts'
import { examResolver, subjectResolver } from './sight.public.ts'
import { maintenanceHandlers } from './maintenance.handlers.ts'
import { releaseHandlers } from './release.handlers.ts'
import { rosterHandlers } from './roster.handlers.ts'
import { templateHandlers } from './template.handlers.ts'
import { teachingClassHandlers } from './teachingClass.handlers.ts'
import { tagHandlers } from './tag.handlers.ts'
import { teacherHandlers } from './teacher.handlers.ts'
import { toolHandlers } from './tool.handlers.ts'
import { toolGate } from './tool.public.ts'
import { traceHandlers } from './trace.handlers.ts'
import { totalHandlers } from './total.handlers.ts'

export const handler = serve(
  'exam',
  callsOf({
    ...applicationCalls,
    ...baseInfoCalls,
    ...electiveCalls,
    ...courseCalls,
    ...disclosureCalls,
    ...examCalls,
    ...findCalls,
    ...knowledgeCalls,
    ...paperFileCalls,
    ...schoolCalls,
    ...questionSettingCalls,
    ...groupCalls,
    ...partCalls,
    ...maintenanceCalls,
    ...releaseCalls,
    ...rosterCalls,
    ...templateCalls,
    ...teacherCalls,
    ...tagCalls,
    ...teachingClassCalls,
    ...toolCalls,
    ...totalCalls,
    ...traceCalls,
  }),
  [
    ...applicationHandlers,
    ...baseInfoHandlers,
    ...electiveHandlers,
    ...courseHandlers,
    ...disclosureHandlers,
    ...examHandlers,
    ...findHandlers,
    ...knowledgeHandlers,
    ...paperFileHandlers,
    ...schoolHandlers(sheetsNow),
    ...groupHandlers,
    ...settingHandlers,
    ...partHandlers,
    ...maintenanceHandlers,
    ...releaseHandlers,
    ...rosterHandlers(sheetsNow.sheetsOf),
    ...templateHandlers,
    ...teacherHandlers,
    ...tagHandlers,
    ...teachingClassHandlers,
    ...toolHandlers,
    ...totalHandlers,
    ...traceHandlers,
  ],
  { school: schoolResolver, exam: examResolver, paper: subjectResolver },
  toolGate,
)
