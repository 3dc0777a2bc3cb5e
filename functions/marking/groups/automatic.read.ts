/** A proposal of who marks what, by what such answers took before. */
import { isJoint } from '#shared/exam/exam.rules.ts'
import type { Exam, Paper, PaperQuestion } from '#shared/exam/exam.types.ts'
import type { AnswerOf, InputOf } from '#shared/kit/call.ts'
import type { UserId } from '#shared/kit/ids.ts'
import {
  arrangeAutomatically,
  finishOf,
  learn,
  likeKey,
  neededOf,
  needsOf,
} from '#shared/marking/groups/automatic.rules.ts'
import type { Learnt, Work } from '#shared/marking/groups/automatic.rules.ts'
import type { automaticArrangement } from '#shared/marking/groups/group.calls.ts'
import { groupsOf, secondsOf } from '#shared/marking/groups/group.rules.ts'
import type { Group } from '#shared/marking/groups/group.rules.ts'
import { rolesOf, subjectiveOf } from '#shared/marking/marking.rules.ts'
import { memo } from '#functions/kit/memo.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { mayManage, papersBefore } from '#functions/exam/exam.public.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import { countOf, workOf } from '../desk/claim.commands.ts'
import type { StaffedDesk } from '../desk/desk.ts'
import { factsOf, staffOf } from './group.read.ts'
import { counted } from '../progress.read.ts'
import { newestMarks, paceOf } from '../quality/quality.read.ts'

/** So many former papers say what answers take, by so many markers a question. */
const mostPapers = 4
const mostMarkers = 3
/** What is faster is no reading of an answer, and what is slower no marking of one. */
const [fastest, slowest] = [2, 600]

/** What answers took in the newest exams of the same owner and course, by kind and size of question. */
const learntOf = memo(
  600,
  async ({ exam, courseName }: { exam: Exam; courseName: string }): Promise<{ learnt: Learnt; from: number }> => {
    const former = await papersBefore(exam, courseName, mostPapers)
    const seen = await inTurns(former, 2, async (paper: Paper) => {
      const { given } = await counted(paper)
      const asked = subjectiveOf(paper.questions).flatMap((q) =>
        given
          .filter((g) => g.questionId === q.questionId)
          .sort((a, b) => b.marked - a.marked)
          .slice(0, mostMarkers)
          .map((g) => ({ q, userId: g.userId as UserId })),
      )
      return inTurns(asked, 8, async ({ q, userId }) => {
        const seconds = paceOf(await newestMarks(paper.paperId, q.questionId, userId))
        return seconds === null || seconds < fastest || seconds > slowest ? [] : [{ key: likeKey(q), seconds }]
      })
    })
    return { learnt: learn(seen.flat(2)), from: seen.filter((of) => of.flat().length > 0).length }
  },
  { key: ({ exam, courseName }) => `${exam.examId}#${courseName}` },
)

/** @throws Refused notManager */
export const automaticRead = async (
  desk: StaffedDesk,
  { hours }: InputOf<typeof automaticArrangement>,
  caller: Caller,
): Promise<AnswerOf<typeof automaticArrangement>> => {
  const { paper, exam, arrangement } = desk
  if (!mayManage(exam, caller)) return refuse(markingProblems.notManager)
  const [staff, { learnt, from }] = await Promise.all([staffOf(desk), learntOf({ exam, courseName: paper.courseName })])
  const facts = await factsOf(desk, staff, caller)
  const groups = groupsOf(arrangement, facts.questions)
  const seconds = (q: PaperQuestion): number => learnt[likeKey(q)] ?? secondsOf(q)
  const done = arrangement.state === 'draft' ? null : await workOf(paper.paperId)
  /** Marks that a question still owes. */
  const owed = (q: PaperQuestion): number =>
    rolesOf(q).reduce((n, role) => {
      if (!done) return n + facts.answersOf(q.questionId)
      const of = countOf(done, q.questionId, role)
      return n + Math.max(0, of.total - of.done)
    }, 0)
  const questionsOf = (g: Group): PaperQuestion[] => facts.questions.filter((q) => g.questionIds.includes(q.questionId))
  const works = groups.map((g): Work => {
    const own = questionsOf(g)
    return { lead: g.lead, needs: needsOf(own), seconds: own.reduce((sum, q) => sum + owed(q) * seconds(q), 0) }
  })
  // Who is paused anywhere is not thought of.
  const paused = new Set(groups.flatMap((g) => g.limits.flatMap((l) => (l.paused ? [l.userId] : []))))
  const able = staff.filter((t) => t.userId && t.ofCourse && !paused.has(t.userId))
  const made = arrangeAutomatically(
    works,
    able.map(({ userId, schoolId }) => ({ userId: userId!, schoolId })),
    { ...(facts.sitting ? { sitting: facts.sitting } : {}) },
  )
  const nameOf = (lead: string): string => groups.find((g) => g.lead === lead)?.groupName ?? ''
  const told = (kind: string, leads: readonly string[], what: string) =>
    leads.length > 0 ? [{ kind, text: `${leads.map(nameOf).join('、')}${what}`, bars: kind === 'short' }] : []
  return {
    examId: exam.examId,
    courseName: paper.courseName,
    state: arrangement.state,
    joint: isJoint(exam),
    groups: groups.map((g) => {
      const own = made.groups.find((x) => x.lead === g.lead)!
      return {
        lead: g.lead,
        questionIds: g.questionIds,
        groupName: g.groupName,
        before: g.markers.length,
        markers: own.markers,
        marks: questionsOf(g).reduce((n, q) => n + owed(q), 0),
        minutes: Math.round(own.seconds / 60),
      }
    }),
    markers: able.map(({ userId, teacherName, schoolName }) => ({
      userId: userId!,
      teacherName,
      ...(isJoint(exam) && schoolName ? { schoolName } : {}),
      leads: made.groups.filter((g) => g.markers.includes(userId!)).map((g) => g.lead),
      minutes: Math.round((made.loads.get(userId!) ?? 0) / 60),
    })),
    finishMinutes: Math.ceil(finishOf(made) / 60),
    ...(hours === undefined ? {} : { needed: neededOf(works, made, hours * 3600) }),
    times: facts.questions.map((q) => ({
      questionId: q.questionId,
      number: q.number,
      seconds: Math.round(seconds(q)),
      learnt: learnt[likeKey(q)] !== undefined,
    })),
    learntFrom: from,
    warnings: [
      ...told(
        'short',
        made.short,
        '的阅卷教师不够：单评至少要一位，双评两位，可能三评的三位，请先增加老师或改评阅规则',
      ),
      ...told('ownOnly', made.ownOnly, '的老师都在一所学校：这所学校的答卷没有外校老师可评'),
    ],
    mayManage: true,
    version: arrangement.version,
  }
}
