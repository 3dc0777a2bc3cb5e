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
    calls: [calls.createExam, templates.templatePlan, listGrades, listClasses, listCourses, sessionUser],
  },
  {
    path: examPaths.templates,
    under: examPaths.list,
    also: ['/v2/exam/template', '/v2/exam/add/template-list'],
    name: '考试模板',
    ...examManagers,
    load: async () => (await import('./TemplateScreens.tsx')).TemplatesScreen,
    calls: [templates.examTemplates, templates.deleteExamTemplate, sessionUser],
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
      sessionUser,
    ],
  },
  {
    path: examPaths.creations,
    under: examPaths.list,
    name: '联考创建进度',
    ...jointOrganisers,
    load: async () => (await import('./CreationsScreen.tsx')).CreationsScreen,
    calls: [creation.listCreations, creation.createAgain],
  },
]
