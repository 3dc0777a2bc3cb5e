/**
 * How the marks of questions become scores, said where their marking is arranged. Marks that were given stay; what a rule
 * asks for beside them is handed out by the job that opens marking, as late pages are.
 */
import { paperTitle } from '#shared/exam/exam.rules.ts'
import type { PaperQuestion, Settling } from '#shared/exam/exam.types.ts'
import type { AnswerOf, InputOf } from '#shared/kit/call.ts'
import type { saveSettling } from '#shared/marking/groups/group.calls.ts'
import { openMarkingJob } from '#shared/marking/marking.jobs.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import { ruleOf } from '#shared/marking/settle.rules.ts'
import { pause } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { startJob } from '#functions/kit/work.ts'
import { saveQuestions } from '#functions/exam/paper.public.ts'
import { fenceMs, forgetDesks, managed, questionIn, shortOfMarkers } from '../desk/desk.ts'
import { isImporting } from '../imports/import.taking.ts'
import { arrangements } from '../marking.store.ts'

type Wish = Pick<InputOf<typeof saveSettling>, 'markers' | 'tolerance' | 'settle'>

/** What says something of a question that is marked so often; a share stands in the place of the points. */
const withRule = ({ settle: _former, ...q }: PaperQuestion, { markers, tolerance, settle }: Wish): PaperQuestion => {
  const { sample, extremes, share, two, beyond } = settle
  const once = markers === 1 ? { ...(sample ? { sample } : {}), ...(extremes ? { extremes } : {}) } : {}
  const isPair = markers === 2 || Object.keys(once).length > 0
  const own: Settling = {
    ...once,
    ...(isPair && share !== undefined ? { share } : {}),
    ...(isPair && two ? { two } : {}),
    ...(isPair && beyond ? { beyond } : {}),
  }
  return { ...q, markers, tolerance: isPair ? tolerance : 0, ...(Object.keys(own).length > 0 ? { settle: own } : {}) }
}

export const saveRule = async (
  input: InputOf<typeof saveSettling>,
  caller: Caller,
): Promise<AnswerOf<typeof saveSettling>> => {
  const { paperId, version } = input
  const desk = await managed(paperId, caller)
  const { paper, exam, arrangement } = desk
  if (arrangement.state === 'closing' || arrangement.state === 'closed') return refuse(markingProblems.arrangedClosed)
  if (await isImporting(arrangement)) return refuse(markingProblems.importing)
  const chosen = new Set<string>(input.questionIds.map((id) => questionIn(desk, id).questionId))
  const questions = paper.questions.map((q) => (chosen.has(q.questionId) ? withRule(q, input) : q))
  const own = questions.filter((q) => chosen.has(q.questionId))
  const wide = own.filter((q) => ruleOf(q).tolerance > q.fullScore)
  if (wide.length > 0) return refuse(markingProblems.tooWide, { numbers: wide.map((q) => q.number).join('、') })
  // While it is marked no answer may wait for a marker whom there is not (I5).
  const open = arrangement.state === 'open'
  const next = { ...paper, questions }
  const short = open ? shortOfMarkers({ ...desk, paper: next }, caller).filter((s) => chosen.has(s.questionId)) : []
  if (short.length > 0) return refuse(markingProblems.tooFewMarkers, { numbers: short.map((s) => s.number).join('、') })
  const saved = await saveQuestions(paper, questions, version, caller)
  forgetDesks()
  // Opened since it was looked at, the opening may have read the paper before this was saved.
  const since = open ? arrangement : await arrangements.get({ paperId: paper.paperId })
  if (since?.state !== 'open') return { version: saved.version }
  // The stream may judge marks by the rule that it remembers for as long: the job finds them, and hands on what they lack.
  await pause(fenceMs)
  const { uuid } = await startJob(
    openMarkingJob,
    { paperId: paper.paperId, ...(since.override ? { override: since.override } : {}) },
    caller,
    { about: paperTitle(exam, paper) },
  )
  return { version: saved.version, uuid }
}
