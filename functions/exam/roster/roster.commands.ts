/** The roster of an exam after it was made: read as it would be, previewed, and written whole or by a job. */
import { isDeepStrictEqual } from 'node:util'
import { examProblems } from '#shared/exam/exam.problems.ts'
import { changeRosterJob } from '#shared/exam/exam.jobs.ts'
import type { Application } from '#shared/exam/joint/application.types.ts'
import { markingProgress } from '#shared/exam/exam.types.ts'
import type { Candidate, Exam, ExamClass, ExamSchool, ExamTeacher, ExamTeachingClass } from '#shared/exam/exam.types.ts'
import {
  doubledNumbers,
  keepingSheets,
  nextRoster,
  rosterChanges,
  touchedIn,
  whatRosterMoves,
} from '#shared/exam/roster/roster.rules.ts'
import { barOfSchool } from '#shared/exam/joint/part.rules.ts'
import { standOf } from '#shared/exam/step.rules.ts'
import { takesPaper, withTakers } from '#shared/exam/tools/total.rules.ts'
import type { RosterChange, RosterWish } from '#shared/exam/roster/roster.rules.ts'
import type { JobId, PaperId, Tenant } from '#shared/kit/ids.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { asideKey, putJson, sha256 } from '#functions/kit/objects.ts'
import { newId } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import type { WriteItem } from '#functions/kit/table.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { startJob } from '#functions/kit/work.ts'
import { classesOf, studentsExpected } from '#functions/school/roster/school.public.ts'
import { examSchoolOf, ownerSchool, papersOf, schoolPartOf, teachingClassesOf } from '../exam.public.ts'
import { examSizes } from '../exam.sizes.ts'
import type { SheetsOf } from './roster.public.ts'
import {
  applications,
  candidates,
  examClasses,
  exams,
  examSchools,
  examTeachers,
  examTeachingClasses,
} from '../exam.store.ts'
import { ownSchoolIn } from '../joint/part.commands.ts'
import { sayOf } from './said.ts'
import { removeRoster, schoolCopy, teachingThere } from './school.copy.ts'
import type { SchoolCopy } from './school.copy.ts'
import { stepsOfSchool } from '../step.public.ts'

/** What its roster says of a school: all that a changed one writes of the school's row. */
type RosterSums = Pick<ExamSchool, 'papers' | 'candidateCount' | 'classCount' | 'seated' | 'releasedOnly'>

/** All that is written when a roster changes. */
export type RosterPlan = {
  school: ExamSchool
  put: Candidate[]
  gone: Candidate[]
  /** The rows of both as they were read; of who comes there is none. */
  was: Candidate[]
  classes: ExamClass[]
  goneClasses: ExamClass[]
  /** Teaching classes that come with who comes; absent in a plan from before there were any. */
  teaching?: ExamTeachingClass[]
  /** With what comes to what they teach. */
  teachers: ExamTeacher[]
  candidateCount: number
  classCount: number
  /** What the record says of it, where it is not the number of candidates. */
  told?: { field: string; after: string }
}
export type PlannedRoster = {
  plan: RosterPlan
  changes: RosterChange[]
  lines: string[]
  exam: Exam
  /** Of all that is written of candidates: the same again as long as nothing else is. */
  seal: string
}

const sealOf = ({ put, gone }: Pick<RosterPlan, 'put' | 'gone'>): string =>
  sha256(new TextEncoder().encode(JSON.stringify([put, gone.map((c) => c.studentId)])))

export const partOf = async (exam: Exam, schoolId: string | undefined): Promise<ExamSchool> =>
  (await (schoolId === undefined ? ownerSchool(exam) : examSchoolOf(exam.examId, schoolId))) ??
  refuse(examProblems.notFound)

export const rosterOf = (school: Pick<ExamSchool, 'examId' | 'schoolId'>): Promise<Candidate[]> =>
  candidates.query(`cand#${school.examId}#${school.schoolId}`, { consistent: true })

const classesIn = ({ examId, schoolId }: ExamSchool): Promise<ExamClass[]> =>
  examClasses.query(`exam#${examId}`, { prefix: `class#${schoolId}#`, consistent: true })

/** The classes whose students the wish speaks of. */
const classesWanted = async (wish: RosterWish, school: ExamSchool, own: readonly ExamClass[]): Promise<string[]> => {
  const there = own.map((c) => c.classId as string)
  // A class that the school has not any more has no students to copy.
  if (wish.kind === 'today') {
    const open = await classesOf(school.schoolId, school.gradeId)
    return there.filter((id) => open.some((c) => c.classId === id))
  }
  if (wish.kind === 'addClasses') return [...new Set([...there, ...wish.classIds])]
  if (wish.kind !== 'add') return there
  const students = await studentsExpected(school.gradeId)
  const named = students.filter((s) => wish.studentIds.includes(s.studentId))
  if (named.length < new Set(wish.studentIds).size) return refuse(examProblems.notFound)
  return [...new Set([...there, ...named.map((s) => s.classId)])]
}

/** The teaching class of a paper stays as the exam has it; of one that is taken only now it is the school's of today. */
export const teachingKept = (
  copied: Pick<Candidate, 'teaching' | 'without'>,
  old: Pick<Candidate, 'teaching' | 'without'>,
): Pick<Candidate, 'teaching'> => {
  const taken = Object.entries(old.teaching ?? {}).filter(([id]) => takesPaper(copied, id as PaperId))
  const fresh = Object.entries(copied.teaching ?? {}).filter(([id]) => !takesPaper(old, id as PaperId))
  const teaching = Object.fromEntries([...fresh, ...taken])
  return Object.keys(teaching).length > 0 ? { teaching } : {}
}

/** What the exam gave a candidate stays: the number, the room, the seat, the tags, the teaching classes, and what is withheld. */
const carried = (copied: Candidate, old: Candidate | undefined, { releasedOnly = [] }: ExamSchool): Candidate => {
  if (!old) return releasedOnly.length > 0 ? { ...copied, withheld: releasedOnly } : copied
  const { ownNumber, room, seat, tags, withheld, shownSince } = old
  const { teaching: _today, ...rest } = copied
  return {
    ...rest,
    ...teachingKept(copied, old),
    ...(ownNumber === undefined ? {} : { ownNumber: copied.studentNumber, studentNumber: old.studentNumber }),
    ...(room === undefined ? {} : { room }),
    ...(seat === undefined ? {} : { seat }),
    ...(tags === undefined ? {} : { tags }),
    ...(withheld === undefined ? {} : { withheld }),
    ...(shownSince === undefined ? {} : { shownSince }),
  }
}

/** Teachers of classes that come, with what they teach there alone. */
const teachersOfThese = (copied: readonly ExamTeacher[], come: ReadonlySet<string>): ExamTeacher[] =>
  copied.flatMap((t) => {
    const teaches = t.teaches.filter((x) => come.has(x.classId))
    return teaches.length > 0 ? [{ ...t, teaches }] : []
  })

/** Beside what is taught already. */
const withMore = (there: ExamTeacher['teaches'], more: ExamTeacher['teaches']): ExamTeacher['teaches'] => [
  ...there,
  ...more.filter((x) => !there.some((y) => isDeepStrictEqual(x, y))),
]

/**
 * The classes, administrative and teaching ones, that come to a school's part with students who join it, and who teaches there; before the students, so that
 * none of them sits in a class that is not there. Again it writes nothing else.
 */
export const classesJoin = async (copy: SchoolCopy, classIds: ReadonlySet<string>): Promise<void> => {
  const own = await classesIn(copy.school)
  const come = new Set([...classIds].filter((id) => !own.some((c) => c.classId === id)))
  const last = Math.max(0, ...own.map((c) => c.order))
  const classes = copy.classes.filter((c) => come.has(c.classId))
  for (const [i, c] of classes.entries()) await examClasses.create({ ...c, order: last + 1 + i, candidateCount: 0 })
  for (const c of copy.teaching.filter((t) => classIds.has(t.classId))) await examTeachingClasses.create(c)
  // Also of classes that a try before this one wrote: its teachers may not have come.
  const teachers = teachersOfThese(copy.teachers, classIds)
  await inTurns(teachers, 25, (t) => teachingThere(t, (there) => withMore(there, t.teaches)))
}

/** The same as members of a transaction, each over what its row says now. */
const teaching = async (come: readonly ExamTeacher[]): Promise<WriteItem[]> => {
  const there = new Map((await examTeachers.getMany(come)).map((t) => [t.teacherId, t]))
  return come.map((t) => {
    const row = there.get(t.teacherId)
    if (!row) return examTeachers.creating(t)
    return examTeachers.updating(row, { teaches: withMore(row.teaches, t.teaches) }, { teaches: row.teaches })
  })
}

/**
 * What was applied for those who leave and is about their being here, or is not decided yet: a candidate who comes back is
 * another matter. An absence that was approved stands with its marks.
 */
const withdrawn = async (gone: readonly Candidate[]): Promise<Application[]> => {
  const keys = gone.flatMap(({ examId, schoolId, studentId }) =>
    (['transient', 'absent'] as const).map((kind) => ({ examId, schoolId, kind, personId: studentId })),
  )
  const there = keys.length > 0 ? await applications.getMany(keys) : []
  return there
    .filter((a) => a.state !== 'withdrawn' && (a.kind === 'transient' || a.state !== 'approved'))
    .map((a) => ({ ...a, state: 'withdrawn' }))
}

/**
 * The roster as the wish would have it.
 * @throws Refused rosterFixed, rosterSame, emptyRoster, doubledNumbers, notFound
 */
export const planRoster = async (
  exam: Exam,
  { schoolId, wish }: { schoolId?: string | undefined; wish: RosterWish },
  sheetsOf: SheetsOf,
): Promise<PlannedRoster> => {
  if (exam.deletedAt !== undefined) return refuse(examProblems.notFound)
  const school = await partOf(exam, schoolId)
  const [before, own, steps] = await Promise.all([rosterOf(school), classesIn(school), stepsOfSchool(school)])
  // Of the papers that the school takes: marking opens in all schools of a paper at once.
  const { furthest } = standOf(steps.map((s) => s.step))
  if (furthest >= markingProgress.marking) return refuse(examProblems.rosterFixed)
  const wanted = await classesWanted(wish, school, own)
  const copies = wish.kind === 'today' || wish.kind === 'add' || wish.kind === 'addClasses'
  const copy = copies ? await schoolCopy(exam, { ...school, classIds: wanted }) : null
  const old = new Map(before.map((c) => [c.studentId as string, c]))
  const copied = (copy?.candidates ?? []).map((c) => carried(c, old.get(c.studentId), school))
  const wished = nextRoster(wish, before, copied)
  const is = new Set<string>(wished.map((c) => c.studentId))
  const touchedBefore = touchedIn(before, wished)
  const papers = await papersOf(exam.examId)
  // Of the sheets themselves: pages have their candidates before the first batch is closed and the paper moves on.
  const found = touchedBefore.length > 0 ? await Promise.all(papers.map((p) => sheetsOf(p.paperId, touchedBefore))) : []
  const scanned = new Set(found.flatMap((s) => [...s]))
  const withSheets = new Set([...scanned].filter((id) => !is.has(id)))
  const next = keepingSheets(wished, before, withSheets)
  if (next.length === 0) return refuse(examProblems.emptyRoster)
  const twice = doubledNumbers(next)
  if (twice.length > 0)
    return refuse(examProblems.doubledNumbers, { n: twice.length, numbers: twice.slice(0, 5).join('、') })
  const changes = rosterChanges(before, next, { kept: withSheets, scanned })
  if (changes.every((c) => c.kind === 'kept')) return refuse(examProblems.rosterSame)
  const names = new Map([...own, ...(copy?.classes ?? [])].map((c) => [c.classId as string, c]))
  const counts = Map.groupBy(next, (c) => c.classId as string)
  const last = Math.max(0, ...own.map((c) => c.order))
  const classes = [...counts].flatMap(([classId, sitting], i) => {
    const of = names.get(classId)
    const there = own.find((c) => c.classId === classId)
    return of ? [{ ...of, order: there?.order ?? last + 1 + i, candidateCount: sitting.length }] : []
  })
  const goneClasses = own.filter((c) => !counts.has(c.classId))
  const come = new Set([...counts.keys()].filter((id) => !own.some((c) => c.classId === id)))
  const walking = school.papers.filter(
    ({ paperId, walks }) => walks !== undefined || copy?.teaching.some((c) => c.paperId === paperId),
  )
  const walked = (
    await Promise.all(
      walking.map(({ paperId }) => teachingClassesOf({ examId: exam.examId, paperId }, school.schoolId)),
    )
  ).flat()
  const learned = new Set(next.flatMap((c) => Object.values(c.teaching ?? {})))
  const teaching = (copy?.teaching ?? []).filter(
    (c) => learned.has(c.classId) && !walked.some((w) => w.classId === c.classId && w.paperId === c.paperId),
  )
  for (const c of teaching) come.add(c.classId)
  const teachers = copy ? teachersOfThese(copy.teachers, come) : []
  const nextIds = new Set<string>(next.map((c) => c.studentId))
  const touched = new Set<string>(changes.map((c) => c.studentId))
  const put = next.filter((c) => touched.has(c.studentId) && !withSheets.has(c.studentId))
  const gone = before.filter((c) => !nextIds.has(c.studentId))
  return {
    exam,
    changes,
    lines: whatRosterMoves(changes, { cards: papers.filter((p) => p.cardId !== undefined).length }),
    seal: sealOf({ put, gone }),
    plan: {
      school: {
        ...school,
        papers: withTakers(school.papers, next),
        candidateCount: next.length,
        classCount: classes.length,
        seated: next.some((c) => c.room !== undefined),
      },
      put,
      gone,
      was: [...put.flatMap((c) => old.get(c.studentId) ?? []), ...gone],
      classes: classes.filter((c) => JSON.stringify(own.find((o) => o.classId === c.classId)) !== JSON.stringify(c)),
      goneClasses,
      ...(teaching.length > 0 ? { teaching } : {}),
      teachers,
      candidateCount: exam.candidateCount - school.candidateCount + next.length,
      classCount: exam.classCount - school.classCount + classes.length,
    },
  }
}

/** What a transaction holds beside the record. */
const mostWrites = 90

export type RosterAct = 'exam.roster' | 'exam.numbers' | 'exam.tags' | 'exam.releaseTo'

const recordOf = (exam: Exam, { candidateCount, put, gone, told }: RosterPlan, act: RosterAct, caller: Caller) =>
  auditRecord(caller, act, exam.examId, {
    before: { candidates: exam.candidateCount },
    after: { candidates: candidateCount, changed: put.length, gone: gone.length },
    told: {
      name: exam.examName,
      changes: [told ?? { field: '考生', before: `${exam.candidateCount}人`, after: `${candidateCount}人` }],
    },
    tenant: exam.owner,
  })

/** Its groups are others' to write. */
const savingSchool = ({ examId, schoolId }: Pick<ExamSchool, 'examId' | 'schoolId'>, sums: RosterSums) => {
  const { papers, candidateCount, classCount, seated, releasedOnly } = sums
  const told = { ...(seated === undefined ? {} : { seated }), ...(releasedOnly === undefined ? {} : { releasedOnly }) }
  return examSchools.updating({ examId, schoolId }, { papers, candidateCount, classCount, ...told }, { schoolId })
}

/** Written in one transaction, or by a job where it is more than one holds; answers the exam's version then. @throws Refused stale */
export const applyRoster = async (
  { exam, plan }: Pick<PlannedRoster, 'exam' | 'plan'>,
  version: number,
  caller: Caller,
  act: RosterAct = 'exam.roster',
): Promise<{ version: number; uuid?: JobId }> => {
  if (version !== exam.version) return refuseStale(exams, exam)
  const { candidateCount, classCount } = plan
  const writes = [
    ...plan.put.map((c) => candidates.putting(c)),
    ...plan.gone.map((c) => candidates.dropping(c)),
    ...plan.classes.map((c) => examClasses.putting(c)),
    ...(plan.teaching ?? []).map((c) => examTeachingClasses.putting(c)),
    ...plan.goneClasses.map((c) => examClasses.dropping(c)),
    ...(await teaching(plan.teachers)),
    ...(await withdrawn(plan.gone)).map((a) => applications.saving(a)),
  ]
  if (writes.length <= mostWrites && candidateCount <= examSizes.copied) {
    const next = exams.saving({ ...exam, candidateCount, classCount, version })
    const done = await audited(
      [...writes, savingSchool(plan.school, plan.school), next],
      recordOf(exam, plan, act, caller),
    )
    return done ? { version: version + 1 } : refuseStale(exams, exam)
  }
  return { version, ...(await startChange({ exam, plan }, caller, act, exam.owner)) }
}

const startChange = async (
  { exam, plan }: Pick<PlannedRoster, 'exam' | 'plan'>,
  caller: Caller,
  act: RosterAct,
  tenant: Tenant,
): Promise<{ uuid: JobId }> => {
  const jobId = newId<JobId>('job')
  const changeKey = asideKey(jobId, tenant, 'exam', exam.examId, 'roster.json')
  await putJson(changeKey, { plan, caller, act })
  const by = { tenant, userId: caller.userId }
  return startJob(changeRosterJob, { examId: exam.examId, changeKey }, by, { jobId, about: exam.examName })
}

/** What the caller's own school may do with its roster in an area's exam. @throws Refused notFound, partClosed */
export const ownRosterOf = async (examId: string, caller: Caller) => {
  const of = await ownSchoolIn(examId, caller)
  // Who scans is another matter than who sits.
  const { takenOver: _scanner, ...part } = (await schoolPartOf(examId, of.school.schoolId)) ?? {}
  const why = barOfSchool(part)
  return why === null ? of : refuse(examProblems.partClosed, { why })
}

/**
 * A school's own change of what was looked at: by a job of the school's, at no version of the exam, so that four hundred
 * schools do not wait for each other. What it would write now must be what was seen.
 * @throws Refused rosterMoved
 */
export const applyOwnRoster = async (
  { exam, plan, lines, seal }: PlannedRoster,
  seen: string,
  caller: Caller,
): Promise<{ uuid: JobId }> => {
  if (seal !== seen) return refuse(examProblems.rosterMoved)
  const told = { field: `${plan.school.schoolName}的考生`, after: lines.join('') }
  return startChange({ exam, plan: { ...plan, told } }, caller, 'exam.roster', caller.tenant)
}

/**
 * The school as it takes part now. Of one that was taken out of the exam since nothing is left behind. @throws Refused rosterMoved
 */
const stillThere = async (planned: ExamSchool): Promise<ExamSchool> => {
  const school = await examSchools.get(planned)
  if (!school) await removeRoster(planned)
  // It may have gone and come again, with other numbers.
  return school?.ordinal === planned.ordinal ? school : refuse(examProblems.rosterMoved)
}

/** Acts that say a word of candidates, also where others write their rows at the same time. */
const addsWords = (act: RosterAct): boolean => act === 'exam.tags' || act === 'exam.releaseTo'

/** Why an act does not go on where papers have moved since it was planned. */
const fixedBy = async (act: RosterAct, school: ExamSchool, renumbers: boolean) => {
  if (addsWords(act)) return null
  const { furthest } = standOf((await stepsOfSchool(school)).map((s) => s.step))
  if (furthest >= markingProgress.marking) return examProblems.rosterFixed
  return act === 'exam.numbers' && renumbers && furthest >= markingProgress.cardExceptions
    ? examProblems.numbersFixed
    : null
}

/**
 * The rows of a large change; again they are the same. What another act wrote of a candidate since this one was planned
 * stays: before the first row nothing is written at all, and afterwards not that row; a word on it is said of the row as it
 * is then. Begun it goes to its end, also where
 * marking has opened since, so that its sums are told; a school that is gone keeps no row of it.
 * @throws Refused rosterMoved, rosterFixed, numbersFixed
 */
export const writeRoster = async (
  plan: RosterPlan,
  sheetsOf: SheetsOf,
  act: RosterAct = 'exam.roster',
): Promise<void> => {
  const { put, gone } = plan
  const school = await stillThere(plan.school)
  const was = new Map(plan.was.map((c) => [c.studentId as string, c]))
  const there = new Map((await rosterOf(school)).map((c) => [c.studentId as string, c]))
  const leaving = gone.filter((c) => there.has(c.studentId)).map((c) => c.studentId)
  const found = await Promise.all(leaving.length > 0 ? school.papers.map((p) => sheetsOf(p.paperId, leaving)) : [])
  const scanned = new Set(found.flatMap((s) => [...s]))
  const isAsRead = ({ studentId }: Candidate) => isDeepStrictEqual(there.get(studentId), was.get(studentId))
  const begun =
    put.some((c) => isDeepStrictEqual(there.get(c.studentId), c)) || gone.some((c) => !there.has(c.studentId))
  if (!begun) {
    if (scanned.size > 0 || !(addsWords(act) || [...put, ...gone].every(isAsRead)))
      return refuse(examProblems.rosterMoved)
    const renumbers = put.some((c) => was.get(c.studentId)?.studentNumber !== c.studentNumber)
    const fixed = await fixedBy(act, school, renumbers)
    if (fixed) return refuse(fixed)
  }
  await inTurns(put, 25, async (c) => {
    const old = was.get(c.studentId)
    if (old && addsWords(act)) await sayOf(old, c)
    else await (old ? candidates.replace(c, old) : candidates.create(c))
  })
  await examClasses.putMany(plan.classes)
  await examTeachingClasses.putMany(plan.teaching ?? [])
  await inTurns(plan.teachers, 25, (t) => teachingThere(t, (there) => withMore(there, t.teaches)))
  const going = gone.filter((c) => isAsRead(c) && !scanned.has(c.studentId))
  // Before they go: cut off behind it, they are found again.
  for (const a of await withdrawn(going)) await applications.edit(a, (row) => row && { ...row, state: a.state })
  for (const c of going) await candidates.remove(c)
  const left = new Set((await rosterOf(school)).map((c) => c.classId))
  for (const c of plan.goneClasses) if (!left.has(c.classId)) await examClasses.remove(c)
  await stillThere(plan.school)
}

/** What a school's roster comes to as its rows stand, and the exam's sums with it; the classes' are written here. */
export const sumRoster = async (exam: Exam, school: ExamSchool) => {
  const [roster, classes] = await Promise.all([rosterOf(school), classesIn(school)])
  const sitting = Map.groupBy(roster, (c) => c.classId as string)
  for (const c of classes) {
    const n = sitting.get(c.classId)?.length ?? 0
    if (n !== c.candidateCount) await examClasses.amend(c, { candidateCount: n }, { classId: c.classId })
  }
  const sums: RosterSums = {
    papers: withTakers(school.papers, roster),
    candidateCount: roster.length,
    classCount: classes.length,
    seated: roster.some((c) => c.room !== undefined),
    ...(school.releasedOnly === undefined ? {} : { releasedOnly: school.releasedOnly }),
  }
  const candidateCount = exam.candidateCount - school.candidateCount + sums.candidateCount
  const classCount = exam.classCount - school.classCount + sums.classCount
  const writes = [savingSchool(school, sums), exams.saving({ ...exam, candidateCount, classCount })]
  return { candidateCount, classCount, sums, writes }
}

/**
 * The sums of a large change and its record; answers the exam's candidates, or null where it was changed in between. Another
 * may have written since this one was planned: what is summed are the rows that there are.
 */
export const closeRoster = async (
  exam: Exam,
  { plan, caller, act }: { plan: RosterPlan; caller: Caller; act: RosterAct },
): Promise<number | null> => {
  const school = await stillThere(plan.school)
  const { releasedOnly } = plan.school
  const { candidateCount, writes } = await sumRoster(
    exam,
    act === 'exam.releaseTo' && releasedOnly ? { ...school, releasedOnly } : school,
  )
  const record = recordOf(exam, { ...plan, candidateCount }, act, caller)
  return (await audited(writes, record)) ? candidateCount : null
}
