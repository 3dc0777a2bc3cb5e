/** What a group's leader asks of its marking, as data: seeds, trial marking, samples. What is not said follows from the exam. */
import * as z from 'zod'

/** So many seeds of a marker are judged together. */
export const seedWindow = 10

export const SeedRule = z.object({
  /** Of a hundred answers that are handed out so many more are the experts', and so many the marker's own earlier ones. */
  expert: z.int().min(0).max(20),
  own: z.int().min(0).max(20),
  /** Percent of the full score that a seed's mark may lie off; without it the question's own tolerance. */
  tolerance: z.int().min(1).max(50).optional(),
  /** Of the last ten seeds so many lie off: the marker is told, and then handed no more. */
  warn: z.int().min(1).max(seedWindow),
  stop: z.int().min(1).max(seedWindow),
})
export type SeedRule = z.infer<typeof SeedRule>

export const TrialRule = z.object({
  /** The answers are chosen and the trial is on; until then no live work is handed out. */
  begun: z.boolean(),
  /** Percent of the answers whose mark lies within the tolerance, and percent of the full score that the mean may be off. */
  within: z.int().min(0).max(100),
  bias: z.int().min(0).max(100),
})
export type TrialRule = z.infer<typeof TrialRule>

export const QualityRule = z.object({
  seeds: SeedRule.optional(),
  trial: TrialRule.optional(),
  /** Percent of a marker's answers of a day that the leader looks at. */
  samples: z.int().min(0).max(100).optional(),
})
export type QualityRule = z.infer<typeof QualityRule>

/** A marker whose standard deviation is a third of the tolerance is warned on one day of a thousand by these. */
export const usualSeeds: SeedRule = { expert: 2, own: 1, warn: 3, stop: 5 }
export const usualTrial: TrialRule = { begun: false, within: 80, bias: 5 }
/** Provincial practice: own answers come again, one in a hundred, and leaders look at a fifth of a day's marks. */
export const jointQuality: QualityRule = { seeds: usualSeeds, samples: 20 }
