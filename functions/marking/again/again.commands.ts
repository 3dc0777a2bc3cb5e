/**
 * Marking again, until scores are released. A mark that is taken back has a void one in its place, stored and told to the
 * journal as any mark is; what it takes the place of lies beside it. Asked for with its audit record in one write (I16).
 */
import { paperTitle } from '#shared/exam/exam.rules.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import { isReleased } from '#shared/exam/step.rules.ts'
import { canonical } from '#shared/kit/canonical.ts'
import type { AnswerOf, InputOf } from '#shared/kit/call.ts'
import type { JobId, StudentId, UserId } from '#shared/kit/ids.ts'
import { jobStatus } from '#shared/kit/job.ts'
import { marksAgain, markersNeeded } from '#shared/marking/again/again.rules.ts'
import type * as calls from '#shared/marking/again/again.calls.ts'
import type { AgainLook } from '#shared/marking/again/again.calls.ts'
import { againRules } from '#shared/marking/again/again.types.ts'
import type { AgainRound } from '#shared/marking/again/again.types.ts'
import { markAgainJob } from '#shared/marking/marking.jobs.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import { rolesOf } from '#shared/marking/marking.rules.ts'
import { markRoles } from '#shared/marking/marking.types.ts'
import type { AnswerItem } from '#shared/marking/marking.types.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { beaten, edit } from '#functions/kit/edit.ts'
import { jobNow } from '#functions/kit/ended.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { startJob } from '#functions/kit/work.ts'
import { candidatesNumbered } from '#functions/exam/exam.public.ts'
import { ledgerOf } from '#functions/scan/scan.public.ts'
import { jobOf, statesOf } from './again.jobs.ts'
import { answersOf } from '../desk/claim.commands.ts'
import { mostAtOnce } from '../counts.ts'
import { courseTeachers, managed, questionIn } from '../desk/desk.ts'
import type { StaffedDesk } from '../desk/desk.ts'
import { againRounds, answers } from '../marking.store.ts'
import { counted, ensureCounted } from '../progress.read.ts'
import { doneBy, heldBy } from '../desk/claims.ts'
import { putInPlace } from '../desk/putMark.ts'
import { headsOf, headsOfStudents, scriptsOf } from '../scripts.ts'

/** `studentIds`: in the place of numbers, by who has chosen them. */
type Wish = Omit<InputOf<typeof calls.repeatRead>, 'paperId'> & Pick<AgainRound, 'since' | 'studentIds'>
type Asked = { desk: StaffedDesk; questions: PaperQuestion[]; of: Pick<AgainRound, Counting> }
type Counting = 'rule' | 'others' | 'markers' | 'questionIds' | 'studentIds' | 'since'
type As = Pick<AgainRound, 'kind' | 'rule'>
/** Who may ask, and of which desk. */
type May = (paperId: string, caller: Caller) => Promise<StaffedDesk>

const studentsOf = async ({ exam }: StaffedDesk, numbers: readonly string[]): Promise<StudentId[]> => {
  const found = await Promise.all(
    [...new Set(numbers)].map(async (number) => {
      const [found] = await candidatesNumbered(exam, number)
      return found ?? refuse(markingProblems.noCandidate, { number })
    }),
  )
  return found.map((c) => c.studentId)
}

export const numbersOf = (questions: readonly PaperQuestion[]): string => questions.map((q) => q.number).join('、')

/** What is asked for, judged. @throws Refused */
export const judged = async (
  paperId: string,
  wish: Wish,
  { kind, rule }: As,
  caller: Caller,
  may: May,
): Promise<Asked> => {
  const desk = await may(paperId, caller)
  const { arrangement, exam, paper } = desk
  if (isReleased(exam, paper.paperId)) return refuse(markingProblems.againReleased)
  if (arrangement.state === 'draft') return refuse(markingProblems.notOpen)
  if (arrangement.state === 'closing') return refuse(markingProblems.againBusy)
  if (arrangement.cut) return refuse(markingProblems.cutStands)
  // Without sheets there is nothing that could be marked again: the scores are a file's.
  if ((await ledgerOf(paperId)).handed === 0) return refuse(markingProblems.againImported)
  const questions = [...new Set(wish.questionIds)].map((id) => questionIn(desk, id))
  const others = kind === 'remark'
  const twice = rule === 'both' ? questions.filter((q) => rolesOf(q).length > 1) : []
  if (twice.length > 0) return refuse(markingProblems.againTwice, { numbers: numbersOf(twice) })
  const course = courseTeachers(desk).length
  const alone = questions.filter((q) => {
    const named = arrangement.questions.find((x) => x.questionId === q.questionId)?.markers ?? []
    return (named.length > 0 ? new Set(named).size : course) < markersNeeded(q, { rule, others })
  })
  if (others && alone.length > 0) return refuse(markingProblems.againAlone, { numbers: numbersOf(alone) })
  const numbers = wish.studentNumbers ?? []
  const of = {
    rule,
    others,
    questionIds: questions.map((q) => q.questionId),
    ...(wish.markers?.length ? { markers: [...new Set(wish.markers)] } : {}),
    ...(wish.studentIds ? { studentIds: wish.studentIds } : {}),
    ...(numbers.length > 0 ? { studentIds: await studentsOf(desk, numbers) } : {}),
    ...(wish.since === undefined ? {} : { since: wish.since }),
  }
  return { desk, questions, of }
}

/** What markers gave to a question, in the bundles that they have or have done: a given-back one is another's. */
const givenBy = async (paperId: string, questionId: string, markers: readonly UserId[]): Promise<AnswerItem[]> => {
  const own = await inTurns(markers, 4, (userId) =>
    Promise.all([heldBy(paperId, questionId, userId), doneBy(paperId, questionId, userId)]),
  )
  const items = await inTurns(own.flat(2), 8, answersOf)
  return [...new Map(items.flat().map((item) => [item.studentId, item])).values()]
}

/**
 * A school's answers, and those of named candidates, are looked at one by one, and so is what markers gave since a moment,
 * which no counter knows; a province's are counted.
 */
const lookAt = async ({ desk, questions, of }: Asked, caller: Caller): Promise<Omit<AgainLook, 'resumes'>> => {
  const { paper, exam } = desk
  const reopens = desk.arrangement.state === 'closed'
  const told = (marks: number[], finals: number, about: boolean) => ({
    marks: marks.reduce((sum, n) => sum + n, 0),
    questions: questions.flatMap((q, i) => (marks[i]! > 0 ? [{ number: q.number, marks: marks[i]! }] : [])),
    finals,
    about,
    reopens,
  })
  if (of.studentIds || exam.candidateCount <= mostAtOnce) {
    const heads = await (of.studentIds ? headsOfStudents(paper.paperId, of.studentIds) : headsOf(paper))
    const scripts = await scriptsOf(paper, heads)
    const at = now()
    const all = questions.map((q) =>
      scripts.flatMap(({ answers: own }) => {
        const item = own.get(q.questionId)
        return item ? marksAgain(item, { ...of, at }) : []
      }),
    )
    const finals = all.flat().filter(({ role }) => role === 'final').length
    return told(
      all.map((x) => x.length),
      finals,
      false,
    )
  }
  if (of.markers && of.since !== undefined) {
    const at = now()
    const all = await inTurns(questions, 2, async (q) =>
      (await givenBy(paper.paperId, q.questionId, of.markers!)).flatMap((item) => marksAgain(item, { ...of, at })),
    )
    return told(
      all.map((x) => x.length),
      all.flat().filter(({ role }) => role === 'final').length,
      true,
    )
  }
  if (!(await ensureCounted(desk, { tenant: exam.owner, userId: caller.userId })))
    return refuse(markingProblems.counting)
  const { all, given } = await counted(paper)
  const n = (q: PaperQuestion, what: string): number => all.get(`${q.questionId}.${what}`) ?? 0
  const marks = questions.map((q) => {
    if (of.markers)
      return given
        .filter((g) => g.questionId === q.questionId && of.markers!.some((m) => m === g.userId))
        .reduce((sum, g) => sum + g.marked, 0)
    if (of.rule === 'both') return Math.max(0, n(q, 'first') - n(q, 'second') - n(q, 'final'))
    return markRoles.reduce((sum, role) => sum + n(q, role), 0)
  })
  const finals = of.markers || of.rule === 'both' ? 0 : questions.reduce((sum, q) => sum + n(q, 'final'), 0)
  return told(marks, finals, true)
}

export const look = async (
  paperId: string,
  wish: Wish,
  as: As,
  caller: Caller,
  may: May = managed,
): Promise<AgainLook> => {
  const asked = await judged(paperId, wish, as, caller, may)
  const seen = await lookAt(asked, caller)
  return { ...seen, resumes: seen.marks === 0 && (await failedOf(asked, as.kind)) !== null }
}

/** The newest act of any of these questions that failed, or was never begun; one near lines is another's to go on with. */
const failedOf = async ({ desk, of }: Asked, kind: As['kind']): Promise<AgainRound | null> => {
  const all = await againRounds.query(`again#${desk.paper.paperId}`, { reverse: true, consistent: true })
  const same = all.filter(
    (r) => r.kind === kind && !r.second && r.questionIds.some((id) => of.questionIds.includes(id)),
  )
  const states = await statesOf(same)
  return same.find((_, i) => states[i] === 'failed') ?? null
}

/** An act and its record, in one write, and its job; where it is there already as another says, that one's. */
export const begin = async (
  desk: StaffedDesk,
  round: AgainRound,
  changes: { field: string; after: string }[],
  caller: Caller,
  there: () => Promise<AnswerOf<typeof calls.repeatStart> | null>,
) => {
  const record = auditRecord(caller, 'marking.again', desk.paper.paperId, {
    after: round,
    reason: round.reason,
    told: { ...(round.studentIds ? { people: round.studentIds } : {}), count: round.marks, changes },
    tenant: desk.paper.owner,
  })
  if (!(await audited([againRounds.creating(round)], record)))
    return (await there()) ?? refuse(markingProblems.conflict)
  return runs(desk, round, caller)
}

/** Has the job of an act run: once, and another one where it failed. Which marks are the act's, the act says and no job. */
export const runs = async ({ exam, paper }: StaffedDesk, of: AgainRound, caller: Caller) => {
  const { paperId, attemptId } = of
  const jobId = await edit(`the job of ${attemptId}`, async () => {
    const round = (await againRounds.get(of)) ?? of
    if ((await jobNow(jobOf(round)))?.status !== jobStatus.failed) return jobOf(round)
    const next = newId<JobId>('job')
    return (await againRounds.amend(of, { jobId: next }, { jobId: round.jobId })) ? next : beaten
  })
  return startJob(markAgainJob, { paperId, attemptId }, caller, { jobId, about: paperTitle(exam, paper) })
}

/** @throws Refused againNothing, conflict, and what `look` refuses */
export const start = async (
  { paperId, attemptId, reason, ...wish }: InputOf<typeof calls.repeatStart> & Pick<AgainRound, 'since' | 'studentIds'>,
  as: As,
  caller: Caller,
  may: May = managed,
): Promise<AnswerOf<typeof calls.repeatStart>> => {
  const known = async (desk: StaffedDesk, of: Asked['of'] | null) => {
    const there = await againRounds.get({ paperId, attemptId })
    if (!there) return null
    const { kind, rule, others, markers, questionIds, studentIds, since } = there
    const own = { rule, others, markers, questionIds, studentIds, since }
    const same = canonical(own) === canonical(of ?? own) && !there.second
    return same && kind === as.kind && there.by === caller.userId
      ? runs(desk, there, caller)
      : refuse(markingProblems.conflict)
  }
  const asked = await judged(paperId, wish, as, caller, may)
  const { desk, questions, of } = asked
  const before = await known(desk, of)
  if (before) return before
  const { marks } = await lookAt(asked, caller)
  if (marks === 0) {
    const failed = await failedOf(asked, as.kind)
    return failed ? runs(desk, failed, caller) : refuse(markingProblems.againNothing)
  }
  const round: AgainRound = {
    schema: 1,
    paperId: desk.paper.paperId,
    attemptId,
    kind: as.kind,
    ...of,
    marks,
    reason,
    by: caller.userId,
    byName: caller.userName,
    at: now(),
  }
  const after = as.kind === 'reset' ? '作废重评' : againRules[as.rule]
  return begin(desk, round, [{ field: `第${numbersOf(questions)}题`, after }], caller, () => known(desk, of))
}

/** Does to one candidate's answers what the act says; again it finds nothing to do. Answers how many marks. */
export const takeBack = async (round: AgainRound, studentId: StudentId): Promise<number> => {
  let n = 0
  for (const questionId of round.questionIds) {
    const key = { paperId: round.paperId, studentId, questionId }
    n += await edit(`the answer of ${studentId}`, async () => {
      const item = await answers.get(key)
      const next = item ? marksAgain(item, round) : []
      if (!item || next.length === 0) return 0
      const asked = round.rule === 'both' ? { asked: item.imageVersion } : {}
      return (await putInPlace(item, next, asked)) ? next.length : beaten
    })
  }
  return n
}
