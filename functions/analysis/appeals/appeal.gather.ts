/** The change set of appeals, as its job makes it: which were decided for another score, and that they are in it. */
import { analysisProblems } from '#shared/analysis/analysis.problems.ts'
import { readingFaults } from '#shared/analysis/appeals/choice.rules.ts'
import { appealState } from '#shared/analysis/appeals/appeal.rules.ts'
import type { ChangeEdit, ChangeSet, ChangeValue, LeftOut } from '#shared/analysis/changes/change.types.ts'
import { editFaults, editsInWords, setFaults } from '#shared/analysis/changes/change.words.ts'
import type { Paper } from '#shared/exam/exam.types.ts'
import { bracketed } from '#shared/kit/problem.ts'
import { beaten, edit } from '#functions/kit/edit.ts'
import { getJson, putJson, sizeOf } from '#functions/kit/objects.ts'
import { newId } from '#functions/kit/ports.ts'
import { transact } from '#functions/kit/table.ts'
import { inPieces } from '#functions/kit/turns.ts'
import { changeKey } from '../analysis.store.ts'
import type { AsItStands } from '../changes/change.read.ts'
import { sizes } from '../sizes.ts'
import { eachAppeal, setStates } from './appeal.read.ts'
import { appeals, counting } from './appeal.store.ts'

type SetEdit = Extract<ChangeEdit, { kind: 'set' }>
const idOf = (of: { studentId: string; questionId: string }): string => `${of.studentId}#${of.questionId}`

/** Appeals that one transaction names, beside the sixteen rows of their counters. */
const namedTogether = 80
/** So many that are left out are told by name. */
const mostTold = 20

/**
 * Puts the set into the appeals that these edits are of. Answers how many cannot be: answered otherwise since, or taken up by
 * another set.
 */
const name = (paper: Paper, set: ChangeSet, edits: readonly SetEdit[]): Promise<number> =>
  edit(`the appeals in ${set.changeId}`, async () => {
    const there = await appeals.getMany(edits.map((e) => ({ ...e, paperId: paper.paperId })))
    const stateIn = await setStates(paper, there)
    const asked = new Map(edits.map((e) => [idOf(e), e.score]))
    const meant = there.filter((a) => a.decision?.kind === 'change' && a.decision.score === asked.get(idOf(a)))
    const held = meant.filter((a) => a.changeId === set.changeId)
    const free = meant.filter((a) => a.changeId !== set.changeId && appealState(a, stateIn) === 'decided')
    const strange = edits.length - held.length - free.length
    if (strange > 0 || free.length === 0) return strange
    const changes = free.map((before) => ({ before, after: { ...before, changeId: set.changeId } }))
    const writes = [
      ...free.map((a) => appeals.saving({ ...a, changeId: set.changeId })),
      ...counting(paper.paperId, changes),
    ]
    return (await transact(writes, newId('attempt'))) ? 0 : beaten
  })

type Gathered = { edits: readonly SetEdit[]; leftOut?: LeftOut }

/**
 * What was decided for another score and is in no set, as many as one set may hold. What does not fit any more, of a question
 * that was voided or is worth less since, stays decided and is told: one of them does not keep the others waiting.
 */
const decidedOf = async (paper: Paper, { questions, base, edits: inForce }: AsItStands): Promise<Gathered> => {
  const byId = new Map(questions.map((q) => [q.questionId, q]))
  const before = new Map(base.map((q) => [q.questionId, q]))
  // By question: a set of thousands of single scores is not searched for each appeal.
  const editsOfAll = Map.groupBy(inForce, (e) => ('questionId' in e ? e.questionId : null))
  const edits: SetEdit[] = []
  const leftOut: LeftOut = { n: 0, first: [] }
  for await (const some of eachAppeal(paper)) {
    for (const { appeal, state } of some) {
      if (state !== 'decided') continue
      const { studentId, questionId } = appeal
      const { score, letters } = appeal.decision!
      const edit: SetEdit = {
        kind: 'set',
        questionId,
        studentId,
        score: score!,
        ...(letters === undefined ? {} : { letters }),
      }
      const question = before.get(questionId)
      const keyed = question && { question, edits: editsOfAll.get(questionId) ?? [] }
      const faults = [...setFaults(edit, byId.get(questionId)), ...(keyed ? readingFaults(keyed, edit) : [])]
      if (faults.length === 0) edits.push(edit)
      else if (++leftOut.n <= mostTold)
        leftOut.first.push({ studentId, questionId, score: edit.score, why: faults.join('，') })
    }
    if (edits.length >= sizes.gathered) break
  }
  return { edits: edits.slice(0, sizes.gathered), ...(leftOut.n > 0 ? { leftOut } : {}) }
}

/**
 * The edits of a set that is made of appeals. They are written once and then named, so that a job which was cut off goes on
 * with the same ones. The set is refused where none can be changed so, or one is answered otherwise in between.
 */
export const gatherAppeals = async (
  paper: Paper,
  set: ChangeSet,
  stands: AsItStands,
): Promise<({ edits: readonly ChangeEdit[]; says: string[] } | { refused: string }) & { leftOut?: LeftOut }> => {
  const key = changeKey(paper, set.changeId, 'edits.json')
  const stored = (await sizeOf(key)) !== null
  const { edits, leftOut } = stored ? await getJson<Gathered>(key) : await decidedOf(paper, stands)
  const left = leftOut ? { leftOut } : {}
  if (edits.length === 0)
    return { refused: leftOut ? '已答复改分的申诉都不能改' : analysisProblems.noDecided.message, ...left }
  const { questions } = stands
  const faults = editFaults(edits, questions)
  if (faults.length > 0) return { refused: bracketed(faults.slice(0, 20)), ...left }
  const value: ChangeValue = { schema: 1, edits, ...left }
  // Two attempts at once: both go on with what the first has written.
  if (!stored && !(await putJson(key, value))) return gatherAppeals(paper, set, stands)
  for (const some of inPieces(edits, namedTogether))
    if ((await name(paper, set, some)) > 0) return { refused: '有申诉刚刚改了答复，请再合并一次', ...left }
  return { edits, says: editsInWords(edits, questions), ...left }
}
