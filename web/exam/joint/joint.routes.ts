import { sessionUser } from '#shared/identity/identity.calls.ts'
import * as applications from '#shared/exam/joint/application.calls.ts'
import * as calls from '#shared/exam/exam.calls.ts'
import * as electives from '#shared/exam/joint/elective.calls.ts'
import * as baseInfo from '#shared/exam/joint/baseInfo.calls.ts'
import * as board from '#shared/exam/joint/board.calls.ts'
import * as invites from '#shared/exam/joint/invite.calls.ts'
import { listAreaParts } from '#shared/exam/joint/area.calls.ts'
import * as parts from '#shared/exam/joint/part.calls.ts'
import * as schools from '#shared/exam/joint/school.calls.ts'
import * as rosters from '#shared/exam/roster/roster.calls.ts'
import * as reporting from '#shared/exam/joint/reporting.calls.ts'
import * as groups from '#shared/exam/joint/group.calls.ts'
import { listSchools } from '#shared/school/school.calls.ts'
import {
  applicationDeciders,
  areaOfficers,
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
    help: [
      '为本区域的几所学校新建一场联考。',
      '选学段、年级和科目，再选学校；常在一起考的学校可以先存成学校组。',
      '名单由各校现在的班级复制；考试在后台建立，建好后出现在考试列表中。',
    ],
    calls: [calls.createJointExam, groups.listExamGroups, groups.examGroup, listSchools, sessionUser],
  },
  {
    path: examPaths.reporting,
    under: examPaths.list,
    name: '联考上报',
    ...jointReporters,
    load: async () => (await import('./ReportingScreen.tsx')).ReportingScreen,
    help: [
      '正在进行的联考还要上报什么：回复、答题卡、各类申报。',
      '学校看本校还欠哪些；区域看还有几所学校没有回复、几项申报待审核。',
      '点名称去办理。',
    ],
    calls: [reporting.reportingTasks],
  },
  {
    path: examPaths.groups,
    under: examPaths.list,
    name: '联考学校组',
    ...jointOrganisers,
    load: async () => (await import('./groups/GroupScreens.tsx')).GroupListScreen,
    help: [
      '常在一起联考的学校，存成组以后一次选中。',
      '点名称修改组里的学校；删除后可以恢复。',
      '改组不会改变已经建好的考试。',
    ],
    calls: [groups.listExamGroups, groups.deleteExamGroup],
  },
  {
    path: examPaths.group,
    under: examPaths.groups,
    name: '学校组',
    ...jointOrganisers,
    load: async () => (await import('./groups/GroupScreens.tsx')).GroupScreen,
    help: [
      '给学校组起名，选组里的学校。',
      '输入校名或学段可以查找，“全选”只选查到的学校。',
      '别人刚改过时会提示，不会互相覆盖。',
    ],
    calls: [groups.saveExamGroup, groups.examGroup, listSchools, sessionUser],
  },
  {
    path: examPaths.groupContacts,
    under: examPaths.groups,
    name: '联系人',
    ...jointOrganisers,
    load: async () => (await import('./groups/GroupContactsScreen.tsx')).GroupContactsScreen,
    help: [
      '学校组里各校找谁：姓名、职务和电话。',
      '用这个组新建联考时，联系人带进考试，学校还可以自己改。',
      '电话只显示前三位和后四位；要换号码就重新填。',
    ],
    calls: [groups.examGroup, groups.listGroupContacts, groups.saveGroupContact],
  },
  {
    path: examPaths.schools,
    within: 'examId',
    name: '参加学校',
    ...jointOrganisers,
    load: async () => (await import('./SchoolsScreen.tsx')).SchoolsScreen,
    help: [
      '参加这次联考的学校，各有多少班级和考生。',
      '选中学校点“设置分组”，写上组名；同名的学校在一组，一所学校可以在几组里。',
      '分组后发布的成绩，“学校对比”可以改按区域或学校分组对比。',
    ],
    calls: [
      schools.jointSchools,
      schools.groupSchools,
      schools.removeSchoolsPreview,
      schools.removeSchools,
      invites.invites,
    ],
  },
  {
    path: examPaths.schoolAdd,
    under: examPaths.schools,
    name: '增加学校',
    ...jointOrganisers,
    load: async () => (await import('./SchoolAddScreen.tsx')).SchoolAddScreen,
    help: [
      '区域里的学校；勾选后加入这场联考。',
      '先看增加多少考生再确定；已参加学校的考号不变。',
      '阅卷开启后不能再加；没有考试年级的学校会说明。',
    ],
    calls: [
      calls.examDetail,
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
    help: ['选一场联考，再选要增加的学校。', '点考试名称打开。', '输入名称可以查找。'],
    calls: [calls.listExams],
  },
  {
    path: examPaths.schoolsToDelete,
    under: examPaths.list,
    name: '移出学校',
    ...jointOrganisers,
    load: async () => (await import('./SchoolAddScreen.tsx')).DeleteFromWhichScreen,
    help: ['选一场联考，再选要移出的学校。', '点考试名称打开。', '已有扫描数据的学校不能移出。'],
    calls: [calls.listExams],
  },
  {
    path: examPaths.areaParts,
    under: examPaths.list,
    name: '其他区域的联考',
    ...areaOfficers,
    load: async () => (await import('./area/AreaPartsScreen.tsx')).AreaPartsScreen,
    help: [
      '其他区域组织、本区学校参加的联考。',
      '成绩发布后点名称，看本区学校的成绩；其他区域的学校按组织方的设置显示。',
      '名单、答题卡和阅卷由组织方管理。',
    ],
    calls: [listAreaParts],
  },
  {
    path: examPaths.ownParts,
    under: examPaths.list,
    name: '我校的联考',
    ...jointSchoolPeople,
    load: async () => (await import('./OwnPartScreens.tsx')).OwnPartsScreen,
    help: [
      '区域组织、选了本校的联考。',
      '回复是否参加；开始扫描前可以改，不参加要写原因。',
      '点名称看本校各科的进度和组织方的提醒。',
    ],
    calls: [parts.listOwnParts, parts.answerPart, invites.ownInvites, invites.answerInvite],
  },
  {
    path: examPaths.ownPart,
    under: examPaths.ownParts,
    name: '我校的进度',
    ...jointSchoolPeople,
    load: async () => (await import('./OwnPartScreens.tsx')).OwnPartScreen,
    help: [
      '本校在一场联考里各科到了哪一步。',
      '已交、缺考、未交都按名单数；存疑要有人处理。',
      '组织方的提醒在下面，最近的在前。',
    ],
    calls: [board.ownBoard, parts.answerPart, parts.sayContact],
  },
  {
    path: examPaths.ownRoster,
    under: examPaths.ownPart,
    name: '我校的考生名单',
    ...jointSchoolPeople,
    load: async () => (await import('./OwnRosterScreen.tsx')).OwnRosterScreen,
    help: [
      '学校名单变了以后，在这里更新联考里本校的考生。',
      '先看谁新增、移出、换班和谁已有答题卡，再更新；其他学校不受影响。',
      '已有答题卡的考生不会被移出；阅卷开启后名单不再改变。',
    ],
    calls: [rosters.ownRosterToday, rosters.ownRosterPreview, rosters.changeOwnRoster],
  },
  {
    path: examPaths.ownTeachers,
    under: examPaths.ownPart,
    name: '阅卷老师申报',
    ...jointSchoolPeople,
    load: async () => (await import('./OwnApplicationScreens.tsx')).OwnTeachersScreen,
    help: [
      '为这次联考申报本校的阅卷老师，说明阅哪些科目。',
      '勾选几位老师可以一起申报；组织方审核前可以修改或撤回。',
      '没有登录账号的老师不能申报，请先在“学校管理”中开通。',
    ],
    calls: [applications.ownApplications, applications.apply, applications.withdrawApplications],
  },
  {
    path: examPaths.teacherDeclarations,
    under: examPaths.toolbox,
    name: '阅卷老师申报',
    ...jointOrganisers,
    load: async () => (await import('./ApplicationScreens.tsx')).TeacherDeclarationsScreen,
    help: [
      '各校申报的阅卷老师，先看到等待审核的。',
      '通过后老师可以阅所报科目的答卷；退回要写原因，学校可以重新申报。',
      '已通过的也可以退回，老师随即不能再领取答卷，已给的分保留。',
    ],
    calls: [applications.applications, applications.decideApplications, schools.jointSchools, sessionUser],
  },
  {
    path: examPaths.teacherDoor,
    under: examPaths.list,
    also: applicationDoors(examPaths.teacherDoor, ''),
    name: '阅卷老师申报',
    ...jointSchoolPeople,
    load: async () => (await import('./ApplicationDoorScreens.tsx')).TeacherDoorScreen,
    help: ['先选一场联考。', '学校在这里申报阅卷老师，组织方在这里审核。', '也可以从“我校的联考”或“考试工具”进入。'],
    calls: [parts.listOwnParts, calls.listExams, sessionUser, listSchools],
  },
  {
    path: examPaths.ownAbsent,
    under: examPaths.ownPart,
    name: '缺考申报',
    ...jointSchoolPeople,
    load: async () => (await import('./OwnApplicationScreens.tsx')).OwnAbsentScreen,
    help: [
      '为这次联考申报本校的缺考考生，写明科目和原因。',
      '可以按姓名、考号或班级查找，勾选几人一起申报。',
      '组织方通过后，这些考生在所报科目中记为缺考；通过前可以修改或撤回。',
    ],
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
    help: ['先选一场联考。', '学校在这里申报缺考考生，组织方在这里审核。', '也可以从“我校的联考”进入。'],
    calls: [calls.listExams, sessionUser, listSchools],
    acts: [parts.listOwnParts],
  },
  {
    path: examPaths.ownTransient,
    under: examPaths.ownPart,
    name: '借读生申报',
    ...jointSchoolPeople,
    load: async () => (await import('./OwnApplicationScreens.tsx')).OwnTransientScreen,
    help: [
      '为这次联考申报本校的借读生，写明原因。',
      '可以按姓名、考号或班级查找，勾选几人一起申报。',
      '组织方通过后，这些考生带“借读”标签；通过前可以修改或撤回。',
    ],
    calls: [applications.ownApplications, applications.apply, applications.withdrawApplications],
  },
  {
    path: examPaths.transients,
    within: 'examId',
    name: '借读生申报',
    ...applicationDeciders,
    load: async () => (await import('./ApplicationScreens.tsx')).TransientApplicationsScreen,
    help: [
      '各校申报的借读生，先看到等待审核的。',
      '通过后考生在本场考试中带“借读”标签；退回要写原因。',
      '已通过的也可以退回，标签随之移除。',
    ],
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
    help: ['先选一场联考。', '学校在这里申报借读生，组织方在这里审核。', '也可以从“我校的联考”进入。'],
    calls: [calls.listExams, sessionUser, listSchools],
    acts: [parts.listOwnParts],
  },
  {
    path: examPaths.boards,
    under: examPaths.list,
    name: '考试监控',
    ...jointOrganisers,
    load: async () => (await import('./BoardsScreen.tsx')).BoardsScreen,
    help: ['选一场联考，看各校的进度。', '点考试名称打开看板。', '输入名称可以查找。'],
    calls: [calls.listExams],
  },
  {
    path: examPaths.baseInfoImport,
    within: 'examId',
    name: '导入考生信息',
    ...jointOrganisers,
    load: async () => (await import('./BaseInfoImportScreen.tsx')).BaseInfoImportScreen,
    help: [
      '用一个表更新联考考生的考号、考场和座位。',
      '先检查，有一行不对就都不导入；同一个表再导入一次不会改变什么。',
      '有了扫描数据不能再改考号，阅卷开启后都不能改。',
    ],
    calls: [baseInfo.importBaseInfo, baseInfo.baseInfoTemplate],
  },
  {
    path: examPaths.baseInfoImportDoor,
    under: examPaths.list,
    name: '导入考生信息',
    ...jointOrganisers,
    load: async () => (await import('./BaseInfoImportScreen.tsx')).BaseInfoImportDoorScreen,
    help: ['选一场联考，导入考生信息。', '只列出您能看到的考试。', '点考试名称进入。'],
    calls: [calls.listExams],
  },
  {
    path: examPaths.optionalCourse,
    within: 'examId',
    name: '选考科目',
    ...jointChoosers,
    load: async () => (await import('./OptionalCourseScreen.tsx')).OptionalCourseScreen,
    help: [
      '联考各科有几所学校、多少考生参加，哪些是选考科目。',
      '“设为选考”后只有选了这一科的学生参加，没有选任何选考科目的仍参加全部；“设为必考”后全体参加。',
      '各校名单随之更新；谁选了哪科来自学校的学生名单，已有答题卡的科目不能再改。',
    ],
    calls: [electives.electiveCourses, electives.chooseElectives],
  },
  {
    path: examPaths.optionalCourseDoor,
    under: examPaths.list,
    name: '选考科目',
    ...jointChoosers,
    load: async () => (await import('./OptionalCourseScreen.tsx')).OptionalCourseDoorScreen,
    help: ['选一场联考，看它的选考科目。', '只列出您能看到的考试。', '点考试名称进入。'],
    calls: [calls.listExams],
  },
]
