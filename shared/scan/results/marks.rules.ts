/**
 * What is marked on a page beside the questions' letters: paper A or B, the optional questions that were answered, a
 * score given on paper. Each has an id of its own, under which a person's word stands beside the letters of questions.
 */
import { judgedWords } from '#shared/kit/judged.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import { showScore } from '#shared/kit/score.ts'
import type { MarkReading, PageReading } from '../omr/omr.types.ts'
import type { SheetDoubt, SheetMark } from '../sheet.types.ts'

type Question = Pick<PaperQuestion, 'questionId' | 'number' | 'fullScore' | 'markStep' | 'optional'>

export const isMarkId = (id: string): boolean => id.startsWith('@')

const numbersOf = (ids: readonly string[], questions: readonly Question[]): string[] =>
  ids.map((id) => questions.find((q) => q.questionId === id)?.number ?? id)

/** Whether a question is judged true or false: its letters are shown as the card prints them. */
export const isJudgedIn = (
  questions: readonly { questionId: string; unitType: number }[],
  questionId: string,
): boolean => questions.some((q) => q.questionId === questionId && q.unitType === 3)

/** A note of the journal as a person reads it: questions by their numbers, marks by their names; ids are for machines. */
export const noteText = (
  note: string,
  questions: readonly { questionId: string; number: string; unitType: number }[],
): string => {
  const judged = (id: string) => isJudgedIn(questions, id)
  const named = (id: string): string => questions.find((q) => q.questionId === id)?.number ?? ''
  const numbers = (text: string): string =>
    text
      .split(/[ ,]+/)
      .map((id) => named(id) || id)
      .join('、')
  const parts = note.split(/ (?=@|qu_)/)
  if (!parts.some((p) => /^(@paper|@pick:|@score:|qu_)/.test(p))) return note
  const blank = parts.map((p) => (p.endsWith('=') ? named(p.slice(0, -1)) : ''))
  // A whole page left blank is one thing to say.
  if (parts.length > 2 && blank.every((number) => number !== '')) return `第${blank.join('、')}题：未作答`
  return parts
    .map((part) => {
      const [id = '', value = ''] = part.split('=')
      const at = id.slice(id.indexOf(':') + 1)
      if (id === '@paper') return `试卷类型：${value || '未填'}`
      if (id.startsWith('@pick:')) return `选做题：${value === '' ? '都没有选做' : `第${numbers(value)}题`}`
      if (id.startsWith('@score:')) return `第${named(at)}题卷面打分：${value || '没有'}`
      const number = named(id)
      if (!number) return part
      return part.includes('=')
        ? `第${number}题：${(judged(id) ? judgedWords(value) : value) || '未作答'}`
        : `第${number}题`
    })
    .join('，')
}

/** How many of some optional questions are to be answered; undefined where the paper does not say that they are. */
const countOf = (ids: readonly string[], questions: readonly Question[]): number | undefined =>
  questions.find((q) => ids.includes(q.questionId) && q.optional)?.optional?.count

/** What questions marked together can earn: of optional ones only those that count. Undefined for a foreign question. */
const fullOf = (ids: readonly string[], questions: readonly Question[]): number | undefined => {
  const own = questions.filter((q) => ids.includes(q.questionId)).map((q) => q.fullScore)
  if (own.length === 0) return undefined
  const count = countOf(ids, questions) ?? own.length
  return own
    .sort((a, b) => b - a)
    .slice(0, count)
    .reduce((sum, n) => sum + n, 0)
}

const kindOf = { paper: 'paperType', pick: 'pick', score: 'scoreBox' } as const

const named = (mark: Pick<SheetMark, 'kind' | 'questionIds'>, questions: readonly Question[]): string =>
  mark.kind === 'paper' ? '试卷类型' : numbersOf(mark.questionIds, questions).join('、')

const doubtOf = (
  mark: SheetMark,
  questions: readonly Question[],
  read: MarkReading | undefined,
  detail: string,
): SheetDoubt => {
  const shown = (value: string): string => (mark.kind === 'pick' ? numbersOf([value], questions)[0]! : value)
  const most = mark.kind === 'pick' ? countOf(mark.questionIds, questions) : fullOf(mark.questionIds, questions)
  return {
    kind: kindOf[mark.kind],
    questionId: mark.id,
    number: named(mark, questions),
    detail,
    ...(most === undefined || mark.kind === 'paper' ? {} : { most }),
    ...(read
      ? {
          chosen: read.chosen.map(shown).join(','),
          cells: read.cells.map(({ value, state, ink }) => ({ value: shown(value), state, ink })),
        }
      : {}),
  }
}

/** A doubt about a mark that a person has to look at once more. */
export const markAgain = (mark: SheetMark, questions: readonly Question[], detail: string): SheetDoubt =>
  doubtOf(mark, questions, undefined, detail)

const unclear = (read: MarkReading): string =>
  read.doubt === 'doubleMark' ? '涂了不止一个' : read.doubt === 'stain' ? '有污迹' : '填涂不清'

/** Why a score cannot stand on the paper of these questions; null where it can. */
export const scoreProblem = (score: number, ids: readonly string[], questions: readonly Question[]): string | null => {
  const full = fullOf(ids, questions)
  if (full === undefined) return null
  if (score > full) return `卷面给了${showScore(score)}分，满分是${showScore(full)}分`
  const step = ids.length === 1 ? (questions.find((q) => q.questionId === ids[0])?.markStep ?? 100) : 1
  return score % step === 0 ? null : `卷面给了${showScore(score)}分，给分间隔是${showScore(step)}分`
}

/**
 * The marks of a page and what of them a person must look at. `absent`: who was not there has marked nothing. The number
 * of optional questions and the grid of scores are the paper's.
 */
export const marksRead = (
  reading: Pick<PageReading, 'paperType' | 'picks' | 'scores' | 'blocks'>,
  questions: readonly Question[],
  absent: boolean,
): { marks: SheetMark[]; doubts: SheetDoubt[] } => {
  const marks: SheetMark[] = []
  const doubts: SheetDoubt[] = []
  const add = (mark: Omit<SheetMark, 'value'>, read: MarkReading, value: string, why: string | null) => {
    const bad = absent ? null : why
    const whole: SheetMark = { ...mark, value: bad === null ? (absent ? '' : value) : null }
    marks.push(whole)
    if (bad !== null) doubts.push(doubtOf(whole, questions, read, bad))
  }
  const { paperType, picks, scores } = reading
  if (paperType) {
    const why = paperType.doubt ? `试卷类型${unclear(paperType)}` : paperType.value === null ? '试卷类型没有填涂' : null
    add({ id: '@paper', kind: 'paper', questionIds: [] }, paperType, paperType.value ?? '', why)
  }
  for (const row of picks ?? []) {
    const { questionIds, chosen } = row
    const count = countOf(questionIds, questions)
    const blank = reading.blocks.filter((b) => b.questionIds.some((id) => questionIds.includes(id)))
    const nothing = chosen.length === 0 && blank.length > 0 && blank.every((b) => b.likelyBlank)
    const wrong = count !== undefined && chosen.length !== count && !nothing
    const why = row.doubt ? `选做题号${unclear(row)}` : wrong ? `应选${count}题，涂了${chosen.length}题` : null
    add({ id: `@pick:${questionIds[0]}`, kind: 'pick', questionIds }, row, chosen.join(' '), why)
  }
  for (const row of scores ?? []) {
    const { questionIds, score } = row
    const why = row.doubt
      ? `卷面打分框${unclear(row)}`
      : score === null
        ? null
        : scoreProblem(score, questionIds, questions)
    add({ id: `@score:${questionIds[0]}`, kind: 'score', questionIds }, row, score === null ? '' : String(score), why)
  }
  return { marks, doubts }
}

/**
 * What a person types for a mark, as it is stored: A or B; numbers of questions with commas between them; points. Nothing
 * is "nothing marked", but a paper is one or the other. null where it makes no sense.
 */
export const markFrom = (mark: SheetMark, typed: string, questions: readonly Question[]): string | null => {
  const text = typed.trim()
  if (mark.kind === 'paper') return text === 'A' || text === 'B' ? text : null
  if (text === '') return ''
  if (mark.kind === 'pick') {
    const asked = text.split(/[,，、\s]+/).filter((t) => t !== '')
    const ids = mark.questionIds.filter((id) => asked.includes(numbersOf([id], questions)[0]!))
    const most = countOf(mark.questionIds, questions) ?? mark.questionIds.length
    return ids.length === new Set(asked).size && ids.length <= most ? ids.join(' ') : null
  }
  if (!/^\d{1,4}(\.\d{1,2})?$/.test(text)) return null
  const score = Math.round(Number(text) * 100)
  return scoreProblem(score, mark.questionIds, questions) === null ? String(score) : null
}

/** What a mark is chosen from and what it says, as a person reads it: numbers of questions, A or B. */
export const offeredOf = (
  mark: SheetMark,
  questions: readonly Question[],
): { offered: string[]; most: number; chosen: string | null } => {
  if (mark.kind === 'paper') return { offered: ['A', 'B'], most: 1, chosen: mark.value }
  const ids = mark.value === null ? null : mark.value.split(' ').filter(Boolean)
  return {
    offered: numbersOf(mark.questionIds, questions),
    most: countOf(mark.questionIds, questions) ?? mark.questionIds.length,
    chosen: ids && numbersOf(ids, questions).join('、'),
  }
}

const scoreId = '@score:'

/** Where the score of a question stands on its page: in its box, which questions may share, or written somewhere. */
export const scoreMarkFor = (questionId: string, marks: readonly SheetMark[]): SheetMark & { boxed: boolean } => {
  const box = marks.find((m) => m.kind === 'score' && m.questionIds.includes(questionId))
  if (box) return { ...box, boxed: true }
  return { id: `${scoreId}${questionId}`, kind: 'score', questionIds: [questionId], value: '', boxed: false }
}

/** The marks of a page: a person's word before the machine's, and the scores that a person has typed where no box is. */
export const marksOf = (marks: readonly SheetMark[], settled: Readonly<Record<string, string>>): SheetMark[] => [
  ...marks.map((m) => ({ ...m, value: settled[m.id] ?? m.value })),
  ...Object.entries(settled)
    .filter(([id]) => id.startsWith(scoreId) && !marks.some((m) => m.id === id))
    .map(([id, value]): SheetMark => ({ id, kind: 'score', questionIds: [id.slice(scoreId.length)], value })),
]

/** What a student's pages say together. `scores` are only those that one question can be given. */
export type MarksOfStudent = {
  paperType?: 'A' | 'B' | '?'
  /** By optional question: answered or not; null is in doubt. */
  picks?: Record<string, boolean | null>
  /** By question: hundredths, and a number that grows whenever it may have changed. */
  scores?: Record<string, { score: number; seq: number }>
}

export const marksOfStudent = (
  pages: readonly { marks?: readonly SheetMark[] | undefined; seq: number }[],
): MarksOfStudent => {
  const all = pages.flatMap((p) => (p.marks ?? []).map((mark) => ({ mark, seq: p.seq })))
  const ofStudent: MarksOfStudent = {}
  for (const { mark } of all) {
    if (mark.kind === 'paper') ofStudent.paperType = mark.value === 'A' || mark.value === 'B' ? mark.value : '?'
    if (mark.kind === 'pick') {
      const ids = mark.value?.split(' ') ?? []
      for (const id of mark.questionIds) (ofStudent.picks ??= {})[id] = mark.value === null ? null : ids.includes(id)
    }
  }
  for (const { mark, seq } of all) {
    if (mark.kind !== 'score' || !mark.value) continue
    const meant =
      mark.questionIds.length === 1 ? mark.questionIds : mark.questionIds.filter((id) => ofStudent.picks?.[id])
    // One bar for several answers does not say what each of them got: they are marked on the screen.
    if (meant.length === 1) (ofStudent.scores ??= {})[meant[0]!] = { score: Number(mark.value), seq }
  }
  return ofStudent
}

/** What may be said of a doubt about marks, for one key each; scores are typed. */
export const markChoices = (doubt: Pick<SheetDoubt, 'kind' | 'cells' | 'most'>): string[] => {
  const values = (doubt.cells ?? []).map((c) => c.value)
  if (doubt.kind === 'paperType') return ['A', 'B']
  if (doubt.kind !== 'pick') return []
  const most = doubt.most ?? values.length
  const sets = values.reduce<string[][]>((all, v) => [...all, ...all.map((s) => [...s, v])], [[]])
  return sets
    .filter((s) => s.length > 0 && s.length <= most)
    .sort((a, b) => b.length - a.length)
    .slice(0, 9)
    .map((s) => s.join(','))
}
