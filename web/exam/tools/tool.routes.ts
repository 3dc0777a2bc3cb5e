import * as disclosures from '#shared/exam/tools/disclosure.calls.ts'
import * as courses from '#shared/exam/creation/course.calls.ts'
import * as calls from '#shared/exam/exam.calls.ts'
import * as maintenance from '#shared/exam/tools/maintenance.calls.ts'
import * as rosters from '#shared/exam/roster/roster.calls.ts'
import * as teachings from '#shared/exam/tools/teacher.calls.ts'
import * as knowledge from '#shared/exam/tools/knowledge.calls.ts'
import * as paperFiles from '#shared/exam/tools/paperFile.calls.ts'
import * as tags from '#shared/exam/roster/tag.calls.ts'
import * as tools from '#shared/exam/tools/tool.calls.ts'
import * as totals from '#shared/exam/tools/total.calls.ts'
import { toolList } from '#shared/exam/tools/tool.rules.ts'
import { examMaintainers, examManagers, examOverseers } from '#shared/kit/people.ts'
import type { ScreenRoute } from '#web/kit/route.types.ts'
import { examPaths, toolMounts } from '../exam.paths.ts'
import { doorsOf } from './tool.paths.ts'

/** The tools of an exam, and the addresses that lead to one before its exam is chosen. */
export const toolRoutes: readonly ScreenRoute[] = [
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
    load: async () => (await import('../creation/FactsScreen.tsx')).FactsScreen,
    calls: [calls.examDetail, calls.saveExam, tools.toolConfig],
  },
  {
    path: examPaths.maintenance,
    within: 'examId',
    name: '强制删除考试',
    ...examMaintainers,
    load: async () => (await import('./MaintenanceScreen.tsx')).MaintenanceScreen,
    calls: [
      maintenance.maintenance,
      maintenance.forceDelete,
      maintenance.confirmForceDelete,
      maintenance.cancelForceDelete,
      maintenance.undoForceDelete,
    ],
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
    load: async () => (await import('../creation/ExamCoursesScreen.tsx')).ExamCoursesScreen,
    calls: [
      courses.courseStand,
      courses.coursePreview,
      courses.renameCourse,
      courses.orderCourses,
      courses.setPaperClasses,
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
    load: async () => (await import('../BaseInfoScreen.tsx')).BaseInfoScreen,
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
    load: async () => (await import('../roster/TagScreens.tsx')).TagScreen,
    calls: [
      tags.taggedStudents,
      tags.tagPreview,
      tags.setTag,
      tags.tagFile,
      tags.tagImportPreview,
      tags.tagImport,
      calls.examClasses,
    ],
  },
  {
    path: examPaths.tagClassAdd,
    under: examPaths.tags,
    name: '按班级添加标签',
    ...examOverseers,
    load: async () => (await import('../roster/TagScreens.tsx')).TagClassAddScreen,
    calls: [tags.taggedClasses, tags.taggedStudents, tags.tagPreview, tags.setTag],
  },
  {
    path: examPaths.tagClassDelete,
    under: examPaths.tags,
    name: '按班级移除标签',
    ...examOverseers,
    load: async () => (await import('../roster/TagScreens.tsx')).TagClassDeleteScreen,
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
    path: examPaths.knowledge,
    under: examPaths.toolbox,
    name: '知识点关联',
    ...examOverseers,
    load: async () => (await import('./KnowledgeScreen.tsx')).KnowledgeScreen,
    calls: [knowledge.paperKnowledge, knowledge.relateKnowledge, knowledge.groupQuestions, knowledge.importTree],
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
  ...toolList.flatMap(({ code, name }) =>
    doorsOf(code).map((door): ScreenRoute => {
      const [path = '', ...also] = door.paths
      const load = async () => (await import('./ToolDoorScreen.tsx')).doorOf(door)
      return { path, also, name, ...examOverseers, load, calls: [calls.listExams] }
    }),
  ),
  {
    path: examPaths.total,
    within: 'examId',
    name: '设置总分',
    ...examManagers,
    load: async () => (await import('./TotalScreen.tsx')).TotalScreen,
    calls: [calls.examDetail, totals.createTotal],
  },
]
