import { sessionUser } from '#shared/identity/identity.calls.ts'
import * as requestCalls from '#shared/identity/accounts/childRequest.calls.ts'
import * as registerCalls from '#shared/identity/registration/register.calls.ts'
import * as actCalls from '#shared/school/people/act.calls.ts'
import * as classCalls from '#shared/school/classes/class.calls.ts'
import * as courseCalls from '#shared/school/classes/course.calls.ts'
import * as studentCalls from '#shared/school/people/student.calls.ts'
import * as numberCalls from '#shared/school/people/number.calls.ts'
import * as parentCalls from '#shared/school/people/parent.calls.ts'
import * as personalCalls from '#shared/school/people/personal.calls.ts'
import { identityPaths } from '#web/identity/identity.paths.ts'
import type { ScreenRoute } from '#web/kit/route.types.ts'
import { managers, under } from '../school.people.ts'
import { schoolPaths as paths } from '../school.paths.ts'

const manage = '/v2/school/manage'

/** Students, their parents, numbers and chosen courses. */
export const studentRoutes: readonly ScreenRoute[] = [
  {
    path: paths.students,
    within: 'schoolId',
    also: [
      `${manage}/student-manage`,
      '/v2/student-manage',
      `${manage}/class-manage/details/base-info`,
      '/v2/basic-data/student-list',
    ],
    name: '学生',
    ...managers,
    load: async () => (await import('./StudentsScreen.tsx')).StudentsScreen,
    calls: [
      studentCalls.listStudents,
      studentCalls.studentsCounting,
      classCalls.listGrades,
      classCalls.listClasses,
      studentCalls.moveStudents,
      studentCalls.deleteStudents,
      studentCalls.restoreStudents,
      actCalls.undoAct,
      actCalls.setLeave,
      actCalls.tagStudents,
      sessionUser,
    ],
  },
  {
    path: paths.addStudent,
    ...under('students'),
    name: '添加学生',
    ...managers,
    load: async () => (await import('./StudentForms.tsx')).AddStudentScreen,
    calls: [studentCalls.createStudent, classCalls.listClasses, sessionUser],
  },
  {
    path: paths.editStudent,
    ...under('students'),
    name: '修改学生',
    ...managers,
    load: async () => (await import('./StudentForms.tsx')).EditStudentScreen,
    calls: [studentCalls.studentDetail, studentCalls.updateStudent, classCalls.listClasses, sessionUser],
  },
  {
    path: paths.courseSelection,
    within: 'schoolId',
    name: '学生选课',
    ...managers,
    load: async () => (await import('../classes/CourseSelectionScreen.tsx')).CourseSelectionScreen,
    calls: [
      studentCalls.listStudents,
      classCalls.listGrades,
      classCalls.listClasses,
      courseCalls.listCourses,
      actCalls.chooseCourses,
      sessionUser,
    ],
  },
  {
    path: paths.student,
    ...under('students'),
    name: '学生档案',
    ...managers,
    load: async () => (await import('./StudentScreen.tsx')).StudentScreen,
    calls: [
      studentCalls.studentDetail,
      actCalls.studentHistory,
      classCalls.listClasses,
      personalCalls.personalOf,
      personalCalls.exportStudentData,
      parentCalls.listParents,
      parentCalls.unbindParent,
      sessionUser,
      personalCalls.revealPersonal,
      personalCalls.savePersonal,
    ],
    acts: [personalCalls.eraseStudent],
  },
  {
    path: paths.parents,
    within: 'schoolId',
    name: '家长',
    ...managers,
    load: async () => (await import('./ParentsScreen.tsx')).ParentsScreen,
    calls: [
      parentCalls.listParents,
      parentCalls.unbindParent,
      classCalls.listGrades,
      personalCalls.personalOf,
      sessionUser,
      personalCalls.revealPersonal,
      personalCalls.savePersonal,
    ],
  },
  {
    userTypes: [1, 2, 3, 13, 15, 18],
    path: identityPaths.requests,
    ...under('parents'),
    hide: true,
    name: '家长申请',
    load: async () => (await import('./RequestsScreen.tsx')).RequestsScreen,
    calls: [requestCalls.childRequests, requestCalls.askerPhone, requestCalls.settleRequest, sessionUser],
  },
  {
    userTypes: [1, 2, 15, 18],
    path: identityPaths.invites,
    ...under('students'),
    hide: true,
    name: '家长邀请码',
    load: async () => (await import('./InviteScreens.tsx')).InviteListScreen,
    calls: [registerCalls.inviteList, registerCalls.closeInvite, sessionUser],
  },
  {
    userTypes: [1, 2, 15, 18],
    path: identityPaths.addInvite,
    under: identityPaths.invites,
    keeps: ['schoolId'],
    hide: true,
    name: '新建邀请码',
    load: async () => (await import('./InviteScreens.tsx')).AddInviteScreen,
    calls: [registerCalls.createInvite, sessionUser],
  },
  {
    path: paths.addParent,
    ...under('parents'),
    name: '绑定家长',
    ...managers,
    load: async () => (await import('./ParentsScreen.tsx')).AddParentScreen,
    calls: [parentCalls.bindParent, studentCalls.studentDetail, sessionUser, parentCalls.unbindParent],
  },
  {
    path: paths.findPerson,
    ...under('students'),
    name: '按证件或电话查找',
    ...managers,
    load: async () => (await import('./FindPersonScreen.tsx')).FindPersonScreen,
    calls: [personalCalls.findPersonal, sessionUser],
  },
  {
    path: paths.numbers,
    ...under('students'),
    name: '学号调整',
    ...managers,
    load: async () => (await import('./NumbersScreen.tsx')).NumbersScreen,
    calls: [
      numberCalls.findNumbers,
      numberCalls.adjustNumbers,
      studentCalls.deleteStudents,
      studentCalls.restoreStudents,
      sessionUser,
    ],
  },
  {
    path: '/v2/center/student-num',
    name: '学号调整',
    userTypes: [-1],
    load: async () => (await import('./NumbersScreen.tsx')).NumbersScreen,
    calls: [
      numberCalls.findNumbers,
      numberCalls.adjustNumbers,
      studentCalls.deleteStudents,
      studentCalls.restoreStudents,
      sessionUser,
    ],
  },
]
