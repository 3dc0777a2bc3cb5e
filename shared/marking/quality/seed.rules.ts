/** How many seeds a bundle gets, what a marker's come to, and when it is too much. Pure. */
import { composeId, timeOfId } from '#shared/kit/ids.ts'
import type { StudentId } from '#shared/kit/ids.ts'
import { stepOf, worth } from '../marking.rules.ts'
import type { MarkValue } from '../marking.types.ts'
import { ruleOf } from '../settle.rules.ts'
import type { Ruled } from '../settle.rules.ts'
import { jointQuality, seedWindow } from './rule.types.ts'
import type { QualityRule, SeedRule } from './rule.types.ts'
import { mostSeeds } from './seed.types.ts'
import type { SeedMark, SeedSums, SeedTally } from './seedMark.types.ts'

type Blocks = { blocks?: readonly { questionIds: readonly string[]; quality?: QualityRule | undefined }[] | undefined }

/** What is asked of a question's marking: what its group says, and of a joint exam else what provinces do. */
export const qualityOf = ({ blocks = [] }: Blocks, questionId: string, joint: boolean): QualityRule => ({
  ...(joint ? jointQuality : {}),
  ...blocks.find((b) => b.questionIds.includes(questionId))?.quality,
})

/** Hundredths that a seed's mark may lie off: as far as two markers may differ, else a tenth of the full score. */
export const seedTolerance = (q: Ruled, rule?: Pick<SeedRule, 'tolerance'>): number => {
  const step = stepOf(q)
  const onGrid = (score: number): number => Math.max(step, Math.floor(score / step) * step)
  if (rule?.tolerance !== undefined) return onGrid((q.fullScore * rule.tolerance) / 100)
  const said = (q.markers ?? 1) > 1 && (q.tolerance ?? q.settle?.share) !== undefined
  return said ? ruleOf(q).tolerance : onGrid(q.fullScore / 10)
}

/** How many of a hundredth part come to a bundle of so many answers: on average exactly as many as was said. */
export const seedsIn = (percent: number, answers: number, chance: number): number =>
  Math.min(mostSeeds / 2, Math.floor((percent * answers) / 100 + chance))

export const noSeedSums: SeedSums = { n: 0, exact: 0, within: 0, off: 0, apart: 0 }

export const newTally = ({ paperId, questionId, userId, at }: SeedMark): SeedTally => ({
  schema: 1,
  paperId,
  questionId,
  userId,
  expert: noSeedSums,
  own: noSeedSums,
  recent: [],
  state: 'even',
  since: at,
  version: 1,
})

const sums = (of: SeedSums, off: number, tolerance: number, sign: 1 | -1): SeedSums => ({
  n: of.n + sign,
  exact: of.exact + (off === 0 ? sign : 0),
  within: of.within + (Math.abs(off) <= tolerance ? sign : 0),
  off: of.off + sign * off,
  apart: of.apart + sign * Math.abs(off),
})

/** What was given less what is right; a seed that was handed on as a problem says nothing. */
const offOf = (value: MarkValue, right: number): number | null => {
  const score = worth(value)
  return score === null ? null : score - right
}

/** By the last seeds alone: a marker who has come back to the scale is warned no more. */
export const seedState = (
  rule: Pick<SeedRule, 'warn' | 'stop'>,
  recent: readonly Pick<SeedTally['recent'][number], 'good'>[],
): SeedTally['state'] => {
  const bad = recent.filter((s) => !s.good).length
  return bad >= rule.stop ? 'stopped' : bad >= rule.warn ? 'warned' : 'even'
}

/**
 * A marker's tally with the mark of a seed, which takes the place and the time of the one before it of the same seed: what
 * was given between them is judged by neither. Who was stopped stays it until the leader says otherwise.
 */
export const withSeed = (
  before: SeedTally,
  { value, right, use, as, at }: Pick<SeedMark, 'value' | 'right' | 'use' | 'as' | 'at'>,
  former: Pick<SeedMark, 'value'> | null,
  rule: Pick<SeedRule, 'warn' | 'stop'>,
  tolerance: number,
): SeedTally => {
  const [was, off] = [former ? offOf(former.value, right) : null, offOf(value, right)]
  const less = was === null ? before[use] : sums(before[use], was, tolerance, -1)
  const more = off === null ? less : sums(less, off, tolerance, 1)
  const there = before.recent.findIndex((s) => s.as === as)
  const next = off === null ? [] : [{ as, at: before.recent[there]?.at ?? at, off, good: Math.abs(off) <= tolerance }]
  const all =
    there >= 0
      ? [...before.recent.slice(0, there), ...next, ...before.recent.slice(there + 1)]
      : former
        ? before.recent
        : [...before.recent, ...next]
  const gone = all.slice(0, Math.max(0, all.length - seedWindow)).findLast((s) => s.good)
  const recent = all.slice(-seedWindow)
  const goodAt = gone?.at ?? before.goodAt
  const state = before.state === 'stopped' ? 'stopped' : seedState(rule, recent)
  return {
    ...before,
    [use]: more,
    recent,
    ...(goodAt === undefined ? {} : { goodAt }),
    state,
    since: state === before.state ? before.since : at,
  }
}

/** The leader lets the marker go on: what was is on record, and counts no more. */
export const released = (tally: SeedTally, at: number): SeedTally => ({
  ...tally,
  recent: [],
  goodAt: at,
  state: 'even',
  since: at,
})

/** Work after this moment is in doubt: that of the last good seed before the first that lies off; null where none does. */
export const doubtSince = ({ recent, goodAt }: Pick<SeedTally, 'recent' | 'goodAt'>): number | null => {
  const first = recent.findIndex((s) => !s.good)
  if (first < 0) return null
  return recent[first - 1]?.at ?? goodAt ?? 0
}

/**
 * An id that is of none of these students and looks like one of them: of a moment between two of theirs, next to each other,
 * as the digest says. A moment that one of them has would be the seeds' and that one's alone.
 */
export const nameAmong = (studentIds: readonly string[], digest: Uint8Array): StudentId => {
  const [at, a, b, c, ...random] = digest as unknown as [number, number, number, number, ...number[]]
  const times = studentIds.map(timeOfId).sort((x, y) => x - y)
  const before = times[at % Math.max(1, times.length - 1)]!
  const span = (times.find((t) => t > before) ?? before) - before
  const into = span > 1 ? 1 + Math.floor(((a * 65_536 + b * 256 + c) / 2 ** 24) * (span - 1)) : 0
  return composeId('student', before + into, new Uint8Array(random))
}

/** Shares of 0…1 and hundredths; null while there is none. */
export const consistencyOf = ({ n, exact, within, off, apart }: SeedSums) =>
  n === 0 ? null : { n, exact: exact / n, within: within / n, off: off / n, apart: apart / n }
