/**
 * Second marks where they help most. What is known of severity and scatter comes from the markers' counters, the totals
 * from the scripts; what is chosen is one act of marking again.
 */
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import { isReleased } from '#shared/exam/step.rules.ts'
import type { AnswerOf, InputOf } from '#shared/kit/call.ts'
import { canonical } from '#shared/kit/canonical.ts'
import { lifetimes } from '#shared/kit/lifetime.ts'
import { mostAgain } from '#shared/marking/again/again.types.ts'
import type { AgainRound } from '#shared/marking/again/again.types.ts'
import type { secondRead, secondStart } from '#shared/marking/again/second.calls.ts'
import { spendSecondMarks } from '#shared/marking/again/second.rules.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import { answerState, rolesOf, standing, stepOf, subjectiveOf } from '#shared/marking/marking.rules.ts'
import { severitiesOf } from '#shared/marking/quality/apart.rules.ts'
import { given, noneGiven } from '#shared/marking/quality/quality.rules.ts'
import { objectKey, putLines } from '#functions/kit/objects.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { ledgerOf } from '#functions/scan/scan.public.ts'
import { begin, judged, numbersOf, runs } from './again.commands.ts'
import { statesOf } from './again.jobs.ts'
import { mostAtOnce } from '../counts.ts'
import { managed } from '../desk/desk.ts'
import type { StaffedDesk } from '../desk/desk.ts'
import { againRounds } from '../marking.store.ts'
import { counted, ensureCounted } from '../progress.read.ts'
import { scoresOf } from '../script.rules.ts'
import { headsOf, scriptsOf } from '../scripts.ts'

/** Where no answers were marked twice, a mark is taken to scatter by so much of the full score. */
const usualScatter = 0.08
const leastPairs = 10

type Wish = InputOf<typeof secondRead>

const mayPlan = async ({ paperId }: Wish, caller: Caller) => {
  const desk = await managed(paperId, caller)
  const { arrangement, exam, paper } = desk
  if (isReleased(exam, paper.paperId)) return refuse(markingProblems.againReleased)
  if (arrangement.state === 'draft') return refuse(markingProblems.notOpen)
  if (arrangement.state === 'closing') return refuse(markingProblems.againBusy)
  if (arrangement.cut) return refuse(markingProblems.cutStands)
  if (exam.candidateCount > mostAtOnce) return refuse(markingProblems.secondTooMany, { most: mostAtOnce })
  if ((await ledgerOf(paperId)).handed === 0) return refuse(markingProblems.againImported)
  return desk
}

/** As long as what was laid down for an act is there. */
const resumesMs = lifetimes.month * 86_400_000

/** The same that was asked for and not done: going on with it does what was signed, where another plan would do more. */
const failedLike = async ({ paperId, share, lines }: Wish): Promise<AgainRound | null> => {
  const all = await againRounds.query(`again#${paperId}`, { reverse: true, consistent: true })
  const same = all.filter(
    ({ second, at }) =>
      second?.share === share && canonical(second.lines) === canonical(lines) && now() - at < resumesMs,
  )
  const states = await statesOf(same)
  return same.find((_, i) => states[i] === 'failed') ?? null
}

const planned = async (desk: StaffedDesk, { share, lines }: Wish, caller: Caller) => {
  const { arrangement, exam, paper } = desk
  await ensureCounted(desk, { tenant: exam.owner, userId: caller.userId })
  const marked = (await counted(paper)).given
  const questions = subjectiveOf(paper.questions).filter((q) => rolesOf(q).length === 1)
  const facts = questions.map((q) => factsOf(q, marked))
  const scripts = (await scriptsOf(paper, await headsOf(paper))).flatMap((script) => {
    const scores = scoresOf(script, paper.questions)
    if (script.head.state !== 'present' || scores.some((n) => n < 0)) return []
    const once = questions.flatMap((q, question) => {
      const item = script.answers.get(q.questionId)
      const state = item && answerState(q, item)
      const first = item && standing(item.first, item.imageVersion)
      if (!first || state?.kind !== 'scored' || state.by !== 'first') return []
      return [{ question, severity: facts[question]!.severities.get(first.by) ?? 0 }]
    })
    return [{ studentId: script.head.studentId, total: scores.reduce((sum, n) => sum + n, 0), once }]
  })
  const once = scripts.reduce((n, s) => n + s.once.length, 0)
  const model = { scripts, variances: facts.map((f) => f.variance), lines }
  const plan = spendSecondMarks(model, (once * share) / 100)
  const of = questions.map((q, i) => ({
    q,
    students: plan.picks.filter((p) => p.question === i).map((p) => scripts[p.script]!.studentId),
    assumed: facts[i]!.assumed,
  }))
  return { plan, once, of, reopens: arrangement.state === 'closed' }
}

/** Of one question what each of its markers gives beside the others, and how far a mark lies about the true score. */
const factsOf = (q: PaperQuestion, marked: Awaited<ReturnType<typeof counted>>['given']) => {
  const own = marked.filter((g) => g.questionId === q.questionId)
  const whole = own.reduce((sum, g) => given(sum, g), noneGiven)
  // Of the difference of two marks the variance is twice that of one; each pair is told by both of its markers.
  const { n, squares } = whole.pairs
  const severities = severitiesOf(
    own.map((g) => ({ own: g, others: given(whole, g, -1) })),
    stepOf(q),
    false,
  )
  const assumed = n / 2 < leastPairs
  return {
    severities: new Map(own.map((g, i) => [g.userId as string, severities[i]?.value ?? 0] as const)),
    variance: assumed ? (usualScatter * q.fullScore) ** 2 : Math.max(squares / n / 2, stepOf(q) ** 2 / 12),
    assumed,
  }
}

export const secondLook = async (input: Wish, caller: Caller): Promise<AnswerOf<typeof secondRead>> => {
  const desk = await mayPlan(input, caller)
  const failed = await failedLike(input)
  const { plan, once, of, reopens } = await planned(desk, input, caller)
  return {
    once,
    picks: plan.picks.length,
    questions: of.flatMap(({ q, students }) =>
      students.length > 0 ? [{ number: q.number, picks: students.length }] : [],
    ),
    candidates: new Set(plan.picks.map((p) => p.script)).size,
    error: plan.error,
    assumed: of.flatMap(({ q, assumed }) => (assumed ? [q.number] : [])),
    reopens,
    ...(failed ? { resumes: failed.marks } : {}),
  }
}

/**
 * One act, however many answers: which they are is laid down before it is asked for, so that its job, begun again where
 * it failed, does what was signed and no more. @throws Refused againNothing, and what an act of marking again refuses
 */
export const startSecond = async (
  { reason, attemptId, ...wish }: InputOf<typeof secondStart>,
  caller: Caller,
): Promise<AnswerOf<typeof secondStart>> => {
  const { paperId, share, lines } = wish
  // Sent again it is the act that there is: another plan would ask for other answers.
  const known = async () => {
    const there = await againRounds.get({ paperId, attemptId })
    if (!there) return null
    const same = there.second?.share === share && canonical(there.second.lines) === canonical(lines)
    return same && there.by === caller.userId
      ? runs(await managed(paperId, caller), there, caller)
      : refuse(markingProblems.conflict)
  }
  const before = await known()
  if (before) return before
  const there = await mayPlan(wish, caller)
  const failed = await failedLike(wish)
  if (failed) return runs(there, failed, caller)
  const { of, plan } = await planned(there, wish, caller)
  const asked = of.filter(({ students }) => students.length > 0)
  if (asked.length === 0) return refuse(markingProblems.againNothing)
  const questionIds = asked.map(({ q }) => q.questionId)
  const { desk, questions } = await judged(paperId, { questionIds }, { kind: 'remark', rule: 'both' }, caller, managed)
  const { owner, examId } = desk.paper
  // Under a name of its own: of two who plan at once, the one whose act is stored is the one that is done.
  const id = newId<string>('file')
  const planKey = objectKey(id, owner, 'marking', examId, 'export', 'second', `${id}.jsonl`)
  await putLines(
    planKey,
    asked.flatMap(({ q, students }) =>
      Array.from({ length: Math.ceil(students.length / mostAgain.students) }, (_, i) => ({
        questionId: q.questionId,
        studentIds: students.slice(i * mostAgain.students, (i + 1) * mostAgain.students),
      })),
    ),
  )
  const round: AgainRound = {
    schema: 1,
    paperId: desk.paper.paperId,
    attemptId,
    kind: 'remark',
    rule: 'both',
    others: true,
    questionIds,
    second: { share, lines, planKey },
    marks: plan.picks.length,
    reason,
    by: caller.userId,
    byName: caller.userName,
    at: now(),
  }
  const changes = [{ field: `第${numbersOf(questions)}题`, after: `按分数线加${share}%二评` }]
  return begin(desk, round, changes, caller, known)
}
