/** What markers gave to seeds, and what it comes to. */
import * as z from 'zod'
import { AttemptId, BundleId, PaperId, QuestionId, StudentId, UserId } from '#shared/kit/ids.ts'
import { MarkValue } from '../marking.types.ts'
import { seedWindow } from './rule.types.ts'
import { SeedUse } from './seed.types.ts'

/** What a marker gave to a seed. */
export const SeedMark = z.object({
  schema: z.literal(1),
  paperId: PaperId,
  questionId: QuestionId,
  userId: UserId,
  as: StudentId,
  studentId: StudentId,
  bundleId: BundleId,
  use: SeedUse,
  right: z.int(),
  value: MarkValue,
  attemptId: AttemptId,
  at: z.int(),
  version: z.int(),
})
export type SeedMark = z.infer<typeof SeedMark>

export const SeedSums = z.object({
  n: z.int(),
  exact: z.int(),
  within: z.int(),
  /** Hundredths, signed and not: what was given less what is right. */
  off: z.int(),
  apart: z.int(),
})
export type SeedSums = z.infer<typeof SeedSums>

export const seedStates = ['even', 'warned', 'stopped'] as const

/** A marker's seeds of a question, summed with each of them. */
export const SeedTally = z.object({
  schema: z.literal(1),
  paperId: PaperId,
  questionId: QuestionId,
  userId: UserId,
  expert: SeedSums,
  own: SeedSums,
  /** The last ones, oldest first. */
  recent: z.array(z.object({ as: StudentId, at: z.int(), off: z.int(), good: z.boolean() })).max(seedWindow),
  /** When the last good one was given before those of the window. */
  goodAt: z.int().optional(),
  state: z.enum(seedStates),
  /** Since when it is. */
  since: z.int(),
  /** The warning of that moment was said to the marker. */
  toldOf: z.int().optional(),
  version: z.int(),
})
export type SeedTally = z.infer<typeof SeedTally>

/** That a marker is stopped: there as long as it is so. */
export const SeedStop = SeedTally.pick({ schema: true, paperId: true, questionId: true, userId: true })
export type SeedStop = z.infer<typeof SeedStop>
