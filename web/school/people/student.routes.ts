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
    help: [
      '全校学生：按姓名、拼音首字母或学号查找。',
      '勾选后可以调班、加标签、登记请假、删除；点名称看档案。',
      '删除有十秒可以撤销，九十天内可以恢复，成绩一直保留。',
    ],
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
    help: ['添加一名学生。', '选班级，写姓名和学号。', '学号全校唯一；删除过的学号可以再用。'],
    calls: [studentCalls.createStudent, classCalls.listClasses, sessionUser],
  },
  {
    path: paths.editStudent,
    ...under('students'),
    name: '修改学生',
    ...managers,
    load: async () => (await import('./StudentForms.tsx')).EditStudentScreen,
    help: [
      '修改学生的姓名、学号、性别和班级。',
      '换班会记为一次调班，可以撤销。',
      '已建立的考试保留当时的姓名和班级。',
    ],
    calls: [studentCalls.studentDetail, studentCalls.updateStudent, classCalls.listClasses, sessionUser],
  },
  {
    path: paths.courseSelection,
    within: 'schoolId',
    name: '学生选课',
    ...managers,
    load: async () => (await import('../classes/CourseSelectionScreen.tsx')).CourseSelectionScreen,
    help: ['学生选了哪些课程。', '勾选学生，一次设置同样的选课。', '组合是否允许由高中选考设置决定。'],
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
    help: [
      '一名学生的档案、考试和调班经过。',
      '右上角可以修改、重置密码或绑定家长。',
      '查看完整证件号要写原因，会留下记录。',
    ],
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
    help: ['家长与孩子的关联。', '按家长、孩子的姓名或学号查找，可以解除。', '解除后家长立即看不到，可以马上恢复。'],
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
    help: [
      '没有邀请码的家长在这里等待学校审核。',
      '核对家长与学生后通过或拒绝，拒绝时写明原因。',
      '通过后家长立即能看到孩子的成绩。',
    ],
    calls: [requestCalls.childRequests, requestCalls.askerPhone, requestCalls.settleRequest, sessionUser],
  },
  {
    userTypes: [1, 2, 15, 18],
    path: identityPaths.invites,
    ...under('students'),
    hide: true,
    name: '家长邀请码',
    load: async () => (await import('./InviteScreens.tsx')).InviteListScreen,
    help: [
      '邀请码让家长自己关联孩子，不用学校逐个绑定。',
      '新建后把邀请码发到班级群；家长凭姓名、学号和邀请码关联。',
      '名额用完或过期自动失效；发错了可以停用。',
    ],
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
    help: [
      '这里生成一个家长邀请码。',
      '填写名额和有效天数；名额按人数的1.5倍比较合适。',
      '有邀请码、姓名和学号的人都能关联，不要发到公开的地方。',
    ],
    calls: [registerCalls.createInvite, sessionUser],
  },
  {
    path: paths.addParent,
    ...under('parents'),
    name: '绑定家长',
    ...managers,
    load: async () => (await import('./ParentsScreen.tsx')).AddParentScreen,
    help: [
      '为这名学生绑定一位家长。',
      '写姓名和账号，会开通账号并给出初始密码。',
      '同名账号属于别人时不能绑定，请用邀请码。',
    ],
    calls: [parentCalls.bindParent, studentCalls.studentDetail, sessionUser, parentCalls.unbindParent],
  },
  {
    path: paths.findPerson,
    ...under('students'),
    name: '按证件或电话查找',
    ...managers,
    load: async () => (await import('./FindPersonScreen.tsx')).FindPersonScreen,
    help: ['按完整的证件号或手机号查找本人。', '输入后回车。', '每次查找都会留下记录。'],
    calls: [personalCalls.findPersonal, sessionUser],
  },
  {
    path: paths.numbers,
    ...under('students'),
    name: '学号调整',
    ...managers,
    load: async () => (await import('./NumbersScreen.tsx')).NumbersScreen,
    help: [
      '一次调整多名学生的学号。',
      '粘贴两列：原学号、新学号；可以互换。',
      '全部成功或全部不变，已有的考试不受影响。',
    ],
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
    help: [
      '一次调整多名学生的学号。',
      '粘贴两列：原学号、新学号；可以互换。',
      '全部成功或全部不变，已有的考试不受影响。',
    ],
    calls: [
      numberCalls.findNumbers,
      numberCalls.adjustNumbers,
      studentCalls.deleteStudents,
      studentCalls.restoreStudents,
      sessionUser,
    ],
  },
]
