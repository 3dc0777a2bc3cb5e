/** Who may mark a paper and who does, as its managers see it. */
import { isJoint } from '#shared/exam/exam.rules.ts'
import type { ExamTeacher } from '#shared/exam/exam.types.ts'
import type { QuestionId, UserId } from '#shared/kit/ids.ts'
import { answersThere } from '#shared/marking/groups/answers.rules.ts'
import {
  effortOf,
  groupsOf,
  marksOf,
  markersIn,
  paperWarnings,
  warningsOf,
} from '#shared/marking/groups/group.rules.ts'
import type { Group, GroupFacts } from '#shared/marking/groups/group.rules.ts'
import type { GroupRow, markingGroups, groupMarkers } from '#shared/marking/groups/group.calls.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import { rolesOf, subjectiveOf } from '#shared/marking/marking.rules.ts'
import type { Arrangement } from '#shared/marking/marking.types.ts'
import type { AnswerOf, InputOf } from '#shared/kit/call.ts'
import { page } from '#shared/kit/paging.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { examClassesOf, examSchoolsOf, mayManage, teachingClassesOf } from '#functions/exam/exam.public.ts'
import { printedCardOfPaper } from '#functions/card/card.public.ts'
import { ledgerOf } from '#functions/scan/scan.public.ts'
import { teacherOf } from '#functions/school/roster/school.public.ts'
import type { SheetLedger } from '#shared/scan/ledger.types.ts'
import { pagesOfQuestions } from '../scripts.ts'
import { marksPaper, stillMarks } from '../desk/desk.ts'
import type { StaffedDesk } from '../desk/desk.ts'
import { markerNames } from '../markerNames.ts'
import { counted } from '../progress.read.ts'
import { heldBy } from '../desk/claims.ts'

/** Who teaches in the exam, and where. */
export type Staff = ExamTeacher & { ofCourse: boolean; classNames: string[]; schoolName?: string }

export const staffOf = async ({ exam, paper, teachers }: StaffedDesk): Promise<Staff[]> => {
  const [classes, schools, walking] = await Promise.all([
    examClassesOf(exam.examId),
    examSchoolsOf(exam.examId),
    teachingClassesOf(paper),
  ])
  const byClass = new Map([...classes, ...walking].map((c) => [c.classId as string, c]))
  const schoolNames = new Map(schools.map((s) => [s.schoolId as string, s.schoolName]))
  return teachers
    .map((t) => {
      const own = t.teaches.flatMap((x) => byClass.get(x.classId) ?? [])
      const schoolId = t.schoolId ?? own[0]?.schoolId
      const schoolName = schoolId && schoolNames.get(schoolId)
      return {
        ...t,
        ofCourse: marksPaper(t, paper),
        classNames: [...new Set(own.map((c) => c.className))],
        ...(schoolId ? { schoolId } : {}),
        ...(schoolName ? { schoolName } : {}),
      }
    })
    .sort((a, b) => Number(b.ofCourse) - Number(a.ofCourse) || a.teacherName.localeCompare(b.teacherName, 'zh-CN'))
}

/** How many answers of each question there are, by what was scanned. */
export const answersScanned = async (
  { paper }: Pick<StaffedDesk, 'paper'>,
  ledger: SheetLedger,
): Promise<ReadonlyMap<string, number>> => {
  const card = await printedCardOfPaper(paper.paperId)
  return answersThere(paper.questions, ledger, card ? pagesOfQuestions(card) : new Map())
}

/** Scripts in all, and answers of a question: of all who are expected, where nothing is scanned yet. */
const answersExpected = async (
  desk: StaffedDesk,
): Promise<{ scripts: number; answersOf: (questionId: QuestionId) => number }> => {
  const ledger = await ledgerOf(desk.paper.paperId)
  const { present, missing } = ledger.candidates
  const scripts = present + missing || desk.exam.candidateCount
  const expected = { ...ledger, candidates: { ...ledger.candidates, present: scripts } }
  const answers = await answersScanned(desk, present === 0 ? expected : ledger)
  return { scripts, answersOf: (id) => answers.get(id) ?? 0 }
}

const schoolsBy = (staff: readonly Staff[]): ((userId: string) => string | undefined) => {
  const by = new Map(staff.map((t) => [t.userId as string | undefined, t.schoolId]))
  return (userId) => by.get(userId)
}

/** The schools of a joint exam whose candidates take the paper: their own teachers mark no answer of theirs. */
export const sittingOf = async ({ exam, paper }: StaffedDesk): Promise<Set<string>> =>
  new Set(
    isJoint(exam)
      ? (await examSchoolsOf(exam.examId))
          .filter((s) => s.candidateCount > 0 && s.papers.some((p) => p.paperId === paper.paperId))
          .map((s) => s.schoolId)
      : [],
  )

export const factsOf = async (
  desk: StaffedDesk,
  staff: readonly Staff[],
  caller: Caller,
): Promise<GroupFacts & { scripts: number }> => ({
  // Where each school marks its own none needs markers from outside.
  sitting: desk.arrangement.ownSchools ? new Set() : await sittingOf(desk),
  stillMarks: stillMarks(desk, caller),
  schoolOf: schoolsBy(staff),
  questions: subjectiveOf(desk.paper.questions),
  courseMarkers: staff.flatMap((t) => (t.ofCourse && t.userId ? [t.userId] : [])),
  nameOf: markerNames(desk, caller),
  ...(await answersExpected(desk)),
})

export const groupIn = (desk: Pick<StaffedDesk, 'arrangement' | 'paper'>, lead: string): Group =>
  groupsOf(desk.arrangement, subjectiveOf(desk.paper.questions)).find((g) => g.questionIds.some((id) => id === lead)) ??
  refuse(markingProblems.noQuestion)

/** Of a joint exam only who manages it sees who marks it: the people are of every school. */
export const seesPeople = ({ exam }: Pick<StaffedDesk, 'exam'>, caller: Caller): boolean =>
  !isJoint(exam) || mayManage(exam, caller)

/** Who marks what, as who does not see the people is told it: where they mark and lead themselves. */
export const ownPart = (arrangement: Arrangement, { userId }: Pick<Caller, 'userId'>): Arrangement => {
  const {
    blocks: _blocks,
    principals: _principals,
    override: _override,
    importing: _importing,
    importingKey: _key,
    emptied: _emptied,
    ...kept
  } = arrangement
  const own = (all: readonly UserId[]): UserId[] => all.filter((u) => u === userId)
  return {
    ...kept,
    questions: kept.questions.map((q) => ({ ...q, markers: own(q.markers), arbitrators: own(q.arbitrators) })),
  }
}

/** @throws Refused notFound */
export const groupsRead = async (desk: StaffedDesk, caller: Caller): Promise<AnswerOf<typeof markingGroups>> => {
  const { paper, exam, arrangement } = desk
  const staff = await staffOf(desk)
  const facts = await factsOf(desk, staff, caller)
  const groups = groupsOf(arrangement, facts.questions)
  const named = (userIds: readonly UserId[]) => userIds.map((userId) => ({ userId, teacherName: facts.nameOf(userId) }))
  const rowOf = (g: Group): GroupRow => {
    const own = markersIn(g, facts)
    return {
      lead: g.lead,
      questionIds: g.questionIds,
      groupName: g.groupName,
      markers: g.markers,
      leaders: named(g.leaders),
      markerCount: own.length,
      schoolCount: new Set(own.flatMap((u) => facts.schoolOf?.(u) ?? [])).size,
      double: facts.questions.some((q) => g.questionIds.includes(q.questionId) && rolesOf(q).length === 2),
      marks: marksOf(g, facts),
      minutes: own.length === 0 ? 0 : Math.round(effortOf(g, facts) / own.length / 60),
      warnings: warningsOf(g, facts),
    }
  }
  const joint = isJoint(exam)
  const manages = mayManage(exam, caller)
  const rows = groups.map(rowOf)
  const head = { examId: exam.examId, courseName: paper.courseName, state: arrangement.state, joint }
  const questions = facts.questions.map((q) => ({ ...q, markers: q.markers ?? 1, tolerance: q.tolerance ?? 0 }))
  const rest = {
    ...head,
    answers: facts.scripts,
    questions,
    paperVersion: paper.version,
    largeScreen: arrangement.largeScreen ?? false,
    mayManage: manages,
    version: arrangement.version,
  }
  if (!seesPeople(desk, caller)) {
    const own = (userId: UserId): boolean => userId === caller.userId
    const groupsSeen = rows.map((g) => ({
      ...g,
      markers: g.markers.filter(own),
      leaders: g.leaders.filter((l) => own(l.userId)),
      warnings: [],
    }))
    return { ...rest, principals: [], groups: groupsSeen, warnings: [], people: [] }
  }
  return {
    ...rest,
    principals: named(arrangement.principals ?? []),
    groups: rows,
    warnings: paperWarnings(
      groups,
      facts,
      staff.filter((t) => t.ofCourse && !t.userId).map((t) => t.teacherName),
    ),
    // Of many schools only who teaches the course: thousands teach something else.
    people: staff
      .filter((t) => t.userId && (t.ofCourse || !joint))
      .map(({ userId, teacherName, classNames, ofCourse, schoolName }) => ({
        userId: userId!,
        teacherName,
        classNames,
        ofCourse,
        ...(joint && schoolName ? { schoolName } : {}),
      })),
  }
}

/** A page of a group's markers; what they have in hand is asked of these alone. @throws Refused notManager, noQuestion */
export const groupMarkersRead = async (
  desk: StaffedDesk,
  input: InputOf<typeof groupMarkers>,
  caller: Caller,
): Promise<AnswerOf<typeof groupMarkers>> => {
  if (!mayManage(desk.exam, caller)) return refuse(markingProblems.notManager)
  const group = groupIn(desk, input.lead)
  const staff = await staffOf(desk)
  const nameOf = markerNames(desk, caller)
  const named = group.markers.length > 0
  const known = new Map(staff.map((t) => [t.userId as string | undefined, t]))
  const own: Pick<Staff, 'userId' | 'teacherName' | 'ofCourse'>[] = [
    ...(named
      ? group.markers.map((u) => known.get(u) ?? { userId: u, teacherName: nameOf(u), ofCourse: false })
      : staff.filter((t) => t.ofCourse && t.userId)),
    // Who could mark and has no account stands below, so that it is seen.
    ...staff.filter((t) => t.ofCourse && !t.userId),
  ]
  const { paperId } = desk.paper
  const { given } = await counted(desk.paper)
  const shown = page(own as Staff[], input)
  return {
    ...shown,
    list: await inTurns(shown.list, 10, async ({ userId, teacherId, teacherName, ofCourse, schoolId, schoolName }) => {
      const [roster, inHand] = await Promise.all([
        schoolId && teacherId ? teacherOf(schoolId, teacherId) : null,
        userId ? inTurns(group.questionIds, 5, (id) => heldBy(paperId, id, userId)) : [],
      ])
      const limit = group.limits.find((l) => l.userId === userId)
      return {
        ...(userId ? { userId } : {}),
        ...(teacherId ? { teacherId } : {}),
        teacherName,
        ...(schoolId ? { schoolId } : {}),
        ...(schoolName ? { schoolName } : {}),
        // A name that is kept for later is no account yet.
        ...(roster?.userId ? { accountName: roster.accountName } : {}),
        ofCourse,
        leads: userId !== undefined && group.leaders.includes(userId),
        marked: given
          .filter((g) => g.userId === userId && group.questionIds.some((id) => id === g.questionId))
          .reduce((n, g) => n + g.marked, 0),
        held: inHand.flat().reduce((n, b) => n + b.studentIds.length, 0),
        ...(limit?.most === undefined ? {} : { most: limit.most }),
        paused: limit?.paused ?? false,
      }
    }),
  }
}
