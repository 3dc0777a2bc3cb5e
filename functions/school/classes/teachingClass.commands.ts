/** What changes teaching classes: always those of the term of today, which begins with what was taught before it. */
import type * as calls from '#shared/school/classes/teachingClass.calls.ts'
import { importTeachingJob } from '#shared/school/school.jobs.ts'
import { schoolProblems } from '#shared/school/school.problems.ts'
import { classKey } from '#shared/school/roster.rules.ts'
import { termOf } from '#shared/school/roster/school.rules.ts'
import { mostTeachersOfClass } from '#shared/school/roster/school.types.ts'
import type { Grade, TeachingClass, TeachingMember } from '#shared/school/roster/school.types.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import type { ClassId, CourseId, JobId, TeacherId } from '#shared/kit/ids.ts'
import type { AnswerOf, InputOf } from '#shared/kit/call.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { keepLife, objectKey, putObject, signedUrl } from '#functions/kit/objects.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { startJob } from '#functions/kit/work.ts'
import { tenantOfUpload } from '#functions/platform/upload.public.ts'
import { transact } from '#functions/kit/table.ts'
import { freeingName, takingName } from '../people/names.ts'
import { changeThing, noteTouched } from '../people/told.ts'
import { templateOf } from '../imports/roster.file.ts'
import { coursesOf, gradeOf, schoolOf, studentsOfGrade, teachersOf } from '../roster/school.public.ts'
import { teachingClasses, teachingMembers, teachingTerms } from '../roster/school.store.ts'
import { attendingGrade } from './attending.ts'
import { classesOfTerm, membersOfTerm, termInForce } from '../roster/teachingClass.read.ts'

/** So many rows are written side by side. */
const together = 25

/** A name is one class's in its course and term. */
const nameIn = (c: Pick<TeachingClass, 'gradeId' | 'term' | 'courseId' | 'className'>) => ({
  scope: c.gradeId,
  name: `teaching#${c.term}#${c.courseId}#${classKey(c.className)}`,
})

export const termToday = async (grade: Pick<Grade, 'schoolId'>): Promise<string> =>
  termOf(now(), (await schoolOf(grade.schoolId))?.turnMonth)

/**
 * Begins the term of today where nothing was changed in it yet: with the classes and members of the one before. The row that
 * says so comes last, so that a copy that was cut off is made again; no row that is there is written over.
 */
export const termBegun = async (grade: Pick<Grade, 'schoolId' | 'gradeId'>): Promise<string> => {
  const term = await termToday(grade)
  const before = await termInForce(grade, term)
  if (before === term) return term
  if (before !== null) {
    const [classes, members] = await Promise.all([classesOfTerm(grade, before), membersOfTerm(grade, before)])
    await inTurns(members, together, (m) => teachingMembers.create({ ...m, term, since: now() }))
    for (const c of classes) await makeClass({ ...c, term, createdAt: now() })
  }
  const { schoolId, gradeId } = grade
  await teachingTerms.create({
    schema: 1,
    schoolId,
    gradeId,
    term,
    ...(before === null ? {} : { from: before }),
    begunAt: now(),
  })
  return term
}

/** A class with its name, once. */
const makeClass = (c: TeachingClass): Promise<boolean> =>
  transact([teachingClasses.creating(c), takingName(nameIn(c), c.classId)], newId('attempt'))

const thing = (c: Pick<TeachingClass, 'schoolId' | 'classId' | 'className'>) => ({
  schoolId: c.schoolId,
  object: c.classId,
  name: c.className,
})

const courseNameOf = async (schoolId: string, courseId: string): Promise<string> =>
  (await coursesOf(schoolId)).find((c) => c.courseId === courseId)?.courseName ?? refuse(schoolProblems.notOfSchool)

/** The school's own of them. Who taught the class and has left the school since is left out without a word. */
const teachersNamed = async (
  schoolId: string,
  teacherIds: readonly TeacherId[],
  before: readonly TeacherId[] = [],
): Promise<TeacherId[]> => {
  if (teacherIds.length === 0) return []
  const own = new Set<string>((await teachersOf(schoolId)).map((t) => t.teacherId))
  if (!teacherIds.every((id) => own.has(id) || before.includes(id))) refuse(schoolProblems.notOfSchool)
  return [...new Set(teacherIds)].filter((id) => own.has(id))
}

/** Of the term of today, deleted ones too. */
const classToday = async (grade: Grade, classId: string): Promise<TeachingClass> => {
  const { schoolId, gradeId } = grade
  const term = await termBegun(grade)
  return (await teachingClasses.get({ schoolId, gradeId, term, classId })) ?? refuse(commonProblems.notFound)
}

export const createTeachingClass = async (
  { gradeId, courseId, className, teacherIds }: InputOf<typeof calls.createTeachingClass>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.createTeachingClass>> => {
  const grade = await attendingGrade(gradeId)
  const course = await courseNameOf(grade.schoolId, courseId)
  const named = await teachersNamed(grade.schoolId, teacherIds)
  const term = await termBegun(grade)
  const row: TeachingClass = {
    schema: 1,
    classId: newId<ClassId>('class'),
    schoolId: grade.schoolId,
    gradeId,
    term,
    courseId,
    className,
    teacherIds: named,
    createdAt: now(),
    version: 1,
  }
  const writes = [teachingClasses.creating(row), takingName(nameIn(row), row.classId)]
  const done = await changeThing(writes, caller, 'school.createTeachingClass', thing(row))
  return done ? { classId: row.classId } : refuse(schoolProblems.teachingClassTaken, { course, name: className })
}

export const updateTeachingClass = async (
  { gradeId, classId, className, teacherIds, version }: InputOf<typeof calls.updateTeachingClass>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.updateTeachingClass>> => {
  const grade = (await gradeOf(gradeId)) ?? refuse(commonProblems.notFound)
  const row = await classToday(grade, classId)
  if (row.deletedAt !== undefined) return refuse(commonProblems.notFound)
  const named = await teachersNamed(grade.schoolId, teacherIds, row.teacherIds)
  const next = { ...row, className, teacherIds: named, version }
  const renamed = nameIn(next).name !== nameIn(row).name
  const guards = renamed ? [freeingName(nameIn(row)), takingName(nameIn(next), classId)] : []
  const told = { ...thing(row), before: { 名称: row.className }, after: { 名称: className } }
  if (await changeThing([teachingClasses.saving(next), ...guards], caller, 'school.updateTeachingClass', told))
    return { version: version + 1 }
  const others = await classesOfTerm(grade, row.term)
  const taken = others.some((c) => c.classId !== classId && nameIn(c).name === nameIn(next).name)
  return taken
    ? refuse(schoolProblems.teachingClassTaken, {
        course: await courseNameOf(grade.schoolId, row.courseId),
        name: className,
      })
    : refuseStale(teachingClasses, row)
}

export const deleteTeachingClass = async (
  { gradeId, classId, undo }: InputOf<typeof calls.deleteTeachingClass>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.deleteTeachingClass>> => {
  const grade = (await gradeOf(gradeId)) ?? refuse(commonProblems.notFound)
  const row = await classToday(grade, classId)
  if ((row.deletedAt === undefined) === undo) return { version: row.version }
  const count = (await membersOfTerm(grade, row.term, row.courseId)).filter((m) => m.classId === classId).length
  if (!undo && count > 0) return refuse(schoolProblems.teachingHasStudents, { count })
  const { deletedAt: _gone, ...kept } = row
  const done = await changeThing(
    undo
      ? [teachingClasses.saving(kept), takingName(nameIn(row), classId)]
      : [teachingClasses.saving({ ...row, deletedAt: now() }), freeingName(nameIn(row))],
    caller,
    undo ? 'school.restoreTeachingClass' : 'school.deleteTeachingClass',
    thing(row),
  )
  if (done) return { version: row.version + 1 }
  if (!undo) return refuseStale(teachingClasses, row)
  const course = await courseNameOf(grade.schoolId, row.courseId)
  return refuse(schoolProblems.teachingClassTaken, { course, name: row.className })
}

export const placeStudents = async (
  { gradeId, courseId, classId, studentIds }: InputOf<typeof calls.placeStudents>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.placeStudents>> => {
  const grade = await attendingGrade(gradeId)
  const { schoolId } = grade
  const course = await courseNameOf(schoolId, courseId)
  const term = await termBegun(grade)
  const into = classId === null ? null : await classToday(grade, classId)
  if (into && (into.deletedAt !== undefined || into.courseId !== courseId)) return refuse(schoolProblems.notOfSchool)
  const own = new Set<string>((await studentsOfGrade(gradeId)).map((s) => s.studentId))
  const wanted = [...new Set(studentIds)]
  if (!wanted.every((id) => own.has(id))) return refuse(schoolProblems.notOfSchool)
  const there = new Map((await membersOfTerm(grade, term, courseId)).map((m) => [m.studentId as string, m] as const))
  const moving = wanted.filter((id) => (there.get(id)?.classId ?? null) !== classId)
  const before = moving.map((studentId) => ({ studentId, classId: there.get(studentId)?.classId ?? null }))
  if (moving.length === 0) return { placed: 0, before }
  const object = newId<string>('attempt')
  await noteTouched(schoolId, moving, object)
  await inTurns(moving, together, async (studentId) => {
    const key = { schoolId, gradeId, term, courseId, studentId }
    if (classId !== null) return teachingMembers.put({ schema: 1, ...key, classId, since: now() })
    const row = there.get(studentId)
    if (row) await teachingMembers.remove(row)
  })
  const told = { name: `${course}${into?.className ?? ''}`, count: moving.length, people: moving.slice(0, 20) }
  const record = auditRecord(caller, 'school.placeStudents', object, {
    after: { classId, students: moving.length },
    told,
    tenant: schoolTenant(schoolId),
  })
  if (!(await audited([], record))) throw new Error('the placing could not be put on record')
  return { placed: moving.length, before }
}

export const importTeaching = async (
  input: InputOf<typeof calls.importTeaching>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.importTeaching>> => {
  const grade = await attendingGrade(input.gradeId)
  const tenant = schoolTenant(grade.schoolId)
  if (tenantOfUpload(input.key) !== caller.tenant) return refuse(schoolProblems.notYourUpload)
  await keepLife(input.key)
  const jobId = newId<JobId>('job')
  if (input.mode !== 'check') {
    const record = auditRecord(caller, 'school.importTeaching', jobId, { after: input, reason: input.mode, tenant })
    if (!(await audited([], record))) throw new Error('the import could not be put on record')
  }
  const { userId } = caller
  return startJob(
    importTeachingJob,
    { ...input, schoolId: grade.schoolId },
    { tenant: caller.tenant, userId },
    { jobId },
  )
}

export const teachingTemplate = async (caller: Caller): Promise<AnswerOf<typeof calls.teachingTemplate>> => {
  const fileName = '教学班导入模板.xlsx'
  const key = objectKey('teaching-template-1', caller.tenant, 'school', 'templates', 'teaching-1.xlsx')
  await putObject(key, await templateOf('teaching'), { type: 'application/octet-stream', replace: true })
  return { url: await signedUrl(key, { name: fileName }), fileName }
}

/** The class of a name in the term of today, made where there is none; its teachers as the file has them. */
export const classNamed = async (
  grade: Pick<Grade, 'schoolId' | 'gradeId'>,
  term: string,
  of: { courseId: CourseId; className: string; teacherIds: TeachingClass['teacherIds'] },
): Promise<void> => {
  const named = async () =>
    (await classesOfTerm(grade, term)).find((c) => nameIn(c).name === nameIn({ ...of, ...grade, term }).name)
  const there = await named()
  if (there) {
    const teacherIds = [...new Set([...there.teacherIds, ...of.teacherIds])].slice(0, mostTeachersOfClass)
    if (teacherIds.length > there.teacherIds.length)
      await teachingClasses.edit(there, (row) => row && { ...row, teacherIds })
    return
  }
  const { schoolId, gradeId } = grade
  const classId = newId<ClassId>('class')
  // Of two that make it at once one does; the other finds it.
  await makeClass({ schema: 1, classId, schoolId, gradeId, term, ...of, createdAt: now(), version: 1 })
}

export const placeRows = async (rows: readonly TeachingMember[]): Promise<void> => {
  await inTurns(rows, together, (m) => teachingMembers.put(m))
}
