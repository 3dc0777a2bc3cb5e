/**
 * The exams that a caller may see, for the list and the search, in the order in which they are shown: read page by page, and
 * no further than who asks goes. A caller who sees all of a tenant goes through its listed rows; one who sees by what he taught, sat or
 * made begins with those, so that a list costs what is one's own, however many exams the school has.
 */
import { lastHeldFirst } from '#shared/exam/exam.rules.ts'
import { holdsWords } from '#shared/exam/named.rules.ts'
import { examSight, seesExam } from '#shared/exam/sight.rules.ts'
import type { ExamSight } from '#shared/exam/sight.rules.ts'
import type { Candidate, Exam, ExamTeacher, ListedExam } from '#shared/exam/exam.types.ts'
import type { Scope } from '#shared/school/roster/scope.types.ts'
import type { Caller } from '#functions/kit/serve.ts'
import type { Where } from '#functions/kit/table.ts'
import { inPieces, inTurns } from '#functions/kit/turns.ts'
import { scopeFor } from '#functions/school/roster/school.public.ts'
import { ownerSchool } from './exam.public.ts'
import { candidates, exams, examSchools, examTeachers, listedExams } from './exam.store.ts'
import { examAreas } from './joint/joint.store.ts'
import { listedOf, wholeList } from './listed.ts'
import { namedPieces, wholeNames } from './named.ts'
import { areaPart, guestPart, mayBeGuest } from './sight.public.ts'

/** `exam`: where it had to be read to know what is seen of it; `sat`: as which candidate. */
export type SeenExam = { listed: ListedExam; exam?: Exam; sight: ExamSight; sat?: Candidate }

/** What of a list is asked for. `words` are all in the name or the grade's name. */
export type ExamsAsked = {
  examType?: number | undefined
  status?: number | undefined
  gradeId?: string | undefined
  words?: readonly string[]
}

/** How many rows are looked at a request by who looks at each exam itself. */
const lookedAtOnce = 100
/** So many exams that others hold a school sat, or a person taught or sat, are read at once. */
const readAtOnce = 100

/** The same in the store's words, so that what does not fit is not sent: as far as equality and case allow. */
const whereOf = ({ examType, status }: ExamsAsked): Where | undefined => {
  const asked = Object.entries({ examType, status }).filter(([, value]) => value !== undefined)
  if (asked.length === 0) return undefined
  return {
    expression: asked.map(([field]) => `#${field} = :${field}`).join(' AND '),
    names: Object.fromEntries(asked.map(([field]) => [`#${field}`, field])),
    values: Object.fromEntries(asked.map(([field, value]) => [`:${field}`, value])),
  }
}

const fits = (e: ListedExam, { examType, status, words = [] }: ExamsAsked): boolean =>
  (examType === undefined || e.examType === examType) &&
  (status === undefined || e.status === status) &&
  holdsWords(e, words)

/** Of exams by their ids, what lists know of them; of those that have no such row yet, from the exam. */
const listedBy = async (examIds: readonly string[]): Promise<ListedExam[]> => {
  const ids = [...new Set(examIds)]
  const found = await listedExams.getMany(ids.map((examId) => ({ examId })))
  const known = new Set<string>(found.map((e) => e.examId))
  const others = await exams.getMany(ids.filter((examId) => !known.has(examId)).map((examId) => ({ examId })))
  return [...found, ...others.filter((e) => e.deletedAt === undefined).map(listedOf)].sort(lastHeldFirst)
}

/** Whether nothing but what is the viewer's own opens an exam: then they are found from there. */
const byOwnAlone = (scope: Scope): boolean =>
  scope.within === 'entrusted' && scope.grades.size === 0 && scope.subjects.length === 0

/** The exams of the caller's own tenant that may be seen, some at a time, the last held first. */
const ownPieces = async function* (
  caller: Caller,
  scope: Scope,
  taught: ReadonlyMap<string, ExamTeacher['teaches']>,
  asked: ExamsAsked,
  each: number,
): AsyncGenerator<ListedExam[]> {
  await wholeList(caller.tenant)
  if (byOwnAlone(scope)) {
    const made = await listedExams.queryIndex('gsi2', `made#${caller.userId}`)
    const known = new Set<string>(made.map((e) => e.examId))
    const own = [...made, ...(await listedBy([...taught.keys()].filter((id) => !known.has(id))))]
    yield* inPieces(own.filter((e) => e.owner === caller.tenant).sort(lastHeldFirst), lookedAtOnce)
    return
  }
  if (asked.words?.length && (await wholeNames(caller.tenant))) {
    yield* namedPieces(caller.tenant, asked.words, each)
    return
  }
  const where = whereOf(asked)
  // Who chooses looks at many for a few: as many a request as it holds.
  const every = where || asked.words?.length || asked.gradeId !== undefined ? undefined : each
  yield* listedExams.indexPages('gsi1', `listed#${caller.tenant}`, {
    reverse: true,
    ...(where ? { where } : {}),
    ...(every === undefined ? {} : { each: every }),
  })
}

/** The grade that sits, of a school's own exam: of an older one it stands in the school's row alone. */
const gradeOf = async (e: ListedExam): Promise<string | undefined> => e.gradeId ?? (await ownerSchool(e))?.gradeId

const ownSeen = async function* (
  caller: Caller,
  scope: Scope,
  taught: ReadonlyMap<string, ExamTeacher['teaches']>,
  asked: ExamsAsked,
  each: number,
): AsyncGenerator<SeenExam> {
  const byGrade = asked.gradeId !== undefined || scope.grades.size > 0 || scope.subjects.length > 0
  for await (const piece of ownPieces(caller, scope, taught, asked, each)) {
    const some = piece.filter((e) => fits(e, asked))
    const seen = await Promise.all(
      some.map(async (listed) => {
        const gradeId = byGrade ? await gradeOf(listed) : undefined
        if (asked.gradeId !== undefined && gradeId !== asked.gradeId) return []
        const sight = examSight(caller, scope, listed, { gradeId, taught: taught.get(listed.examId) })
        return sight ? [{ listed, sight }] : []
      }),
    )
    yield* inCourses(seen.flat())
  }
}

/** Who directs or teaches a subject has to do with exams that hold it: of these the exam itself is asked. */
const inCourses = async function* (seen: readonly SeenExam[]): AsyncGenerator<SeenExam> {
  for await (const some of inPieces(seen, 25)) {
    const partly = some.filter(({ sight }) => !sight.all && !sight.sat)
    const read = new Map((await exams.getMany(partly.map(({ listed }) => listed))).map((e) => [e.examId as string, e]))
    for (const one of some) {
      const exam = read.get(one.listed.examId)
      if (one.sight.all || one.sight.sat) yield one
      else if (
        exam &&
        seesExam(
          one.sight,
          exam.papers.map((p) => p.courseId),
        )
      )
        yield { ...one, exam }
    }
  }
}

/** Exams of other areas that schools of the caller's own sit, once they are released and anything of them is shown. */
const areaSeen = async (caller: Caller, scope: Scope, asked: ExamsAsked): Promise<SeenExam[]> => {
  // A grade is a school's: an area asks for none.
  if (asked.gradeId !== undefined) return []
  const areaId = caller.tenant.slice('a:'.length)
  const sat = await examAreas.queryIndex('gsi1', `guest-area#${areaId}`)
  const fit = (await listedBy(sat.map((a) => a.examId))).filter((e) => mayBeGuest(e, caller) && fits(e, asked))
  const seen = await inTurns(fit, 8, async (listed) => {
    const guest = await areaPart(listed, areaId)
    const sight = guest && examSight(caller, scope, listed, { guest })
    return sight ? [{ listed, sight }] : []
  })
  return seen.flat()
}

/** Exams of an area that the caller's school sits, once they are released: which classes those are is asked where one is looked at. */
const guestSeen = async (
  caller: Caller,
  scope: Scope,
  taught: ReadonlyMap<string, ExamTeacher['teaches']>,
  asked: ExamsAsked,
): Promise<SeenExam[]> => {
  const parts = await examSchools.queryIndex('gsi1', `school#${caller.tenant.slice('s:'.length)}`)
  const schools = new Map(parts.map((p) => [p.examId as string, p]))
  const seen: SeenExam[] = []
  for await (const some of inPieces(await listedBy([...schools.keys()]), readAtOnce)) {
    const fit = some.filter((e) => mayBeGuest(e, caller) && fits(e, asked))
    for (const exam of await exams.getMany(fit)) {
      const school = schools.get(exam.examId)!
      if (asked.gradeId !== undefined && school.gradeId !== asked.gradeId) continue
      const guest = guestPart(exam, caller, school, [])
      const part = { gradeId: school.gradeId, taught: taught.get(exam.examId), guest }
      const sight = examSight(caller, scope, exam, part)
      const courseIds = exam.papers.map((p) => p.courseId)
      if (sight && (sight.all || seesExam(sight, courseIds))) seen.push({ listed: listedOf(exam), exam, sight })
    }
  }
  return seen.sort((a, b) => lastHeldFirst(a.listed, b.listed))
}

/** What a student sat, of the own school's exams and of those that it sat with others. */
const satBy = async (caller: Caller, scope: Scope, asked: ExamsAsked): Promise<SeenExam[]> => {
  if (!caller.studentId) return []
  const sat = await candidates.queryIndex('gsi1', `student#${caller.studentId}`)
  const as = new Map(sat.map((c) => [c.examId as string, c]))
  return (await listedBy([...as.keys()])).flatMap((listed) => {
    if (!fits(listed, asked) || (asked.gradeId !== undefined && listed.gradeId !== asked.gradeId)) return []
    const guest = mayBeGuest(listed, caller) ? guestPart({ papers: [] }, caller, null, []) : undefined
    const sight = examSight(caller, scope, listed, { sat: true, guest })
    return sight ? [{ listed, sight, sat: as.get(listed.examId)! }] : []
  })
}

/** Two that are in order, as one that is. */
const merged = async function* (own: AsyncGenerator<SeenExam>, others: readonly SeenExam[]): AsyncGenerator<SeenExam> {
  let at = 0
  for await (const one of own) {
    while (at < others.length && lastHeldFirst(others[at]!.listed, one.listed) < 0) yield others[at++]!
    yield one
  }
  yield* others.slice(at)
}

/** Those of them with their exams; what was deleted in between is left out. */
export const withExams = async (seen: readonly SeenExam[]): Promise<(SeenExam & { exam: Exam })[]> => {
  const missing = seen.filter((s) => !s.exam).map((s) => s.listed)
  const read = new Map((await exams.getMany(missing)).map((e) => [e.examId as string, e]))
  return seen.flatMap((s) => {
    const exam = s.exam ?? read.get(s.listed.examId)
    return exam && exam.deletedAt === undefined ? [{ ...s, exam }] : []
  })
}

/** `each`: how many the asker is about to look at. */
export const seenBy = async function* (caller: Caller, asked: ExamsAsked, each: number): AsyncGenerator<SeenExam> {
  const scope = await scopeFor(caller)
  if (caller.studentId !== undefined || caller.userType === 4 || caller.userType === 5) {
    yield* await satBy(caller, scope, asked)
    return
  }
  const taughtRows = caller.teacherId ? await examTeachers.queryIndex('gsi1', `teacher#${caller.teacherId}`) : []
  const taught = new Map(taughtRows.map((t) => [t.examId as string, t.teaches]))
  const others = caller.tenant.startsWith('s:')
    ? await guestSeen(caller, scope, taught, asked)
    : caller.tenant.startsWith('a:')
      ? await areaSeen(caller, scope, asked)
      : []
  yield* merged(ownSeen(caller, scope, taught, asked, each), others)
}
