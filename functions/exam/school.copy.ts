/** A school's part in an exam as its roster stands now: read first, and written as rows of the exam. */
import { examProblems } from '#shared/exam/exam.problems.ts'
import { examNumber } from '#shared/exam/exam.rules.ts'
import { paperStep } from '#shared/exam/step.rules.ts'
import { choiceOf, withTakers } from '#shared/exam/total.rules.ts'
import type { Candidate, Exam, ExamClass, ExamSchool, ExamTeacher, PaperStep } from '#shared/exam/exam.types.ts'
import type { GradeId, SchoolId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { hasGraduated } from '#shared/school/roster/school.rules.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import {
  areaOf,
  classesOf,
  coursesOf,
  gradeOf,
  gradesOf,
  schoolOf,
  settingOf,
  studentsExpected,
  teachersOf,
} from '#functions/school/roster/school.public.ts'
import { candidates, examClasses, examSchools, examTeachers, paperSteps } from './exam.store.ts'

/** A school that is to take part. Without `classIds` all classes that have students. */
export type SchoolWish = {
  schoolId: ExamSchool['schoolId']
  gradeId: ExamSchool['gradeId']
  ordinal: number
  classIds?: readonly string[] | undefined
}
export type SchoolCopy = {
  school: ExamSchool
  steps: PaperStep[]
  classes: ExamClass[]
  candidates: Candidate[]
  teachers: ExamTeacher[]
}

/** The school's row of the grade that sits, or its name where it has none. */
export const gradeIn = async (
  schoolId: SchoolId,
  grade: { stage: number; enrolmentYear: number },
): Promise<{ gradeId: GradeId } | { without: string }> => {
  const [school, own] = await Promise.all([schoolOf(schoolId), gradesOf(schoolId)])
  const found = own.find((g) => g.stage === grade.stage && g.enrolmentYear === grade.enrolmentYear)
  return found && !hasGraduated(found, now(), school?.turnMonth) ? found : { without: school?.schoolName ?? schoolId }
}

/** Classes of a school have their order behind those of the schools before. */
const mostClasses = 1000

/**
 * What of the school belongs to the exam.
 * @throws Refused notFound, classNotInGrade
 */
export const schoolCopy = async (
  exam: Pick<Exam, 'examId' | 'papers' | 'schoolCount' | 'places'>,
  wish: SchoolWish,
): Promise<SchoolCopy> => {
  const { schoolId, gradeId, ordinal } = wish
  const [school, grade, allClasses, allCourses, students, teachers, senior] = await Promise.all([
    schoolOf(schoolId),
    gradeOf(gradeId),
    classesOf(schoolId, gradeId),
    coursesOf(schoolId),
    studentsExpected(gradeId),
    teachersOf(schoolId),
    settingOf(schoolId, 'seniorSetting'),
  ])
  const area = school?.areaId ? await areaOf(school.areaId) : null
  if (!school || !grade) return refuse(commonProblems.notFound)
  const wanted = new Set(wish.classIds ?? students.map((s) => s.classId))
  const chosen = allClasses.filter((c) => wanted.has(c.classId))
  if (grade.schoolId !== schoolId || (wish.classIds && chosen.length !== wanted.size))
    return refuse(examProblems.classNotInGrade)
  const names = new Map(chosen.map((c) => [c.classId as string, c.className]))
  const roster = students.filter((s) => names.has(s.classId))
  const head = { schema: 1 as const, examId: exam.examId, schoolId }
  // A course is another row in every school: what they have in common is its name.
  const takes = exam.papers.flatMap(({ paperId, courseId, courseName, lowest }) => {
    const own = allCourses.find((c) => c.courseName === courseName)
    return own ? [{ paperId, courseId, ownId: own.courseId, lowest }] : []
  })
  // What can be chosen is what the school's setting names; where it names none, what students chose.
  const named =
    senior.electiveCourseIds.length > 0 ? senior.electiveCourseIds : roster.flatMap((s) => s.courseIds ?? [])
  const electives = new Set<string>(named)
  const own = takes.map(({ paperId, ownId }) => ({ paperId, courseId: ownId }))
  const sitting = roster.map((s) => ({ ...s, ...choiceOf(s.courseIds, own, electives) }))
  const examCourse = new Map(takes.map((p) => [p.ownId as string, p.courseId]))
  return {
    school: {
      ...head,
      schoolName: school.schoolName,
      ...(area ? { area: { areaId: area.areaId, areaName: area.areaName } } : {}),
      gradeId,
      ordinal,
      papers: withTakers(own, sitting),
      classCount: chosen.length,
      candidateCount: roster.length,
    },
    // Of a school that comes later no card has come yet, however far the others are.
    steps: takes.map(({ paperId, lowest }) => ({ ...head, paperId, step: Math.min(lowest, paperStep.cardUpload) })),
    classes: chosen.map((c, i) => ({
      ...head,
      classId: c.classId,
      className: c.className,
      order: ordinal * mostClasses + i,
      candidateCount: roster.filter((s) => s.classId === c.classId).length,
    })),
    candidates: sitting.map((s) => ({
      ...head,
      studentId: s.studentId,
      studentName: s.studentName,
      pinyin: s.pinyin,
      studentNumber: examNumber(s.studentNumber, ordinal, exam.places?.schools ?? exam.schoolCount),
      classId: s.classId,
      className: names.get(s.classId)!,
      ...(s.chosen ? { chosen: s.chosen } : {}),
      ...(s.without ? { without: s.without } : {}),
    })),
    teachers: teachers
      .map((t) => ({
        schema: 1 as const,
        examId: exam.examId,
        teacherId: t.teacherId,
        userId: t.userId,
        teacherName: t.teacherName,
        teaches: t.teaches.flatMap(({ courseId, ...x }) => {
          const inExam = courseId && examCourse.get(courseId)
          if (!names.has(x.classId) || !(x.isHead || courseId === undefined || inExam)) return []
          return [{ ...x, ...(courseId ? { courseId: inExam ?? courseId } : {}) }]
        }),
      }))
      .filter((t) => t.teaches.length > 0),
  }
}

/**
 * Takes away what a try before this one copied and has left the school since. The school's row is written first, so that a
 * first try has nothing to look for: teachers lie with those of all schools, and are this school's by the classes they teach.
 */
export const removeGone = async ({ school, ...copy }: SchoolCopy): Promise<void> => {
  const { examId, schoolId } = school
  if (!(await examSchools.get(school))) return
  const wanted = new Set<string>([...copy.candidates.map((c) => c.studentId), ...copy.classes.map((c) => c.classId)])
  const teaching = new Set<string>(copy.teachers.map((t) => t.teacherId))
  const [roster, classes, teachers] = await Promise.all([
    candidates.query(`cand#${examId}#${schoolId}`, { consistent: true }),
    examClasses.query(`exam#${examId}`, { prefix: `class#${schoolId}#`, consistent: true }),
    examTeachers.query(`exam#${examId}`, { prefix: 'teacher#', consistent: true }),
  ])
  const own = new Set<string>([...classes, ...copy.classes].map((c) => c.classId))
  for (const gone of teachers.filter((t) => t.teaches.some((x) => own.has(x.classId)) && !teaching.has(t.teacherId)))
    await examTeachers.remove(gone)
  for (const gone of roster.filter((c) => !wanted.has(c.studentId))) await candidates.remove(gone)
  for (const gone of classes.filter((c) => !wanted.has(c.classId))) await examClasses.remove(gone)
}

/** Written again it is the same: the rows are named by what they are of, and no paper is moved back. The school comes first: a purge goes by it. */
export const writeSchool = async (copy: SchoolCopy): Promise<void> => {
  await examSchools.put(copy.school)
  await candidates.putMany(copy.candidates)
  await examClasses.putMany(copy.classes)
  await examTeachers.putMany(copy.teachers)
  for (const step of copy.steps) await paperSteps.create(step)
}
