import { sessionUser } from '#shared/identity/identity.calls.ts'
import * as calls from '#shared/exam/exam.calls.ts'
import * as teaching from '#shared/exam/roster/teachingClass.calls.ts'
import * as schools from '#shared/exam/joint/school.calls.ts'
import * as rosters from '#shared/exam/roster/roster.calls.ts'
import { listClasses } from '#shared/school/classes/class.calls.ts'
import { examManagers } from '#shared/kit/people.ts'
import type { ScreenRoute } from '#web/kit/route.types.ts'
import { examPaths, rosterMounts } from '../exam.paths.ts'

/** The candidates of an exam. */
export const rosterRoutes: readonly ScreenRoute[] = [
  {
    path: examPaths.roster,
    also: rosterMounts,
    within: 'examId',
    name: '考生名单',
    ...examManagers,
    load: async () => (await import('./RosterScreens.tsx')).RosterScreen,
    calls: [
      calls.examStudents,
      calls.examClasses,
      calls.examDetail,
      rosters.rosterPreview,
      rosters.changeRoster,
      rosters.numbersPreview,
      rosters.giveNumbers,
      rosters.seatFile,
      rosters.numberTemplate,
      listClasses,
      sessionUser,
    ],
  },
  {
    path: examPaths.rosterAdd,
    under: examPaths.roster,
    name: '添加考生',
    ...examManagers,
    load: async () => (await import('./RosterScreens.tsx')).AddCandidatesScreen,
    calls: [rosters.availableStudents, calls.examDetail, rosters.rosterPreview, rosters.changeRoster],
  },
  {
    path: examPaths.teachingClasses,
    under: examPaths.roster,
    name: '教学班',
    ...examManagers,
    load: async () => (await import('./TeachingClassScreen.tsx')).TeachingClassScreen,
    calls: [
      calls.examStudents,
      calls.examDetail,
      teaching.examTeachingClassList,
      teaching.moveTeachingClass,
      sessionUser,
    ],
    acts: [schools.jointSchools],
  },
  {
    path: examPaths.rosterUpdate,
    under: examPaths.roster,
    also: ['/v2/exam-management/detail/student-manage/preview-syn-result'],
    name: '按学校名单更新',
    ...examManagers,
    load: async () => (await import('./RosterScreens.tsx')).RosterUpdateScreen,
    calls: [rosters.rosterToday, rosters.changeRoster],
  },
]
