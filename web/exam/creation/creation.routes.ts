import { sessionUser } from '#shared/identity/identity.calls.ts'
import * as calls from '#shared/exam/exam.calls.ts'
import * as templates from '#shared/exam/creation/template.calls.ts'
import * as creation from '#shared/exam/creation/creation.calls.ts'
import { listClasses, listGrades } from '#shared/school/classes/class.calls.ts'
import { listCourses } from '#shared/school/classes/course.calls.ts'
import { examManagers, jointOrganisers } from '#shared/kit/people.ts'
import type { ScreenRoute } from '#web/kit/route.types.ts'
import { examPaths } from '../exam.paths.ts'

/** Making an exam: alone, by a template, of several schools. */
export const creationRoutes: readonly ScreenRoute[] = [
  {
    path: examPaths.add,
    under: examPaths.list,
    also: ['/v2/exam/add', examPaths.addMany],
    name: '新建考试',
    ...examManagers,
    load: async () => (await import('./CreateExamScreen.tsx')).CreateExamScreen,
    help: [
      '新建一场考试。',
      '选年级、班级、日期和一个或多个科目，名单按现在的班级复制一份。',
      '以后换班改名，不会改变这场考试的名单。',
    ],
    calls: [calls.createExam, templates.templatePlan, listGrades, listClasses, listCourses, sessionUser],
  },
  {
    path: examPaths.templates,
    under: examPaths.list,
    also: ['/v2/exam/template', '/v2/exam/add/template-list'],
    name: '考试模板',
    ...examManagers,
    load: async () => (await import('./TemplateScreens.tsx')).TemplatesScreen,
    help: [
      '把常用的考试存成模板，下次直接用它新建。',
      '“用它新建”按模板填好表单，看一眼就能提交。',
      '删除模板不影响已经建好的考试，删除后可以撤销。',
    ],
    calls: [templates.examTemplates, templates.deleteExamTemplate, sessionUser],
  },
  {
    path: examPaths.template,
    under: examPaths.templates,
    name: '模板详情',
    ...examManagers,
    load: async () => (await import('./TemplateScreens.tsx')).TemplateScreen,
    help: [
      '模板记下类型、年级、科目、班级，以及从哪场考试沿用什么。',
      '右侧是按现在的名单看：哪些班能参加、各科谁任课。',
      '年级按“高一”“高二”记，明年用时自动对应新的年级和班级。',
    ],
    calls: [
      templates.examTemplate,
      templates.saveExamTemplate,
      templates.templatePlan,
      templates.templateClasses,
      templates.templateTeachers,
      listGrades,
      listClasses,
      listCourses,
      sessionUser,
    ],
  },
  {
    path: examPaths.creations,
    under: examPaths.list,
    name: '联考创建进度',
    ...jointOrganisers,
    load: async () => (await import('./CreationsScreen.tsx')).CreationsScreen,
    help: [
      '近三十天创建的联考：名单复制到第几所学校，成功还是失败。',
      '失败的写明原因；一天内可以重试，已复制的名单保留。',
      '创建完成后点名称打开考试。',
    ],
    calls: [creation.listCreations, creation.createAgain],
  },
]
