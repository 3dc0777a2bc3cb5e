/**
 * What each marker gave, as counters: a key a mark, a second where another marked the same answer. `s850x3` is 8.5 points
 * for a student of stratum 3, `d-50` half a point below the other marker, `f300` an arbitrator's three points, `p` a problem.
 */
import { createHash } from 'node:crypto'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import { standing, worth } from '#shared/marking/marking.rules.ts'
import { markRoles } from '#shared/marking/marking.types.ts'
import type { AnswerItem, MarkRole } from '#shared/marking/marking.types.ts'
import type { Given } from '#shared/marking/quality.rules.ts'
import type { ApartKey } from '#functions/kit/projection.ts'

/** A marker's counters of many questions lie in so many rows, which stay small: each is written whole. */
const rowsOfMarker = 8

const keyOf = (by: string, questionId: string, what: string): string => `@${by}.${questionId}.${what}`

/** The row of a marker in which a key lies; null for counters of no marker. */
export const markerRowOf = (key: string): ApartKey | null => {
  const [, by = '', questionId = '', what = ''] = /^@([^.]+)\.([^.]+)\.(.+)$/.exec(key) ?? []
  if (what === '') return null
  const row = createHash('sha256').update(questionId).digest()[0]! % rowsOfMarker
  return { name: `${by}.${row}`, what: `${questionId}.${what}` }
}

/** The keys of an answer's marks. */
export const givenKeys = (
  q: Pick<PaperQuestion, 'questionId'>,
  item: Pick<AnswerItem, 'imageVersion' | MarkRole>,
  stratum: number,
): string[] => {
  const keys: string[] = []
  const add = (by: string, what: string): number => keys.push(keyOf(by, q.questionId, what))
  for (const role of markRoles) {
    const mark = standing(item[role], item.imageVersion)
    if (!mark) continue
    const score = worth(mark.value)
    add(mark.by, score === null ? 'p' : role === 'final' ? `f${score}` : `s${score}x${stratum}`)
  }
  const [a, b] = [standing(item.first, item.imageVersion), standing(item.second, item.imageVersion)]
  const [one, other] = [a && worth(a.value), b && worth(b.value)]
  if (a && b && typeof one === 'number' && typeof other === 'number') {
    add(a.by, `d${one - other}`)
    add(b.by, `d${other - one}`)
  }
  return keys
}

/** A marker's marks of one question. */
export type MarkerGiven = Given & {
  userId: string
  questionId: string
  /** Of any role, problems too. */
  marked: number
  problems: number
  /** Of any role. */
  scores: { score: number; n: number }[]
}

/** Rows of the markers, read back. */
export const givenOf = (rows: ReadonlyMap<string, ReadonlyMap<string, number>>): MarkerGiven[] => {
  const all = new Map<string, MarkerGiven & { marks: Given['marks'][number][]; apart: Given['apart'][number][] }>()
  for (const [name, fields] of rows) {
    // A school's row has a name without a dot.
    if (!name.includes('.')) continue
    for (const [field, n] of fields) {
      const [userId, questionId] = [name.slice(0, name.lastIndexOf('.')), field.slice(0, field.indexOf('.'))]
      const what = field.slice(questionId.length + 1)
      const key = `${userId} ${questionId}`
      const of = all.get(key) ?? { userId, questionId, marked: 0, problems: 0, scores: [], marks: [], apart: [] }
      all.set(key, of)
      if (what.startsWith('d')) {
        of.apart.push({ by: Number(what.slice(1)), n })
        continue
      }
      of.marked += n
      if (what === 'p') of.problems += n
      else {
        const [score = 0, stratum] = what.slice(1).split('x').map(Number)
        of.scores.push({ score, n })
        if (stratum !== undefined) of.marks.push({ score, stratum, n })
      }
    }
  }
  return [...all.values()]
}
