/** Schools that come to a joint exam after it was made, and go. */
import { mostSchools } from '#shared/exam/exam.calls.ts'
import { changeSchoolsJob } from '#shared/exam/exam.jobs.ts'
import type { ExamSchoolItem } from '#shared/exam/exam.jobs.ts'
import { examProblems } from '#shared/exam/exam.problems.ts'
import { markingProgress } from '#shared/exam/exam.types.ts'
import type { Exam, ExamSchool, PaperStep } from '#shared/exam/exam.types.ts'
import { examNumber } from '#shared/exam/exam.rules.ts'
import { foldExam, paperStep, standOf, wholeSince } from '#shared/exam/step.rules.ts'
import type { SchoolPart } from '#shared/exam/joint/part.types.ts'
import type { ExamId, JobId, SchoolId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { beaten, edit } from '#functions/kit/edit.ts'
import { putJson } from '#functions/kit/objects.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import type { WriteItem } from '#functions/kit/table.ts'
import { inPieces, inTurns } from '#functions/kit/turns.ts'
import { startJob } from '#functions/kit/work.ts'
import { gradeOf, schoolResolver, studentsExpected } from '#functions/school/roster/school.public.ts'
import { creationKey } from '../creation/creation.ts'
import { examSchoolsOf, papersOf } from '../exam.public.ts'
import { candidates, exams, examSchools, paperSteps } from '../exam.store.ts'
import { dropAreas, layArea } from './guestArea.ts'
import { schoolParts } from './joint.store.ts'
import { editExam, savingExam } from '../listed.ts'
import { blankPart, organised } from './part.commands.ts'
import type { SheetsNow, SheetsOf } from '../roster/roster.public.ts'
import { gradeIn, removeGone, removeRoster, schoolCopy, writeRosterOf } from '../roster/school.copy.ts'
import { stepsOfPaper, stepsOfSchool } from '../step.public.ts'

type Asked = { examId: ExamId; schoolIds: readonly SchoolId[] }
/** What the job begins with. */
export type SchoolsWish = {
  kind: 'add' | 'remove'
  examId: ExamId
  schoolIds: SchoolId[]
  caller: Caller
  /** What the one school has said that was asked to come. */
  answer?: SchoolPart['answer']
}

const named = (names: readonly string[]): string => {
  const some = names.slice(0, 5).join('、')
  return names.length > 5 ? `${some}等${names.length}所学校` : some
}

/** The first place that no school of the exam ever had. */
const nextPlace = ({ places }: Pick<Exam, 'places'>, all: readonly ExamSchool[]): number =>
  Math.max(0, places?.last ?? 0, ...all.map((s) => s.ordinal)) + 1

/** The grades of schools that are no part of the exam yet. @throws Refused schoolThere, withoutGrade, tooManySchools, … */
export const coming = async (exam: Exam, schoolIds: readonly SchoolId[]) => {
  if (exam.furthest >= markingProgress.marking) return refuse(examProblems.rosterFixed)
  const all = await examSchoolsOf(exam.examId, { consistent: true })
  // Its numbers have no place before them.
  if ((exam.places?.schools ?? exam.schoolCount) <= 1) return refuse(examProblems.oneSchool)
  const wanted = [...new Set(schoolIds)]
  const there = all.filter((s) => wanted.includes(s.schoolId))
  if (there.length > 0) return refuse(examProblems.schoolThere, { who: named(there.map((s) => s.schoolName)) })
  if (all.length + wanted.length > mostSchools) return refuse(examProblems.tooManySchools, { n: mostSchools })
  const grade = (all[0] && (await gradeOf(all[0].gradeId))) ?? refuse(examProblems.notFound)
  const found = await inTurns(wanted, 16, (schoolId) => gradeIn(schoolId, grade))
  const without = found.flatMap((g) => ('without' in g ? [g.without] : []))
  if (without.length > 0)
    return refuse(examProblems.withoutGrade, { n: without.length, who: without.slice(0, 5).join('、') })
  return found.flatMap((g, i) => ('gradeId' in g ? [{ schoolId: wanted[i]!, gradeId: g.gradeId }] : []))
}

/** So many candidates of a paper are asked for sheets at once: a school that has some is known by the first of them. */
const askedAtOnce = 100

/** By the sheets themselves: a paper moves on in all its schools at once, and only when a batch has been read. */
const hasSheets = async (school: ExamSchool, sheetsOf: SheetsOf): Promise<boolean> => {
  for await (const some of candidates.pages(`cand#${school.examId}#${school.schoolId}`, { consistent: true })) {
    const ids = some.map((c) => c.studentId)
    for (const { paperId } of school.papers)
      for (const asked of inPieces(ids, askedAtOnce)) if ((await sheetsOf(paperId, asked)).size > 0) return true
  }
  return false
}

/**
 * That a school may go, of its steps as they stand: marking is not open, no sheet is being read and none is its own.
 * @throws Refused rosterFixed, sheetsBeingRead, schoolScanned
 */
const mayGo = async (school: ExamSchool, steps: readonly PaperStep[], { sheetsOf, isBeingRead }: SheetsNow) => {
  if (steps.some((s) => s.step >= paperStep.marking)) return refuse(examProblems.rosterFixed)
  const reading = await Promise.all(school.papers.map(({ paperId }) => isBeingRead(paperId)))
  if (reading.some((is) => is)) return refuse(examProblems.sheetsBeingRead)
  if (await hasSheets(school, sheetsOf)) return refuse(examProblems.schoolScanned, { who: school.schoolName })
}

/** Of more candidates, over all papers, a request does not ask for sheets: the job asks each school before it goes. */
const askedByRequest = 20_000

/** @throws Refused notFound, lastSchool, as `mayGo` */
const leaving = async (exam: Exam, schoolIds: readonly SchoolId[], sheets: SheetsNow): Promise<ExamSchool[]> => {
  const all = await examSchoolsOf(exam.examId, { consistent: true })
  const wanted = new Set<string>(schoolIds)
  const going = all.filter((s) => wanted.has(s.schoolId))
  if (going.length < wanted.size) return refuse(examProblems.notFound)
  if (going.length === all.length) return refuse(examProblems.lastSchool)
  const asked = going.reduce((n, s) => n + s.candidateCount * s.papers.length, 0)
  const none: SheetsOf = () => Promise.resolve(new Set())
  const now = asked <= askedByRequest ? sheets : { ...sheets, sheetsOf: none }
  for (const s of going) await mayGo(s, await stepsOfSchool(s), now)
  return going
}

/** Schools that the caller sees, of the exam's own area or below. @throws Refused notFound */
const seenBy = async ({ examId, schoolIds }: Asked, caller: Caller): Promise<Exam> => {
  const exam = await organised(examId, caller)
  return (await schoolResolver(schoolIds, caller)) ? exam : refuse(commonProblems.notFound)
}

/** The digits of the longest number, of one candidate of each school: a school's numbers are of one length. */
const digitsNow = async (schools: readonly ExamSchool[]): Promise<number> => {
  const first = await inTurns(schools, 32, (s) => candidates.query(`cand#${s.examId}#${s.schoolId}`, { limit: 1 }))
  return Math.max(0, ...first.flat().map((c) => c.studentNumber.length))
}

/** The cards that there are were drawn for the numbers that there were. Null where all fit, or there is no card yet. */
const tooLong = async (exam: Exam, numbersOf: readonly string[][]): Promise<string | null> => {
  if ((await papersOf(exam.examId)).every((p) => p.cardId === undefined)) return null
  const all = await examSchoolsOf(exam.examId, { consistent: true })
  const last = nextPlace(exam, all) - 1
  const made = exam.places?.schools ?? exam.schoolCount
  const digits = numbersOf.flatMap((own, i) => own.map((n) => examNumber(n, last + 1 + i, made).length))
  const [longest, there] = [Math.max(0, ...digits), await digitsNow(all)]
  return longest <= there
    ? null
    : `他们的考号有${longest}位，已参加学校的是${there}位：已有的答题卡可能填不下，请先核对答题卡的考号位数。`
}

/** @throws as `coming`, `seenBy` */
export const addingLines = async ({ examId, schoolIds }: Asked, caller: Caller): Promise<string[]> => {
  const exam = await seenBy({ examId, schoolIds }, caller)
  const found = await coming(exam, schoolIds)
  const numbers = await inTurns(found, 8, async ({ gradeId }) =>
    (await studentsExpected(gradeId)).map((s) => s.studentNumber),
  )
  const counts = numbers.map((own) => own.length)
  const long = await tooLong(exam, numbers)
  const empty = counts.filter((n) => n === 0).length
  return [
    `增加${found.length}所学校，共${counts.reduce((n, c) => n + c, 0)}名考生。`,
    ...(empty > 0 ? [`其中${empty}所还没有学生，导入后在“按学校名单更新”中更新。`] : []),
    ...(long === null ? [] : [long]),
    '已参加学校的考号和名单不变。',
  ]
}

/** @throws as `leaving` */
export const removingLines = async (
  { examId, schoolIds }: Asked,
  caller: Caller,
  sheets: SheetsNow,
): Promise<string[]> => {
  const going = await leaving(await organised(examId, caller), schoolIds, sheets)
  const students = going.reduce((n, s) => n + s.candidateCount, 0)
  return [
    `移出${named(going.map((s) => s.schoolName))}，共${students}名考生。`,
    '他们不再出现在名单、成绩和报告中，学校的回复和对它的提醒一起删除；其他学校的考号不变。',
  ]
}

/** Held against how all stands first, so that a refusal is told where it was asked. @throws as `coming`, `leaving` */
export const startSchools = async (
  kind: SchoolsWish['kind'],
  { examId, schoolIds }: Asked,
  caller: Caller,
  sheets: SheetsNow,
): Promise<{ uuid: JobId }> => {
  const asked = { examId, schoolIds }
  const exam = await (kind === 'add' ? seenBy(asked, caller) : organised(examId, caller))
  await (kind === 'add' ? coming(exam, schoolIds) : leaving(exam, schoolIds, sheets))
  return beginSchools(exam, { kind, examId, schoolIds: [...new Set(schoolIds)], caller })
}

/** Begins it in the name of whom the wish names; begun already under this job's name, it is not begun again. */
export const beginSchools = async (
  exam: Exam,
  wish: SchoolsWish,
  jobId = newId<JobId>('job'),
): Promise<{ uuid: JobId }> => {
  const { examId } = exam
  const wishKey = creationKey(jobId, exam.owner, examId, 'schools.json')
  await putJson(wishKey, wish)
  const by = { tenant: exam.owner, userId: wish.caller.userId }
  return startJob(changeSchoolsJob, { examId, wishKey }, by, { jobId, about: exam.examName })
}

/** So many of the last acts that were given places are known by their jobs. */
const mostGiven = 5

/**
 * The schools with a place each that no school ever had: one is given before it is known whether all will come. A job that
 * asks again, since it broke off before it laid them down, is given the same.
 */
export const placed = async ({ examId, schoolIds }: SchoolsWish, jobId: JobId): Promise<ExamSchoolItem[]> => {
  const exam = (await exams.get({ examId })) ?? refuse(examProblems.notFound)
  const found = await coming(exam, schoolIds)
  const all = await examSchoolsOf(examId, { consistent: true })
  let from = 0
  await exams.edit({ examId }, (there) => {
    if (!there) return null
    const before = there.places?.given ?? []
    const ours = before.find((g) => g.jobId === jobId)
    from = ours?.from ?? nextPlace(there, all)
    if (ours) return null
    const given = [...before, { jobId, from }].slice(-mostGiven)
    const schools = there.places?.schools ?? there.schoolCount
    return { ...there, places: { schools, last: from + found.length - 1, given } }
  })
  return found.map((s, i) => ({ ...s, ordinal: from + i }))
}

export const goingItems = async ({ examId, schoolIds }: SchoolsWish, sheets: SheetsNow): Promise<ExamSchoolItem[]> => {
  const exam = (await exams.get({ examId })) ?? refuse(examProblems.notFound)
  return (await leaving(exam, schoolIds, sheets)).map(({ schoolId, gradeId, ordinal }) => ({
    schoolId,
    gradeId,
    ordinal,
  }))
}

/** A step that has not moved since the sheets were asked for, or nothing at all. */
const droppingStep = (of: Pick<PaperStep, 'examId' | 'paperId' | 'schoolId'>, step: number): WriteItem => ({
  Delete: {
    TableName: paperSteps.tableName(),
    Key: paperSteps.keyOf(of),
    ConditionExpression: 'attribute_not_exists(#step) OR #step = :step',
    ExpressionAttributeNames: { '#step': 'step' },
    ExpressionAttributeValues: { ':step': step },
  },
})

/** Papers as they stand with and without a school: the steps that come, and whose do not count. */
const standWith = async (
  exam: Exam,
  { come = [], without }: { come?: readonly PaperStep[]; without?: SchoolId },
): Promise<Pick<Exam, 'papers' | 'furthest' | 'wholeSince'>> => {
  const papers = await inTurns(exam.papers, 8, async (p) => {
    const there = await stepsOfPaper({ examId: exam.examId, paperId: p.paperId })
    const steps = [...there.filter((s) => s.schoolId !== without), ...come.filter((s) => s.paperId === p.paperId)]
    return { ...p, ...standOf(steps.map((s) => s.step)) }
  })
  const folded = foldExam(papers)
  return { papers, ...folded, ...wholeSince(exam, folded.status, now()) }
}

const recordOf = (before: Exam, after: Exam, { kind, caller }: SchoolsWish, names: string) =>
  auditRecord(caller, 'exam.schools', before.examId, {
    before,
    after,
    told: {
      name: before.examName,
      changes: [{ field: kind === 'add' ? '增加学校' : '移出学校', before: '', after: names }],
    },
    tenant: before.owner,
  })

/**
 * The school is there in one transaction with its record, and its roster as it stands now follows. One that another act has
 * let in keeps the place that it got there.
 */
export const letIn = async (wish: SchoolsWish, item: ExamSchoolItem): Promise<void> => {
  const of = { examId: wish.examId, schoolId: item.schoolId }
  const copy = await schoolCopy((await exams.get(of)) ?? refuse(examProblems.notFound), item)
  const { school, steps } = copy
  const found = await edit(`the schools of ${wish.examId}`, async () => {
    const [exam, there] = await Promise.all([exams.get(of), examSchools.get(of)])
    if (!exam) return refuse(examProblems.notFound)
    if (there) return there.ordinal === item.ordinal ? 'ours' : 'another'
    if (exam.furthest >= markingProgress.marking) return refuse(examProblems.rosterFixed)
    const next: Exam = {
      ...exam,
      ...(await standWith(exam, { come: steps, without: item.schoolId })),
      schoolCount: exam.schoolCount + 1,
      classCount: exam.classCount + school.classCount,
      candidateCount: exam.candidateCount + school.candidateCount,
    }
    const writes = [
      examSchools.creating(school),
      ...steps.map((s) => paperSteps.putting(s)),
      ...(wish.answer ? [schoolParts.putting({ ...blankPart(school), answer: wish.answer, version: 1 })] : []),
      ...savingExam(next),
    ]
    return (await audited(writes, recordOf(exam, next, wish, school.schoolName))) ? 'none' : beaten
  })
  if (found === 'another') return
  await layArea(copy)
  if (found === 'ours') {
    await removeGone(copy)
    // What its roster says alone: groups, and what else was said of it, are others' to write.
    const { papers, classCount, candidateCount } = school
    await examSchools.amend(of, { papers, classCount, candidateCount }, { ordinal: item.ordinal })
  }
  await writeRosterOf(copy)
}

/** The school is gone in one transaction, of which a paper that moves on in between keeps it; its roster follows. */
export const letOut = async (wish: SchoolsWish, { schoolId }: ExamSchoolItem, sheets: SheetsNow): Promise<void> => {
  const { examId } = wish
  const of = { examId, schoolId }
  await edit(`the schools of ${examId}`, async () => {
    const [exam, school] = await Promise.all([exams.get(of), examSchools.get(of)])
    if (!exam || !school) return
    const steps = await stepsOfSchool(school)
    await mayGo(school, steps, sheets)
    const all = await examSchoolsOf(examId, { consistent: true })
    // Another act may have let the others out.
    if (all.length <= 1) return refuse(examProblems.lastSchool)
    const next: Exam = {
      ...exam,
      ...(await standWith(exam, { without: schoolId })),
      places: {
        ...exam.places,
        schools: exam.places?.schools ?? exam.schoolCount,
        last: Math.max(exam.places?.last ?? 0, ...all.map((s) => s.ordinal)),
      },
      schoolCount: exam.schoolCount - 1,
      classCount: exam.classCount - school.classCount,
      candidateCount: exam.candidateCount - school.candidateCount,
    }
    const writes = [
      examSchools.dropping(of),
      schoolParts.dropping(of),
      ...steps.map((s) => droppingStep(s, s.step)),
      ...savingExam(next),
    ]
    return (await audited(writes, recordOf(exam, next, wish, school.schoolName))) ? undefined : beaten
  })
  await removeRoster(of)
}

/** The sums of the rows that there are: a school's roster may have changed between two tries to copy it. */
export const closeSchools = async ({ examId }: SchoolsWish): Promise<{ schools: number; candidates: number }> => {
  await dropAreas({ examId }, await examSchoolsOf(examId, { consistent: true }))
  const exam = await editExam(examId, async (there) => {
    const all = await examSchoolsOf(examId, { consistent: true })
    const sum = (of: 'classCount' | 'candidateCount') => all.reduce((n, s) => n + s[of], 0)
    const sums = { schoolCount: all.length, classCount: sum('classCount'), candidateCount: sum('candidateCount') }
    const next: Exam = { ...there, ...(await standWith(there, {})), ...sums }
    return JSON.stringify(next) === JSON.stringify(there) ? null : next
  })
  const { schoolCount, candidateCount } = exam ?? refuse(examProblems.notFound)
  return { schools: schoolCount, candidates: candidateCount }
}
