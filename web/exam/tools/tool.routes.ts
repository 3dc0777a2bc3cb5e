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
import { toolNames } from '#shared/exam/tools/tool.names.ts'
import type { ToolCode } from '#shared/exam/tools/tool.names.ts'
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
    help: [
      '这场考试的全部工具，按用途分组。',
      '输入名称或用途可以查找；最近用过的排在最前。',
      '不能用的工具写着原因，条件满足后自动可用。',
    ],
    calls: [calls.examDetail, calls.listExams, tools.toolConfig],
  },
  {
    path: examPaths.facts,
    under: examPaths.toolbox,
    name: '考试信息',
    ...examOverseers,
    load: async () => (await import('../creation/FactsScreen.tsx')).FactsScreen,
    help: [
      '修改考试的名称、类型和日期。',
      '右侧随时写明会改变什么；名单、试题和成绩都不变。',
      '保存后在操作记录中能看到谁在何时改了什么。',
    ],
    calls: [calls.examDetail, calls.saveExam, tools.toolConfig],
  },
  {
    path: examPaths.maintenance,
    within: 'examId',
    name: '强制删除考试',
    ...examMaintainers,
    load: async () => (await import('./MaintenanceScreen.tsx')).MaintenanceScreen,
    help: [
      '已有答卷或成绩的考试，只能在这里删除，要写明原因。',
      '联考由一位负责人申请、另一位确认。',
      '90天内可以恢复，答卷和成绩都在；到期后清除。',
    ],
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
    help: [
      '考试管理者可以使用全部工具；其他人默认能用什么，写在每个工具后面。',
      '可以授权给一类用户或一位老师，也可以收回；对个人的设置优先于对类型的。',
      '得到授权的人在这个工具里与考试管理者所见相同，其他工具不变。',
    ],
    calls: [tools.toolGrants, tools.grantTools],
  },
  {
    path: examPaths.addPermission,
    under: examPaths.permissions,
    name: '添加授权',
    ...examOverseers,
    load: async () => (await import('./PermissionScreens.tsx')).AddPermissionScreen,
    help: [
      '选择工具和用户，保存后立即生效。',
      '关闭“允许使用”表示不能使用，例如不让某位老师申报异常试卷。',
      '在列表里可以随时撤销，恢复为默认。',
    ],
    calls: [tools.toolGrants, tools.grantTools],
  },
  {
    path: examPaths.courses,
    under: examPaths.toolbox,
    name: '科目管理',
    ...examManagers,
    load: async () => (await import('../creation/ExamCoursesScreen.tsx')).ExamCoursesScreen,
    help: [
      '本场考试有哪些科目，各有多少题、计入哪些总分。',
      '增加、改名和移出都先写明会影响什么；已有扫描、答题卡或计入总分的科目不能移出。',
      '顺序用上移、下移调整，各处的科目都按这个顺序。',
    ],
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
    help: [
      '本场考试各班的班主任和各科任课老师，新建考试时从学校名单复制。',
      '点一个班更正：任课老师按这里看到成绩，报告也按这里归属。',
      '学校名单和其他考试不受影响；保存后可以撤销。',
    ],
    calls: [teachings.examTeachings, teachings.setTeaching],
  },
  {
    path: examPaths.baseInfo,
    under: examPaths.toolbox,
    name: '基本信息',
    ...examOverseers,
    load: async () => (await import('../BaseInfoScreen.tsx')).BaseInfoScreen,
    help: [
      '这场考试的名称、类型、日期、科目、班级和进度，一页看全。',
      '这里只看不改：改名称和日期用“修改考试信息”，改名单用“考生名单”。',
      '联考中只看到自己能看到的班级。',
    ],
    calls: [calls.examDetail, calls.examClasses, tools.toolConfig],
  },
  {
    path: examPaths.paperInfo,
    under: examPaths.toolbox,
    name: '试卷信息',
    ...examOverseers,
    load: async () => (await import('./PaperInfoScreen.tsx')).PaperInfoScreen,
    help: [
      '各科有多少题、满分多少，以及试卷、答案、听力等文件。',
      '点“添加文件”上传，最大50MB；删除后可以撤销。',
      '只有考试管理者和得到授权的人能看到和下载，每次下载都有记录。',
    ],
    calls: [paperFiles.paperInfo, paperFiles.addPaperFile, paperFiles.deletePaperFile, paperFiles.takePaperFile],
  },
  {
    path: examPaths.tags,
    under: examPaths.toolbox,
    name: '考生标签',
    ...examOverseers,
    load: async () => (await import('../roster/TagScreens.tsx')).TagScreen,
    help: [
      '本场考试考生的标签，如艺术生、借读生；与学校名单里的标签无关。',
      '勾选考生、按班级，按粘贴的或上传的名单添加；“导入标签”按表格一次改全部标签；每次先看会改变多少人。',
      '一名考生最多5个标签，一场考试最多20个。',
    ],
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
    help: ['给整个班的考生加标签。', '勾选一个或几个班，填写标签，先看会改变多少人。', '已有这个标签的考生不变。'],
    calls: [tags.taggedClasses, tags.taggedStudents, tags.tagPreview, tags.setTag],
  },
  {
    path: examPaths.tagClassDelete,
    under: examPaths.tags,
    name: '按班级移除标签',
    ...examOverseers,
    load: async () => (await import('../roster/TagScreens.tsx')).TagClassDeleteScreen,
    help: ['从整个班的考生移除标签。', '勾选一个或几个班，选择标签，先看会改变多少人。', '其他标签不变。'],
    calls: [tags.taggedClasses, tags.taggedStudents, tags.tagPreview, tags.setTag],
  },
  {
    path: examPaths.visibility,
    under: examPaths.toolbox,
    name: '成绩可见范围',
    ...examOverseers,
    load: async () => (await import('./VisibilityScreens.tsx')).OwnVisibilityScreen,
    help: [
      '成绩发布后，学生和家长各看到什么、从何时起，在这里设置。',
      '小学和初中默认只公布等级；名次和他人的成绩不能公布。',
      '保存后可以“按人查看”，看到的与本人完全相同。',
    ],
    calls: [disclosures.disclosure, disclosures.setDisclosure],
  },
  {
    path: examPaths.teacherVisibility,
    under: examPaths.toolbox,
    name: '老师看到什么',
    ...examOverseers,
    load: async () => (await import('./VisibilityScreens.tsx')).TeacherVisibilityScreen,
    help: [
      '任课老师看到自己班级的成绩，班主任看到全班各科；这里可以收紧或推迟。',
      '另外可见的账号看到全部班级的成绩、名次和总分。',
      '考试管理者始终看到全部。',
    ],
    calls: [disclosures.disclosure, disclosures.setDisclosure],
  },
  {
    path: examPaths.knowledge,
    under: examPaths.toolbox,
    name: '知识点关联',
    ...examOverseers,
    load: async () => (await import('./KnowledgeScreen.tsx')).KnowledgeScreen,
    help: [
      '每道题考哪些知识点，整份试卷在各知识点上有多少分。',
      '选中题目，选章节和知识点加上，或设置能力和卷别；九科自带知识树，也可以从表格导入本校的。',
      '知识点和分组不影响答案和得分，用于知识点分析和题型分析；换知识树以后，题目上已有的知识点不变。',
    ],
    calls: [knowledge.paperKnowledge, knowledge.relateKnowledge, knowledge.groupQuestions, knowledge.importTree],
  },
  {
    path: examPaths.schoolVisibility,
    under: examPaths.toolbox,
    name: '哪些学校看不到',
    ...examOverseers,
    load: async () => (await import('./VisibilityScreens.tsx')).SchoolVisibilityScreen,
    help: [
      '联考中哪些区域、哪些学校看不到成绩。',
      '选中后保存，立即生效；学校、老师、学生和家长都看不到。',
      '他们的成绩仍计入全体统计，组织者仍能看到。',
    ],
    calls: [disclosures.disclosure, disclosures.setDisclosure],
  },
  {
    path: examPaths.personVisibility,
    under: examPaths.toolbox,
    name: '按人查看成绩',
    ...examOverseers,
    load: async () => (await import('./VisibilityScreens.tsx')).PersonVisibilityScreen,
    help: [
      '按姓名、考号或班级找到一名考生，看他和家长现在看到的成绩。',
      '有几科时先在“看哪一科”里选。',
      '看到的与本人登录后完全相同；看不到时会说明原因。',
    ],
    calls: [disclosures.disclosurePeople],
  },
  // Without an exam each tool asks for one.
  ...Object.entries(toolNames).flatMap(([code, { name, of }]) =>
    doorsOf(code as ToolCode).map((door): ScreenRoute => {
      const [path = '', ...also] = door.paths
      const load = async () => (await import('./ToolDoorScreen.tsx')).doorOf(door)
      return {
        path,
        also,
        name,
        ...examOverseers,
        load,
        help: [
          `“${name}”要先选一场考试。`,
          of === 'paper' ? '点科目名称进入那一科。' : '点考试名称进入那场考试。',
          '也可以从考试详情的“考试工具”进入。',
        ],
        calls: [calls.listExams],
      }
    }),
  ),
  {
    path: examPaths.total,
    within: 'examId',
    name: '设置总分',
    ...examManagers,
    load: async () => (await import('./TotalScreen.tsx')).TotalScreen,
    help: [
      '把几科的成绩加成一个总分，如语数英、3+1+2。',
      '选考科目按名单中的选课计，没有选课的按实际参加的计。',
      '各科成绩发布后自动生成，名次和报告与单科一样查看。',
    ],
    calls: [calls.examDetail, totals.createTotal],
  },
]
