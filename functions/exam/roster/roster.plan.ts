/** The roster of an exam as it would be: read, planned and told, and nothing written. */
import { isDeepStrictEqual } from 'node:util'
import { examProblems } from '#shared/exam/exam.problems.ts'
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
import { standOf } from '#shared/exam/step.rules.ts'
import { takesPaper, withTakers } from '#shared/exam/tools/total.rules.ts'
import type { RosterChange, RosterWish } from '#shared/exam/roster/roster.rules.ts'
import type { PaperId } from '#shared/kit/ids.ts'
import { sha256 } from '#functions/kit/objects.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { WriteItem } from '#functions/kit/table.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { classesOf, studentsExpected } from '#functions/school/roster/school.public.ts'
import { examSchoolOf, ownerSchool, papersOf, teachingClassesOf } from '../exam.public.ts'
import type { SheetsOf } from './roster.public.ts'
import { candidates, examClasses, examTeachers, examTeachingClasses } from '../exam.store.ts'
import { applications } from '../joint/joint.store.ts'
import { schoolCopy, teachingThere } from './school.copy.ts'
import type { SchoolCopy } from './school.copy.ts'
import { stepsOfSchool } from '../step.public.ts'

/** What its roster says of a school: all that a changed one writes of the school's row. */
export type RosterSums = Pick<ExamSchool, 'papers' | 'candidateCount' | 'classCount' | 'seated' | 'releasedOnly'>

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

export const classesIn = ({ examId, schoolId }: ExamSchool): Promise<ExamClass[]> =>
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
export const withMore = (there: ExamTeacher['teaches'], more: ExamTeacher['teaches']): ExamTeacher['teaches'] => [
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
export const teaching = async (come: readonly ExamTeacher[]): Promise<WriteItem[]> => {
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
export const withdrawn = async (gone: readonly Candidate[]): Promise<Application[]> => {
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
