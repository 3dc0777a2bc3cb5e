/**
 * Handing out: the next bundle of a question, and with it those of the same answers in the other questions of its group,
 * which the desk shows at once. Each stays a bundle of one question under a claim of its own (I18), and each mark its own
 * write (I1): where one question is split off, or one bundle is another's, the rest is marked all the same.
 */
import { isJoint } from '#shared/exam/exam.rules.ts'
import type { ExamTeacher, PaperQuestion } from '#shared/exam/exam.types.ts'
import type { AnswerOf, InputOf } from '#shared/kit/call.ts'
import type { BundleId, QuestionId } from '#shared/kit/ids.ts'
import { togetherOf } from '#shared/marking/groups/together.rules.ts'
import type * as markingCalls from '#shared/marking/marking.calls.ts'
import type { ClaimedBundle } from '#shared/marking/claimed.types.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import { stepOf, subjectiveOf } from '#shared/marking/marking.rules.ts'
import type { Bundle, MarkRole } from '#shared/marking/marking.types.ts'
import { refuse, Refused } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { notPaused, rolesLeft } from '../groups/group.commands.ts'
import { requireReadTime } from '../groups/readTime.commands.ts'
import { setsShown } from '../intelligent/sheet.read.ts'
import { requirePassword } from '../password.commands.ts'
import { notStopped } from '../quality/seed.commands.ts'
import { woven } from '../quality/seed.weave.ts'
import { afterTrial } from '../quality/trial.read.ts'
import { byPoints } from '../rubric/rubric.store.ts'
import { claimerFor, holdsEnough, leftFor, ofOwnSchool, prepare } from './claim.commands.ts'
import { claimNext, claimSame, giveBack, heldBy, prolong } from './claims.ts'
import { deskOf, ownTeacher, questionIn, rolesFor } from './desk.ts'
import type { Desk } from './desk.ts'

/** For whom, and of what bundles they have in hand already. */
type Taking = { desk: Desk; caller: Caller; teacher: ExamTeacher | null; besides: readonly BundleId[] }
type Taken = { bundle: Bundle; told: ClaimedBundle }

/** Roles in which the caller may be handed answers of a question now. @throws Refused */
const ready = async ({ desk, caller, teacher, besides }: Taking, q: PaperQuestion, role: MarkRole | undefined) => {
  const roles = rolesFor(desk, q, caller, teacher).filter((r) => role === undefined || r === role)
  if (roles.length === 0) return refuse(markingProblems.notMarker)
  requireReadTime(desk, caller)
  await requirePassword(desk, caller)
  const able = await afterTrial(desk, q, notPaused(desk, q.questionId, roles, caller.userId), caller.userId)
  return notStopped(desk, q, able, caller.userId, besides)
}

const toldOf = async (
  { desk, caller, teacher }: Taking,
  q: PaperQuestion,
  bundle: Bundle,
  answers: ClaimedBundle['answers'],
): Promise<ClaimedBundle> => ({
  bundle,
  question: { ...q, step: stepOf(q) },
  answers,
  ...(bundle.sets ? { sets: setsShown(bundle, answers) } : {}),
  left: await leftFor(bundle, claimerFor(desk, caller, teacher, bundle.role)),
})

const takeOf = async (taking: Taking, q: PaperQuestion, role: MarkRole | undefined): Promise<Taken> => {
  const { desk, caller, teacher, besides } = taking
  const { paperId } = desk.paper
  const { roles: able, warnedNow } = await ready(taking, q, role)
  const taken = async (bundle: Bundle, views: ClaimedBundle['answers']): Promise<Taken> => {
    const told = await toldOf(taking, q, bundle, views)
    return { bundle, told: { ...told, ...((await warnedNow()) ? { warned: true as const } : {}) } }
  }
  const held = await heldBy(paperId, q.questionId, caller.userId)
  for (const own of held.filter((b) => able.includes(b.role) && !besides.includes(b.bundleId))) {
    const bundle = await prolong(own)
    const views = await prepare(q, bundle)
    if (views) return taken(bundle, views)
  }
  if (holdsEnough(held)) return refuse(markingProblems.nothingLeft)
  for (const next of await rolesLeft(desk, q.questionId, able, caller.userId)) {
    const claimer = claimerFor(desk, caller, teacher, next)
    // A bundle that another marker holds or has done leaves the queue, so this ends.
    const one = () => claimNext(desk.paper, q.questionId, next, claimer, woven(desk, q, claimer))
    for (let bundle = await one(); bundle; bundle = await one()) {
      if (!desk.arrangement.ownSchools && (await ofOwnSchool(desk.exam, bundle, caller))) {
        await giveBack(bundle, true)
        continue
      }
      const views = await prepare(q, bundle)
      if (views) return taken(bundle, views)
    }
  }
  return refuse(markingProblems.nothingLeft)
}

/** Of another question the bundle of the same answers; null where there is none for this caller. It is bound by no quota: that is passed by less than a bundle. */
const joinedTo = async (taking: Taking, lead: Bundle, q: PaperQuestion): Promise<ClaimedBundle | null> => {
  const { desk, caller, teacher } = taking
  try {
    await ready(taking, q, lead.role)
  } catch (error) {
    if (error instanceof Refused) return null
    throw error
  }
  const claimer = claimerFor(desk, caller, teacher, lead.role)
  const bundle = await claimSame({ ...lead, questionId: q.questionId }, claimer)
  const views = bundle && (await prepare(q, bundle))
  return views ? toldOf(taking, q, bundle, views) : null
}

/** The questions that are shown with this one, itself among them; none where it is marked by itself. */
export const shownTogether = async (
  { arrangement, exam, paper }: Pick<Desk, 'arrangement' | 'exam' | 'paper'>,
  questionId: QuestionId,
): Promise<PaperQuestion[]> => {
  if (!arrangement.blocks) return []
  const questions = subjectiveOf(paper.questions)
  const ids = togetherOf(arrangement, questionId, {
    joint: isJoint(exam),
    order: questions.map((q) => q.questionId),
    byPoints: await byPoints(paper.paperId),
  })
  return questions.filter((q) => ids.includes(q.questionId))
}

/** The first of these of which there is something; where there is nothing of any, why not of the first that says so. */
const firstOf = async (taking: Taking, questions: readonly PaperQuestion[], role: MarkRole | undefined) => {
  let why: Refused | null = null
  for (const q of questions)
    try {
      return { q, ...(await takeOf(taking, q, role)) }
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      if (!why || why.problem.status === markingProblems.nothingLeft.status) why = error
    }
  throw why!
}

export const takeBundle = async (
  { paperId, questionId, role, besides = [], together }: InputOf<typeof markingCalls.claimBundle>,
  caller: Caller,
): Promise<AnswerOf<typeof markingCalls.claimBundle>> => {
  const desk = await deskOf(paperId)
  const q = questionIn(desk, questionId)
  if (desk.arrangement.state !== 'open') return refuse(markingProblems.notOpen)
  const taking = { desk, caller, teacher: await ownTeacher(desk, caller), besides }
  const group = together ? await shownTogether(desk, questionId) : []
  if (group.length === 0) return (await takeOf(taking, q, role)).told
  const lead = await firstOf(taking, group, role)
  const joined: ClaimedBundle[] = []
  for (const other of group)
    if (other !== lead.q) {
      const same = await joinedTo(taking, lead.bundle, other)
      if (same) joined.push(same)
    }
  return { ...lead.told, joined }
}
