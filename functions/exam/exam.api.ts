import * as applicationCalls from '#shared/exam/joint/application.calls.ts'
import * as courseCalls from '#shared/exam/creation/course.calls.ts'
import * as disclosureCalls from '#shared/exam/tools/disclosure.calls.ts'
import * as electiveCalls from '#shared/exam/joint/elective.calls.ts'
import * as baseInfoCalls from '#shared/exam/joint/baseInfo.calls.ts'
import * as examCalls from '#shared/exam/exam.calls.ts'
import * as findCalls from '#shared/exam/find.calls.ts'
import * as knowledgeCalls from '#shared/exam/tools/knowledge.calls.ts'
import * as paperFileCalls from '#shared/exam/tools/paperFile.calls.ts'
import * as questionSettingCalls from '#shared/exam/setting/questionSetting.calls.ts'
import * as schoolCalls from '#shared/exam/joint/school.calls.ts'
import * as inviteCalls from '#shared/exam/joint/invite.calls.ts'
import * as partCalls from '#shared/exam/joint/part.calls.ts'
import * as maintenanceCalls from '#shared/exam/tools/maintenance.calls.ts'
import * as releaseCalls from '#shared/exam/tools/release.calls.ts'
import * as rosterCalls from '#shared/exam/roster/roster.calls.ts'
import * as templateCalls from '#shared/exam/creation/template.calls.ts'
import * as creationCalls from '#shared/exam/creation/creation.calls.ts'
import * as reportingCalls from '#shared/exam/joint/reporting.calls.ts'
import * as groupCalls from '#shared/exam/joint/group.calls.ts'
import * as teacherCalls from '#shared/exam/tools/teacher.calls.ts'
import * as teachingClassCalls from '#shared/exam/roster/teachingClass.calls.ts'
import * as tagCalls from '#shared/exam/roster/tag.calls.ts'
import * as toolCalls from '#shared/exam/tools/tool.calls.ts'
import * as totalCalls from '#shared/exam/tools/total.calls.ts'
import * as traceCalls from '#shared/exam/roster/trace.calls.ts'
import { callsOf } from '#shared/kit/call.ts'
import { sheetsNow } from '#functions/app/sheets.ts'
import { serve } from '#functions/kit/serve.ts'
import { schoolResolver } from '#functions/school/roster/school.public.ts'
import { applicationHandlers } from './joint/application.handlers.ts'
import { electiveHandlers } from './joint/elective.handlers.ts'
import { baseInfoHandlers } from './joint/baseInfo.handlers.ts'
import { courseHandlers } from './creation/course.handlers.ts'
import { disclosureHandlers } from './tools/disclosure.handlers.ts'
import { examHandlers } from './exam.handlers.ts'
import { findHandlers } from './find.handlers.ts'
import { knowledgeHandlers } from './tools/knowledge.handlers.ts'
import { paperFileHandlers } from './tools/paperFile.handlers.ts'
import { settingHandlers } from './setting/questionSetting.handlers.ts'
import { schoolHandlers } from './joint/school.handlers.ts'
import { creationHandlers } from './creation/creation.handlers.ts'
import { reportingHandlers } from './joint/reporting.handlers.ts'
import { groupHandlers } from './joint/group.handlers.ts'
import { inviteHandlers } from './joint/invite.handlers.ts'
import { partHandlers } from './joint/part.handlers.ts'
import { examResolver, subjectResolver } from './sight.public.ts'
import { maintenanceHandlers } from './tools/maintenance.handlers.ts'
import { releaseHandlers } from './tools/release.handlers.ts'
import { rosterHandlers } from './roster/roster.handlers.ts'
import { templateHandlers } from './creation/template.handlers.ts'
import { teachingClassHandlers } from './roster/teachingClass.handlers.ts'
import { tagHandlers } from './roster/tag.handlers.ts'
import { teacherHandlers } from './tools/teacher.handlers.ts'
import { toolHandlers } from './tools/tool.handlers.ts'
import { toolGate } from './tools/tool.public.ts'
import { traceHandlers } from './roster/trace.handlers.ts'
import { totalHandlers } from './tools/total.handlers.ts'

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
    ...creationCalls,
    ...reportingCalls,
    ...groupCalls,
    ...partCalls,
    ...inviteCalls,
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
    ...creationHandlers,
    ...reportingHandlers,
    ...groupHandlers,
    ...settingHandlers,
    ...partHandlers,
    ...inviteHandlers,
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
