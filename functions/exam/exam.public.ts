/** What other rooms may ask of exams. */
import type {
  Candidate,
  Exam,
  ExamClass,
  ExamSchool,
  ExamTeacher,
  ExamTeachingClass,
  Paper,
  RosterSlice,
} from '#shared/exam/exam.types.ts'
import { classesOfCandidate } from '#shared/exam/sight.rules.ts'
import { paperStep } from '#shared/exam/step.rules.ts'
import type { SchoolPart } from '#shared/exam/joint/part.types.ts'
import { takesPaper } from '#shared/exam/tools/total.rules.ts'
import type { PaperId, SchoolId } from '#shared/kit/ids.ts'
import { page } from '#shared/kit/paging.ts'
import type { Page, PageInput } from '#shared/kit/paging.ts'
import { pageOfParts } from '#functions/kit/pageOfParts.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { teachersOf } from '#functions/school/roster/school.public.ts'
import { examSizes } from './exam.sizes.ts'
import {
  candidates,
  changedPlace,
  examClasses,
  exams,
  examSchools,
  examTeachers,
  examTeachingClasses,
  formerNumberPlace,
  numberPlace,
  numberPlaces,
  papers,
} from './exam.store.ts'
import { schoolParts } from './joint/joint.store.ts'

export { mayManage } from '#shared/exam/exam.rules.ts'

export const examOf = async (examId: string): Promise<Exam | null> => exams.get({ examId })
/** These exams, deleted ones too. */
export const examsByIds = (examIds: readonly string[]): Promise<Exam[]> =>
  exams.getMany([...new Set(examIds)].map((examId) => ({ examId })))
export const paperOf = async (paperId: string): Promise<Paper | null> => papers.get({ paperId })
const subjectsOf = (examId: string): Promise<Paper[]> =>
  papers.queryIndex('gsi1', `exam#${examId}`, { prefix: 'paper#' })
/** The papers that are sat. */
export const papersOf = async (examId: string): Promise<Paper[]> => (await subjectsOf(examId)).filter((p) => !p.total)
/** So many exams are looked through for former papers. */
const mostFormer = 40
/** Papers of a course by name that the same owner's exams sat before and marked, the newest first. */
export const papersBefore = async (
  exam: Pick<Exam, 'examId' | 'owner' | 'examDate'>,
  courseName: string,
  most: number,
): Promise<Paper[]> => {
  const former = await exams.queryIndex('gsi1', `owner#${exam.owner}`, { reverse: true, limit: mostFormer })
  const paperIds = former
    .filter((e) => e.examId !== exam.examId && e.deletedAt === undefined && e.examDate <= exam.examDate)
    .flatMap((e) => e.papers.filter((p) => p.courseName === courseName && p.lowest >= paperStep.done))
    .slice(0, most)
  return papers.getMany(paperIds.map(({ paperId }) => ({ paperId })))
}
/** The totals of them, in the order in which they were formed. */
export const totalsOf = async (examId: string): Promise<Paper[]> =>
  (await subjectsOf(examId)).filter((p) => p.total).sort((a, b) => (a.paperId < b.paperId ? -1 : 1))
export const examTeachersOf = async (examId: string): Promise<ExamTeacher[]> =>
  examTeachers.query(`exam#${examId}`, { prefix: 'teacher#' })
/** Those of one school as its roster has them now: of a joint exam's many thousand only they are read. */
export const examTeachersOfSchool = async (examId: string, schoolId: string): Promise<ExamTeacher[]> =>
  examTeachers.getMany((await teachersOf(schoolId)).map(({ teacherId }) => ({ examId, teacherId })))
/** One teacher's part in an exam: what a call of theirs asks, however many teach in it. */
export const examTeacherOf = (examId: string, teacherId: string): Promise<ExamTeacher | null> =>
  examTeachers.get({ examId, teacherId }, { consistent: false })
/** The schools that take part, in their order. */
export const examSchoolsOf = async (
  examId: string,
  { consistent = false }: { consistent?: boolean } = {},
): Promise<ExamSchool[]> =>
  (await examSchools.query(`exam#${examId}`, { prefix: 'school#', consistent })).sort((a, b) => a.ordinal - b.ordinal)
/** What the schools of a joint exam and its organiser said to each other; nothing of a school that nothing was said to. */
export const schoolPartsOf = (examId: string): Promise<SchoolPart[]> =>
  schoolParts.query(`exam#${examId}`, { prefix: 'part#' })
/** Those of the schools that are named. */
export const schoolsAmong = (examId: string, schoolIds: readonly string[]): Promise<ExamSchool[]> =>
  examSchools.getMany(schoolIds.map((schoolId) => ({ examId, schoolId })))
export const partsAmong = (examId: string, schoolIds: readonly string[]): Promise<SchoolPart[]> =>
  schoolParts.getMany(schoolIds.map((schoolId) => ({ examId, schoolId })))
/** Schools of which the row, or what was said, was written at this time or after it. */
export const schoolsSince = async (examId: string, at: number): Promise<Set<string>> => {
  const [schools, parts] = await Promise.all([
    examSchools.since(changedPlace('school', examId), at),
    schoolParts.since(changedPlace('part', examId), at),
  ])
  return new Set([...schools, ...parts].map((s) => s.schoolId as string))
}
export const schoolPartOf = (examId: string, schoolId: string): Promise<SchoolPart | null> =>
  schoolParts.get({ examId, schoolId })
/** The classes of one school that sit it. */
export const classesOfSchoolIn = ({
  examId,
  schoolId,
}: Pick<ExamSchool, 'examId' | 'schoolId'>): Promise<ExamClass[]> =>
  examClasses.query(`exam#${examId}`, { prefix: `class#${schoolId}#` })
/** The teaching classes of a paper, of all schools or of one; none where its course does not walk. */
export const teachingClassesOf = async (
  { examId, paperId }: { examId: string; paperId?: string | undefined },
  schoolId?: string,
): Promise<ExamTeachingClass[]> => {
  const prefix = `teaching#${paperId === undefined ? '' : `${paperId}#${schoolId === undefined ? '' : `${schoolId}#`}`}`
  return (await examTeachingClasses.query(`exam#${examId}`, { prefix }))
    .filter((c) => schoolId === undefined || c.schoolId === schoolId)
    .sort((a, b) => a.order - b.order)
}
/** Teaching classes among these, with how many are in each: for who teaches them, beside the administrative ones. */
export const teachingClassesAmong = async (
  examId: string,
  classIds: readonly string[] | null,
  homes: readonly Pick<ExamClass, 'classId'>[],
): Promise<Pick<ExamClass, 'classId' | 'className' | 'candidateCount'>[]> => {
  const others = (classIds ?? []).filter((id) => !homes.some((c) => c.classId === id))
  if (others.length === 0) return []
  const classes = (await teachingClassesOf({ examId })).filter((c) => others.includes(c.classId))
  const people = await candidatesOfClasses(
    examId,
    classes.map((c) => c.classId),
  )
  return classes.map(({ paperId, classId, className }) => ({
    classId,
    className,
    candidateCount: people.filter((c) => c.teaching?.[paperId] === classId).length,
  }))
}
/** The classes that sit it, school after school. */
export const examClassesOf = async (examId: string): Promise<ExamClass[]> =>
  (await examClasses.query(`exam#${examId}`, { prefix: 'class#' })).sort((a, b) => a.order - b.order)
/** What classes are called in an exam: every school has a 1班, so where several sit it each stands behind its school. */
export const classNaming = async ({
  examId,
  schoolCount,
}: Pick<Exam, 'examId' | 'schoolCount'>): Promise<(c: Pick<ExamClass, 'schoolId' | 'className'>) => string> => {
  if (schoolCount < 2) return (c) => c.className
  const schools = new Map((await examSchoolsOf(examId)).map((s) => [s.schoolId as string, s.schoolName]))
  return (c) => [schools.get(c.schoolId), c.className].filter(Boolean).join(' ')
}
/** The classes by id and name, as lists show them. */
export const classNamesOf = async (examId: string): Promise<Pick<ExamClass, 'classId' | 'className'>[]> => {
  const classes = await examClassesOf(examId)
  const schoolCount = new Set(classes.map((c) => c.schoolId)).size
  const named = await classNaming({ examId: examId as Exam['examId'], schoolCount })
  return classes.map((c) => ({ classId: c.classId, className: named(c) }))
}
/** A school's part in an exam; null where it takes none. */
export const examSchoolOf = (examId: string, schoolId: string): Promise<ExamSchool | null> =>
  examSchools.get({ examId, schoolId }, { consistent: false })
/** Who sits which paper of an exam: of a joint one a school need not take all of them. */
export const takersOf = async ({ examId }: Pick<Exam, 'examId'>) => {
  const schools = new Map((await examSchoolsOf(examId)).map((s) => [s.schoolId as string, s.papers]))
  return (c: Pick<Candidate, 'schoolId' | 'without'>, paperId: PaperId): boolean =>
    takesPaper(c, paperId) && (schools.get(c.schoolId)?.some((p) => p.paperId === paperId) ?? true)
}
/** The part of the school whose own the exam is; null where an area's is. */
export const ownerSchool = async ({ examId, owner }: Pick<Exam, 'examId' | 'owner'>): Promise<ExamSchool | null> =>
  owner.startsWith('s:') ? examSchoolOf(examId, owner.slice('s:'.length)) : null

const byNumber = (a: Candidate, b: Candidate): number =>
  a.studentNumber.localeCompare(b.studentNumber, 'en', { numeric: true })
/** As an index keeps them: a page goes on behind a number in this order. */
const inKeyOrder = (a: Candidate, b: Candidate): number =>
  a.studentNumber < b.studentNumber ? -1 : a.studentNumber > b.studentNumber ? 1 : 0
const rosterOf = (examId: string, schoolId: string): string => `cand#${examId}#${schoolId}`

const candidatesOfSchools = async (examId: string, schoolIds: readonly string[]): Promise<Candidate[]> => {
  const rosters = await inTurns(schoolIds, 16, (schoolId) =>
    candidates.query(rosterOf(examId, schoolId), { consistent: true }),
  )
  return rosters.flat().sort(byNumber)
}

/** The rosters of all schools as they were when the exam was created, by student number. */
export const candidatesOf = async (examId: string): Promise<Candidate[]> =>
  candidatesOfSchools(
    examId,
    (await examSchoolsOf(examId)).map((s) => s.schoolId),
  )

/** The candidates of some classes, by student number: of the rosters only those of their schools are read. */
export const candidatesOfClasses = async (examId: string, classIds: readonly string[]): Promise<Candidate[]> => {
  const wanted = new Set(classIds)
  const homes = (await examClassesOf(examId)).filter((c) => wanted.has(c.classId))
  const teaching = homes.length < wanted.size ? await teachingClassesOf({ examId }) : []
  const classes = [...homes, ...teaching.filter((c) => wanted.has(c.classId))]
  const found = await candidatesOfSchools(examId, [...new Set(classes.map((c) => c.schoolId))])
  return found.filter((c) => classesOfCandidate(c).some((id) => wanted.has(id)))
}

/**
 * A page of the candidates of these classes (null: of all), school after school and by number within one. Counts say where
 * the page lies, so that only the rosters of its own schools are read, however many there are.
 */
export const candidatesPage = async (
  examId: string,
  classIds: readonly string[] | null,
  asked: PageInput,
): Promise<Page<Candidate>> => {
  const wanted = classIds && new Set(classIds)
  const [schools, classes] = await Promise.all([examSchoolsOf(examId), wanted ? examClassesOf(examId) : []])
  // Counts are of administrative classes: where teaching classes are among them, their rosters are looked through.
  if (wanted && [...wanted].some((id) => !classes.some((c) => c.classId === id)))
    return page(await candidatesOfClasses(examId, [...wanted]), asked)
  const seen = Map.groupBy(
    classes.filter((c) => wanted?.has(c.classId)),
    (c) => c.schoolId,
  )
  const counts = schools.map(({ schoolId, candidateCount }) =>
    wanted ? (seen.get(schoolId) ?? []).reduce((n, c) => n + c.candidateCount, 0) : candidateCount,
  )
  return pageOfParts(counts, asked, async (at) => {
    const roster = await candidatesOfSchools(examId, [schools[at]!.schoolId])
    return wanted ? roster.filter((c) => wanted.has(c.classId)) : roster
  })
}

/**
 * The same, or of these those of a class, and those found by a part of the name, by how the number begins, or by the letters
 * of the name. Of a class that is none of `classIds` these are the ones who are in both: a head's own in a teaching class.
 */
export const candidatesFound = async (
  { examId }: Pick<Exam, 'examId'>,
  classIds: readonly string[] | null,
  asked: PageInput & { name?: string | undefined; classId?: string | undefined },
): Promise<Page<Candidate>> => {
  const name = asked.name?.trim().toLowerCase()
  const { classId } = asked
  const isWhole = classId !== undefined && (classIds === null || classIds.includes(classId))
  const wanted = isWhole ? [classId] : classIds
  if (!name && (isWhole || classId === undefined)) return candidatesPage(examId, wanted, asked)
  const rosters = await (wanted === null ? candidatesOf(examId) : candidatesOfClasses(examId, wanted))
  const named = rosters.filter(
    (c) =>
      (classId === undefined || classesOfCandidate(c).includes(classId)) &&
      (!name || c.studentName.includes(name) || c.studentNumber.startsWith(name) || c.pinyin.includes(name)),
  )
  return page(named, asked)
}

/**
 * The schools by the first student id of their rosters, each with the stretch of ids that is its own to look through: the
 * stretches together hold every id there can be, so that what belongs to no candidate is found by one of them.
 */
const stretches = async (examId: string): Promise<{ schoolId: SchoolId; from: string; end: string }[]> => {
  const schools = await examSchoolsOf(examId)
  if (schools.length === 1) return [{ schoolId: schools[0]!.schoolId, from: '', end: '~' }]
  const firsts = await inTurns(schools, 16, async ({ schoolId }) => {
    const [first] = await candidates.query(rosterOf(examId, schoolId), { limit: 1, consistent: true })
    return first ? [{ schoolId, first: first.studentId as string }] : []
  })
  const sorted = firsts.flat().sort((a, b) => (a.first < b.first ? -1 : 1))
  return sorted.map(({ schoolId, first }, i) => ({
    schoolId,
    from: i === 0 ? '' : first,
    end: sorted[i + 1]?.first ?? '~',
  }))
}

/**
 * The rosters cut into slices of at most `size` students of one school (a roster without students is one empty slice), read
 * page by page: nothing holds more than a slice. The cut follows from the rosters alone.
 */
export async function* rosterSlices(
  exam: Pick<Exam, 'examId'>,
  size: number,
): AsyncGenerator<{ slice: RosterSlice; candidates: Candidate[] }> {
  for (const { schoolId, from: start, end } of await stretches(exam.examId)) {
    const partition = rosterOf(exam.examId, schoolId)
    for (let from = start; ;) {
      const options = { consistent: true, limit: size + 1 }
      const seen = await candidates.query(partition, from === '' ? options : { ...options, from })
      const own = seen.slice(0, size)
      const next = seen[size]?.studentId
      const last = own.at(-1)
      // Rosters may lie into one another: the last slice goes to its own end or to where the next school begins.
      const before = next ?? (last && `${last.studentId}0` > end ? `${last.studentId}0` : end)
      yield { slice: { schoolId, from, before, students: own.length }, candidates: own.sort(byNumber) }
      if (next === undefined) break
      from = next
    }
  }
}

/** The candidates of a slice, by student number. */
export const candidatesIn = async (
  examId: string,
  { schoolId, from, before }: Pick<RosterSlice, 'schoolId' | 'from' | 'before'>,
): Promise<Candidate[]> => {
  const found = await candidates.query(rosterOf(examId, schoolId), {
    ...(from === '' ? {} : { from }),
    to: before,
    consistent: true,
  })
  return found.filter((c) => c.studentId < before).sort(byNumber)
}

const lyingWith = (place: string, studentNumber: string): Promise<Candidate[]> =>
  candidates.queryIndex('gsi2', place, { from: studentNumber, to: studentNumber })
/** Candidates with exactly this number: one, unless the roster was made wrongly. */
export const candidatesNumbered = async (exam: Pick<Exam, 'examId'>, studentNumber: string): Promise<Candidate[]> => {
  if (studentNumber === '') return []
  const found = await lyingWith(numberPlace(exam, studentNumber), studentNumber)
  return found.length > 0 ? found : lyingWith(formerNumberPlace(exam.examId), studentNumber)
}
/** So many reads at once. */
const numbersTogether = 16
/** Candidates with any of these numbers. Most numbers may be no one's: one read says whether any can lie in the former place. */
export const candidatesWithNumbers = async (
  exam: Pick<Exam, 'examId'>,
  numbers: readonly string[],
): Promise<Candidate[]> => {
  const asked = [...new Set(numbers)].filter((n) => n !== '')
  if (asked.length === 0) return []
  const [former] = await candidates.queryIndex('gsi2', formerNumberPlace(exam.examId), { limit: 1 })
  const found = await inTurns(asked, numbersTogether, (n) =>
    former ? candidatesNumbered(exam, n) : lyingWith(numberPlace(exam, n), n),
  )
  return found.flat()
}

/** A candidate by the student, whose school need not be known. */
export const candidateOf = async ({ examId }: Pick<Exam, 'examId'>, studentId: string): Promise<Candidate | null> =>
  (await candidates.queryIndex('gsi1', `student#${studentId}`, { from: examId, to: examId }))[0] ?? null
/** The exams that a student sat or will sit. */
export const examsSatBy = async (studentId: string): Promise<Candidate['examId'][]> =>
  (await candidates.queryIndex('gsi1', `student#${studentId}`)).map((c) => c.examId)
/** These candidates of an exam; students who are none are left out. */
export const candidatesByIds = async (
  exam: Pick<Exam, 'examId'>,
  studentIds: readonly string[],
): Promise<Candidate[]> =>
  (await inTurns(studentIds, 25, (studentId) => candidateOf(exam, studentId))).filter((c) => c !== null)
/** Candidates by student number: those whose number begins so, in order; `after` goes on behind that number. Of one school its own roster is read. */
export const candidatesByNumber = async (
  exam: Exam,
  {
    prefix,
    after,
    limit,
    schoolId,
  }: { prefix: string; after?: string | undefined; limit: number; schoolId?: string | undefined },
): Promise<Candidate[]> => {
  if (schoolId === undefined && exam.candidateCount > examSizes.read) {
    const range = { from: after === undefined ? prefix || ' ' : `${after}\u0000`, to: `${prefix}\uffff`, limit }
    // Any of the parts may hold all that are first.
    const parts = await Promise.all(numberPlaces(exam.examId).map((p) => candidates.queryIndex('gsi2', p, range)))
    return parts.flat().sort(inKeyOrder).slice(0, limit)
  }
  const some = schoolId === undefined ? candidatesOf(exam.examId) : candidatesOfSchools(exam.examId, [schoolId])
  const all = (await some).filter((c) => c.studentNumber.startsWith(prefix))
  const from = after === undefined ? 0 : all.findIndex((c) => c.studentNumber === after) + 1
  return all.slice(from, from + limit)
}

/** Notes on the paper which card it is printed on. */
export const linkCard = async (paperId: string, cardId: Paper['cardId']): Promise<void> => {
  await papers.update({ paperId }, { cardId })
}
