/** The change set of a merger, as its job makes it: what another paper's published version gives the candidates of this one. */
import { editFaults, editsInWords } from '#shared/analysis/changes/change.words.ts'
import { mostMerged } from '#shared/analysis/changes/change.types.ts'
import type { ChangeEdit, ChangeSet, ChangeValue, Merge } from '#shared/analysis/changes/change.types.ts'
import type { SnapshotColumns } from '#shared/analysis/publication.types.ts'
import { fullScoreOf } from '#shared/exam/exam.rules.ts'
import type { Exam, Paper, PaperQuestion } from '#shared/exam/exam.types.ts'
import type { QuestionId, StudentId } from '#shared/kit/ids.ts'
import { bracketed } from '#shared/kit/problem.ts'
import { examOf, rosterSlices } from '#functions/exam/exam.public.ts'
import { getJson, putJson, sizeOf } from '#functions/kit/objects.ts'
import { newId } from '#functions/kit/ports.ts'
import { inPieces } from '#functions/kit/turns.ts'
import { changeKey } from '../analysis.store.ts'
import { sizes } from '../sizes.ts'
import { headOf, indexOf, partOf } from '../snapshot.ts'
import { examAndPaper } from '../standing/standing.ts'

type Into = { exam: Exam; paper: Paper; questions: readonly PaperQuestion[] }
/** A question here with the place of what it takes there; null: all of that paper. */
type Taken = { question: PaperQuestion; at: number | null; comes: boolean }
type Found = { edits: readonly ChangeEdit[]; says: string[] } | { refused: string }

/** Named by its paper, so that no two of one number stand in one paper. */
const brought = (q: Omit<PaperQuestion, 'questionId'>, number: string): PaperQuestion => {
  // Neither where paper B prints it nor of how many it is one is true of another paper.
  const { optional: _optional, paperB: _paperB, ...rest } = q
  return { ...rest, questionId: newId<QuestionId>('question'), number }
}

const takenBy = (
  { exam, questions }: Into,
  { mode }: Merge,
  of: { exam: Exam; paper: Paper; questions: readonly PaperQuestion[] },
): Taken[] => {
  const name = of.exam.examId === exam.examId ? of.paper.courseName : `${of.exam.examName}${of.paper.courseName}`
  if (mode === 'score' || mode === 'course') {
    const whole = { number: name, unitType: 5, fullScore: fullScoreOf([...of.questions]) }
    return [{ question: brought(whole, name), at: null, comes: true }]
  }
  if (mode === 'question')
    return of.questions.map((q, at) => ({ question: brought(q, `${name}${q.number}`), at, comes: true }))
  return of.questions.flatMap((q, at) => {
    const question = questions.find((own) => own.number === q.number)
    return question ? [{ question, at, comes: false }] : []
  })
}

const totalOf = (scores: readonly number[]): number => scores.reduce((sum, n) => sum + Math.max(0, n), 0)

/** What cannot come so, in words. */
const faultsOf = ({ mode }: Merge, taken: readonly Taken[], of: readonly PaperQuestion[], n: number): string[] => {
  if (taken.length === 0) return ['两份试卷没有相同题号的小题']
  const unlike = taken.filter(
    ({ question, at }) => mode === 'question-cover' && of[at!]!.fullScore !== question.fullScore,
  )
  const optional = mode === 'question' && of.some((q) => q.optional)
  return [
    ...(unlike.length > 0
      ? [`第${unlike.map((t) => t.question.number).join('、')}题两边的满分不同，请先调整分值`]
      : []),
    ...(optional ? ['来源有选做题，不能逐题并入，请用科目合并或成绩合并'] : []),
    ...(n * taken.length > mostMerged ? [`一次最多并入${mostMerged}个得分`] : []),
  ]
}

const scoresOf = (taken: readonly Taken[], columns: SnapshotColumns, row: number): ChangeEdit[] =>
  taken.flatMap(({ question, at, comes }): ChangeEdit[] => {
    const [own, studentId] = [columns.scores[row]!, columns.studentId[row]!]
    const score = at === null ? totalOf(own) : Math.max(0, own[at]!)
    // What comes begins with 0.
    if (comes && score === 0) return []
    const letters = at === null ? '' : columns.chosen[row]![at]!
    const { questionId } = question
    return [{ kind: 'set', questionId, studentId, score, ...(/^[A-Z]+$/.test(letters) ? { letters } : {}) }]
  })

/** Students of one edit: as many as its schema takes. */
const named = 5000

/** The edits of a merger, written once: cut off, it goes on with those. */
export const gatherMerger = async (into: Into, set: ChangeSet, merge: Merge): Promise<Found> => {
  const key = changeKey(into.paper, set.changeId, 'edits.json')
  const told = (edits: readonly ChangeEdit[]): Found => ({
    edits,
    says: [...set.says.slice(0, 1), ...editsInWords(edits, into.questions)],
  })
  if ((await sizeOf(key)) !== null) return told((await getJson<ChangeValue>(key)).edits)
  const { paper, exam } = await examAndPaper(merge.from)
  const [{ questions }, { parts }] = [await headOf(paper, merge.v), await indexOf(paper, merge.v)]
  const taken = takenBy(into, merge, { exam: (await examOf(exam.examId)) ?? exam, paper, questions })
  const faults = faultsOf(merge, taken, questions, into.exam.candidateCount)
  if (faults.length > 0) return { refused: bracketed(faults) }
  const own = new Set<string>()
  for await (const { candidates } of rosterSlices(into.exam, sizes.part))
    for (const c of candidates) own.add(c.studentId)
  const edits: ChangeEdit[] = taken.flatMap(({ question, comes }) =>
    comes ? [{ kind: 'bring' as const, questionId: question.questionId, question }] : [],
  )
  const have = new Set<string>()
  for (const { part } of parts) {
    const { columns } = await partOf(paper, merge.v, part)
    columns.studentId.forEach((id, row) => {
      if (!own.has(id) || columns.state[row] !== 'present') return
      have.add(id)
      edits.push(...scoresOf(taken, columns, row))
    })
  }
  if (have.size === 0) return { refused: '两份试卷没有共同的考生' }
  const lacking = [...own].filter((id) => !have.has(id)) as StudentId[]
  if (merge.lacking === 'absent' && merge.mode !== 'question-cover')
    for (const studentIds of inPieces(lacking, named)) edits.push({ kind: 'state', state: 'absent', studentIds })
  const wrong = editFaults(edits, into.questions)
  if (wrong.length > 0) return { refused: bracketed(wrong.slice(0, 20)) }
  const value: ChangeValue = { schema: 1, edits }
  // Of two attempts the first is what is replayed.
  return told((await putJson(key, value)) ? edits : (await getJson<ChangeValue>(key)).edits)
}
