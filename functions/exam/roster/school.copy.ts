/** A school's part in an exam as its roster stands now: read first, and written as rows of the exam. */
import { isDeepStrictEqual } from 'node:util'
import { examProblems } from '#shared/exam/exam.problems.ts'
import { examNumber, isJoint } from '#shared/exam/exam.rules.ts'
import { paperStep } from '#shared/exam/step.rules.ts'
import { choiceOf, electivesIn, inClassOf, takesPaper, withTakers } from '#shared/exam/tools/total.rules.ts'
import type {
  Candidate,
  Exam,
  ExamClass,
  ExamSchool,
  ExamTeacher,
  ExamTeachingClass,
  PaperStep,
} from '#shared/exam/exam.types.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import type { CourseId, ExamId, GradeId, PaperId, SchoolId } from '#shared/kit/ids.ts'
import type { TeachingMember } from '#shared/school/roster/school.types.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { hasGraduated } from '#shared/school/roster/school.rules.ts'
import { beaten, edit } from '#functions/kit/edit.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { inTurns } from '#functions/kit/turns.ts'
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
  teachingOn,
} from '#functions/school/roster/school.public.ts'
import { candidates, examClasses, examSchools, examTeachers, examTeachingClasses, paperSteps } from '../exam.store.ts'
import { layArea } from '../joint/guestArea.ts'
import { applications } from '../joint/joint.store.ts'

/** A school that is to take part. Without `classIds` all classes that have students. */
export type SchoolWish = {
  schoolId: ExamSchool['schoolId']
  gradeId: ExamSchool['gradeId']
  ordinal: number
  classIds?: readonly string[] | undefined
  /** Of these classes another than the exam has: the papers of a course that they do not sit. */
  notOfClass?: ReadonlyMap<string, PaperId[]>
}
type Teaches = ExamTeacher['teaches']
export type SchoolCopy = {
  owner: Exam['owner']
  school: ExamSchool
  steps: PaperStep[]
  classes: ExamClass[]
  /** Of papers whose courses walk. */
  teaching: ExamTeachingClass[]
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

/** Who learns a paper's course in a teaching class, and sits it, is of that class in the paper. */
const inTeachingClasses = <S extends Pick<Candidate, 'studentId' | 'without'>>(
  sitting: readonly S[],
  papers: readonly { paperId: PaperId; courseId: CourseId }[],
  members: readonly Pick<TeachingMember, 'courseId' | 'studentId' | 'classId'>[],
): (S & Pick<Candidate, 'teaching'>)[] => {
  const classOf = new Map(members.map((m) => [`${m.courseId}/${m.studentId}`, m.classId]))
  return sitting.map((s) => {
    const own = papers.flatMap(({ paperId, courseId }) => {
      const classId = classOf.get(`${courseId}/${s.studentId}`)
      return classId && takesPaper(s, paperId) ? [[paperId, classId] as const] : []
    })
    return own.length > 0 ? { ...s, teaching: Object.fromEntries(own) } : s
  })
}

/** Classes of a school have their order behind those of the schools before. */
const mostClasses = 1000

/**
 * What of the school belongs to the exam.
 * @throws Refused notFound, classNotInGrade
 */
export const schoolCopy = async (
  exam: Pick<Exam, 'examId' | 'owner' | 'papers' | 'schoolCount' | 'places' | 'electives' | 'examDate'>,
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
  const takes = exam.papers.flatMap(({ paperId, courseId, lowest }) => {
    // Of several papers of a course, and of one that was renamed, the name says nothing: the course of the first does.
    const names = exam.papers.filter((p) => p.courseId === courseId).map((p) => p.courseName)
    const own = allCourses.find((c) => c.courseId === courseId) ?? allCourses.find((c) => names.includes(c.courseName))
    return own ? [{ paperId, courseId, ownId: own.courseId, lowest }] : []
  })
  // What can be chosen is what the school's setting names; where it names none, what students chose.
  const named =
    senior.electiveCourseIds.length > 0 ? senior.electiveCourseIds : roster.flatMap((s) => s.courseIds ?? [])
  const own = takes.map(({ paperId, ownId }) => ({ paperId, courseId: ownId }))
  const electives = electivesIn(exam.electives, own, new Set<string>(named))
  const { classes: taughtIn, members } = await teachingOn(grade, exam.examDate, school.turnMonth)
  // Which paper of a course a class sits is said in the exam, and stays when the roster is copied anew.
  const there = await examClasses.query(`exam#${exam.examId}`, { prefix: `class#${schoolId}#`, consistent: true })
  const notOfClass = new Map([
    ...there.map((c) => [c.classId as string, c.without ?? []] as const),
    ...(wish.notOfClass ?? []),
  ])
  const sitting = inTeachingClasses(
    roster.map((s) => inClassOf({ ...s, ...choiceOf(s.courseIds, own, electives) }, notOfClass.get(s.classId))),
    own,
    members,
  )
  const filled = new Set<string>(sitting.flatMap((s) => Object.values(s.teaching ?? {})))
  const teaching = own.flatMap(({ paperId, courseId }) =>
    taughtIn
      .filter((c) => c.courseId === courseId && filled.has(c.classId))
      .sort((a, b) => a.className.localeCompare(b.className, 'zh-CN', { numeric: true }))
      .map(({ classId, className }, order) => ({ ...head, paperId, classId, className, order })),
  )
  // Where all of a class who sit a course learn it in teaching classes, it is taught there alone.
  const walking = new Set<string>(taughtIn.flatMap((c) => (filled.has(c.classId) ? [c.courseId] : [])))
  const staying = new Set(
    own.flatMap(({ paperId, courseId }) =>
      sitting.flatMap((s) => (takesPaper(s, paperId) && !s.teaching?.[paperId] ? [`${courseId}/${s.classId}`] : [])),
    ),
  )
  const examCourse = new Map(takes.map((p) => [p.ownId as string, p.courseId]))
  return {
    owner: exam.owner,
    school: {
      ...head,
      schoolName: school.schoolName,
      ...(area ? { area: { areaId: area.areaId, areaName: area.areaName } } : {}),
      gradeId,
      ...(exam.owner === schoolTenant(schoolId) ? { own: true as const } : {}),
      ordinal,
      papers: withTakers(own, sitting),
      classCount: chosen.length,
      candidateCount: roster.length,
    },
    // Of a school that comes later no card has come yet, however far the others are.
    steps: takes.map(({ paperId, lowest }) => ({
      ...{ ...head, paperId, step: Math.min(lowest, paperStep.cardUpload) },
      ...(isJoint(exam) ? { came: false } : {}),
    })),
    classes: chosen.map((c, i) => ({
      ...head,
      classId: c.classId,
      className: c.className,
      order: ordinal * mostClasses + i,
      candidateCount: roster.filter((s) => s.classId === c.classId).length,
      ...(notOfClass.get(c.classId)?.length ? { without: notOfClass.get(c.classId) } : {}),
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
      ...(s.teaching ? { teaching: s.teaching } : {}),
    })),
    teaching,
    teachers: teachers
      .map((t) => ({
        schema: 1 as const,
        examId: exam.examId,
        teacherId: t.teacherId,
        userId: t.userId,
        teacherName: t.teacherName,
        teaches: [
          ...t.teaches.flatMap(({ courseId, ...x }) => {
            const inExam = courseId && examCourse.get(courseId)
            if (!names.has(x.classId) || !(x.isHead || courseId === undefined || inExam)) return []
            if (courseId && walking.has(courseId) && !staying.has(`${courseId}/${x.classId}`) && !x.isHead) return []
            return [{ ...x, ...(courseId ? { courseId: inExam ?? courseId } : {}) }]
          }),
          ...taughtIn.flatMap(({ classId, courseId, teacherIds }) => {
            const inExam = examCourse.get(courseId)
            const teaches = inExam && filled.has(classId) && teacherIds.includes(t.teacherId)
            return teaches ? [{ classId, courseId: inExam, isHead: false }] : []
          }),
        ],
      }))
      .filter((t) => t.teaches.length > 0),
  }
}

/**
 * Takes away what a try before this one copied and has left the school since. Of no first try: it reads the teachers of all
 * schools, among which this school's are known by the classes they teach.
 */
export const removeGone = async ({ school, ...copy }: SchoolCopy): Promise<void> => {
  const { examId, schoolId } = school
  const wanted = new Set<string>([...copy.candidates.map((c) => c.studentId), ...copy.classes.map((c) => c.classId)])
  const teaching = new Set<string>(copy.teachers.map((t) => t.teacherId))
  const [roster, classes, teachers] = await Promise.all([
    candidates.query(`cand#${examId}#${schoolId}`, { consistent: true }),
    examClasses.query(`exam#${examId}`, { prefix: `class#${schoolId}#`, consistent: true }),
    examTeachers.query(`exam#${examId}`, { prefix: 'teacher#', consistent: true }),
  ])
  const walked = await teachingIn(school)
  const own = new Set<string>([...classes, ...copy.classes, ...walked, ...copy.teaching].map((c) => c.classId))
  for (const gone of teachers.filter((t) => t.teaches.some((x) => own.has(x.classId)) && !teaching.has(t.teacherId)))
    await examTeachers.remove(gone)
  for (const gone of roster.filter((c) => !wanted.has(c.studentId))) await candidates.remove(gone)
  for (const gone of classes.filter((c) => !wanted.has(c.classId))) await examClasses.remove(gone)
  const kept = new Set(copy.teaching.map((c) => `${c.paperId}/${c.classId}`))
  for (const gone of walked.filter((c) => !kept.has(`${c.paperId}/${c.classId}`)))
    await examTeachingClasses.remove(gone)
}

/** A school's teaching classes in the exam, of all papers: looks through those of all schools. */
export const teachingIn = async ({
  examId,
  schoolId,
}: Pick<ExamSchool, 'examId' | 'schoolId'>): Promise<ExamTeachingClass[]> =>
  (await examTeachingClasses.query(`exam#${examId}`, { prefix: 'teaching#', consistent: true })).filter(
    (c) => c.schoolId === schoolId,
  )

/**
 * What a teacher teaches in the exam, and nothing else of the row: whose answers are marked by whom is decided elsewhere,
 * and may be while this is written. Where there is no row yet it is made.
 */
export const teachingThere = (t: ExamTeacher, teachesThen: (there: Teaches) => Teaches): Promise<void> =>
  edit(`what ${t.teacherId} teaches in ${t.examId}`, async () => {
    const there = await examTeachers.get(t)
    if (!there) return (await examTeachers.create({ ...t, teaches: teachesThen([]) })) ? undefined : beaten
    const teaches = teachesThen(there.teaches)
    if (isDeepStrictEqual(teaches, there.teaches)) return
    return (await examTeachers.amend(there, { teaches }, { teaches: there.teaches })) ? undefined : beaten
  })

/** A school's roster in the exam, beside the school's own row. Written again it is the same, and no paper is moved back. */
export const writeRosterOf = async (copy: SchoolCopy): Promise<void> => {
  await candidates.putMany(copy.candidates)
  await examClasses.putMany(copy.classes)
  await examTeachingClasses.putMany(copy.teaching)
  await inTurns(copy.teachers, 25, (t) => teachingThere(t, () => t.teaches))
  for (const step of copy.steps) await paperSteps.create(step)
}

/** The school comes first: a purge goes by it, and another try knows by it that there was one before. */
export const writeSchool = async (copy: SchoolCopy): Promise<void> => {
  if (await examSchools.get(copy.school)) await removeGone(copy)
  await examSchools.put(copy.school)
  await layArea(copy)
  await writeRosterOf(copy)
}

/** All that is there of a school that is not in the exam any more. Again it finds nothing. */
export const removeRoster = async ({ examId, schoolId }: { examId: ExamId; schoolId: SchoolId }): Promise<void> => {
  const classes = await examClasses.query(`exam#${examId}`, { prefix: `class#${schoolId}#`, consistent: true })
  const walked = await teachingIn({ examId, schoolId })
  const own = new Set<string>([...classes, ...walked].map((c) => c.classId))
  for await (const some of examTeachers.pages(`exam#${examId}`, { prefix: 'teacher#' }))
    for (const t of some.filter((x) => x.teaches.some((y) => own.has(y.classId)))) await examTeachers.remove(t)
  // Who was declared by it marks no more, also where nothing is taught in it.
  for await (const some of applications.pages(`apply#${examId}#${schoolId}`, { consistent: true }))
    await inTurns(some, 25, async (a) => {
      if (a.kind === 'teacher') await examTeachers.remove({ examId, teacherId: a.personId })
      await applications.remove(a)
    })
  for await (const some of candidates.pages(`cand#${examId}#${schoolId}`, { consistent: true }))
    await inTurns(some, 25, (c) => candidates.remove(c))
  // Last: by them its teachers are found.
  await inTurns(walked, 25, (c) => examTeachingClasses.remove(c))
  await inTurns(classes, 25, (c) => examClasses.remove(c))
}
