/** What a question's score is made of: said by who leads its marking, on record. */
import { isReleased } from '#shared/exam/step.rules.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import type { AnswerOf, InputOf } from '#shared/kit/call.ts'
import { showScore } from '#shared/kit/score.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import type { MarkValue } from '#shared/marking/marking.types.ts'
import type * as calls from '#shared/marking/rubric/rubric.calls.ts'
import { offered, rubricFault, scoreBy, withTyped } from '#shared/marking/rubric/rubric.rules.ts'
import { rubricKinds } from '#shared/marking/rubric/rubric.types.ts'
import type { Rubric } from '#shared/marking/rubric/rubric.types.ts'
import { notesSeenBy } from '#functions/exam/tools/disclosure.public.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { deskNow, deskOf, ownTeacher, questionIn, rolesFor } from '../desk/desk.ts'
import { leadsQuestion, ledBy, ledIn } from '../quality/standard.read.ts'
import { replaysShown } from './replay.read.ts'
import { proposingBy } from '../reader/proposing.ts'
import { byPoints, rubricNow, rubrics, rubricShown, rubricsOf } from './rubric.store.ts'

/** For who marks: nothing where none is set, or all of it was taken away. */
export const rubricRead = async (
  { paperId, questionId }: InputOf<typeof calls.rubric>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.rubric>> => {
  const desk = await deskOf(paperId)
  const q = questionIn(desk, questionId)
  const marks = rolesFor(desk, q, caller, await ownTeacher(desk, caller)).length > 0
  if (!marks && !leadsQuestion(desk, questionId, caller)) return refuse(markingProblems.notMarker)
  const [shown, proposes, notesTo] = await Promise.all([
    rubricShown(paperId, questionId),
    proposingBy({ paperId, questionId }),
    notesSeenBy(desk.exam, caller),
  ])
  return { rubric: shown, ...(proposes ? { proposes: true as const } : {}), notesTo }
}

export const rubricDetail = async (
  { paperId, questionId }: InputOf<typeof calls.rubricDetail>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.rubricDetail>> => {
  const desk = await deskNow(paperId)
  const { led, asked } = ledIn(desk, caller, questionId)
  const all = new Map((await rubricsOf(paperId)).map((r) => [r.questionId, r]))
  return {
    state: desk.arrangement.state,
    questions: led.map(({ questionId: id, number, fullScore, markStep }) => {
      const own = all.get(id)
      return {
        questionId: id,
        number,
        fullScore,
        ...(markStep === undefined ? {} : { markStep }),
        points: own ? offered(own).length : 0,
      }
    }),
    questionId: asked.questionId,
    rubric: all.get(asked.questionId) ?? null,
    released: isReleased(desk.exam, paperId),
    replays: await replaysShown(paperId, asked.questionId),
  }
}

const inWords = ({ kind, points }: Pick<Rubric, 'kind' | 'points'>): string =>
  `${rubricKinds[kind]}，${offered({ points }).length}点，${offered({ points })
    .map((p) => `${p.name}${showScore(p.score)}分`)
    .join('、')}`.slice(0, 200)

/** @throws Refused badRubric, rubricKind */
export const saveRubric = async (
  input: InputOf<typeof calls.saveRubric>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.saveRubric>> => {
  const { paperId, questionId, kind, points, version } = input
  const { desk, q } = await ledBy(input, caller)
  const { state } = desk.arrangement
  if (state === 'closing' || state === 'closed') return refuse(markingProblems.arrangedClosed)
  const fault = rubricFault(q, kind, points)
  if (fault) return refuse(markingProblems.badRubric, { why: fault.text })
  const before = await rubrics.get({ paperId, questionId })
  if ((before?.version ?? 0) !== version) return refuseStale(rubrics, { ...input, version })
  const begun = state !== 'draft'
  // What was chosen adds up in one way.
  if (begun && before && before.points.length > 0 && before.kind !== kind) return refuse(markingProblems.rubricKind)
  const next = withTyped(before?.points ?? [], points, begun)
  if (!next) return refuse(markingProblems.badRubric, { why: '改动的次数太多' })
  const row: Rubric = {
    schema: 1,
    paperId: desk.paper.paperId,
    questionId: q.questionId,
    kind,
    points: next,
    version: before?.version ?? 1,
  }
  const record = auditRecord(caller, 'marking.saveRubric', paperId, {
    before: before ?? null,
    after: row,
    told: {
      count: offered(row).length,
      changes: [{ field: `第${q.number}题`, after: inWords(row), ...(before ? { before: inWords(before) } : {}) }],
    },
    tenant: desk.paper.owner,
  })
  if (!(await audited([before ? rubrics.saving(row) : rubrics.creating(row)], record)))
    await refuseStale(rubrics, { ...input, version })
  rubricNow.forget()
  byPoints.forget()
  return { version: before ? before.version + 1 : 1 }
}

/** A mark that names points is what they come to. @throws Refused badPoints */
export const checkPoints = async (paperId: string, q: PaperQuestion, value: MarkValue): Promise<void> => {
  if (value.kind !== 'score' || value.points === undefined) return
  const row = await rubricNow(paperId, q.questionId)
  // A point that was added just now is seen by who asks again.
  const known = row && scoreBy(row, q, value.points) === value.score
  const fresh = known ? row : await rubrics.get({ paperId, questionId: q.questionId })
  if (!fresh || scoreBy(fresh, q, value.points) !== value.score) return refuse(markingProblems.badPoints)
}
