import * as actCalls from '#shared/school/act.calls.ts'
import * as keyCalls from '#shared/school/key.calls.ts'
import * as leaderCalls from '#shared/school/leader.calls.ts'
import * as numberCalls from '#shared/school/number.calls.ts'
import * as parentCalls from '#shared/school/parent.calls.ts'
import * as personalCalls from '#shared/school/personal.calls.ts'
import * as placeCalls from '#shared/school/place.calls.ts'
import * as recordCalls from '#shared/school/record.calls.ts'
import * as schoolCalls from '#shared/school/school.calls.ts'
import * as classCalls from '#shared/school/class.calls.ts'
import * as courseCalls from '#shared/school/course.calls.ts'
import * as teacherCalls from '#shared/school/teacher.calls.ts'
import * as studentCalls from '#shared/school/student.calls.ts'
import * as settingCalls from '#shared/school/setting.calls.ts'
import * as tutorCalls from '#shared/school/tutor.calls.ts'
import { callsOf } from '#shared/kit/call.ts'
import { examSittings } from '#functions/exam/holding.public.ts'
import { serve } from '#functions/kit/serve.ts'
import { actHandlers } from './act.handlers.ts'
import { classHandlers } from './class.handlers.ts'
import { courseHandlers } from './course.handlers.ts'
import { numberHandlers } from './number.handlers.ts'
import { schoolHandlers } from './school.handlers.ts'
import { historyHandlers } from './history.handlers.ts'
import { keyHandlers } from './key.handlers.ts'
import { leaderHandlers } from './leader.handlers.ts'
import { parentHandlers } from './parent.handlers.ts'
import { personalHandlers } from './personal.handlers.ts'
import { placeHandlers } from './place.handlers.ts'
import { recordHandlers } from './record.handlers.ts'
import { areaResolver, classResolver, gradeResolver, schoolResolver, studentResolver } from './roster/school.public.ts'
import { settingHandlers } from './setting.handlers.ts'
import { studentHandlers } from './student.handlers.ts'
import { tutorHandlers } from './tutor.handlers.ts'
import { teacherHandlers } from './teacher.handlers.ts'

export const handler = serve(
  'school',
  callsOf({
    ...schoolCalls,
    ...classCalls,
    ...courseCalls,
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
    ...keyHandlers,
    ...placeHandlers,
    ...recordHandlers(examSittings),
  ],
  {
    area: areaResolver,
    school: schoolResolver,
    grade: gradeResolver,
    class: classResolver,
    student: studentResolver,
  },
)
