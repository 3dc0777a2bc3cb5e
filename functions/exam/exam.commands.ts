/** What makes an exam, deletes it and brings it back: for handlers, jobs and the demo. */
import { standingDeletion } from '#shared/exam/tools/maintenance.rules.ts'
import { examProblems } from '#shared/exam/exam.problems.ts'
import { atItsHour, factChanges, typesLike } from '#shared/exam/creation/facts.rules.ts'
import type { ExamFacts } from '#shared/exam/creation/facts.rules.ts'
import { foldExam, standOf } from '#shared/exam/step.rules.ts'
import { markingProgress } from '#shared/exam/exam.types.ts'
import type { Exam, JointShows } from '#shared/exam/exam.types.ts'
import type { Like } from '#shared/exam/creation/like.rules.ts'
import type { AuditAct } from '#shared/kit/acts.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import type { ClassId, CourseId, ExamId, GradeId, JobId, PaperId, SchoolId, Tenant } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { gradeNameOf, termOf } from '#shared/school/roster/school.rules.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import type { WriteItem } from '#functions/kit/table.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { coursesOf, gradeOf, schoolOf } from '#functions/school/roster/school.public.ts'
import { begunBefore, startCreation } from './creation/creation.ts'
import { askedBy, requestOf } from './creation/request.ts'
import { examSizes } from './exam.sizes.ts'
import { examRequests, exams, forcedDeletions, papers, purgesDue } from './exam.store.ts'
import type { ExamRequest } from './exam.store.ts'
import { creatingExam, savingExam } from './listed.ts'
import { nameExam } from './named.ts'
import { schoolsAsked } from './joint/invite.read.ts'
import { takenFrom, writeSettings } from './creation/like.ts'
import type { Taken } from './creation/like.ts'
import { schoolCopy, writeSchool } from './roster/school.copy.ts'

/** An exam's name names no person: the record says it. */
const examRecord = (caller: Caller, act: AuditAct, exam: Pick<Exam, 'examId' | 'examName' | 'owner'>) =>
  auditRecord(caller, act, exam.examId, { after: exam, told: { name: exam.examName }, tenant: exam.owner })

type Facts = Pick<Exam, 'examName' | 'examType' | 'examDate' | 'gradeName' | 'term'>
type Course = { courseId: CourseId; courseName: string }

/** An exam that is about to be made: its counts come when its rows are there. */
export const draftOf = (
  owner: Tenant,
  facts: Facts,
  courses: readonly Course[],
  schoolCount: number,
  caller: Pick<Caller, 'userId' | 'userName'>,
): Exam => ({
  schema: 1,
  examId: newId<ExamId>('exam'),
  owner,
  ...facts,
  papers: courses.map(({ courseId, courseName }) => ({
    paperId: newId<PaperId>('paper'),
    courseId,
    courseName,
    ...standOf([]),
  })),
  ...foldExam([]),
  schoolCount,
  classCount: 0,
  candidateCount: 0,
  creatorId: caller.userId,
  creatorName: caller.userName,
  createdAt: now(),
  version: 1,
})

/** The papers, empty or with what they take of others; one that is there stays. What else was taken comes with them. */
export const createPapers = async ({ examId, owner, papers: wanted }: Exam, taken?: Taken): Promise<void> => {
  const made = new Map(taken?.papers.map((p) => [p.paperId, p]))
  for (const { paperId, courseId, courseName } of wanted) {
    const bare = { schema: 1 as const, paperId, courseId, courseName, examId, owner }
    await papers.create(made.get(paperId) ?? { ...bare, questions: [], keyVersion: 1, version: 1 })
    made.delete(paperId)
  }
  for (const total of made.values()) await papers.create(total)
  if (taken) await writeSettings(taken)
}

/**
 * The exam row comes last: until it is there, what was written before it belongs to nothing and is not seen. Who may do and
 * see what, taken of a former exam, is in its record. False where one of them is there already.
 */
export const putExam = async (
  exam: Exam,
  caller: Caller,
  taken?: Pick<Taken, 'grants' | 'disclosure'>,
  also: readonly WriteItem[] = [],
): Promise<boolean> => {
  const settings = taken ? { grants: taken.grants, disclosure: taken.disclosure } : {}
  const record = auditRecord(caller, 'exam.create', exam.examId, {
    after: { ...exam, ...settings },
    told: { name: exam.examName },
    tenant: exam.owner,
  })
  await nameExam(exam)
  return audited([...creatingExam(exam), ...also], record)
}

export type OwnExamWish = Pick<Exam, 'examName' | 'examType' | 'examDate'> & {
  schoolId: SchoolId
  gradeId: GradeId
  classIds: ClassId[]
  courseIds: readonly CourseId[]
  like?: Like | undefined
  requestId?: string | undefined
}

/**
 * An exam of one school, with what it takes of a former one: the roster is copied now, or by a job where it is large.
 * @throws Refused notFound, classNotInGrade, noStudents
 */
export const createOwnExam = async (
  wish: OwnExamWish,
  caller: Caller,
): Promise<ExamRequest['answer'] & { uuid?: JobId }> => {
  const { schoolId, gradeId, classIds, courseIds, like, requestId: _id, ...said } = wish
  const asked = askedBy(caller, wish)
  const owner = schoolTenant(schoolId)
  const before = await begunBefore(asked, { tenant: owner, userId: caller.userId })
  if (before) return before
  const [school, grade, allCourses] = await Promise.all([schoolOf(schoolId), gradeOf(gradeId), coursesOf(schoolId)])
  const wanted = [...new Set(courseIds)]
  const courses = wanted.flatMap((id) => allCourses.filter((c) => c.courseId === id))
  if (!school || !grade || courses.length !== wanted.length) return refuse(commonProblems.notFound)
  const at = now()
  const facts = {
    ...said,
    gradeId,
    gradeName: gradeNameOf(grade, at, school.turnMonth),
    term: termOf(said.examDate, school.turnMonth),
  }
  const bare = draftOf(owner, facts, courses, 1, caller)
  const { draft, taken } = like ? await takenFrom(bare, like, schoolId, caller) : { draft: bare, taken: undefined }
  const copy = await schoolCopy(draft, { schoolId, gradeId, ordinal: 1, classIds })
  const { classCount, candidateCount } = copy.school
  if (candidateCount === 0) return refuse(examProblems.noStudents)
  const exam = { ...draft, classCount, candidateCount }
  const large = { exam: draft, caller, schools: [{ schoolId, classIds }], grade: gradeId, taken }
  if (candidateCount > examSizes.copied) return startCreation(large, asked, candidateCount)
  const answer = { examId: exam.examId, paperIds: exam.papers.map((p) => p.paperId), candidateCount }
  // Given up halfway, or made by a twin that was faster, what was written goes by itself.
  await purgesDue.put({ schema: 1, examId: exam.examId, owner, since: at })
  await writeSchool(copy)
  await createPapers(draft, taken)
  const request = asked ? [examRequests.creating(requestOf(asked, { answer }))] : []
  if (await putExam(exam, caller, taken, [purgesDue.dropping(exam), ...request])) return answer
  const twin = await begunBefore(asked, { tenant: owner, userId: caller.userId })
  if (twin) return twin
  throw new Error('the exam could not be put on record')
}

export type JointExamWish = Pick<Exam, 'examName' | 'examType' | 'examDate'> & {
  schoolIds: readonly SchoolId[]
  stage: number
  enrolmentYear: number
  courseNames: readonly string[]
  schoolCodes?: readonly string[] | undefined
  groupIds?: readonly string[] | undefined
  requestId?: string | undefined
}

/**
 * An exam of several schools of an area, made by a job. Each school takes the courses that it has by these names. Schools
 * of other areas are asked with it: they read of it once it is whole.
 * @throws Refused areaOnly, and as `schoolsAsked`
 */
export const beginJointExam = async (wish: JointExamWish, caller: Caller): Promise<{ examId: ExamId; uuid: JobId }> => {
  const {
    schoolIds,
    stage,
    enrolmentYear,
    courseNames,
    schoolCodes = [],
    groupIds = [],
    requestId: _id,
    ...said
  } = wish
  if (!caller.tenant.startsWith('a:')) return refuse(examProblems.areaOnly)
  const asked = askedBy(caller, wish)
  const before = await begunBefore(asked, caller)
  if (before?.uuid) return { examId: before.examId, uuid: before.uuid }
  const at = now()
  const grade = { stage, enrolmentYear }
  const facts = { ...said, gradeName: gradeNameOf(grade, at), term: termOf(said.examDate) }
  const courses = [...new Set(courseNames)].map((courseName) => ({ courseId: newId<CourseId>('course'), courseName }))
  const schools = [...new Set(schoolIds)].map((schoolId) => ({ schoolId }))
  const invited = await schoolsAsked(schoolCodes, { owner: caller.tenant, grade, schools: schools.length })
  const exam = draftOf(caller.tenant, facts, courses, schools.length, caller)
  const { examId, uuid } = await startCreation({ exam, caller, schools, grade, invited, groupIds }, asked)
  return { examId, uuid }
}

/** A term is the day's, and not the moment's at which the exam is written down: in December one makes January's. */
const onItsDay = async (exam: Exam, facts: ExamFacts): Promise<ExamFacts & Pick<Exam, 'term'>> => {
  const then = atItsHour(exam, facts)
  if (then.examDate === exam.examDate) return { ...then, term: exam.term }
  const school = exam.owner.startsWith('s:') ? await schoolOf(exam.owner.slice(2)) : null
  return { ...then, term: termOf(then.examDate, school?.turnMonth) }
}

/** Its name, type and day; answers the version then. @throws Refused notFound, otherKind, stale */
export const saveFacts = async (exam: Exam, facts: ExamFacts, version: number, caller: Caller): Promise<number> => {
  if (exam.deletedAt !== undefined) return refuse(examProblems.notFound)
  if (!typesLike(exam.examType).includes(facts.examType)) return refuse(examProblems.otherKind)
  const changes = factChanges(exam, facts)
  if (changes.length === 0 && version === exam.version) return version
  const next = { ...exam, ...(await onItsDay(exam, facts)), version }
  const told = { name: exam.examName, changes }
  const record = auditRecord(caller, 'exam.save', exam.examId, { before: exam, after: next, told, tenant: exam.owner })
  // By its new name it is found from when it has it.
  await nameExam(next)
  if (await audited([...savingExam(next)], record)) return version + 1
  return refuseStale(exams, exam)
}

/** What the schools of a joint exam see of each other; answers the version then. @throws Refused areaOnly, stale */
export const showResults = async (exam: Exam, shows: JointShows, version: number, caller: Caller): Promise<number> => {
  if (!exam.owner.startsWith('a:')) return refuse(examProblems.areaOnly)
  const next = { ...exam, shows, version }
  if (await audited([exams.saving(next)], examRecord(caller, 'exam.shows', next))) return version + 1
  return refuseStale(exams, exam)
}

/** Into the recycle bin, at the version that was seen; answers the version then. @throws Refused hasScans, stale */
export const removeExam = async (exam: Exam, version: number, caller: Caller): Promise<number> => {
  if (exam.deletedAt !== undefined) return exam.version
  if (exam.furthest >= markingProgress.cardExceptions) return refuse(examProblems.hasScans)
  const deletedAt = now()
  const gone = { ...exam, deletedAt, deletedBy: caller.userId, version }
  // What hangs on it is due from now on, whether or not the stream tells when it goes.
  const due = purgesDue.putting({ schema: 1, examId: exam.examId, owner: exam.owner, since: deletedAt })
  if (await audited([...savingExam(gone), due], examRecord(caller, 'exam.delete', exam))) return version + 1
  // A "no" may be our own write whose answer was lost.
  const there = await exams.get(exam)
  if (there?.deletedAt === deletedAt && there.deletedBy === caller.userId) return there.version
  return refuseStale(exams, exam)
}

/** Out of the recycle bin; answers the version then. @throws Refused forced, stale */
export const bringBackExam = async (exam: Exam, caller: Caller): Promise<number> => {
  if (exam.deletedAt === undefined) return exam.version
  // What was deleted by force is had back with a reason, by its administration alone.
  if (standingDeletion(await forcedDeletions.get(exam))) return refuse(examProblems.forced)
  const { deletedAt: _at, deletedBy: _by, ...kept } = exam
  const done = await audited([...savingExam(kept)], examRecord(caller, 'exam.restore', exam))
  return done ? exam.version + 1 : refuseStale(exams, exam)
}
