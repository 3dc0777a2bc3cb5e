/** What the schools of a joint exam apply for, and what follows when their organiser decides it. */
import type * as calls from '#shared/exam/joint/application.calls.ts'
import { mayMove } from '#shared/exam/joint/application.rules.ts'
import { applicationStateNames, mostApplications, transientTag } from '#shared/exam/joint/application.types.ts'
import type { Application, ApplicationKind, PersonId } from '#shared/exam/joint/application.types.ts'
import { examProblems } from '#shared/exam/exam.problems.ts'
import { isJoint } from '#shared/exam/exam.rules.ts'
import type { Candidate, Exam, ExamSchool } from '#shared/exam/exam.types.ts'
import { barOfSchool } from '#shared/exam/joint/part.rules.ts'
import { mostTagsOfCandidate } from '#shared/exam/roster/tag.rules.ts'
import type { SchoolPart } from '#shared/exam/joint/part.types.ts'
import type { AnswerOf, InputOf } from '#shared/kit/call.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import type { Teacher } from '#shared/school/roster/school.types.ts'
import { audited } from '#functions/kit/audit.ts'
import { beaten, edit } from '#functions/kit/edit.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import type { WriteItem } from '#functions/kit/table.ts'
import { teachersOf } from '#functions/school/roster/school.public.ts'
import { recordOf, writing } from '../changed.ts'
import type { Changed as ChangedRow } from '../changed.ts'
import { examOf, schoolPartOf } from '../exam.public.ts'
import { candidates, examTeachers } from '../exam.store.ts'
import { applications } from './joint.store.ts'
import { organised, ownSchoolIn } from './part.commands.ts'

/** Why a school applies for nothing now. Who scans for it is another matter. */
export const barOfApplying = (part: SchoolPart | null): string | null => {
  const { takenOver: _scanner, ...said } = part ?? {}
  return barOfSchool(said)
}

/** Of the own school, of these people. @throws Refused notFound */
const teachersAmong = async (schoolId: string, personIds: readonly string[]): Promise<Teacher[]> => {
  const wanted = new Set(personIds)
  const found = (await teachersOf(schoolId)).filter((t) => wanted.has(t.teacherId))
  return found.length === wanted.size ? found : refuse(commonProblems.notFound)
}

const named = (names: readonly string[]): string =>
  `${names.slice(0, 3).join('、')}${names.length > 3 ? `等${names.length}人` : ''}`

/** Candidates of the own school. @throws Refused notFound */
const candidatesAmong = async (
  { examId, schoolId }: Pick<ExamSchool, 'examId' | 'schoolId'>,
  studentIds: readonly string[],
): Promise<Candidate[]> => {
  const wanted = [...new Set(studentIds)]
  const found = await candidates.getMany(wanted.map((studentId) => ({ examId, schoolId, studentId })))
  return found.length === wanted.length ? found : refuse(commonProblems.notFound)
}

/** No one is applied for who could not do it. @throws Refused notFound, applyNoAccount */
const peopleFor = async (
  school: Pick<ExamSchool, 'examId' | 'schoolId'>,
  kind: ApplicationKind,
  personIds: readonly string[],
): Promise<{ personId: PersonId; personName: string }[]> => {
  if (kind !== 'teacher')
    return (await candidatesAmong(school, personIds)).map((c) => ({ personId: c.studentId, personName: c.studentName }))
  const found = await teachersAmong(school.schoolId, personIds)
  const without = found.filter((t) => t.userId === undefined).map((t) => t.teacherName)
  if (without.length > 0) return refuse(examProblems.applyNoAccount, { who: named(without) })
  return found.map((t) => ({ personId: t.teacherId, personName: t.teacherName }))
}

const kept = (of: Pick<Application, 'examId' | 'schoolId' | 'kind'>): Promise<Application[]> =>
  applications.query(`apply#${of.examId}#${of.schoolId}`, { prefix: `${of.kind}#`, consistent: true })

/** @throws Refused applyDecided */
const refuseDecided = (all: readonly Application[], act: string): never => {
  const [first] = all
  return refuse(examProblems.applyDecided, {
    who: named(all.map((a) => a.personName)),
    state: applicationStateNames[first!.state],
    act,
  })
}

type Changed = ChangedRow<Application>
const say = (own: readonly Changed[]) => ({
  before: `${own.filter((c) => c.before?.state === 'approved').length}人已通过`,
  after: `${own.length}人${applicationStateNames[own[0]!.after.state]}`,
})

/** Twice the same is one. @throws Refused notFound, applyClosed, applyDecided, applyNoAccount, applyFull */
export const apply = async (
  { examId, kind, personIds, note = '', ...input }: InputOf<typeof calls.apply>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.apply>> => {
  const { exam, school } = await ownSchoolIn(examId, caller)
  const why = barOfApplying(await schoolPartOf(examId, school.schoolId))
  if (why !== null) return refuse(examProblems.applyClosed, { why })
  const taken = school.papers.map((p) => p.paperId as string)
  const paperIds = [...new Set(input.paperIds)].sort((a, b) => taken.indexOf(a) - taken.indexOf(b))
  if (paperIds.some((id) => !taken.includes(id))) return refuse(commonProblems.notFound)
  const people = await peopleFor(school, kind, personIds)
  return edit(`what ${school.schoolId} applies for in ${examId}`, async () => {
    const all = await kept({ examId, schoolId: school.schoolId, kind })
    const there = new Map(all.map((a) => [a.personId as string, a]))
    const own = people.flatMap(({ personId }) => there.get(personId) ?? [])
    const decided = own.filter((a) => !mayMove(a.state, 'apply'))
    if (decided.length > 0) return refuseDecided(decided, '重新申报')
    const come = people.filter((p) => !there.has(p.personId)).length
    if (all.length + come > mostApplications[kind]) return refuse(examProblems.applyFull, { n: mostApplications[kind] })
    const said = { paperIds, note, state: 'pending' as const, byName: caller.userName }
    const changed = people.flatMap((person): Changed[] => {
      const before = there.get(person.personId)
      if (before?.state === 'pending' && before.note === note && before.paperIds.join() === paperIds.join()) return []
      const { schoolId, schoolName } = school
      const head = { schema: 1 as const, examId, owner: exam.owner, schoolId, schoolName, kind }
      return [{ before, after: { ...head, ...person, ...said, at: now(), version: before?.version ?? 1 } }]
    })
    if (changed.length === 0) return { applied: 0 }
    const done = await audited(
      changed.map(writing(applications)),
      recordOf({ caller, act: 'exam.apply', exam }, changed, say),
    )
    return done ? { applied: changed.length } : beaten
  })
}

/** Again is harmless. @throws Refused notFound, applyDecided */
export const withdraw = async (
  { examId, kind, personIds }: InputOf<typeof calls.withdrawApplications>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.withdrawApplications>> => {
  const { exam, school } = await ownSchoolIn(examId, caller)
  const { schoolId } = school
  return edit(`what ${schoolId} withdraws in ${examId}`, async () => {
    const keys = [...new Set(personIds)].map((personId) => ({ examId, schoolId, kind, personId }))
    const all = await applications.getMany(keys)
    if (all.length < keys.length) return refuse(commonProblems.notFound)
    const decided = all.filter((a) => !mayMove(a.state, 'withdraw'))
    if (decided.length > 0) return refuseDecided(decided, '撤回')
    const changed = all
      .filter((a) => a.state !== 'withdrawn')
      .map((before): Changed => ({ before, after: { ...before, state: 'withdrawn' } }))
    if (changed.length === 0) return { withdrawn: 0 }
    const done = await audited(
      changed.map(writing(applications)),
      recordOf({ caller, act: 'exam.withdrawApplication', exam }, changed, say),
    )
    return done ? { withdrawn: changed.length } : beaten
  })
}

/** A teacher marks what was approved, as a row of the exam says; who teaches nothing in it has a row by that alone. */
const markers = async (exam: Exam, changed: readonly Changed[]): Promise<WriteItem[]> => {
  const keys = changed.map(({ after }) => ({ examId: exam.examId, teacherId: after.personId }))
  const there = new Map((await examTeachers.getMany(keys)).map((t) => [t.teacherId as string, t]))
  const approved = changed.filter((c) => c.after.state === 'approved')
  const staff = new Map<string, Teacher>()
  for (const [schoolId, own] of Map.groupBy(approved, (c) => c.after.schoolId))
    for (const t of await teachersAmong(
      schoolId,
      own.map((c) => c.after.personId),
    ))
      staff.set(t.teacherId, t)
  const without = [...staff.values()].filter((t) => t.userId === undefined)
  if (without.length > 0) return refuse(examProblems.applyNoAccount, { who: named(without.map((t) => t.teacherName)) })
  return changed.flatMap(({ after }): WriteItem[] => {
    const row = there.get(after.personId)
    if (after.state === 'approved') {
      const { userId, teacherId, teacherName } = staff.get(after.personId)!
      const { paperIds: marks, schoolId } = after
      // The account may be another than when the exam was made.
      if (row)
        return [examTeachers.updating(row, { marks, schoolId, ...(userId ? { userId } : {}) }, { marks: row.marks })]
      const made = { schema: 1 as const, examId: exam.examId, teacherId, teacherName, teaches: [], marks, schoolId }
      return [examTeachers.creating({ ...made, ...(userId ? { userId } : {}) })]
    }
    if (!row?.marks) return []
    return row.teaches.length > 0
      ? [examTeachers.updating(row, { marks: undefined }, { marks: row.marks })]
      : [examTeachers.dropping(row)]
  })
}

/**
 * Who is transient has a tag of that name in the exam: by it the candidate is found, and counted apart. Who has left the
 * roster has none.
 */
const tagged = async (changed: readonly Changed[]): Promise<WriteItem[]> => {
  const found = await candidates.getMany(changed.map(({ after }) => ({ ...after, studentId: after.personId })))
  const there = new Map(found.map((c) => [c.studentId as string, c]))
  return changed.flatMap(({ after }) => {
    const c = there.get(after.personId)
    if (!c) return []
    const others = (c.tags ?? []).filter((t) => t !== transientTag)
    const tags = after.state === 'approved' ? [...others, transientTag] : others
    if (tags.length > mostTagsOfCandidate)
      return refuse(examProblems.badTags, {
        detail: `${c.studentName}已有${mostTagsOfCandidate}个标签，请先移除一个`,
      })
    if (tags.join() === (c.tags ?? []).join()) return []
    return [candidates.updating(c, { tags: tags.length > 0 ? tags : undefined }, { tags: c.tags })]
  })
}

/** What is written with a decision; of absences what follows is written where scripts are. */
const following: Readonly<Record<ApplicationKind, (exam: Exam, changed: readonly Changed[]) => Promise<WriteItem[]>>> =
  {
    teacher: markers,
    transient: (_exam, changed) => tagged(changed),
    absent: () => Promise.resolve([]),
  }

/** Who decides: the organiser, and of what is no matter of marking an area's leaders. @throws Refused notFound, areaOnly; Barred */
export const decidedBy = async (examId: string, kind: ApplicationKind, caller: Caller): Promise<Exam> => {
  const leads = caller.userType === 14 && kind !== 'teacher'
  const exam = leads ? await examOf(examId) : null
  const isLed = exam !== null && exam.deletedAt === undefined && exam.owner === caller.tenant && isJoint(exam)
  return isLed ? exam : organised(examId, caller)
}

/** What is decided, and what becomes of it. */
type Decision = Pick<InputOf<typeof calls.decideApplications>, 'examId' | 'of' | 'approve' | 'review'> & {
  kind: ApplicationKind
}

/** Applications for an absence as they stand. */
export const absencesOf = (
  examId: Exam['examId'],
  of: readonly Pick<Application, 'schoolId' | 'personId'>[],
): Promise<Application[]> => applications.getMany(of.map((o) => ({ ...o, examId, kind: 'absent' as const })))

/**
 * Of all that are named or of none, with what follows in the same transaction. `holds` is asked before it, and refuses by
 * what other rooms know: what follows elsewhere is done afterwards, by how the applications stand then.
 * @throws Refused notFound, applyDecided, applyReview, applyNoAccount, badTags, stale
 */
export const decide = async (
  { examId, kind, approve, review = '', ...input }: Decision,
  caller: Caller,
  holds: (exam: Exam, changed: readonly Changed[]) => Promise<void> = () => Promise.resolve(),
): Promise<AnswerOf<typeof calls.decideApplications>> => {
  const exam = await decidedBy(examId, kind, caller)
  if (!approve && review === '') return refuse(examProblems.applyReview)
  const wanted = new Map(input.of.map((o) => [`${o.schoolId} ${o.personId}`, o]))
  const rows = await applications.getMany([...wanted.values()].map((o) => ({ ...o, examId, kind })))
  if (rows.length < wanted.size) return refuse(commonProblems.notFound)
  const bad = rows.filter((a) => !mayMove(a.state, approve ? 'approve' : 'return'))
  if (bad.length > 0) return refuseDecided(bad, approve ? '通过' : '退回')
  const state = approve ? ('approved' as const) : ('returned' as const)
  const open = rows.filter((a) => a.state !== state)
  if (open.length === 0) return { decided: 0 }
  const stale = open.find((a) => a.version !== wanted.get(`${a.schoolId} ${a.personId}`)!.version)
  if (stale) return refuseStale(applications, stale)
  const by = { reviewedByName: caller.userName, reviewedAt: now(), review }
  const changed = open.map((before): Changed => ({ before, after: { ...before, state, ...by } }))
  const writes = [...changed.map(writing(applications)), ...(await following[kind](exam, changed))]
  await holds(exam, changed)
  const record = recordOf({ caller, act: 'exam.decideApplication', exam, reason: review }, changed, say)
  return (await audited(writes, record)) ? { decided: changed.length } : refuseStale(applications, open[0]!)
}
