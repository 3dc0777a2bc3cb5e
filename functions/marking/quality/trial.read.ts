/** Trials as they are shown, and whether one stands before live work. */
import { createHash } from 'node:crypto'
import { isJoint } from '#shared/exam/exam.rules.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import type { AnswerOf, InputOf } from '#shared/kit/call.ts'
import type { UserId } from '#shared/kit/ids.ts'
import { blockOf } from '#shared/marking/groups/group.rules.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import { stepOf } from '#shared/marking/marking.rules.ts'
import type { MarkRole } from '#shared/marking/marking.types.ts'
import { qualityOf, seedTolerance } from '#shared/marking/quality/seed.rules.ts'
import type { Standard } from '#shared/marking/quality/standard.types.ts'
import type * as calls from '#shared/marking/quality/trial.calls.ts'
import { pointAgreement, trialAgreement, trialOfAll } from '#shared/marking/quality/trial.rules.ts'
import { memo } from '#functions/kit/memo.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { courseTeachers, deskNow, deskOf, ownTeacher, questionIn, rolesFor } from '../desk/desk.ts'
import type { Desk, StaffedDesk } from '../desk/desk.ts'
import { markerNames } from '../markerNames.ts'
import { requirePassword } from '../password.commands.ts'
import { picturesOf, signed } from '../answerPictures.ts'
import { rubricShown } from '../rubric/rubric.store.ts'
import { ledIn, standingOnes } from './standard.read.ts'
import { standardsOf } from './standard.store.ts'
import { trialSheets, trialsOf } from './trial.store.ts'

export const trialRuleOf = ({ arrangement, exam }: Pick<Desk, 'arrangement' | 'exam'>, questionId: string) =>
  qualityOf(arrangement, questionId, isJoint(exam)).trial

/** Its answers, each with the picture that was agreed on, in an order that says nothing. */
export const trialAnswers = async (of: { paperId: string; questionId: string }) => {
  const chosen = (await standardsOf(of)).filter((s) => s.use === 'trial')
  return (await standingOnes(chosen)).toSorted((a, b) => (a.standard.studentId < b.standard.studentId ? -1 : 1))
}

/** What a marker's desk calls an answer of the trial: whose it is, is not told. */
export const trialKey = ({ questionId, studentId }: Pick<Standard, 'questionId' | 'studentId'>, me: UserId): string =>
  createHash('sha256').update(`${questionId}|${studentId}|${me}`).digest('hex').slice(0, 24)

/** Who has passed has passed for good. */
const passed = memo(
  600,
  async (paperId: string, questionId: string, userId: string) => {
    const state = (await trialSheets.get({ paperId, questionId, userId }))?.state
    return state === 'passed' || state === 'byHand'
  },
  { keep: (is) => is },
)

/** What stands between a marker and live work of a question; null: nothing. */
export const trialBefore = async (
  desk: Pick<Desk, 'arrangement' | 'exam' | 'paper'>,
  questionId: PaperQuestion['questionId'],
  me: UserId,
): Promise<'preparing' | 'going' | 'failed' | null> => {
  const rule = trialRuleOf(desk, questionId)
  const { paperId } = desk.paper
  if (!rule || (await passed(paperId, questionId, me))) return null
  if (!rule.begun) return 'preparing'
  // A question of the group of which no answer was chosen has no trial.
  if ((await trialAnswers({ paperId, questionId })).length === 0) return null
  return (await trialSheets.get({ paperId, questionId, userId: me }))?.state === 'failed' ? 'failed' : 'going'
}

/** The roles in which a marker may be handed live work. @throws Refused trialPreparing, trialNeeded, trialFailed */
export const afterTrial = async (
  desk: Desk,
  q: PaperQuestion,
  roles: readonly MarkRole[],
  me: UserId,
): Promise<MarkRole[]> => {
  if (roles.every((r) => r === 'final')) return [...roles]
  const before = await trialBefore(desk, q.questionId, me)
  if (before === null) return [...roles]
  const arbitrates = roles.filter((r) => r === 'final')
  if (arbitrates.length > 0) return arbitrates
  return refuse(
    {
      preparing: markingProblems.trialPreparing,
      going: markingProblems.trialNeeded,
      failed: markingProblems.trialFailed,
    }[before],
  )
}

/** The desk of a trial that the caller is to do. @throws Refused */
export const trialOf = async (of: { paperId: string; questionId: string }, caller: Caller) => {
  const desk = await deskOf(of.paperId)
  const q = questionIn(desk, of.questionId)
  if (desk.arrangement.state !== 'open') return refuse(markingProblems.notOpen)
  const roles = rolesFor(desk, q, caller, await ownTeacher(desk, caller))
  if (!roles.some((r) => r !== 'final')) return refuse(markingProblems.notMarker)
  await requirePassword(desk, caller)
  const rule = trialRuleOf(desk, q.questionId) ?? refuse(markingProblems.noTrial)
  return { desk, q, rule }
}

export const trialDeskRead = async (
  { paperId, questionId }: InputOf<typeof calls.trialDesk>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.trialDesk>> => {
  const { desk, q, rule } = await trialOf({ paperId, questionId }, caller)
  const head = {
    examName: `${desk.exam.examName} · ${desk.paper.courseName}`,
    question: { ...q, step: stepOf(q) },
    rule,
    rubric: await rubricShown(paperId, q.questionId),
  }
  if (!rule.begun) return { ...head, state: 'preparing', answers: [], result: null }
  const [all, sheet] = await Promise.all([
    trialAnswers({ paperId, questionId }),
    trialSheets.get({ paperId, questionId, userId: caller.userId }),
  ])
  const own = new Map((sheet?.marks ?? []).map((m) => [m.studentId, m]))
  const over = sheet !== null && sheet.state !== 'going' && sheet.result !== undefined
  // Who has failed may be given the same answers again, and would pass by copying.
  const told = over && sheet.state !== 'failed'
  const right = all.map(({ standard }) => standard)
  return {
    ...head,
    state: sheet?.state ?? 'going',
    answers: await Promise.all(
      all.map(async ({ standard, shown }) => ({
        key: trialKey(standard, caller.userId),
        images: await signed(picturesOf(shown, questionId).shown),
        score: own.get(standard.studentId)?.score ?? null,
        ...pointsOf(own.get(standard.studentId)),
        ...(told ? { right: { score: standard.score, ...pointsOf(standard), reason: standard.reason } } : {}),
      })),
    ),
    result: over ? trialAgreement(q, sheet.marks, right) : null,
  }
}

const pointsOf = (of: { points?: string | undefined } | undefined) =>
  of?.points === undefined ? {} : { points: of.points }

/** Who marks a question without being its arbitrator alone. */
export const markersFor = (desk: StaffedDesk, questionId: string): UserId[] => {
  const named = desk.arrangement.questions.find((x) => x.questionId === questionId)?.markers ?? []
  return named.length > 0 ? [...named] : courseTeachers(desk).flatMap((t) => t.userId ?? [])
}

export const trialReportRead = async (
  { paperId, questionId }: InputOf<typeof calls.trialReport>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.trialReport>> => {
  const desk = await deskNow(paperId)
  const chosen = (await standardsOf({ paperId })).filter((s) => s.use === 'trial')
  const count = (id: string): number => chosen.filter((s) => s.questionId === id).length
  // What has a trial comes first, where nothing was asked for.
  const { led, asked: q } = ledIn(desk, caller, questionId, (x) => count(x.questionId) > 0)
  const of = { paperId, questionId: q.questionId }
  const [all, sheets, rubric] = await Promise.all([trialAnswers(of), trialsOf(of), rubricShown(paperId, q.questionId)])
  const right = all.map(({ standard }) => standard)
  const nameOf = markerNames(desk, caller)
  const known = new Map(sheets.map((s) => [s.userId, s]))
  const users = [...new Set([...markersFor(desk, q.questionId), ...known.keys()])]
  const whole = trialOfAll(
    q,
    sheets.map((s) => s.marks),
    right,
  )
  return {
    state: desk.arrangement.state,
    questions: led.map((x) => ({
      questionId: x.questionId,
      number: x.number,
      fullScore: x.fullScore,
      step: stepOf(x),
      lead: blockOf(desk.arrangement, x.questionId)[0] ?? x.questionId,
      trial: trialRuleOf(desk, x.questionId) ?? null,
      answers: count(x.questionId),
    })),
    questionId: q.questionId,
    tolerance: seedTolerance(q),
    markers: users
      .map((userId) => {
        const sheet = known.get(userId)
        const marks = sheet?.marks ?? []
        return {
          userId,
          markerName: nameOf(userId),
          state: sheet?.state ?? null,
          round: sheet?.round ?? 0,
          done: right.filter((r) => marks.some((m) => m.studentId === r.studentId)).length,
          agreement: trialAgreement(q, marks, right),
          ...(sheet?.byName === undefined ? {} : { byName: sheet.byName }),
          ...(sheet?.reason === undefined ? {} : { reason: sheet.reason }),
        }
      })
      .sort((a, b) => a.markerName.localeCompare(b.markerName, 'zh-CN')),
    all: { markers: whole.markers, agreement: whole.agreement, icc: whole.icc },
    points: pointAgreement(rubric, sheets, right),
    answers: await Promise.all(
      all.map(async ({ standard, shown }, i) => {
        const { mean, low, high } = whole.answers[i]!
        return {
          key: trialKey(standard, caller.userId),
          images: await signed(picturesOf(shown, q.questionId).shown),
          right: standard.score,
          reason: standard.reason,
          mean,
          low: mean === null ? null : low,
          high: mean === null ? null : high,
        }
      }),
    ),
  }
}
