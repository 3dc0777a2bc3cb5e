/** Fields of changes and the edits that follow from what is typed in them. Pure. */
import type { ChangeWish } from '#shared/analysis/change.calls.ts'
import type { KeyNow } from '#shared/analysis/changes/change.types.ts'
import { itemName } from '#shared/analysis/changes/change.words.ts'
import { scaled } from '#shared/analysis/changes/change.rules.ts'
import { readNumbers } from '#shared/analysis/changes/scoreLines.rules.ts'
import { isObjective } from '#shared/exam/exam.types.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import type { QuestionId } from '#shared/kit/ids.ts'
import { showScore } from '#shared/kit/score.ts'
import { inputOf } from '#web/kit/screens/fieldValues.ts'
import type { Field, Option, Values } from '#web/kit/screens/screen.types.ts'

/** A question as the sets in force leave it, with how it earns where one says so. */
export type StandQuestion = PaperQuestion & { now?: KeyNow | undefined }

/** An answer that earns, as it is typed. */
export type Accepted = { letters: string; points: string }

/** What is typed made into edits, or why it is none yet. */
export type Typed = { edits: ChangeWish[] } | { faults: string[] }

export const fault = (text: string): Typed => ({ faults: [text] })
const optionsOf = (questions: readonly PaperQuestion[], ofTotal = false): Option[] =>
  questions.map((q) => ({
    value: q.questionId,
    label: `${itemName(q.number, ofTotal)}（${showScore(q.fullScore)}分）`,
  }))

export const questionField = (questions: readonly PaperQuestion[]): Field => ({
  name: 'questionId',
  label: '题目',
  kind: 'select',
  required: true,
  options: optionsOf(questions),
})
export const numbersField = (when?: Field['when']): Field => ({
  name: 'numbers',
  label: '考号',
  kind: 'textarea',
  lines: 8,
  required: true,
  wide: true,
  hint: '每行一个，可以从表格中整列粘贴',
  ...(when ? { when } : {}),
})

/** Classes or schools, named as a whole. */
export const wholeField = (
  name: string,
  label: string,
  options: readonly Option[],
  when: NonNullable<Field['when']>,
): Field => ({
  ...{ name, label, options, when },
  kind: 'multi',
  required: true,
  wide: true,
})
export type StateWish = Extract<ChangeWish, { kind: 'state' }>

/** Some of them at once. */
export const itemsField = (questions: readonly PaperQuestion[], ofTotal: boolean): Field => ({
  name: 'items',
  label: ofTotal ? '科目' : '题目',
  kind: 'multi',
  required: true,
  wide: true,
  options: optionsOf(questions, ofTotal),
})
export const itemsOf = (values: Values): QuestionId[] => (values['items'] as QuestionId[] | undefined) ?? []

/** One of a few, all in sight. */
export const choiceField = (name: string, label: string, options: readonly Option[]): Field => ({
  ...{ name, label, options },
  kind: 'radio',
  wide: true,
})

export const found = (values: Values, questions: readonly StandQuestion[]): StandQuestion | undefined =>
  questions.find((q) => q.questionId === values['questionId'])
export const numbersOf = (values: Values): string[] => readNumbers(String(values['numbers'] ?? ''))

/** Answers beside their points: the first is the key. */
const acceptedOf = (values: Values): Accepted[] => (values['accepted'] as Accepted[] | undefined) ?? []

export const points = (typed: string): number | null => {
  const sent = inputOf([{ name: 'points', label: '', kind: 'score' }], { points: typed })['points']
  return typeof sent === 'number' ? sent : null
}

export const keyEdits = (values: Values, q: PaperQuestion): Typed => {
  const accepted = acceptedOf(values).filter((a) => a.letters !== '')
  if (accepted.length === 0) return fault('请选择正确答案')
  const made = accepted.map((a) => ({ letters: a.letters, points: points(a.points) }))
  const tiers = q.unitType === 2 ? ((values['tiers'] as Record<string, string> | undefined) ?? {}) : {}
  const key = accepted[0]!.letters.length
  const steps = Object.entries(tiers)
    .filter(([right, typed]) => typed.trim() !== '' && Number(right) < key)
    .map(([right, typed]) => ({ right: Number(right), points: points(typed) }))
  if ([...made, ...steps].some((a) => a.points === null)) return fault('请填写每个答案的得分')
  if ([...made, ...steps].some((a) => a.points! < 0)) return fault('每个答案的得分不能小于0')
  if ([...made, ...steps].some((a) => a.points! > q.fullScore))
    return fault(`每个答案的得分不能超过满分${showScore(q.fullScore)}分`)
  return {
    edits: [
      {
        kind: 'key',
        questionId: q.questionId,
        accepted: made.map((a) => ({ letters: a.letters, points: a.points! })),
        ...(steps.length > 0 ? { tiers: steps.map((t) => ({ right: t.right, points: t.points! })) } : {}),
      },
    ],
  }
}

/** The key in force as it is typed, `worth` being what its points are. */
export const ownKey = (
  { now, answer = '', fullScore }: StandQuestion,
  worth = (points: number): number => points,
): Values => ({
  accepted: (now && now.accepted.length > 0 ? now.accepted : [{ letters: answer, points: fullScore }]).map((a) => ({
    letters: a.letters,
    points: showScore(worth(a.points)),
  })),
  tiers: Object.fromEntries((now?.tiers ?? []).map((t) => [String(t.right), showScore(worth(t.points))])),
})

/** What of a key counts: as it is typed, but for what is left empty. */
const keyTyped = ({ accepted, tiers }: Values): string => {
  const worth = (typed: string): number | string => points(typed) ?? typed
  return JSON.stringify([
    ((accepted as Accepted[] | undefined) ?? [])
      .filter((a) => a.letters !== '')
      .map((a) => [a.letters, worth(a.points)]),
    Object.entries((tiers as Record<string, string> | undefined) ?? {})
      .filter(([, typed]) => typed.trim() !== '')
      .map(([right, typed]) => [right, worth(typed)])
      .sort(([a], [b]) => Number(a) - Number(b)),
  ])
}

/** Types that a question may be given after its sheets were read and marked: those that are read or marked alike. */
export const alike = (q: PaperQuestion): number[] => (q.unitType === 3 ? [3] : isObjective(q) ? [1, 2] : [4, 5, 6, 7])
export const typed = (values: Values, q: PaperQuestion): PaperQuestion => ({
  ...q,
  unitType: Number(values['unitType'] ?? q.unitType),
  fullScore: points(String(values['fullScore'] ?? '')) ?? q.fullScore,
})

/** Type, full mark and key of a question, of which only what differs is an edit. */
export const typeEdits = (values: Values, q: StandQuestion): Typed => {
  const full = points(String(values['fullScore'] ?? ''))
  if (full === null) return fault('请填写满分')
  if (full <= 0) return fault('满分应大于0')
  const next = typed(values, q)
  const { questionId } = q
  const first: ChangeWish[] =
    next.unitType === q.unitType ? [] : [{ kind: 'type', questionId, unitType: next.unitType }]
  const how = values['how'] as 'keep' | 'scale' | 'cap'
  const second: ChangeWish[] = full === q.fullScore ? [] : [{ kind: 'full', questionId, fullScore: full, how }]
  // A key that is sent takes back what is given to all and what was corrected since: it is sent where it was typed alone.
  const kept = [ownKey(q), ownKey(q, (n) => scaled(n, q.fullScore, full))].map((key) => keyTyped(key))
  const edited = isObjective(q) && !kept.includes(keyTyped(values))
  if (!edited && next.unitType === 1 && (q.answer ?? '').length > 1) return fault('单选题只有一个答案，请同时改答案')
  const key = edited ? keyEdits(values, next) : { edits: [] }
  if ('faults' in key) return key
  const edits = [...first, ...second, ...key.edits]
  return edits.length === 0 ? fault('题型、满分和答案都和现在一样') : { edits }
}
