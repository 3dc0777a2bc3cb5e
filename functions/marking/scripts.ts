/** Scripts as the rest of the room needs them: all of a paper, its scores, and the making of them from readings. */
import { isObjective } from '#shared/exam/exam.types.ts'
import type { Paper, PaperQuestion } from '#shared/exam/exam.types.ts'
import { objectiveScore } from '#shared/exam/exam.rules.ts'
import { answerState, subjectiveOf } from '#shared/marking/marking.rules.ts'
import type { AnswerItem, ObjectiveAnswers, PaperScores, ScriptHead } from '#shared/marking/marking.types.ts'
import type { StudentReading } from '#shared/scan/ledger.types.ts'
import { answers, heads, objectives, shards } from './marking.store.ts'

export type Script = { head: ScriptHead; objective: ObjectiveAnswers | null; answers: Map<string, AnswerItem> }

/** The heads of a paper's scripts, by student id. */
export const headsOf = async (paperId: string): Promise<ScriptHead[]> =>
  (await Promise.all(Array.from({ length: shards }, (_, i) => heads.queryIndex('gsi1', `scripts#${paperId}#${i}`))))
    .flat()
    .sort((a, b) => (a.studentId < b.studentId ? -1 : 1))

/** Whole scripts of some students, read by key. */
export const scriptsOf = async (paper: Paper, of: readonly ScriptHead[]): Promise<Script[]> => {
  const ids = of.map((h) => ({ paperId: paper.paperId as string, studentId: h.studentId as string }))
  const keys = subjectiveOf(paper.questions).flatMap((q) =>
    ids.map((i) => ({ ...i, questionId: q.questionId as string })),
  )
  const [choices, items] = await Promise.all([objectives.getMany(ids), answers.getMany(keys)])
  const byStudent = new Map<string, Map<string, AnswerItem>>()
  for (const item of items) {
    const own = byStudent.get(item.studentId) ?? new Map<string, AnswerItem>()
    own.set(item.questionId, item)
    byStudent.set(item.studentId, own)
  }
  const chosen = new Map(choices.map((c) => [c.studentId as string, c]))
  return of.map((head) => ({
    head,
    objective: chosen.get(head.studentId) ?? null,
    answers: byStudent.get(head.studentId) ?? new Map<string, AnswerItem>(),
  }))
}

/** One question's score of a script, or −1 where none stands. */
const scoreIn = (script: Script, q: PaperQuestion): number => {
  if (isObjective(q)) {
    const chosen = script.objective?.chosen[q.questionId]
    return chosen === undefined ? -1 : objectiveScore(q, [...chosen])
  }
  const item = script.answers.get(q.questionId)
  const state = item ? answerState(q, item) : null
  return state?.kind === 'scored' ? state.score : -1
}

/** The score table of a paper, from the answer items (the journal's fold is the other computation of I11). */
export const tableOf = (paper: Paper, scripts: readonly Script[]): PaperScores => {
  const present = (s: Script) => s.head.state === 'present'
  const scores = scripts.map((s) => paper.questions.map((q) => (present(s) ? scoreIn(s, q) : -1)))
  const unfinished = scripts.filter((s, i) => present(s) && scores[i]!.some((n) => n < 0)).length
  return {
    paperId: paper.paperId,
    keyVersion: paper.keyVersion,
    questionIds: paper.questions.map((q) => q.questionId),
    studentIds: scripts.map((s) => s.head.studentId),
    states: scripts.map((s) => s.head.state),
    scores,
    chosen: scripts.map((s) => paper.questions.map((q) => s.objective?.chosen[q.questionId] ?? '')),
    complete: unfinished === 0 && scripts.some(present),
    unfinished,
  }
}

/** Letters as the packed item keeps them; a question in doubt is left out. */
const packed = (reading: StudentReading): Record<string, string> =>
  Object.fromEntries(Object.entries(reading.choices).flatMap(([id, c]) => (c === null ? [] : [[id, c.join('')]])))

/**
 * Brings one student's script in line with the reading. Idempotent; a replaced picture raises the image version, which
 * makes marks on the old one void by themselves (I10).
 */
export const takeIn = async (paper: Paper, reading: StudentReading): Promise<void> => {
  const at = { paperId: paper.paperId, studentId: reading.studentId }
  const head = await heads.get(at)
  const next: ScriptHead = {
    schema: 1,
    ...at,
    examId: paper.examId,
    owner: paper.owner,
    state: head?.state === 'void' ? 'void' : reading.state,
    imageVersion: reading.imageVersion,
    complete: reading.complete,
    version: head?.version ?? 1,
  }
  // Answers first: a head that exists has its answers.
  if (reading.state === 'present') {
    const objective = await objectives.get(at)
    const chosen = packed(reading)
    const row: ObjectiveAnswers = { schema: 1, ...at, chosen, version: objective?.version ?? 1 }
    const settled = objective
      ? JSON.stringify(objective.chosen) === JSON.stringify(chosen) || (await objectives.save(row)) !== null
      : await objectives.create(row)
    if (!settled) throw new Error(`script of ${reading.studentId} was changed meanwhile`)
    for (const q of subjectiveOf(paper.questions)) {
      const key = { ...at, questionId: q.questionId }
      const made = await answers.create({ schema: 1, ...key, imageVersion: reading.imageVersion })
      if (!made) await answers.update(key, { imageVersion: reading.imageVersion })
    }
  }
  const same =
    head && head.state === next.state && head.imageVersion === next.imageVersion && head.complete === next.complete
  if (same) return
  const stored = head ? (await heads.save(next)) !== null : await heads.create(next)
  if (!stored) throw new Error(`script of ${reading.studentId} was changed meanwhile`)
}
