/** An exam template, or a former exam in its place, held against the school as it is today. */
import { examProblems } from '#shared/exam/exam.problems.ts'
import { singleSchoolExamTypes } from '#shared/exam/exam.types.ts'
import type { ExamTemplate } from '#shared/exam/exam.types.ts'
import { nextName, usualTakes } from '#shared/exam/creation/like.rules.ts'
import type { Like } from '#shared/exam/creation/like.rules.ts'
import type { SchoolId } from '#shared/kit/ids.ts'
import { showDate } from '#shared/kit/time.ts'
import { gradeNameOf, gradeTypeOf, gradeTypesOf } from '#shared/school/roster/school.rules.ts'
import type { Course, Grade, SchoolClass, Teacher } from '#shared/school/roster/school.types.ts'
import { taughtClasses } from '#shared/kit/people.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import {
  classesOf,
  coursesOf,
  gradesOf,
  schoolOf,
  studentsExpected,
  teachersOf,
} from '#functions/school/roster/school.public.ts'
import { examClassesOf, examOf, examSchoolOf } from '../exam.public.ts'
import { examTemplates } from '../exam.store.ts'
import { exampleOf } from './like.ts'

export const templateOf = async (of: { schoolId: string; examTemplateId: string }): Promise<ExamTemplate> => {
  const found = await examTemplates.get(of)
  return found && found.deletedAt === undefined ? found : refuse(examProblems.templateNotFound)
}

type Source = Pick<ExamTemplate, 'examType' | 'courseIds' | 'classIds'> & {
  name: string
  gradeName: string
  grade: (grade: Grade) => boolean
  like?: Like | undefined
}

export type SourceAsked = {
  schoolId: SchoolId
  examTemplateId?: string | undefined
  examId?: string | undefined
}

const sourceOf = async ({ schoolId, ...asked }: SourceAsked, turnMonth: number, caller: Caller): Promise<Source> => {
  if (asked.examTemplateId !== undefined) {
    const { gradeType, ...t } = await templateOf({ schoolId, examTemplateId: asked.examTemplateId })
    const at = now()
    const stages = [1, 2, 3, 4].flatMap((stage) => gradeTypesOf(stage))
    return {
      ...t,
      // An exam made by it is the next of those that it takes from, or has the template's own name.
      name: (t.like && (await examOf(t.like.examId))?.examName) ?? t.templateName,
      gradeName: stages.find((s) => s.gradeType === gradeType)?.name ?? '',
      grade: (g) => gradeTypeOf(g, at, turnMonth) === gradeType,
    }
  }
  const { exam, papers } = await exampleOf(asked.examId ?? refuse(examProblems.notFound), schoolId, caller)
  const [part, classes] = await Promise.all([examSchoolOf(exam.examId, schoolId), examClassesOf(exam.examId)])
  return {
    examType: exam.examType,
    name: exam.examName,
    courseIds: papers.map((p) => p.courseId),
    classIds: classes.map((c) => c.classId),
    gradeName: exam.gradeName,
    grade: (g) => g.gradeId === part?.gradeId,
    like: { examId: exam.examId, takes: [...usualTakes] },
  }
}

/** What of a template stands today. */
export type Today = {
  source: Source
  grade: Grade | undefined
  gradeName: string
  courses: Course[]
  classes: { row: SchoolClass; studentCount: number; chosen: boolean; bar: string | null }[]
  gone: string[]
}

/** Classes that a template names, where any of them is left; else all that have students: a new year has new ones. */
const chosenOf = (classIds: readonly string[] | undefined, open: readonly SchoolClass[]): ReadonlySet<string> => {
  const named = open.filter((c) => classIds?.includes(c.classId))
  return new Set((named.length > 0 ? named : open).map((c) => c.classId))
}

export const todayOf = async (asked: SourceAsked, caller: Caller): Promise<Today> => {
  const { schoolId } = asked
  const school = (await schoolOf(schoolId)) ?? refuse(examProblems.notFound)
  const source = await sourceOf(asked, school.turnMonth, caller)
  const [grades, allCourses] = await Promise.all([gradesOf(schoolId), coursesOf(schoolId)])
  const at = now()
  const grade = grades.find((g) => source.grade(g) && gradeTypeOf(g, at, school.turnMonth) !== null)
  const courses = source.courseIds.flatMap((id) => allCourses.filter((c) => c.courseId === id))
  const [own, students] = grade
    ? await Promise.all([classesOf(schoolId, grade.gradeId), studentsExpected(grade.gradeId)])
    : [[], []]
  const counts = Map.groupBy(students, (s) => s.classId as string)
  const open = own.filter((c) => counts.has(c.classId))
  const chosen = chosenOf(source.classIds, open)
  const lost = source.classIds?.filter((id) => !open.some((c) => c.classId === id)).length ?? 0
  return {
    source,
    grade,
    gradeName: grade ? gradeNameOf(grade, at, school.turnMonth) : source.gradeName,
    courses,
    classes: own.map((row) => ({
      row,
      studentCount: counts.get(row.classId)?.length ?? 0,
      chosen: chosen.has(row.classId),
      bar: counts.has(row.classId) ? null : '没有学生',
    })),
    gone: [
      ...(grade ? [] : [`学校现在没有${source.gradeName}`]),
      ...(courses.length < source.courseIds.length ? [`${source.courseIds.length - courses.length}个科目已删除`] : []),
      ...(grade && lost > 0 ? [`${lost}个班级已撤销或没有学生`] : []),
    ],
  }
}

/** Where the form of a new exam begins. */
export const planOf = async ({ source, grade, gradeName, courses, classes, gone }: Today) => {
  const example = source.like && (await examOf(source.like.examId))
  const { like, examType } = source
  const types = singleSchoolExamTypes as readonly number[]
  return {
    examName: nextName(source.name, Number(showDate(now()).slice(5, 7))),
    examType: types.includes(examType) ? examType : singleSchoolExamTypes[0],
    ...(grade ? { gradeId: grade.gradeId } : {}),
    gradeName,
    classIds: classes.filter((c) => c.chosen).map((c) => c.row.classId),
    courseIds: courses.map((c) => c.courseId),
    ...(like && example && example.deletedAt === undefined ? { like: { ...like, examName: example.examName } } : {}),
    gone: [...gone, ...(like && (!example || example.deletedAt !== undefined) ? ['沿用的考试已删除'] : [])],
  }
}

const teaches = (t: Teacher, classId: string, courseId: string): boolean =>
  taughtClasses<string>(t.teaches, courseId).includes(classId)

/** Who teaches what of it; of each course the classes without a teacher. */
export const teachersToday = async ({ courses, classes }: Today, schoolId: SchoolId) => {
  const staff = await teachersOf(schoolId)
  const sitting = classes.filter((c) => c.chosen).map((c) => c.row)
  return courses.map(({ courseId, courseName }) => {
    const own = staff.flatMap(({ teacherId, teacherName, ...t }) => {
      const of = sitting.filter((c) => teaches({ ...t, teacherId, teacherName }, c.classId, courseId))
      return of.length > 0 ? [{ teacherId, teacherName, classNames: of.map((c) => c.className) }] : []
    })
    const taught = new Set(own.flatMap((t) => t.classNames))
    return {
      courseId,
      courseName,
      teachers: own,
      without: sitting.map((c) => c.className).filter((name) => !taught.has(name)),
    }
  })
}
