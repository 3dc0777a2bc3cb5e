/**
 * Scores before a change set to scores after it: pure, exact, and the same whether a paper is replayed whole or shard by
 * shard. `change.again.ts` computes the same a second time by other code (I11).
 */
import type { QuestionId } from '#shared/kit/ids.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import { notAnswered, pageMissing } from '#shared/marking/marking.types.ts'
import type { SnapshotColumns } from '../publication.types.ts'
import { assignTable } from '../stats/assigned.ts'
import type { ChangeEdit, ChangeEntry, Cohorts, KeyNow } from './change.types.ts'

export type ScoredColumns = Pick<SnapshotColumns, 'studentId' | 'state' | 'scores' | 'chosen'>
export type Scores<C extends ScoredColumns = ScoredColumns> = { questions: readonly PaperQuestion[]; columns: C }

/** The sets in force: of those in their order, what a later one takes off is left out, unless that one is taken off itself. */
export const inForceOf = <E extends Pick<ChangeEntry, 'changeId' | 'undoes'>>(log: readonly E[]): E[] => {
  const off = new Set<string>()
  const kept: E[] = []
  for (const entry of log.toReversed()) {
    if (off.has(entry.changeId)) continue
    if (entry.undoes) off.add(entry.undoes)
    else kept.push(entry)
  }
  return kept.reverse()
}

/** Questions whose scheme would be laid over what a weight or another scheme left of them. */
export const twiceCovered = (edits: readonly ChangeEdit[]): QuestionId[] => {
  const covered = new Set<string>()
  return edits.flatMap((e) => {
    if (e.kind !== 'weigh' && e.kind !== 'assign') return []
    const again = e.kind === 'assign' && covered.has(e.questionId)
    covered.add(e.questionId)
    return again ? [e.questionId] : []
  })
}

/** score × to ÷ from, half a hundredth up: the one place where a change set rounds. */
export const scaled = (score: number, from: number, to: number): number =>
  Math.floor((2 * score * to + from) / (2 * from))

/** Half of a full mark, down to whole points: what a multiple choice has where none is set (spec 2 §5). */
const halfOf = (fullScore: number): number => Math.floor(fullScore / 200) * 100

type KeyEdit = Extract<ChangeEdit, { kind: 'key' }>

/** What a choice earns under another key. */
export const keyPoints = (
  { accepted, tiers }: Pick<KeyEdit, 'accepted' | 'tiers'>,
  q: Pick<PaperQuestion, 'unitType' | 'fullScore' | 'halfScore'>,
  chosen: string,
): number => {
  if (chosen === '' || chosen === notAnswered || chosen === pageMissing) return 0
  const letters = [...chosen].sort().join('')
  const exact = accepted.find((a) => a.letters === letters)
  if (exact) return exact.points
  if (q.unitType !== 2) return 0
  const key = accepted[0]!.letters
  if ([...letters].some((c) => !key.includes(c))) return 0
  if (tiers) return tiers.find((t) => t.right === letters.length)?.points ?? 0
  return q.halfScore ?? halfOf(q.fullScore)
}

const withFull = (q: PaperQuestion, fullScore: number): PaperQuestion => ({
  ...q,
  fullScore,
  ...(q.halfScore === undefined ? {} : { halfScore: scaled(q.halfScore, q.fullScore, fullScore) }),
})

/** Where an optional question was not chosen there is nothing to be changed for all. */
const taken = (chosen: string): boolean => chosen !== notAnswered
const there = (chosen: string): string => (chosen === notAnswered || chosen === pageMissing ? '' : chosen)

const without = <T>(list: readonly T[], at: number): T[] => list.filter((_, i) => i !== at)

/** One edit. A question or a student that is not there changes nothing. */
const applyEdit = (
  of: { questions: PaperQuestion[]; state: SnapshotColumns['state']; scores: number[][]; chosen: string[][] },
  edit: ChangeEdit,
  rowsOf: (studentIds: readonly string[]) => number[],
  cohorts: Cohorts,
): void => {
  const { questions, state, scores, chosen } = of
  const each = (rows: Iterable<number>, change: (row: number) => void): void => {
    for (const row of rows) if (state[row] === 'present') change(row)
  }
  const put = (row: number, k: number, score: number, letters = chosen[row]![k]!): void => {
    if (scores[row]![k] === score && chosen[row]![k] === letters) return
    scores[row] = scores[row]!.with(k, score)
    if (chosen[row]![k] !== letters) chosen[row] = chosen[row]!.with(k, letters)
  }
  if (edit.kind === 'state' && edit.state === 'exempt') {
    for (const row of rowsOf(edit.studentIds)) [state[row], scores[row], chosen[row]] = ['exempt', [], []]
    return
  }
  if (edit.kind === 'state') {
    each(rowsOf(edit.studentIds), (row) => {
      if (edit.state === 'zero') scores[row] = scores[row]!.map(() => 0)
      else {
        state[row] = edit.state
        scores[row] = []
        chosen[row] = []
      }
    })
    return
  }
  const k = questions.findIndex((q) => q.questionId === edit.questionId)
  if (edit.kind === 'bring') {
    if (k >= 0) return
    questions.push(edit.question)
    each(state.keys(), (row) => {
      scores[row] = [...scores[row]!, 0]
      chosen[row] = [...chosen[row]!, '']
    })
    return
  }
  if (k < 0) return
  const q = questions[k]!
  const out = (): void => {
    questions.splice(k, 1)
    each(state.keys(), (row) => {
      scores[row] = without(scores[row]!, k)
      chosen[row] = without(chosen[row]!, k)
    })
  }
  switch (edit.kind) {
    case 'key':
      questions[k] = { ...q, answer: edit.accepted[0]!.letters }
      each(state.keys(), (row) => put(row, k, keyPoints(edit, q, chosen[row]![k]!)))
      return
    case 'all':
      each(state.keys(), (row) => {
        if (taken(chosen[row]![k]!)) put(row, k, q.fullScore, there(chosen[row]![k]!))
      })
      return
    case 'drop':
      return out()
    case 'weigh':
      if (edit.percent === 0) return out()
      questions[k] = withFull(q, scaled(q.fullScore, 100, edit.percent))
      each(state.keys(), (row) => {
        const score = scores[row]![k]!
        if (score >= 0) put(row, k, scaled(score, 100, edit.percent))
      })
      return
    case 'assign': {
      questions[k] = { ...q, fullScore: 100 * edit.scheme.bands[0]!.high }
      const cohort = cohorts[edit.questionId]
      const table = new Map(cohort ? assignTable(cohort, edit.scheme).map((a) => [a.raw, a.assigned]) : [])
      each(state.keys(), (row) => {
        if (!taken(chosen[row]![k]!)) return
        const assigned = table.get(scores[row]![k]!)
        if (assigned === undefined) throw new Error(`${q.number}: no student of the cohort has ${scores[row]![k]!}`)
        put(row, k, assigned)
      })
      return
    }
    case 'add':
      each(rowsOf(edit.studentIds), (row) => {
        const score = scores[row]![k]!
        if (score < 0 || !taken(chosen[row]![k]!)) return
        put(row, k, Math.min(q.fullScore, Math.max(0, score + edit.by)), there(chosen[row]![k]!))
      })
      return
    case 'set':
      each(rowsOf([edit.studentId]), (row) => put(row, k, edit.score, edit.letters ?? there(chosen[row]![k]!)))
      return
    case 'type':
      questions[k] = { ...q, unitType: edit.unitType }
      return
    case 'full':
      questions[k] = withFull(q, edit.fullScore)
      if (edit.how === 'keep') return
      each(state.keys(), (row) => {
        const score = scores[row]![k]!
        // Not marked yet is no score that could be scaled.
        if (score < 0) return
        put(row, k, edit.how === 'cap' ? Math.min(score, edit.fullScore) : scaled(score, q.fullScore, edit.fullScore))
      })
  }
}

/** All edits of the sets in force, in their order. What comes in is left as it is. */
export const applyEdits = <C extends ScoredColumns>(
  { questions, columns }: Scores<C>,
  edits: readonly ChangeEdit[],
  cohorts: Cohorts = {},
): Scores<C> => {
  if (edits.length === 0) return { questions, columns }
  const made = {
    questions: [...questions],
    state: [...columns.state],
    scores: [...columns.scores],
    chosen: [...columns.chosen],
  }
  const places = new Map(columns.studentId.map((id, row) => [id as string, row]))
  const rowsOf = (studentIds: readonly string[]): number[] =>
    [...new Set(studentIds)].flatMap((id) => places.get(id) ?? [])
  for (const edit of edits) applyEdit(made, edit, rowsOf, cohorts)
  const { questions: after, ...changed } = made
  return { questions: after, columns: { ...columns, ...changed } }
}

/** How questions earn where change sets say so; of one that is not named its own key holds. */
export const keysNow = (questions: readonly PaperQuestion[], edits: readonly ChangeEdit[]): Record<string, KeyNow> => {
  const keys: Record<string, KeyNow> = {}
  const now = new Map(questions.map((q) => [q.questionId as string, q]))
  const worth = ({ accepted, tiers, all }: KeyNow, points: (was: number) => number): KeyNow => ({
    accepted: accepted.map((a) => ({ ...a, points: points(a.points) })),
    ...(tiers ? { tiers: tiers.map((t) => ({ ...t, points: points(t.points) })) } : {}),
    ...(all ? { all } : {}),
  })
  for (const edit of edits) {
    if (edit.kind === 'state') continue
    const id = edit.questionId
    const q = now.get(id)
    const key = keys[id]
    if (edit.kind === 'key') keys[id] = { accepted: edit.accepted, ...(edit.tiers ? { tiers: edit.tiers } : {}) }
    else if (edit.kind === 'all' && q)
      keys[id] = { accepted: key?.accepted ?? ownAccepted(q), ...(key?.tiers ? { tiers: key.tiers } : {}), all: true }
    else if (edit.kind === 'full' && q) {
      const { fullScore, how } = edit
      if (key && how !== 'keep')
        keys[id] = worth(key, (n) => (how === 'cap' ? Math.min(n, fullScore) : scaled(n, q.fullScore, fullScore)))
      now.set(id, { ...q, fullScore })
    } else if (edit.kind === 'weigh' && q) {
      if (key) keys[id] = worth(key, (n) => scaled(n, 100, edit.percent))
      now.set(id, { ...q, fullScore: scaled(q.fullScore, 100, edit.percent) })
    }
  }
  return keys
}
const ownAccepted = ({ answer = '', fullScore }: PaperQuestion): KeyNow['accepted'] =>
  answer === '' ? [] : [{ letters: answer, points: fullScore }]

/** What students read as the key where the letters of one answer do not tell it. */
export const keysAfter = (
  questions: readonly PaperQuestion[],
  edits: readonly ChangeEdit[],
): Record<string, string> => {
  const keys: Record<string, string> = {}
  const answers = new Map(questions.map((q) => [q.questionId as string, q.answer]))
  for (const edit of edits) {
    if (edit.kind === 'key') {
      keys[edit.questionId] = edit.accepted.flatMap((a) => (a.points > 0 ? [a.letters] : [])).join('或')
      answers.set(edit.questionId, keys[edit.questionId])
    } else if (edit.kind === 'all' && answers.get(edit.questionId))
      keys[edit.questionId] = `${answers.get(edit.questionId)!}（全体给分）`
  }
  return keys
}
