/**
 * Severity where each class, or school, has markers of its own: what is left of a class's teaching beside its choice scores
 * stands in its marker's difference, and no figure takes the two apart. What can be told is who lies outside what all
 * differences scatter by: the scatter between markers (random effects by moments, DerSimonian & Laird 1986) is put into each
 * one's error (Spiegelhalter 2005). It is taken of the others alone, since one who is far off would hide in it, and is known
 * by as many of them, so that limits are Student's.
 */
import type { Arrangement } from '../marking.types.ts'
import { crossedOf } from './crossed.rules.ts'
import type { Crossing } from './crossed.rules.ts'
import { byPairs, clearBy, severityOf } from './quality.rules.ts'
import type { Given, Severity } from './quality.rules.ts'

/** Whether each marks the own classes, or the own school, and no other. */
export const isApart = ({ classRule, ownSchools }: Pick<Arrangement, 'classRule' | 'ownSchools'>): boolean =>
  classRule === 'own' || ownSchools === true

type Known = Pick<Severity, 'value' | 'error'>

/** The variance between differences beyond their errors; hundredths squared. */
export const scatterOf = (all: readonly Known[]): number => {
  const weights = all.map((s) => 1 / s.error ** 2)
  const sum = weights.reduce((a, w) => a + w, 0)
  const mean = all.reduce((a, s, i) => a + weights[i]! * s.value, 0) / sum
  const q = all.reduce((a, s, i) => a + weights[i]! * (s.value - mean) ** 2, 0)
  const c = sum - weights.reduce((a, w) => a + w * w, 0) / sum
  return c > 0 ? Math.max(0, (q - (all.length - 1)) / c) : 0
}

/** Fewer others tell nothing of how much classes scatter. */
export const leastOthers = 4

/** What Student's t allows at the chance of `clearBy`, for so many degrees of freedom (Cornish and Fisher's expansion). */
export const tOf = (free: number): number => {
  const z = clearBy
  const terms = [
    (z ** 3 + z) / 4,
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96,
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384,
    (79 * z ** 9 + 776 * z ** 7 + 1482 * z ** 5 - 1920 * z ** 3 - 945 * z) / 92160,
  ]
  return terms.reduce((sum, term, i) => sum + term / free ** (i + 1), z)
}

/** One marker's severity beside those of all others of the question. */
const besideClasses = (own: Severity, others: readonly Known[]): Severity | null => {
  if (others.length < leastOthers) return null
  // What the others' classes differ by stands in their mean as well.
  const scatter = scatterOf(others) * (1 + 1 / others.length)
  const error = Math.sqrt(own.error ** 2 + scatter) * (tOf(others.length - 1) / clearBy)
  return { ...own, error, from: 'classes' }
}

/** Severity of each of a question's markers, by pairs that of all at once; `apart`: each marks a class, or school, of the own. */
export const severitiesOf = (
  markers: readonly { own: Given & Partial<Crossing>; others: Given }[],
  step: number,
  apart: boolean,
): (Severity | null)[] => {
  const crossed = crossedOf(
    markers.map(({ own }, i) => ({ name: String(i), beside: new Map(), ...own })),
    step,
  )
  const each = markers.map(({ own, others }, i) => severityOf(own, others, step, crossed[i] ?? byPairs(own, step)))
  if (!apart) return each
  return each.map((severity, i) =>
    // Two who marked the same answers marked the same class.
    severity?.from === 'strata'
      ? besideClasses(
          severity,
          each.filter((other, j): other is Severity => j !== i && other?.from === 'strata'),
        )
      : severity,
  )
}
