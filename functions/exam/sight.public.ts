/**
 * Who sees what of an exam and of its papers, for every room: nothing else reads a scope, a roster's teachers or an
 * allotment to decide it. The rule is `shared/exam/sight.rules.ts`; what it needs of the stores is read here.
 */
import { mayManage } from '#shared/exam/exam.rules.ts'
import { examSight, paperSight, resultSight, seesExam } from '#shared/exam/sight.rules.ts'
import type { ExamSight, GuestPart, PaperSight, ResultSight } from '#shared/exam/sight.rules.ts'
import { hiddenFrom } from '#shared/exam/tools/disclosure.rules.ts'
import { examStatus } from '#shared/exam/exam.types.ts'
import type { Exam, ExamSchool, Paper } from '#shared/exam/exam.types.ts'
import { needsEntrusted, scopeOf } from '#shared/school/roster/scope.rules.ts'
import { memo } from '#functions/kit/memo.ts'
import type { Caller, Resolver } from '#functions/kit/serve.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { scopeFor } from '#functions/school/roster/school.public.ts'
import {
  candidateOf,
  classesOfSchoolIn,
  examOf,
  examSchoolOf,
  examSchoolsOf,
  ownerSchool,
  paperOf,
  teachingClassesOf,
} from './exam.public.ts'
import { disclosures, examTeachers } from './exam.store.ts'

/**
 * Whether the caller's school, or schools of the caller's area, may be among those that sit the exam of another area. Its
 * results are seen there once all of them are released: until then, and of everything else, the exam is its organiser's.
 */
export const mayBeGuest = (exam: Pick<Exam, 'owner' | 'status'>, { tenant }: Pick<Caller, 'tenant'>): boolean =>
  exam.owner.startsWith('a:') &&
  exam.owner !== tenant &&
  (tenant.startsWith('s:') || tenant.startsWith('a:')) &&
  exam.status === examStatus.released

const schoolOfTenant = ({ tenant }: Pick<Caller, 'tenant'>): string => tenant.slice('s:'.length)

/** What a school is of another's exam; its courses are other rows than the exam's. */
export const guestPart = (
  exam: Pick<Exam, 'papers'>,
  caller: Pick<Caller, 'tenant'>,
  school: Pick<ExamSchool, 'papers'> | null,
  classIds: readonly string[],
): GuestPart => {
  const names = new Map(exam.papers.map((p) => [p.paperId as string, p.courseId as string]))
  const taken = school?.papers.flatMap((p) => {
    const courseId = names.get(p.paperId)
    return courseId ? [[p.courseId as string, courseId] as const] : []
  })
  return { schoolIds: [schoolOfTenant(caller)], classIds, courses: new Map(taken) }
}

/** Administrative classes, and teaching classes where any of its courses walks. */
export const classesOfSchool = async (school: ExamSchool): Promise<string[]> => {
  const walking = school.papers.filter((p) => p.walks !== undefined)
  const found = await Promise.all([
    classesOfSchoolIn(school),
    ...walking.map(({ paperId }) => teachingClassesOf({ examId: school.examId, paperId }, school.schoolId)),
  ])
  return found.flat().map((c) => c.classId)
}

/** An area's schools in another's exam, with their classes: none comes or goes once marking is open. */
const schoolsOfArea = memo(60, async (examId: string, areaId: string) => {
  const own = (await examSchoolsOf(examId)).filter((s) => s.area?.areaId === areaId)
  return inTurns(own, 16, async (s) => ({ schoolId: s.schoolId, classIds: await classesOfSchool(s) }))
})

/**
 * What an area is of another's exam: those of its schools that sit it, as they lay when it was made, without those that the
 * organiser shows nothing. Null: none is left.
 */
export const areaPart = async (exam: Pick<Exam, 'examId'>, areaId: string): Promise<GuestPart | null> => {
  const [own, policy] = await Promise.all([schoolsOfArea(exam.examId, areaId), disclosures.get(exam)])
  const shown = own.filter(({ schoolId }) => !hiddenFrom(policy ?? {}, { schoolId, areaId }))
  if (shown.length === 0) return null
  const classIds = shown.flatMap((s) => s.classIds)
  return { schoolIds: shown.map((s) => s.schoolId), classIds, courses: new Map() }
}

/** What the caller sees of an exam and its results, also as one of a school or an area that sits another's; null is nothing. */
export const resultSightOf = async (exam: Exam, caller: Caller): Promise<ExamSight | null> => {
  if (exam.owner === caller.tenant || !mayBeGuest(exam, caller)) return examSightOf(exam, caller)
  if (caller.tenant.startsWith('a:')) {
    const guest = await areaPart(exam, caller.tenant.slice('a:'.length))
    return guest && examSight(caller, scopeOf(caller), exam, { guest })
  }
  const school = await examSchoolOf(exam.examId, schoolOfTenant(caller))
  if (!school) return null
  const [scope, classIds, teacher, candidate] = await Promise.all([
    scopeFor(caller),
    classesOfSchool(school),
    caller.teacherId ? examTeachers.get({ examId: exam.examId, teacherId: caller.teacherId }) : null,
    caller.studentId ? candidateOf(exam, caller.studentId) : null,
  ])
  return examSight(caller, scope, exam, {
    gradeId: school.gradeId,
    taught: teacher?.teaches,
    sat: candidate !== null,
    guest: guestPart(exam, caller, school, classIds),
  })
}

/** What the caller sees of an exam; null is nothing, not even that it is there. */
export const examSightOf = async (exam: Exam, caller: Caller): Promise<ExamSight | null> => {
  // Managers and strangers are told without the store.
  if (mayManage(exam, caller) || exam.owner !== caller.tenant) return examSight(caller, scopeOf(caller), exam)
  const [scope, school, teacher, candidate] = await Promise.all([
    scopeFor(caller),
    // Only who is entrusted with a part of the school asks which grade sits.
    needsEntrusted(caller) ? ownerSchool(exam) : null,
    caller.teacherId ? examTeachers.get({ examId: exam.examId, teacherId: caller.teacherId }) : null,
    caller.studentId ? candidateOf(exam, caller.studentId) : null,
  ])
  const own = { gradeId: school?.gradeId, taught: teacher?.teaches, sat: candidate !== null }
  return examSight(caller, scope, exam, own)
}

type OfPaper = { exam: Exam; paper: Pick<Paper, 'paperId' | 'courseId'> }

/** What the caller sees of a paper; `allotted` as `paperSight` has it. Null is nothing. */
export const paperSightOf = async (
  { exam, paper: { paperId, courseId } }: OfPaper,
  caller: Caller,
  allotted?: readonly string[],
): Promise<PaperSight | null> => paperSight(caller, await examSightOf(exam, caller), { paperId, courseId }, allotted)

/** Whose results of a paper the caller sees. */
export const resultsSeenOf = async (of: OfPaper, caller: Caller): Promise<ResultSight> =>
  resultSight(await paperResultSightOf(of, caller), of.exam.shows)

/** What of a paper's results the caller sees. */
export const paperResultSightOf = async (
  { exam, paper: { paperId, courseId } }: OfPaper,
  caller: Caller,
): Promise<PaperSight | null> => paperSight(caller, await resultSightOf(exam, caller), { paperId, courseId })

/** An exam that was deleted is there for who manages it alone, to be had back. */
export const examResolver: Resolver = async (ids, caller) => {
  for (const examId of ids) {
    const exam = await examOf(examId)
    if (exam?.deletedAt !== undefined && !mayManage(exam, caller)) return false
    const sight = exam && (await resultSightOf(exam, caller))
    if (!sight) return false
    if (sight.all || sight.sat) continue
    // Who directs or teaches a subject has to do with exams that hold it.
    const courseIds = exam.papers.map((p) => p.courseId)
    if (!seesExam(sight, courseIds)) return false
  }
  return ids.length > 0
}

/** A total has results, and nothing that is made, scanned or marked. */
const paperOnly: SightOfPaper = async (of, caller) => (of.paper.total ? null : paperSightOf(of, caller))

type SightOfPaper = (of: { exam: Exam; paper: Paper }, caller: Caller) => Promise<PaperSight | null>
const resolver =
  (sightOf: SightOfPaper): Resolver =>
  async (ids, caller) => {
    for (const paperId of ids) {
      const paper = await paperOf(paperId)
      const exam = paper && (await examOf(paper.examId))
      if (!exam || exam.deletedAt !== undefined || !(await sightOf({ exam, paper }, caller))) return false
    }
    return ids.length > 0
  }

/** Papers as they are made, scanned and marked: their owner's. */
export const paperResolver = resolver(paperOnly)
/** Papers and totals of them, as their exam names them. */
export const subjectResolver = resolver(paperSightOf)
/** Papers as their results are read: also by a school that sat another's. */
export const resultResolver = resolver(paperResultSightOf)
