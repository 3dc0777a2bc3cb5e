/** The change set of appeals, as its job makes it: which were decided for another score, and that they are in it. */
import { analysisProblems } from '#shared/analysis/analysis.problems.ts'
import { appealState } from '#shared/analysis/appeals/appeal.rules.ts'
import type { ChangeEdit, ChangeSet, ChangeValue } from '#shared/analysis/changes/change.types.ts'
import { editFaults, editsInWords } from '#shared/analysis/changes/change.words.ts'
import type { Paper, PaperQuestion } from '#shared/exam/exam.types.ts'
import { bracketed } from '#shared/kit/problem.ts'
import { beaten, edit } from '#functions/kit/edit.ts'
import { getJson, putJson, sizeOf } from '#functions/kit/objects.ts'
import { newId } from '#functions/kit/ports.ts'
import { transact } from '#functions/kit/table.ts'
import { changeKey } from '../analysis.store.ts'
import { sizes } from '../sizes.ts'
import { eachAppeal, setStates } from './appeal.read.ts'
import { appeals, counting } from './appeal.store.ts'

type SetEdit = Extract<ChangeEdit, { kind: 'set' }>
const idOf = (of: { studentId: string; questionId: string }): string => `${of.studentId}#${of.questionId}`

/** Appeals that one transaction names, beside the sixteen rows of their counters. */
const namedTogether = 80

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

/** What was decided for another score and is in no set, as many as one set may hold. */
const decidedOf = async (paper: Paper): Promise<SetEdit[]> => {
  const found: SetEdit[] = []
  for await (const some of eachAppeal(paper)) {
    for (const { appeal: a, state } of some)
      if (state === 'decided')
        found.push({ kind: 'set', questionId: a.questionId, studentId: a.studentId, score: a.decision!.score! })
    if (found.length >= sizes.gathered) break
  }
  return found.slice(0, sizes.gathered)
}

/**
 * The edits of a set that is made of appeals. They are written once and then named, so that a job which was cut off goes on
 * with the same ones. The set is refused where one cannot be changed so, or is answered otherwise in between.
 */
export const gatherAppeals = async (
  paper: Paper,
  set: ChangeSet,
  questions: readonly PaperQuestion[],
): Promise<{ edits: readonly ChangeEdit[]; says: string[] } | { refused: string }> => {
  const key = changeKey(paper, set.changeId, 'edits.json')
  const stored = (await sizeOf(key)) !== null
  const edits = stored ? (await getJson<{ edits: SetEdit[] }>(key)).edits : await decidedOf(paper)
  if (edits.length === 0) return { refused: analysisProblems.noDecided.message }
  const faults = editFaults(edits, questions)
  if (faults.length > 0) return { refused: bracketed(faults.slice(0, 20)) }
  const value: ChangeValue = { schema: 1, edits }
  // Two attempts at once: both go on with what the first has written.
  if (!stored && !(await putJson(key, value))) return gatherAppeals(paper, set, questions)
  for (let from = 0; from < edits.length; from += namedTogether)
    if ((await name(paper, set, edits.slice(from, from + namedTogether))) > 0)
      return { refused: '有申诉刚刚改了答复，请再合并一次' }
  return { edits, says: editsInWords(edits, questions) }
}
