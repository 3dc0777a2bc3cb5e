/**
 * What a publication tells otherwise than the one that readers saw before: when, why, and of whom what. A candidate's own
 * differences go with the shards from version to version, so that a reader of the newest learns of all of them. Pure.
 */
import * as z from 'zod'
import { showScore } from '#shared/kit/score.ts'
import { showDay } from '#shared/kit/time.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import type { ChangeEdit } from './changes/change.types.ts'
import { itemName } from './changes/change.words.ts'
import type { Correction, CorrectionWhy, OwnCorrection, SnapshotColumns, SnapshotHead } from './publication.types.ts'
import { optionName } from './report.words.ts'

/** Of so many a candidate's differences are kept, and so many reasons of one. */
const mostKept = 10
const mostSaid = 20

type Asked = Pick<SnapshotHead, 'questions' | 'keys' | 'of'>

const keyOf = ({ keys }: Asked, q: PaperQuestion): string | undefined => keys?.[q.questionId] ?? q.answer

/**
 * What became other of the questions themselves, and so for all candidates; `moved` are the edits that came in force since,
 * or (`off`) are so no more. Scores that are assigned were not wrong before: that is told as itself.
 */
export const whyOf = (
  before: Asked,
  after: Asked,
  { edits: moved, off = false }: { edits: readonly ChangeEdit[]; off?: boolean } = { edits: [] },
): Pick<Correction, 'why' | 'assigned' | 'off'> => {
  // What is taken back is said to be so: a reader would take it for one more change.
  const why = becameOther(before, after, off ? '改回' : '改为')
  const isAssigned = moved.length > 0 && moved.every((edit) => edit.kind === 'assign')
  return isAssigned && why.length === 0 ? { why, assigned: true, ...(off ? { off } : {}) } : { why }
}

const becameOther = (before: Asked, after: Asked, turned: '改为' | '改回'): CorrectionWhy[] => {
  const ofTotal = after.of !== undefined
  const old = new Map(before.questions.map((q) => [q.questionId as string, q]))
  const now = new Set<string>(after.questions.map((q) => q.questionId))
  const gone = before.questions
    .filter((q) => !now.has(q.questionId))
    .map((q): CorrectionWhy => ({
      questionId: q.questionId,
      kind: 'question',
      text: `${itemName(q.number, ofTotal)}${ofTotal ? '不计入总分' : '作废'}`,
    }))
  const others = after.questions.flatMap((q): CorrectionWhy[] => {
    const was = old.get(q.questionId)
    const name = itemName(q.number, ofTotal)
    const says = (kind: CorrectionWhy['kind'], text: string): CorrectionWhy => ({
      questionId: q.questionId,
      kind,
      text: `${name}${text}`,
    })
    if (!was) return [says('question', `计入总分`)]
    const [had, has] = [keyOf(before, was), keyOf(after, q)]
    const key = has !== undefined && has !== had ? `答案${turned}${optionName(has, q.unitType === 3)}` : ''
    const full = q.fullScore === was.fullScore ? '' : `满分${turned}${showScore(q.fullScore)}`
    return key || full ? [says(key ? 'key' : 'question', [key, full].filter(Boolean).join('，'))] : []
  })
  return [...gone, ...others].slice(0, mostSaid)
}

type Told = Pick<SnapshotColumns, 'studentId' | 'state' | 'scores'> & {
  questions: readonly Pick<PaperQuestion, 'questionId'>[]
}
/** Of each candidate who has any: the differences so far. */
export type OwnCorrections = Readonly<Record<string, readonly OwnCorrection[]>>

const totalOf = (scores: readonly number[]): number => scores.reduce((a, b) => a + b, 0)

/** The differences of these candidates from the version `over`, behind those that it tells already. */
export const correctionsIn = (
  before: Told & { corrected?: OwnCorrections | undefined },
  after: Told,
  over: number,
): OwnCorrections => {
  const rows = new Map(before.studentId.map((id, i) => [id as string, i]))
  const places = new Map(before.questions.map((q, i) => [q.questionId as string, i]))
  const columns = after.questions.map((q) => places.get(q.questionId))
  const now = new Set<string>(after.questions.map((q) => q.questionId))
  const gone = before.questions.flatMap((q, i) => (now.has(q.questionId) ? [] : [i]))
  const out: Record<string, readonly OwnCorrection[]> = {}
  after.studentId.forEach((id, i) => {
    const at = rows.get(id)
    if (at === undefined) return
    const there = before.state[at] === 'present'
    const here = after.state[i] === 'present'
    const [old, next] = [before.scores[at]!, after.scores[i]!]
    const items: OwnCorrection['items'] =
      there && here
        ? [
            ...after.questions.flatMap(({ questionId }, k): OwnCorrection['items'] => {
              const column = columns[k]
              const was = column === undefined ? null : old[column]!
              return was === next[k] ? [] : [[questionId, was, next[k]!]]
            }),
            ...gone.map((k): OwnCorrection['items'][number] => [before.questions[k]!.questionId, old[k]!, null]),
          ]
        : []
    const differs = items.length > 0 || there !== here
    const known = before.corrected?.[id] ?? []
    if (!differs && known.length === 0) return
    const more: OwnCorrection[] = differs
      ? [{ over, before: there ? totalOf(old) : null, after: here ? totalOf(next) : null, items }]
      : []
    out[id] = [...known, ...more].slice(-mostKept)
  })
  return out
}

/** A candidate's part of one correction: when, in which lines, and what the total was before. */
export const ToldCorrection = z.object({
  at: z.int(),
  assigned: z.boolean().optional(),
  off: z.boolean().optional(),
  /** `change`: of the own score of that question; null where there was none before, or is none now. */
  lines: z.array(z.object({ text: z.string(), change: z.int().nullable() })),
  /** Where the total became another. */
  total: z.object({ before: z.int().nullable(), after: z.int().nullable() }).optional(),
})
export type ToldCorrection = z.infer<typeof ToldCorrection>
/** What of it a reader may see. */
export type CorrectionShows = { score: boolean; questions: boolean; key: boolean; from?: number | undefined }

/** A version’s corrections, and the questions that they are about. */
export type CorrectedBy = {
  corrections?: readonly Correction[] | undefined
  questions: readonly PaperQuestion[]
  ofTotal: boolean
}

/** The corrections of a result, the newest first, as far as its reader is shown what they are about. */
export const toldCorrections = (
  { corrections = [], questions, ofTotal }: CorrectedBy,
  own: readonly OwnCorrection[],
  shows: CorrectionShows,
): ToldCorrection[] =>
  corrections
    .flatMap(({ over, at, why, assigned, off }): ToldCorrection[] => {
      const mine = own.find((o) => o.over === over)
      // What was corrected before the reader was shown anything is no news.
      if (at === undefined || at < (shows.from ?? 0) || (!mine && why.length === 0)) return []
      // Nor is what came before there was a result at all: of a sheet that was late.
      if (!mine && own.find((o) => o.over > over)?.before === null) return []
      const head = { at, ...(assigned ? { assigned } : {}), ...(off ? { off } : {}) }
      // Without the questions a total that stands is nothing to tell.
      if (!shows.questions)
        return mine && mine.before !== mine.after ? [{ ...head, lines: [], ...(shows.score ? totalIn(mine) : {}) }] : []
      const isScored = !mine || (mine.before !== null && mine.after !== null)
      const lines = why.map(({ questionId, kind, text }) => {
        const item = mine?.items.find(([id]) => id === questionId)
        const number = questions.find((q) => q.questionId === questionId)?.number
        const said =
          kind === 'key' && !shows.key && number !== undefined ? `${itemName(number, ofTotal)}答案有更正` : text
        return { text: said, change: isScored ? (item ? (item[2] ?? 0) - (item[1] ?? 0) : 0) : null }
      })
      const named = new Set(why.map((w) => w.questionId as string))
      const others = (mine?.items ?? []).flatMap(([id, before, after]) => {
        const number = questions.find((q) => q.questionId === id)?.number
        return named.has(id) || number === undefined
          ? []
          : [{ text: itemName(number, ofTotal), change: (after ?? 0) - (before ?? 0) }]
      })
      return [{ ...head, lines: [...lines, ...others].slice(0, mostSaid), ...(mine ? totalIn(mine) : {}) }]
    })
    .reverse()

const totalIn = ({ before, after }: OwnCorrection): Pick<ToldCorrection, 'total'> =>
  before === after ? {} : { total: { before, after } }

const pointsOf = (score: number | null): string => (score === null ? '无成绩' : showScore(score))
const changeOf = (change: number): string => `${change > 0 ? '+' : '−'}${showScore(Math.abs(change))}`

/** 成绩已于11-26更正：第2题答案改为B（−3），总分78→75 */
export const correctionText = ({ at, lines, total, ...act }: ToldCorrection): string => {
  const said = [
    ...lines.map(({ text, change }) =>
      change === null ? text : `${text}（${change === 0 ? '得分不变' : changeOf(change)}）`,
    ),
    ...(total ? [`总分${movedText(total.before, total.after)}`] : []),
  ]
  return `成绩已于${showDay(at)}${actIn(act)}${said.length > 0 ? `：${said.join('，')}` : ''}`
}

/** 赋分 is no correction of a mistake. */
const actIn = ({ assigned, off }: Pick<Correction, 'assigned' | 'off'>): string =>
  assigned ? (off ? '撤销赋分' : '赋分') : '更正'

const movedText = (before: number | null, after: number | null): string => `${pointsOf(before)}→${pointsOf(after)}`

/** Whom a count of the changed is of, to a reader who does not see all: the own school, the area's schools, or the own classes. */
export const amongWhom = (
  { schoolIds }: { schoolIds: readonly string[] | null },
  classes: number,
  ownSchool: string | undefined,
): string =>
  schoolIds === null || schoolIds.length > 0
    ? ownSchool === undefined
      ? '本区'
      : '本校'
    : classes === 1
      ? '本班'
      : `这${classes}个班`

/** So many reasons are said to who reads figures; the rest is counted. */
const fewSaid = 3
/** 11-26更正：第2题答案改为B，本班21人变化; without people it is said of no one how many. */
export const correctionSaid = (
  { at, why, because = [], ...act }: Correction,
  people?: { of: string; count: number },
): string => {
  const said = [
    ...why.slice(0, fewSaid).map((w) => w.text),
    ...(why.length > fewSaid ? [`等${why.length}处`] : []),
    ...because.slice(0, fewSaid),
    ...(people ? [`${people.of}${people.count}人变化`] : []),
  ]
  return `${at === undefined ? '' : showDay(at)}${actIn(act)}${said.length > 0 ? `：${said.join('，')}` : ''}`
}

/** A candidate's corrections on a line of the transcript, the newest first: 11-26 第2题3→0，总分78→75. */
export const correctionsInLine = (
  own: readonly OwnCorrection[] = [],
  { corrections = [], questions, ofTotal }: CorrectedBy,
): string | null =>
  own
    .flatMap(({ over, before, after, items }) => {
      // What is no news to the reader is left out of the corrections.
      const told = corrections.find((c) => c.over === over)
      if (!told) return []
      const { at, why } = told
      const parts = [
        ...items.flatMap(([id, was, is]) => {
          const number = questions.find((q) => q.questionId === id)?.number
          // A question that was voided is named by why it is gone.
          const gone = why.find((w) => w.questionId === id)?.text
          if (number === undefined) return gone === undefined ? [] : [`${gone}${was ? `（${changeOf(-was)}）` : ''}`]
          return [`${itemName(number, ofTotal)}${movedText(was, is)}`]
        }),
        ...(before === after ? [] : [`总分${movedText(before, after)}`]),
      ]
      const when = [...(at === undefined ? [] : [showDay(at)]), ...(told.assigned ? [actIn(told)] : [])].join('')
      return parts.length === 0 ? [] : [`${when === '' ? '' : `${when} `}${parts.join('，')}`]
    })
    .reverse()
    .join('；') || null

/** What one figure of the line was: of a question, or without one the total. */
export const correctionOf = (
  own: readonly OwnCorrection[] = [],
  { corrections = [] }: CorrectedBy,
  questionId?: string,
): string | null =>
  own
    .flatMap(({ over, before, after, items }) => {
      const told = corrections.find((c) => c.over === over)
      if (!told) return []
      const { at } = told
      const moved = questionId === undefined ? [before, after] : items.find(([id]) => id === questionId)?.slice(1)
      const [was, is] = (moved ?? [0, 0]) as (number | null)[]
      if (was === is) return []
      return [`${at === undefined ? '' : showDay(at)}由${pointsOf(was!)}${actIn(told)}为${pointsOf(is!)}`]
    })
    .join('；') || null
