import {
  deleteExamTemplate,
  examTemplate,
  examTemplates,
  saveExamTemplate,
  templateClasses,
  templatePlan,
  templateTeachers,
} from '#shared/exam/creation/template.calls.ts'
import type { TemplateRow } from '#shared/exam/creation/template.calls.ts'
import type { ExamTemplate } from '#shared/exam/exam.types.ts'
import { gradeTypesOf } from '#shared/school/roster/school.rules.ts'
import { implement } from '#functions/kit/serve.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { coursesOf } from '#functions/school/roster/school.public.ts'
import { examsByIds } from '../exam.public.ts'
import { examTemplates as templates } from '../exam.store.ts'
import { mayChange, removeTemplate, saveTemplate } from './template.commands.ts'
import { planOf, teachersToday, templateOf, todayOf } from './template.read.ts'

const gradeTypes = new Map([1, 2, 3, 4].flatMap((stage) => gradeTypesOf(stage)).map((g) => [g.gradeType, g.name]))

const rowsOf = async (schoolId: string, found: readonly ExamTemplate[], caller: Caller): Promise<TemplateRow[]> => {
  const [courses, examples] = await Promise.all([
    coursesOf(schoolId),
    examsByIds(found.flatMap((t) => (t.like ? [t.like.examId] : []))),
  ])
  const names = new Map(examples.filter((e) => e.deletedAt === undefined).map((e) => [e.examId, e.examName]))
  return found.map((t) => {
    const likeName = t.like && names.get(t.like.examId)
    return {
      ...t,
      gradeTypeName: gradeTypes.get(t.gradeType) ?? '',
      courses: t.courseIds.flatMap((id) => courses.filter((c) => c.courseId === id).map((c) => c.courseName)),
      ...(likeName === undefined ? {} : { likeName }),
      mayChange: mayChange(t, caller),
    }
  })
}

export const templateHandlers = [
  implement(examTemplates, async ({ input: { schoolId, name = '' }, caller }) => {
    const all = await templates.query(`templates#${schoolId}`, { reverse: true })
    const found = all.filter((t) => t.deletedAt === undefined && t.templateName.includes(name.trim()))
    return rowsOf(schoolId, found, caller)
  }),

  implement(examTemplate, async ({ input, caller }) => {
    const [row] = await rowsOf(input.schoolId, [await templateOf(input)], caller)
    return row!
  }),

  implement(saveExamTemplate, ({ input, caller }) => saveTemplate(input, caller)),

  implement(deleteExamTemplate, ({ input: { undo, ...of }, caller }) => removeTemplate(of, undo, caller)),

  implement(templatePlan, async ({ input, caller }) => planOf(await todayOf(input, caller))),

  implement(templateClasses, async ({ input, caller }) =>
    (await todayOf(input, caller)).classes.map(({ row, ...c }) => ({
      ...c,
      classId: row.classId,
      className: row.className,
    })),
  ),

  implement(templateTeachers, async ({ input, caller }) => teachersToday(await todayOf(input, caller), input.schoolId)),
]
