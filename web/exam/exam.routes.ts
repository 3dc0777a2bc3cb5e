import * as disclosures from '#shared/exam/disclosure.calls.ts'
import * as courses from '#shared/exam/course.calls.ts'
import * as calls from '#shared/exam/exam.calls.ts'
import * as board from '#shared/exam/board.calls.ts'
import * as parts from '#shared/exam/part.calls.ts'
import * as schools from '#shared/exam/school.calls.ts'
import * as rosters from '#shared/exam/roster.calls.ts'
import * as templates from '#shared/exam/template.calls.ts'
import * as groups from '#shared/exam/group.calls.ts'
import * as teachings from '#shared/exam/teacher.calls.ts'
import * as paperFiles from '#shared/exam/paperFile.calls.ts'
import * as tags from '#shared/exam/tag.calls.ts'
import * as tools from '#shared/exam/tool.calls.ts'
import * as totals from '#shared/exam/total.calls.ts'
import { listClasses, listGrades } from '#shared/school/classes/class.calls.ts'
import { listCourses } from '#shared/school/classes/course.calls.ts'
import { listSchools } from '#shared/school/school.calls.ts'
import { toolList } from '#shared/exam/tool.rules.ts'
import { examManagers, examOverseers, examViewers, jointOrganisers, jointSchoolPeople } from '#shared/kit/people.ts'
import type { ScreenRoute } from '#web/kit/route.types.ts'
import { examPaths, rosterMounts, toolMounts } from './exam.paths.ts'
import { doorsOf } from './tool.paths.ts'

export const examRoutes: readonly ScreenRoute[] = [
  {
    path: examPaths.list,
    name: '考试',
    ...examViewers,
    menu: { segment: 'exam', order: 10, icon: 'exam' },
    load: async () => (await import('./ExamListScreen.tsx')).ExamListScreen,
    calls: [calls.listExams],
  },
  {
    path: examPaths.add,
    under: examPaths.list,
    also: ['/v2/exam/add', examPaths.addMany],
    name: '新建考试',
    ...examManagers,
    load: async () => (await import('./CreateExamScreen.tsx')).CreateExamScreen,
    calls: [calls.createExam, templates.templatePlan, listGrades, listClasses, listCourses],
  },
  {
    path: examPaths.templates,
    under: examPaths.list,
    also: ['/v2/exam/template', '/v2/exam/add/template-list'],
    name: '考试模板',
    ...examManagers,
    load: async () => (await import('./TemplateScreens.tsx')).TemplatesScreen,
    calls: [templates.examTemplates, templates.deleteExamTemplate],
  },
  {
    path: examPaths.template,
    under: examPaths.templates,
    name: '模板详情',
    ...examManagers,
    load: async () => (await import('./TemplateScreens.tsx')).TemplateScreen,
    calls: [
      templates.examTemplate,
      templates.saveExamTemplate,
      templates.templatePlan,
      templates.templateClasses,
      templates.templateTeachers,
      listGrades,
      listClasses,
      listCourses,
    ],
  },
  {
    path: examPaths.addJoint,
    under: examPaths.list,
    name: '新建联考',
    ...jointOrganisers,
    load: async () => (await import('./JointExamScreen.tsx')).JointExamScreen,
    calls: [calls.createJointExam, groups.listExamGroups, groups.examGroup, listSchools],
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
    calls: [groups.saveExamGroup, groups.examGroup, listSchools],
  },
  {
    path: examPaths.detail,
    within: 'examId',
    name: '考试详情',
    ...examOverseers,
    load: async () => (await import('./ExamScreen.tsx')).ExamScreen,
    calls: [calls.examDetail, calls.examStudents, calls.examClasses, totals.examTotals, tools.toolConfig],
  },
  {
    path: examPaths.schools,
    within: 'examId',
    name: '参加学校',
    ...jointOrganisers,
    load: async () => (await import('./SchoolsScreen.tsx')).SchoolsScreen,
    calls: [schools.jointSchools, schools.groupSchools],
  },
  {
    path: examPaths.ownParts,
    under: examPaths.list,
    name: '我校的联考',
    ...jointSchoolPeople,
    load: async () => (await import('./OwnPartScreens.tsx')).OwnPartsScreen,
    calls: [parts.listOwnParts, parts.answerPart],
  },
  {
    path: examPaths.ownPart,
    under: examPaths.ownParts,
    name: '我校的进度',
    ...jointSchoolPeople,
    load: async () => (await import('./OwnPartScreens.tsx')).OwnPartScreen,
    calls: [board.ownBoard, parts.answerPart],
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
    path: examPaths.boards,
    under: examPaths.list,
    name: '考试监控',
    ...jointOrganisers,
    load: async () => (await import('./BoardsScreen.tsx')).BoardsScreen,
    calls: [calls.listExams],
  },
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
      listClasses,
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
    path: examPaths.rosterUpdate,
    under: examPaths.roster,
    also: ['/v2/exam-management/detail/student-manage/preview-syn-result'],
    name: '按学校名单更新',
    ...examManagers,
    load: async () => (await import('./RosterScreens.tsx')).RosterUpdateScreen,
    calls: [rosters.rosterToday, rosters.changeRoster],
  },
  {
    path: examPaths.paper,
    within: 'examId',
    name: '设置试题',
    ...examOverseers,
    load: async () => (await import('./PaperScreen.tsx')).PaperScreen,
    calls: [calls.examPaper, tools.toolConfig],
  },
  {
    path: examPaths.toolbox,
    within: 'examId',
    also: toolMounts,
    name: '考试工具',
    ...examOverseers,
    load: async () => (await import('./ToolboxScreen.tsx')).ToolboxScreen,
    calls: [calls.examDetail, calls.listExams, tools.toolConfig],
  },
  {
    path: examPaths.facts,
    under: examPaths.toolbox,
    name: '考试信息',
    ...examOverseers,
    load: async () => (await import('./FactsScreen.tsx')).FactsScreen,
    calls: [calls.examDetail, calls.saveExam, tools.toolConfig],
  },
  {
    path: examPaths.permissions,
    under: examPaths.toolbox,
    name: '工具权限',
    ...examOverseers,
    load: async () => (await import('./PermissionScreens.tsx')).PermissionScreen,
    calls: [tools.toolGrants, tools.grantTools],
  },
  {
    path: examPaths.addPermission,
    under: examPaths.permissions,
    name: '添加授权',
    ...examOverseers,
    load: async () => (await import('./PermissionScreens.tsx')).AddPermissionScreen,
    calls: [tools.toolGrants, tools.grantTools],
  },
  {
    path: examPaths.courses,
    under: examPaths.toolbox,
    name: '科目管理',
    ...examManagers,
    load: async () => (await import('./CoursesScreen.tsx')).CoursesScreen,
    calls: [
      courses.courseStand,
      courses.coursePreview,
      courses.renameCourse,
      courses.orderCourses,
      rosters.addCourses,
      rosters.removeCourse,
    ],
  },
  {
    path: examPaths.teachings,
    under: examPaths.toolbox,
    name: '任课老师',
    ...examOverseers,
    load: async () => (await import('./TeachingsScreen.tsx')).TeachingsScreen,
    calls: [teachings.examTeachings, teachings.setTeaching],
  },
  {
    path: examPaths.baseInfo,
    under: examPaths.toolbox,
    name: '基本信息',
    ...examOverseers,
    load: async () => (await import('./BaseInfoScreen.tsx')).BaseInfoScreen,
    calls: [calls.examDetail, calls.examClasses, tools.toolConfig],
  },
  {
    path: examPaths.paperInfo,
    under: examPaths.toolbox,
    name: '试卷信息',
    ...examOverseers,
    load: async () => (await import('./PaperInfoScreen.tsx')).PaperInfoScreen,
    calls: [paperFiles.paperInfo, paperFiles.addPaperFile, paperFiles.deletePaperFile, paperFiles.takePaperFile],
  },
  {
    path: examPaths.tags,
    under: examPaths.toolbox,
    name: '考生标签',
    ...examOverseers,
    load: async () => (await import('./TagScreens.tsx')).TagScreen,
    calls: [tags.taggedStudents, tags.tagPreview, tags.setTag, calls.examClasses],
  },
  {
    path: examPaths.tagClassAdd,
    under: examPaths.tags,
    name: '按班级添加标签',
    ...examOverseers,
    load: async () => (await import('./TagScreens.tsx')).TagClassAddScreen,
    calls: [tags.taggedClasses, tags.taggedStudents, tags.tagPreview, tags.setTag],
  },
  {
    path: examPaths.tagClassDelete,
    under: examPaths.tags,
    name: '按班级移除标签',
    ...examOverseers,
    load: async () => (await import('./TagScreens.tsx')).TagClassDeleteScreen,
    calls: [tags.taggedClasses, tags.taggedStudents, tags.tagPreview, tags.setTag],
  },
  {
    path: examPaths.visibility,
    under: examPaths.toolbox,
    name: '成绩可见范围',
    ...examOverseers,
    load: async () => (await import('./VisibilityScreens.tsx')).OwnVisibilityScreen,
    calls: [disclosures.disclosure, disclosures.setDisclosure],
  },
  {
    path: examPaths.teacherVisibility,
    under: examPaths.toolbox,
    name: '老师看到什么',
    ...examOverseers,
    load: async () => (await import('./VisibilityScreens.tsx')).TeacherVisibilityScreen,
    calls: [disclosures.disclosure, disclosures.setDisclosure],
  },
  {
    path: examPaths.schoolVisibility,
    under: examPaths.toolbox,
    name: '哪些学校看不到',
    ...examOverseers,
    load: async () => (await import('./VisibilityScreens.tsx')).SchoolVisibilityScreen,
    calls: [disclosures.disclosure, disclosures.setDisclosure],
  },
  {
    path: examPaths.personVisibility,
    under: examPaths.toolbox,
    name: '按人查看成绩',
    ...examOverseers,
    load: async () => (await import('./VisibilityScreens.tsx')).PersonVisibilityScreen,
    calls: [disclosures.disclosurePeople],
  },
  {
    path: examPaths.total,
    within: 'examId',
    name: '设置总分',
    ...examManagers,
    load: async () => (await import('./TotalScreen.tsx')).TotalScreen,
    calls: [calls.examDetail, totals.createTotal],
  },
  ...toolList.flatMap(({ code, name }) =>
    doorsOf(code).map((door): ScreenRoute => {
      const [path = '', ...also] = door.paths
      const load = async () => (await import('./ToolDoorScreen.tsx')).doorOf(door)
      return { path, also, name, ...examOverseers, load, calls: [calls.listExams] }
    }),
  ),
]
