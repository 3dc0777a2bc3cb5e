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
    help: [
      '全校教师、任教和账号。',
      '按姓名、拼音或班级查找，点名称修改任教。',
      '重置密码会生成新的初始密码，只显示一次。',
    ],
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
    help: [
      '添加一位教师并开通账号。',
      '写姓名和账号，添加任教的班级与课程，班主任打勾。',
      '账号不能像手机号或邮箱，初始密码首次登录要改。',
    ],
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
    help: ['修改教师的姓名、任教和职责。', '任教决定能看到哪些班级的哪门课。', '已建立的考试保留当时的任教。'],
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
    help: [
      '校长、主任、组长等领导与管理账号。',
      '点名称修改负责的年级和学科；停用后立即退出。',
      '停用可以恢复，不能停用自己。',
    ],
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
    help: [
      '开通一个领导或管理账号。',
      '选角色，再选负责的年级或学科。',
      '年级主任只看到负责的年级，学科组长只看到负责的学科。',
    ],
    calls: [schoolCalls.openStaff, classCalls.listGrades, courseCalls.listCourses, sessionUser],
  },
  {
    path: paths.editLeader,
    ...under('leaders'),
    name: '修改账号',
    ...heads,
    load: async () => (await import('./LeadersScreen.tsx')).EditLeaderScreen,
    help: ['修改姓名和职责。', '负责的年级和学科决定能看到什么。', '角色不能改，请停用后另开。'],
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
    help: ['每位导师指导的学生。', '点“安排”增减学生，可以粘贴一列学号。', '人数上限在导师设置里。'],
    calls: [tutorCalls.listTutors, classCalls.listGrades, sessionUser],
  },
  {
    path: paths.addTutor,
    ...under('tutors'),
    name: '选择导师',
    ...managers,
    load: async () => (await import('./TutorsScreen.tsx')).ChooseTutorScreen,
    help: ['选择一位教师做导师。', '按姓名查找，点名称继续。', '一名学生可以有多位导师。'],
    calls: [teacherCalls.listTeachers, sessionUser],
  },
  {
    path: paths.editTutor,
    ...under('tutors'),
    name: '安排导师',
    ...managers,
    load: async () => (await import('./TutorsScreen.tsx')).TutorScreen,
    help: ['安排这位导师的学生。', '填写或粘贴学号添加，勾选后移除。', '导师能看到所指导学生的成绩。'],
    calls: [tutorCalls.changeTutees, tutorCalls.listTutors, teacherCalls.teacherDetail, sessionUser],
  },
]
