/**
 * What each marker gave, as counters. A script remembers a key a mark, and a second where another marked the same answer:
 * `s850x3b9` is 8.5 points for a student of stratum 3 in band 9, `d-50w` half a point below the other marker, within the
 * tolerance (`d-50w~Ab3xY7` names that marker), `f300` three points of an arbitrator or of who looked again, `p` a problem. A marker's row holds their sums, some thirty small fields
 * a question, however many scores there are: each mark writes it whole.
 */
import { createHash } from 'node:crypto'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import { rolesWanted, standing, worth } from '#shared/marking/marking.rules.ts'
import { markRoles } from '#shared/marking/marking.types.ts'
import type { AnswerItem, MarkRole } from '#shared/marking/marking.types.ts'
import type { Beside, Crossing } from '#shared/marking/quality/crossed.rules.ts'
import { bandOf, bands, strata } from '#shared/marking/quality/quality.rules.ts'
import type { Given, Sums } from '#shared/marking/quality/quality.rules.ts'
import { ruleOf } from '#shared/marking/settle.rules.ts'
import type { Ruled } from '#shared/marking/settle.rules.ts'
import type { ApartKey } from '#functions/kit/projection.ts'

/** A question, or another marker, within a marker's row. */
const shortOf = (id: string): string =>
  createHash('sha256').update(id).digest('base64url').replace(/[-_]/g, '').slice(0, 6)

/** What a key adds to the fields of its question. */
const fieldsOf = (what: string): Record<string, number> => {
  const mark = /^s(\d+)x(\d)b(\d+)$/.exec(what)
  if (mark) {
    const [score, stratum, band] = mark.slice(1).map(Number) as [number, number, number]
    return { [`n${stratum}`]: 1, [`t${stratum}`]: score, [`q${stratum}`]: score * score, [`b${band}`]: 1 }
  }
  const pair = /^d(-?\d+)(w?)(?:~(\w+))?$/.exec(what)
  if (pair) {
    const by = Number(pair[1])
    const beside = pair[3] ? { [`o${pair[3]}n`]: 1, [`o${pair[3]}t`]: by } : {}
    return { pn: 1, pt: by, pq: by * by, pa: Math.abs(by), pe: by === 0 ? 1 : 0, pw: pair[2] ? 1 : 0, ...beside }
  }
  return what === 'p' ? { p: 1 } : { fn: 1, ft: Number(what.slice(1)) }
}

/** The row of a marker in which a key counts, and what it adds there; null for counters of no marker. */
export const markerRowOf = (key: string): ApartKey | null => {
  const [, name, question, what] = /^@([^.]+)\.([^.]+)\.(.+)$/.exec(key) ?? []
  if (!name || !question || !what) return null
  const adds = Object.entries(fieldsOf(what)).map(([field, n]) => [`${question}.${field}`, n] as const)
  return { name, adds: Object.fromEntries(adds) }
}

/**
 * The keys of an answer's marks. A mark that is asked for by what another gave (a third one, a second of a zero) is of answers
 * that are unlike the others: it counts as work, and tells nothing of its marker beside them. `named`: which other marker it
 * was is counted too. That is two small fields more a pair of markers, so only where markers are few.
 */
export const givenKeys = (
  q: Ruled & Pick<PaperQuestion, 'questionId'>,
  item: Pick<AnswerItem, 'paperId' | 'studentId' | 'asked' | 'imageVersion' | MarkRole>,
  stratum: number,
  named = true,
): string[] => {
  const keys: string[] = []
  const add = (by: string, what: string): number => keys.push(`@${by}.${shortOf(q.questionId)}.${what}`)
  const begun = rolesWanted(q, item)
  for (const role of markRoles) {
    const mark = standing(item[role], item.imageVersion)
    if (!mark) continue
    const score = worth(mark.value)
    if (score === null) add(mark.by, 'p')
    else add(mark.by, !begun.includes(role) ? `f${score}` : `s${score}x${stratum}b${bandOf(score, q.fullScore)}`)
  }
  const [a, b] = [standing(item.first, item.imageVersion), standing(item.second, item.imageVersion)]
  const [one, other] = [a && worth(a.value), b && worth(b.value)]
  if (begun.includes('second') && a && b && typeof one === 'number' && typeof other === 'number') {
    const within = Math.abs(one - other) <= ruleOf(q).tolerance ? 'w' : ''
    const beside = (by: string): string => (named ? `~${shortOf(by)}` : '')
    add(a.by, `d${one - other}${within}${beside(b.by)}`)
    add(b.by, `d${other - one}${within}${beside(a.by)}`)
  }
  return keys
}

/** A marker's marks of one question. */
export type MarkerGiven = Given &
  Crossing & {
    userId: string
    questionId: string
    /** Of any role, problems too. */
    marked: number
    problems: number
    /** Scores of any role. */
    scored: Omit<Sums, 'squares'>
  }

/** The fields of a row that say with whom a question's pairs were. */
const besideIn = (fields: ReadonlyMap<string, number>, short: string): Map<string, Beside> => {
  const found = new Map<string, Beside>()
  for (const [field, n] of fields) {
    const other = field.startsWith(`${short}.o`) && /^o(\w+)n$/.exec(field.slice(short.length + 1))?.[1]
    if (other && n > 0) found.set(other, { n, sum: fields.get(`${short}.o${other}t`) ?? 0 })
  }
  return found
}

/** Rows of the markers, read back. */
export const givenOf = (
  questions: readonly Pick<PaperQuestion, 'questionId'>[],
  rows: ReadonlyMap<string, ReadonlyMap<string, number>>,
): MarkerGiven[] => {
  const known = questions.map(({ questionId }) => ({ questionId, short: shortOf(questionId) }))
  return [...rows].flatMap(([userId, fields]) =>
    known.flatMap(({ questionId, short }) => {
      const n = (field: string): number => fields.get(`${short}.${field}`) ?? 0
      const own = Array.from({ length: strata + 1 }, (_, s) => ({
        n: n(`n${s}`),
        sum: n(`t${s}`),
        squares: n(`q${s}`),
      }))
      const scored = {
        n: own.reduce((sum, s) => sum + s.n, n('fn')),
        sum: own.reduce((sum, s) => sum + s.sum, n('ft')),
      }
      const problems = n('p')
      if (scored.n + problems === 0) return []
      return [
        {
          userId,
          questionId,
          marked: scored.n + problems,
          problems,
          scored,
          strata: own,
          bands: Array.from({ length: bands }, (_, band) => n(`b${band}`)),
          pairs: { n: n('pn'), sum: n('pt'), squares: n('pq'), far: n('pa'), exact: n('pe'), within: n('pw') },
          name: shortOf(userId),
          beside: besideIn(fields, short),
        },
      ]
    }),
  )
}
