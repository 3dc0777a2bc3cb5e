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
    help: [
      '这场考试的考生：可以增减学生和班级，按规则或按表格编排考号、考场和座位。',
      '每次改动先预览再更新；已有答题卡的考生不会被移出。',
      '阅卷开启后名单不再改变。',
    ],
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
    help: [
      '这里是本年级还没有参加这场考试的学生。',
      '可以逐个加入，也可以勾选后一起加入。',
      '加入后按现在的班级和学号计入名单。',
    ],
    calls: [rosters.availableStudents, calls.examDetail, rosters.rosterPreview, rosters.changeRoster],
  },
  {
    path: examPaths.teachingClasses,
    under: examPaths.roster,
    name: '教学班',
    ...examManagers,
    load: async () => (await import('./TeachingClassScreen.tsx')).TeachingClassScreen,
    help: [
      '走班科目的教学班：每名考生各科在哪个教学班。',
      '联考先选学校；按教学班筛选，勾选考生可以调整；“未选”是没有选这门课，“—”按行政班统计。',
      '建立考试时复制自学校，学校以后的改动不影响这里；调整后下次发布起按新的教学班统计。',
    ],
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
    help: [
      '比较考试名单与学校现在的名单，列出新增、移出、换班、改名和考号的改变。',
      '看过再点“更新名单”，一次全部更新。',
      '已有答题卡的考生会保留。',
    ],
    calls: [rosters.rosterToday, rosters.changeRoster],
  },
]
