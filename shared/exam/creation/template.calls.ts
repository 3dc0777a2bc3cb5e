import * as z from 'zod'
import { call, on } from '#shared/kit/call.ts'
import { ClassId, CourseId, ExamId, ExamTemplateId, GradeId, SchoolId, TeacherId } from '#shared/kit/ids.ts'
import { examManagers } from '#shared/kit/people.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { line, sought } from '#shared/kit/text.ts'
import { mostCourses } from '../exam.calls.ts'
import { examProblems } from '../exam.problems.ts'
import { ExamTemplate, singleSchoolExamTypes } from '../exam.types.ts'
import { Like } from './like.rules.ts'

/** So many templates has a school at most. */
export const mostTemplates = 200

const ofSchool = { ...examManagers, scope: on('school', 'schoolId') }
/** One template, or a former exam in its place. */
const source = {
  schoolId: SchoolId,
  examTemplateId: ExamTemplateId.optional(),
  examId: ExamId.optional(),
}

const Template = ExamTemplate.omit({ schema: true, deletedAt: true, deletedBy: true, creatorId: true }).extend({
  gradeTypeName: z.string(),
  courses: z.array(z.string()),
  /** Of the exam that it takes from; absent where that is gone. */
  likeName: z.string().optional(),
  mayChange: z.boolean(),
})
export type TemplateRow = z.infer<typeof Template>

export const examTemplates = call('GET /api/exam/template/list', {
  summary: 'The exam templates of a school, the last made first',
  ...ofSchool,
  input: () => z.object({ schoolId: SchoolId, name: sought() }),
  output: () => z.array(Template),
  feeds: ['examTemplates'],
})

export const examTemplate = call('GET /api/exam/template/detail', {
  summary: 'One exam template',
  ...ofSchool,
  input: () => z.object({ schoolId: SchoolId, examTemplateId: ExamTemplateId }),
  output: () => Template,
  problems: [examProblems.templateNotFound],
  feeds: ['examTemplates'],
})

export const saveExamTemplate = call('POST /api/exam/template/save', {
  summary: 'Make an exam template, or change one at the version that was seen',
  ...ofSchool,
  input: () =>
    z.object({
      schoolId: SchoolId,
      /** Absent: a new one. */
      examTemplateId: ExamTemplateId.optional(),
      templateName: line('模板名称', 40),
      examType: z.int().refine((t) => (singleSchoolExamTypes as readonly number[]).includes(t), '请选择考试类型'),
      gradeType: z.int().min(1).max(16),
      courseIds: z.array(CourseId).min(1, '请选择科目').max(mostCourses, '最多选择20个科目'),
      /** Absent or none: all that have students. */
      classIds: z.array(ClassId).max(200).optional(),
      like: Like.optional(),
      version: z.int().default(0),
    }),
  output: () => z.object({ examTemplateId: ExamTemplateId, version: z.int() }),
  problems: [
    examProblems.templateNotFound,
    examProblems.templateOfOther,
    examProblems.tooManyTemplates,
    examProblems.notFound,
    commonProblems.notFound,
    commonProblems.stale,
  ],
  refreshes: ['examTemplates'],
})

export const deleteExamTemplate = call('POST /api/exam/template/delete', {
  summary: 'Delete an exam template, or have it back; exams made by it stay',
  ...ofSchool,
  input: () => z.object({ schoolId: SchoolId, examTemplateId: ExamTemplateId, undo: z.boolean().default(false) }),
  output: () => z.object({ version: z.int() }),
  problems: [
    examProblems.templateNotFound,
    examProblems.templateOfOther,
    examProblems.tooManyTemplates,
    commonProblems.stale,
  ],
  refreshes: ['examTemplates'],
})

export const templatePlan = call('GET /api/exam/template/plan', {
  summary: 'The exam that a template, or a former exam, would make today: what the form of a new one begins with',
  ...ofSchool,
  input: () => z.object(source),
  output: () =>
    z.object({
      examName: z.string(),
      examType: z.int(),
      gradeId: GradeId.optional(),
      gradeName: z.string(),
      classIds: z.array(ClassId),
      courseIds: z.array(CourseId),
      like: Like.extend({ examName: z.string() }).optional(),
      /** What of it is not there any more, in words. */
      gone: z.array(z.string()),
    }),
  problems: [examProblems.templateNotFound, examProblems.notFound],
  feeds: ['examTemplates'],
})

export const templateClasses = call('GET /api/exam/template/valid/class', {
  summary: 'Which classes of the grade a template, or a former exam, would sit now, and which cannot and why',
  ...ofSchool,
  input: () => z.object(source),
  output: () =>
    z.array(
      z.object({
        classId: ClassId,
        className: z.string(),
        studentCount: z.int(),
        chosen: z.boolean(),
        /** Why it cannot sit. */
        bar: z.string().nullable(),
      }),
    ),
  problems: [examProblems.templateNotFound, examProblems.notFound],
  feeds: ['examTemplates'],
})

export const templateTeachers = call('GET /api/exam/template/teacher', {
  summary: 'Who teaches the courses of a template, or of a former exam, in its classes now',
  ...ofSchool,
  input: () => z.object(source),
  output: () =>
    z.array(
      z.object({
        courseId: CourseId,
        courseName: z.string(),
        teachers: z.array(z.object({ teacherId: TeacherId, teacherName: z.string(), classNames: z.array(z.string()) })),
        /** Classes in which no teacher of the course is known. */
        without: z.array(z.string()),
      }),
    ),
  problems: [examProblems.templateNotFound, examProblems.notFound],
  feeds: ['examTemplates'],
})
