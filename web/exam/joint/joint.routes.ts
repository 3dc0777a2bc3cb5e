import { sessionUser } from '#shared/identity/identity.calls.ts'
import * as applications from '#shared/exam/joint/application.calls.ts'
import * as calls from '#shared/exam/exam.calls.ts'
import * as electives from '#shared/exam/joint/elective.calls.ts'
import * as baseInfo from '#shared/exam/joint/baseInfo.calls.ts'
import * as board from '#shared/exam/joint/board.calls.ts'
import * as invites from '#shared/exam/joint/invite.calls.ts'
import * as parts from '#shared/exam/joint/part.calls.ts'
import * as schools from '#shared/exam/joint/school.calls.ts'
import * as rosters from '#shared/exam/roster/roster.calls.ts'
import * as reporting from '#shared/exam/joint/reporting.calls.ts'
import * as groups from '#shared/exam/joint/group.calls.ts'
import { listSchools } from '#shared/school/school.calls.ts'
import {
  applicationDeciders,
  jointChoosers,
  jointOrganisers,
  jointReporters,
  jointSchoolPeople,
} from '#shared/kit/people.ts'
import type { ScreenRoute } from '#web/kit/route.types.ts'
import { applicationDoors, examPaths } from '../exam.paths.ts'

/** Who applies for a school, and who decides for an area. */
const applicants = {
  userTypes: [...new Set([...jointSchoolPeople.userTypes, ...applicationDeciders.userTypes])],
}

/** Joint exams: who takes part, what schools apply for, and where each stands. */
export const jointRoutes: readonly ScreenRoute[] = [
  {
    path: examPaths.addJoint,
    under: examPaths.list,
    name: '新建联考',
    ...jointOrganisers,
    load: async () => (await import('./JointExamScreen.tsx')).JointExamScreen,
    calls: [calls.createJointExam, groups.listExamGroups, groups.examGroup, listSchools, sessionUser],
  },
  {
    path: examPaths.reporting,
    under: examPaths.list,
    name: '联考上报',
    ...jointReporters,
    load: async () => (await import('./ReportingScreen.tsx')).ReportingScreen,
    calls: [reporting.reportingTasks],
  },
  {
    path: examPaths.groups,
    under: examPaths.list,
    name: '联考学校组',
    ...jointOrganisers,
    load: async () => (await import('./GroupScreens.tsx')).GroupListScreen,
    calls: [groups.listExamGroups, groups.deleteExamGroup],
  },
  {
    path: examPaths.group,
    under: examPaths.groups,
    name: '学校组',
    ...jointOrganisers,
    load: async () => (await import('./GroupScreens.tsx')).GroupScreen,
    calls: [groups.saveExamGroup, groups.examGroup, listSchools, sessionUser],
  },
  {
    path: examPaths.schools,
    within: 'examId',
    name: '参加学校',
    ...jointOrganisers,
    load: async () => (await import('./SchoolsScreen.tsx')).SchoolsScreen,
    calls: [schools.jointSchools, schools.groupSchools, schools.removeSchoolsPreview, schools.removeSchools],
  },
  {
    path: examPaths.schoolAdd,
    under: examPaths.schools,
    name: '增加学校',
    ...jointOrganisers,
    load: async () => (await import('./SchoolAddScreen.tsx')).SchoolAddScreen,
    calls: [
      schools.jointSchools,
      schools.addSchoolsPreview,
      schools.addSchools,
      invites.invites,
      invites.inviteSchool,
      invites.withdrawInvite,
      listSchools,
    ],
  },
  {
    path: examPaths.schoolsToAdd,
    under: examPaths.list,
    name: '增加学校',
    ...jointOrganisers,
    load: async () => (await import('./SchoolAddScreen.tsx')).AddToWhichScreen,
    calls: [calls.listExams],
  },
  {
    path: examPaths.schoolsToDelete,
    under: examPaths.list,
    name: '移出学校',
    ...jointOrganisers,
    load: async () => (await import('./SchoolAddScreen.tsx')).DeleteFromWhichScreen,
    calls: [calls.listExams],
  },
  {
    path: examPaths.ownParts,
    under: examPaths.list,
    name: '我校的联考',
    ...jointSchoolPeople,
    load: async () => (await import('./OwnPartScreens.tsx')).OwnPartsScreen,
    calls: [parts.listOwnParts, parts.answerPart, invites.ownInvites, invites.answerInvite],
  },
  {
    path: examPaths.ownPart,
    under: examPaths.ownParts,
    name: '我校的进度',
    ...jointSchoolPeople,
    load: async () => (await import('./OwnPartScreens.tsx')).OwnPartScreen,
    calls: [board.ownBoard, parts.answerPart, parts.sayContact],
  },
  {
    path: examPaths.ownRoster,
    under: examPaths.ownPart,
    name: '我校的考生名单',
    ...jointSchoolPeople,
    load: async () => (await import('./OwnRosterScreen.tsx')).OwnRosterScreen,
    calls: [rosters.ownRosterToday, rosters.ownRosterPreview, rosters.changeOwnRoster],
  },
  {
    path: examPaths.ownTeachers,
    under: examPaths.ownPart,
    name: '阅卷老师申报',
    ...jointSchoolPeople,
    load: async () => (await import('./OwnApplicationScreens.tsx')).OwnTeachersScreen,
    calls: [applications.ownApplications, applications.apply, applications.withdrawApplications],
  },
  {
    path: examPaths.teacherDeclarations,
    under: examPaths.toolbox,
    name: '阅卷老师申报',
    ...jointOrganisers,
    load: async () => (await import('./ApplicationScreens.tsx')).TeacherDeclarationsScreen,
    calls: [applications.applications, applications.decideApplications, schools.jointSchools, sessionUser],
  },
  {
    path: examPaths.teacherDoor,
    under: examPaths.list,
    also: applicationDoors(examPaths.teacherDoor, ''),
    name: '阅卷老师申报',
    ...jointSchoolPeople,
    load: async () => (await import('./ApplicationDoorScreens.tsx')).TeacherDoorScreen,
    calls: [parts.listOwnParts, calls.listExams, sessionUser, listSchools],
  },
  {
    path: examPaths.ownAbsent,
    under: examPaths.ownPart,
    name: '缺考申报',
    ...jointSchoolPeople,
    load: async () => (await import('./OwnApplicationScreens.tsx')).OwnAbsentScreen,
    calls: [applications.ownApplications, applications.apply, applications.withdrawApplications],
  },
  {
    path: examPaths.absentDoor,
    under: examPaths.list,
    also: [
      '/v2/application-manage',
      '/v2/application-manage/list',
      '/v2/quality-analysis/check-application',
      '/v2/quality-analysis/check-application/application-list',
      ...applicationDoors(examPaths.absentDoor, 'absent-student-list'),
    ],
    name: '缺考申报',
    ...applicants,
    load: async () => (await import('./ApplicationDoorScreens.tsx')).AbsentDoorScreen,
    calls: [calls.listExams, sessionUser, listSchools],
    acts: [parts.listOwnParts],
  },
  {
    path: examPaths.ownTransient,
    under: examPaths.ownPart,
    name: '借读生申报',
    ...jointSchoolPeople,
    load: async () => (await import('./OwnApplicationScreens.tsx')).OwnTransientScreen,
    calls: [applications.ownApplications, applications.apply, applications.withdrawApplications],
  },
  {
    path: examPaths.transients,
    within: 'examId',
    name: '借读生申报',
    ...applicationDeciders,
    load: async () => (await import('./ApplicationScreens.tsx')).TransientApplicationsScreen,
    calls: [applications.applications, applications.decideApplications, sessionUser],
    acts: [schools.jointSchools],
  },
  {
    path: examPaths.transientDoor,
    under: examPaths.list,
    also: applicationDoors(examPaths.transientDoor, 'transient-student-list'),
    name: '借读生申报',
    ...applicants,
    load: async () => (await import('./ApplicationDoorScreens.tsx')).TransientDoorScreen,
    calls: [calls.listExams, sessionUser, listSchools],
    acts: [parts.listOwnParts],
  },
  {
    path: examPaths.boards,
    under: examPaths.list,
    name: '考试监控',
    ...jointOrganisers,
    load: async () => (await import('./BoardsScreen.tsx')).BoardsScreen,
    calls: [calls.listExams],
  },
  {
    path: examPaths.baseInfoImport,
    within: 'examId',
    name: '导入考生信息',
    ...jointOrganisers,
    load: async () => (await import('./BaseInfoImportScreen.tsx')).BaseInfoImportScreen,
    calls: [baseInfo.importBaseInfo, baseInfo.baseInfoTemplate],
  },
  {
    path: examPaths.baseInfoImportDoor,
    under: examPaths.list,
    name: '导入考生信息',
    ...jointOrganisers,
    load: async () => (await import('./BaseInfoImportScreen.tsx')).BaseInfoImportDoorScreen,
    calls: [calls.listExams],
  },
  {
    path: examPaths.optionalCourse,
    within: 'examId',
    name: '选考科目',
    ...jointChoosers,
    load: async () => (await import('./OptionalCourseScreen.tsx')).OptionalCourseScreen,
    calls: [electives.electiveCourses, electives.chooseElectives],
  },
  {
    path: examPaths.optionalCourseDoor,
    under: examPaths.list,
    name: '选考科目',
    ...jointChoosers,
    load: async () => (await import('./OptionalCourseScreen.tsx')).OptionalCourseDoorScreen,
    calls: [calls.listExams],
  },
]
