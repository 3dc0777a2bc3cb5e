import { personalOf, revealPersonal, savePersonal } from '#shared/school/people/personal.calls.ts'
import { sessionUser } from '#shared/identity/identity.calls.ts'
import * as leaderCalls from '#shared/school/people/leader.calls.ts'
import * as schoolCalls from '#shared/school/school.calls.ts'
import * as classCalls from '#shared/school/classes/class.calls.ts'
import * as courseCalls from '#shared/school/classes/course.calls.ts'
import * as teacherCalls from '#shared/school/people/teacher.calls.ts'
import * as tutorCalls from '#shared/school/people/tutor.calls.ts'
import type { ScreenRoute } from '#web/kit/route.types.ts'
import { heads, managers, under } from '../school.people.ts'
import { schoolPaths as paths } from '../school.paths.ts'

const manage = '/v2/school/manage'

/** Teachers, tutors, leaders and their accounts. */
export const staffRoutes: readonly ScreenRoute[] = [
  {
    path: paths.teachers,
    within: 'schoolId',
    also: [
      `${manage}/teacher-manage`,
      '/v2/teacher-manage',
      `${manage}/teacher-manage/course-info`,
      `${manage}/class-manage/list/teacher`,
      '/v2/basic-data/teacher-list',
    ],
    name: '教师',
    ...managers,
    load: async () => (await import('./TeachersScreen.tsx')).TeachersScreen,
    calls: [
      teacherCalls.listTeachers,
      classCalls.listClasses,
      courseCalls.listCourses,
      teacherCalls.deleteTeacher,
      sessionUser,
      personalOf,
      revealPersonal,
      savePersonal,
    ],
    acts: [teacherCalls.resetTeacherPassword],
  },
  {
    path: paths.addTeacher,
    ...under('teachers'),
    name: '添加教师',
    ...managers,
    load: async () => (await import('./TeacherForms.tsx')).AddTeacherScreen,
    calls: [
      teacherCalls.createTeacher,
      classCalls.listClasses,
      courseCalls.listCourses,
      classCalls.listGrades,
      sessionUser,
    ],
  },
  {
    path: paths.editTeacher,
    ...under('teachers'),
    name: '修改教师',
    ...managers,
    load: async () => (await import('./TeacherForms.tsx')).EditTeacherScreen,
    calls: [
      teacherCalls.teacherDetail,
      teacherCalls.updateTeacher,
      classCalls.listClasses,
      courseCalls.listCourses,
      classCalls.listGrades,
      sessionUser,
    ],
  },
  {
    path: paths.leaders,
    within: 'schoolId',
    also: [
      '/v2/school-leader-manage',
      `${manage}/grade-manage/leader`,
      `${manage}/parameter-setting/authSetting`,
      `${manage}/grade-manage/setting/authSetting`,
    ],
    name: '领导与管理',
    ...managers,
    load: async () => (await import('./LeadersScreen.tsx')).LeadersScreen,
    calls: [leaderCalls.listLeaders, classCalls.listGrades, courseCalls.listCourses, sessionUser],
    acts: [leaderCalls.deleteLeader],
  },
  {
    path: paths.addLeader,
    ...under('leaders'),
    also: [`${manage}/parameter-setting/addAuth`, `${manage}/grade-manage/setting/addAuth`],
    name: '添加账号',
    ...heads,
    load: async () => (await import('./LeadersScreen.tsx')).AddLeaderScreen,
    calls: [schoolCalls.openStaff, classCalls.listGrades, courseCalls.listCourses, sessionUser],
  },
  {
    path: paths.editLeader,
    ...under('leaders'),
    name: '修改账号',
    ...heads,
    load: async () => (await import('./LeadersScreen.tsx')).EditLeaderScreen,
    calls: [
      leaderCalls.listLeaders,
      leaderCalls.updateLeader,
      classCalls.listGrades,
      courseCalls.listCourses,
      sessionUser,
    ],
  },
  {
    path: paths.tutors,
    ...under('teachers'),
    name: '导师',
    ...managers,
    load: async () => (await import('./TutorsScreen.tsx')).TutorsScreen,
    calls: [tutorCalls.listTutors, classCalls.listGrades, sessionUser],
  },
  {
    path: paths.addTutor,
    ...under('tutors'),
    name: '选择导师',
    ...managers,
    load: async () => (await import('./TutorsScreen.tsx')).ChooseTutorScreen,
    calls: [teacherCalls.listTeachers, sessionUser],
  },
  {
    path: paths.editTutor,
    ...under('tutors'),
    name: '安排导师',
    ...managers,
    load: async () => (await import('./TutorsScreen.tsx')).TutorScreen,
    calls: [tutorCalls.changeTutees, tutorCalls.listTutors, teacherCalls.teacherDetail, sessionUser],
  },
]
