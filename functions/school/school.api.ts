import * as leaderCalls from '#shared/school/leader.calls.ts'
import * as schoolCalls from '#shared/school/school.calls.ts'
import { callsOf } from '#shared/kit/call.ts'
import { serve } from '#functions/kit/serve.ts'
import { classHandlers } from './class.handlers.ts'
import { schoolHandlers } from './school.handlers.ts'
import { leaderHandlers } from './leader.handlers.ts'
import { areaResolver, classResolver, gradeResolver, schoolResolver, studentResolver } from './school.public.ts'
import { studentHandlers } from './student.handlers.ts'
import { teacherHandlers } from './teacher.handlers.ts'

export const handler = serve(
  'school',
  callsOf({ ...schoolCalls, ...leaderCalls }),
  [...schoolHandlers, ...classHandlers, ...leaderHandlers, ...teacherHandlers, ...studentHandlers],
  {
    area: areaResolver,
    school: schoolResolver,
    grade: gradeResolver,
    class: classResolver,
    student: studentResolver,
  },
)
