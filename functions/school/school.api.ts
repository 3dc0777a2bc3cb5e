import * as actCalls from '#shared/school/people/act.calls.ts'
import * as keyCalls from '#shared/school/settings/key.calls.ts'
import * as leaderCalls from '#shared/school/people/leader.calls.ts'
import * as numberCalls from '#shared/school/people/number.calls.ts'
import * as parentCalls from '#shared/school/people/parent.calls.ts'
import * as personalCalls from '#shared/school/people/personal.calls.ts'
import * as placeCalls from '#shared/school/place.calls.ts'
import * as companyCalls from '#shared/school/operations/company.calls.ts'
import * as refundCalls from '#shared/school/operations/refund.calls.ts'
import * as recordCalls from '#shared/school/record.calls.ts'
import * as schoolCalls from '#shared/school/school.calls.ts'
import * as classCalls from '#shared/school/classes/class.calls.ts'
import * as teachingClassCalls from '#shared/school/classes/teachingClass.calls.ts'
import * as courseCalls from '#shared/school/classes/course.calls.ts'
import * as teacherCalls from '#shared/school/people/teacher.calls.ts'
import * as studentCalls from '#shared/school/people/student.calls.ts'
import * as settingCalls from '#shared/school/settings/setting.calls.ts'
import * as tutorCalls from '#shared/school/people/tutor.calls.ts'
import { callsOf } from '#shared/kit/call.ts'
import { examSittings } from '#functions/exam/holding.public.ts'
import { serve } from '#functions/kit/serve.ts'
import { actHandlers } from './people/act.handlers.ts'
import { classHandlers } from './classes/class.handlers.ts'
import { teachingClassHandlers } from './classes/teachingClass.handlers.ts'
import { companyHandlers } from './operations/company.handlers.ts'
import { refundHandlers } from './operations/refund.handlers.ts'
import { courseHandlers } from './classes/course.handlers.ts'
import { numberHandlers } from './people/number.handlers.ts'
import { schoolHandlers } from './school.handlers.ts'
import { historyHandlers } from './people/history.handlers.ts'
import { keyHandlers } from './settings/key.handlers.ts'
import { leaderHandlers } from './people/leader.handlers.ts'
import { parentHandlers } from './people/parent.handlers.ts'
import { personalHandlers } from './people/personal.handlers.ts'
import { placeHandlers } from './place.handlers.ts'
import { recordHandlers } from './record.handlers.ts'
import { areaResolver, classResolver, gradeResolver, schoolResolver, studentResolver } from './roster/school.public.ts'
import { settingHandlers } from './settings/setting.handlers.ts'
import { studentHandlers } from './people/student.handlers.ts'
import { tutorHandlers } from './people/tutor.handlers.ts'
import { teacherHandlers } from './people/teacher.handlers.ts'

export const handler = serve(
  'school',
  callsOf({
    ...schoolCalls,
    ...classCalls,
    ...courseCalls,
    ...teachingClassCalls,
    ...teacherCalls,
    ...studentCalls,
    ...leaderCalls,
    ...actCalls,
    ...settingCalls,
    ...personalCalls,
    ...parentCalls,
    ...numberCalls,
    ...tutorCalls,
    ...keyCalls,
    ...placeCalls,
    ...recordCalls,
    ...companyCalls,
    ...refundCalls,
  }),
  [
    ...schoolHandlers,
    ...classHandlers,
    ...leaderHandlers,
    ...actHandlers,
    ...historyHandlers(examSittings),
    ...settingHandlers,
    ...teacherHandlers,
    ...studentHandlers,
    ...personalHandlers(examSittings),
    ...parentHandlers,
    ...numberHandlers,
    ...tutorHandlers,
    ...courseHandlers,
    ...teachingClassHandlers,
    ...keyHandlers,
    ...placeHandlers,
    ...recordHandlers(examSittings),
    ...companyHandlers,
    ...refundHandlers,
  ],
  {
    area: areaResolver,
    school: schoolResolver,
    grade: gradeResolver,
    class: classResolver,
    student: studentResolver,
  },
)
