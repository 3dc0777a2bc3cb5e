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
