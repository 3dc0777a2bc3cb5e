/** Papers that come to a school's own exam after it was made, and go; what each is called, and their order. */
import { isDeepStrictEqual } from 'node:util'
import { examProblems } from '#shared/exam/exam.problems.ts'
import { markingProgress, mostPapers } from '#shared/exam/exam.types.ts'
import type { Candidate, Exam, ExamClass, ExamSchool, Paper } from '#shared/exam/exam.types.ts'
import { foldExam, paperStep, standOf } from '#shared/exam/step.rules.ts'
import { takesPaper, withTakers } from '#shared/exam/tools/total.rules.ts'
import type { CourseId, PaperId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { beaten, edit } from '#functions/kit/edit.ts'
import { newId } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { classesOf, coursesOf } from '#functions/school/roster/school.public.ts'
import { examClassesOf, examTeachersOf, ownerSchool, paperOf, teachingClassesOf, totalsOf } from '../exam.public.ts'
import {
  candidates,
  examClasses,
  exams,
  examSchools,
  examTeachers,
  examTeachingClasses,
  papers,
  paperSteps,
} from '../exam.store.ts'
import { savingExam } from '../listed.ts'
import { namingPaper } from '../paper.public.ts'
import { rosterOf } from '../roster/roster.plan.ts'
import { schoolCopy } from '../roster/school.copy.ts'

export const ownPart = async (exam: Exam) => (await ownerSchool(exam)) ?? refuse(examProblems.notFound)

const recordOf = (exam: Exam, after: Exam, caller: Caller) => {
  const names = (e: Exam): string => e.papers.map((p) => p.courseName).join('、')
  const told = { name: exam.examName, changes: [{ field: '科目', before: names(exam), after: names(after) }] }
  return auditRecord(caller, 'exam.courses', exam.examId, { before: exam, after, told, tenant: exam.owner })
}

/** Those of an exam's classes that the school still has: a class that is gone has no students to copy. */
const openAmong = async ({ schoolId, gradeId }: ExamSchool, classes: readonly ExamClass[]) => {
  const open = new Set<string>((await classesOf(schoolId, gradeId)).map((c) => c.classId))
  return classes.map((c) => c.classId).filter((id) => open.has(id))
}

type Coming = { courseIds: readonly CourseId[]; paperName?: string | undefined }

/** One more paper of a course that the exam has. @throws Refused notFound, courseTaken */
const further = async (exam: Exam, { courseIds }: Coming, paperName: string) => {
  const [courseId] = courseIds
  if (courseIds.length !== 1 || !exam.papers.some((p) => p.courseId === courseId))
    return refuse(commonProblems.notFound)
  const named = [...exam.papers, ...(await totalsOf(exam.examId))].some((p) => p.courseName === paperName)
  return named
    ? refuse(examProblems.courseTaken, { course: paperName })
    : [{ courseId: courseId!, courseName: paperName }]
}

/** Courses that the exam has not, or a further paper of one that it has. @throws Refused coursesFixed, notFound, courseTaken */
export const coming = async (exam: Exam, schoolId: string, wish: Coming) => {
  const { courseIds, paperName } = wish
  if (exam.markingProgress >= markingProgress.done) return refuse(examProblems.coursesFixed)
  if (exam.papers.length + courseIds.length > mostPapers) return refuse(commonProblems.notFound)
  if (paperName !== undefined) return further(exam, wish, paperName)
  const own = await coursesOf(schoolId)
  const wanted = [...new Set(courseIds)].map(
    (id) => own.find((c) => c.courseId === id) ?? refuse(commonProblems.notFound),
  )
  const taken = wanted.find((c) => exam.papers.some((p) => p.courseId === c.courseId || p.courseName === c.courseName))
  if (taken) return refuse(examProblems.courseTaken, { course: taken.courseName })
  return wanted
}

type Choice = Pick<Candidate, 'teaching' | 'chosen' | 'without'>
/** What a candidate chose, and where that is learned, as it is to be; over what the row says now. */
const choiceThere = (of: Candidate, then: (there: Candidate) => Choice): Promise<void> =>
  edit(`what ${of.studentId} takes in ${of.examId}`, async () => {
    const there = await candidates.get(of)
    if (!there) return
    const { teaching, chosen, without } = there
    const next = then(there)
    if (isDeepStrictEqual(next, { teaching, chosen, without })) return
    return (await candidates.amend(there, next, { teaching, chosen, without })) ? undefined : beaten
  })

/** Beside what is there, what the roster of today says of these papers. */
const withPapers = (there: Candidate, copied: Candidate, ids: ReadonlySet<string>): Choice => {
  const more = (own: readonly PaperId[] = [], come: readonly PaperId[] = []): PaperId[] | undefined => {
    const all = [...new Set([...own, ...come.filter((id) => ids.has(id))])]
    return all.length > 0 ? all : undefined
  }
  const fresh = Object.entries(copied.teaching ?? {}).filter(([id]) => ids.has(id))
  return {
    teaching: fresh.length > 0 ? { ...there.teaching, ...Object.fromEntries(fresh) } : there.teaching,
    chosen: more(there.chosen, copied.chosen),
    without: more(there.without, copied.without),
  }
}

/** Empty papers of these courses, with who teaches them. @throws Refused notFound, courseTaken, coursesFixed, stale */
export const addPapers = async (
  exam: Exam,
  wish: Coming,
  version: number,
  caller: Caller,
): Promise<{ version: number; paperIds: PaperId[] }> => {
  if (version !== exam.version) return refuseStale(exams, exam)
  const school = await ownPart(exam)
  const wanted = await coming(exam, school.schoolId, wish)
  const made = wanted.map(({ courseId, courseName }) => ({
    paperId: newId<PaperId>('paper'),
    courseId,
    courseName,
    ...standOf([]),
  }))
  const all = [...exam.papers, ...made]
  const next: Exam = { ...exam, papers: all, ...foldExam(all), version }
  const classIds = await openAmong(school, await examClassesOf(exam.examId))
  const there = await examTeachersOf(exam.examId)
  const copy = await schoolCopy(next, { ...school, classIds })
  const come = new Set<string>(made.map((p) => p.courseId))
  // Before the papers: a teacher of a course that the exam has not yet sees nothing by it.
  await examTeachers.putMany(
    copy.teachers.flatMap((t) => {
      const more = t.teaches.filter((x) => x.courseId !== undefined && come.has(x.courseId))
      const old = there.find((o) => o.teacherId === t.teacherId)?.teaches ?? []
      const fresh = more.filter((x) => !old.some((o) => o.classId === x.classId && o.courseId === x.courseId))
      return fresh.length > 0 ? [{ ...t, teaches: [...old, ...fresh] }] : []
    }),
  )
  // Where the course walks, its classes and who is in them, before the paper too.
  const ids = new Set<string>(made.map((p) => p.paperId))
  await examTeachingClasses.putMany(copy.teaching.filter((c) => ids.has(c.paperId)))
  await inTurns(copy.candidates, 25, (c) => choiceThere(c, (there) => withPapers(there, c, ids)))
  const taking = [...school.papers, ...made.map(({ paperId, courseId }) => ({ paperId, courseId }))]
  const { examId, owner } = exam
  const writes = made.flatMap(({ paperId, courseId, courseName }) => [
    papers.creating({
      schema: 1,
      paperId,
      courseId,
      courseName,
      examId,
      owner,
      questions: [],
      keyVersion: 1,
      version: 1,
    }),
    paperSteps.creating({ schema: 1, examId, paperId, schoolId: school.schoolId, step: paperStep.answerUpload }),
  ])
  // Of the school's row the papers alone: its groups are others' to write.
  const part = examSchools.updating(
    school,
    { papers: withTakers(taking, await rosterOf(school)) },
    { schoolId: school.schoolId },
  )
  const done = await audited([...writes, part, ...savingExam(next)], recordOf(exam, next, caller))
  return done ? { version: version + 1, paperIds: made.map((p) => p.paperId) } : refuseStale(exams, exam)
}

/** Why a paper may not leave its exam; null where it may. */
export const keptBecause = (exam: Exam, paper: Paper, totals: readonly Paper[]): string | null => {
  const stand = standIn(exam, paper.paperId)
  if (exam.papers.length === 1) return '是本场考试唯一的科目'
  if (stand.furthest >= paperStep.cardExceptions) return '已有扫描或成绩'
  if (paper.cardId !== undefined) return '已有答题卡，请先删除答题卡'
  const total = totalsWith(totals, paper.paperId)[0]
  return total ? `计入总分“${total.courseName}”` : null
}

const standIn = (exam: Exam, paperId: string) =>
  exam.papers.find((p) => p.paperId === paperId) ?? refuse(examProblems.notFound)
export const totalsWith = (totals: readonly Paper[], paperId: string): Paper[] =>
  totals.filter((t) => t.total!.some((part) => part.paperId === paperId))

/** A paper of the exam, and the totals of all. @throws Refused notFound */
const paperIn = async (exam: Exam, paperId: string): Promise<{ paper: Paper; totals: Paper[] }> => {
  standIn(exam, paperId)
  const [paper, totals] = await Promise.all([paperOf(paperId), totalsOf(exam.examId)])
  return { paper: paper ?? refuse(examProblems.notFound), totals }
}

/** @throws Refused notFound, paperInUse */
export const leaving = async (exam: Exam, paperId: string): Promise<Paper> => {
  const { paper, totals } = await paperIn(exam, paperId)
  const why = keptBecause(exam, paper, totals)
  return why ? refuse(examProblems.paperInUse, { course: paper.courseName, why }) : paper
}

/** @throws Refused notFound, paperInUse, stale */
export const removePaper = async (
  exam: Exam,
  paperId: PaperId,
  version: number,
  caller: Caller,
): Promise<{ version: number }> => {
  if (version !== exam.version) return refuseStale(exams, exam)
  const school = await ownPart(exam)
  const paper = await leaving(exam, paperId)
  const left = exam.papers.filter((p) => p.paperId !== paperId)
  const next: Exam = { ...exam, papers: left, ...foldExam(left), version }
  const done = await audited(
    [
      papers.removing(paper),
      paperSteps.dropping({ examId: exam.examId, paperId, schoolId: school.schoolId }),
      examSchools.updating(
        school,
        { papers: school.papers.filter((p) => p.paperId !== paperId) },
        { schoolId: school.schoolId },
      ),
      ...savingExam(next),
    ],
    recordOf(exam, next, caller),
  )
  if (!done) return refuseStale(exams, exam)
  await removeTeaching(exam.examId, school.schoolId, paperId)
  return { version: version + 1 }
}

/** Whose class in a paper was which goes with the paper: who teaches it sees its students by no other. */
const removeTeaching = async (examId: Exam['examId'], schoolId: ExamSchool['schoolId'], paperId: PaperId) => {
  const classes = await teachingClassesOf({ examId, paperId }, schoolId)
  if (classes.length === 0) return
  await inTurns(await rosterOf({ examId, schoolId }), 25, async (c) => {
    if (c.teaching?.[paperId] === undefined) return
    await choiceThere(c, ({ teaching, chosen, without }) => {
      const { [paperId]: _gone, ...left } = teaching ?? {}
      return { teaching: Object.keys(left).length > 0 ? left : undefined, chosen, without }
    })
  })
  await inTurns(classes, 25, (c) => examTeachingClasses.remove(c))
}

/** @throws Refused notFound, courseTaken, courseSame */
export const renamed = async (exam: Exam, paperId: PaperId, courseName: string) => {
  const { paper, totals } = await paperIn(exam, paperId)
  if (paper.courseName === courseName) return refuse(examProblems.courseSame)
  if ([...exam.papers, ...totals].some((p) => p.courseName === courseName))
    return refuse(examProblems.courseTaken, { course: courseName })
  return { paper, totals: totalsWith(totals, paperId) }
}

/** The name of a paper, wherever this room keeps it: one transaction. @throws as `renamed`, stale */
export const renamePaper = async (
  exam: Exam,
  { paperId, courseName, version }: { paperId: PaperId; courseName: string; version: number },
  caller: Caller,
): Promise<{ version: number }> => {
  if (version !== exam.version) return refuseStale(exams, exam)
  const { paper, totals } = await renamed(exam, paperId, courseName)
  const papersNamed = exam.papers.map((p) => (p.paperId === paperId ? { ...p, courseName } : p))
  const next: Exam = { ...exam, papers: papersNamed, version }
  const writes = [...savingExam(next), ...namingPaper(paper, courseName, totals)]
  return (await audited(writes, recordOf(exam, next, caller))) ? { version: version + 1 } : refuseStale(exams, exam)
}

/** @throws Refused courseOrder, courseSame */
export const ordered = (exam: Exam, paperIds: readonly PaperId[]): Exam['papers'] => {
  const by = new Map(exam.papers.map((p) => [p.paperId, p]))
  const next = [...new Set(paperIds)].flatMap((id) => by.get(id) ?? [])
  if (next.length !== exam.papers.length || paperIds.length !== next.length) return refuse(examProblems.courseOrder)
  return next.every((p, i) => p === exam.papers[i]) ? refuse(examProblems.courseSame) : next
}

/** @throws as `ordered`, stale */
export const orderPapers = async (
  exam: Exam,
  { paperIds, version }: { paperIds: readonly PaperId[]; version: number },
  caller: Caller,
): Promise<{ version: number }> => {
  if (version !== exam.version) return refuseStale(exams, exam)
  const next: Exam = { ...exam, papers: ordered(exam, paperIds), version }
  const done = await audited([...savingExam(next)], recordOf(exam, next, caller))
  return done ? { version: version + 1 } : refuseStale(exams, exam)
}

/** The classes of a school that sit a paper. */
export const classesSitting = (classes: readonly ExamClass[], paperId: PaperId): ExamClass[] =>
  classes.filter((c) => takesPaper(c, paperId))

type Sitting = { paperId: PaperId; classIds: readonly string[] }
/** Which classes come to a paper by a wish, and which leave it. @throws Refused notFound, paperNowhere, paperStands, courseSame */
export const sittingOf = async (exam: Exam, { paperId, classIds }: Sitting) => {
  await ownPart(exam)
  const { paper } = await paperIn(exam, paperId)
  const all = await examClassesOf(exam.examId)
  const wanted = new Set<string>(classIds)
  if (![...wanted].every((id) => all.some((c) => c.classId === id))) return refuse(examProblems.notFound)
  const { courseName: course } = paper
  if (!all.some((c) => wanted.has(c.classId) && c.candidateCount > 0))
    return refuse(examProblems.paperNowhere, { course })
  if (standIn(exam, paperId).furthest >= paperStep.cardExceptions) return refuse(examProblems.paperStands, { course })
  const sitting = new Set<string>(classesSitting(all, paperId).map((c) => c.classId))
  const come = all.filter((c) => wanted.has(c.classId) && !sitting.has(c.classId))
  const go = all.filter((c) => !wanted.has(c.classId) && sitting.has(c.classId))
  return come.length + go.length === 0 ? refuse(examProblems.courseSame) : { paper, come, go }
}

const without = (own: readonly PaperId[] | undefined, paperId: PaperId, leaves: boolean): PaperId[] | undefined => {
  const rest = (own ?? []).filter((id) => id !== paperId)
  const all = leaves ? [...rest, paperId] : rest
  return all.length > 0 ? all : undefined
}

/** A transaction holds a hundred rows: the exam's, the school's, the record, and these. */
const mostAtOnce = 90

/**
 * Of several papers of a course each class has its own: its candidates are told first, and the classes, by which the roster is
 * copied anew, with the record; cut off between, it is asked for again at the same version. @throws as `sittingOf`, stale
 */
export const setClasses = async (
  exam: Exam,
  wish: Sitting & { version: number },
  caller: Caller,
): Promise<{ version: number }> => {
  const { paperId, version } = wish
  if (version !== exam.version) return refuseStale(exams, exam)
  const school = await ownPart(exam)
  const { paper, come, go } = await sittingOf(exam, wish)
  const all = await examClassesOf(exam.examId)
  const next: Exam = { ...exam, version }
  const leaves = new Set<string>(go.map((c) => c.classId))
  const then = (c: ExamClass): PaperId[] | undefined => without(c.without, paperId, leaves.has(c.classId))
  const changed = new Map([...come, ...go].map((c) => [c.classId as string, then(c) ?? []]))
  // Of a class that comes, who has not chosen the course stays away.
  const copy = await schoolCopy(exam, { ...school, classIds: await openAmong(school, all), notOfClass: changed })
  const chosen = new Map(copy.candidates.map((c) => [c.studentId as string, takesPaper(c, paperId)]))
  const roster = await rosterOf(school)
  await inTurns(
    roster.filter((c) => changed.has(c.classId)),
    25,
    (c) =>
      choiceThere(c, ({ teaching, chosen: of, without: own }) => ({
        ...{ teaching, chosen: of },
        without: without(own, paperId, leaves.has(c.classId) || chosen.get(c.studentId) === false),
      })),
  )
  const writes = [...come, ...go].map((c) => examClasses.updating(c, { without: then(c) }, { without: c.without }))
  for (const beyond of [...come, ...go].slice(mostAtOnce))
    await examClasses.amend(beyond, { without: then(beyond) }, { without: beyond.without })
  const part = examSchools.updating(
    school,
    { papers: withTakers(school.papers, await rosterOf(school)) },
    { schoolId: school.schoolId },
  )
  const names = (classes: readonly ExamClass[]): string => classes.map((c) => c.className).join('、')
  const sit = all.filter((c) => wish.classIds.includes(c.classId))
  const before = classesSitting(all, paperId)
  const changes = [{ field: `参加${paper.courseName}的班级`, before: names(before), after: names(sit) }]
  const record = auditRecord(caller, 'exam.courses', exam.examId, {
    before: before.map((c) => c.classId),
    after: sit.map((c) => c.classId),
    told: { name: exam.examName, changes },
    tenant: exam.owner,
  })
  const done = await audited([...writes.slice(0, mostAtOnce), part, ...savingExam(next)], record)
  return done ? { version: version + 1 } : refuseStale(exams, exam)
}
