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
import { groupHandlers } from './joint/groups/group.handlers.ts'
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
