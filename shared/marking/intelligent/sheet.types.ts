import * as z from 'zod'

/** One transaction takes a hundred writes: the bundles of both marks, and a note beside each script. */
export const mostInBundle = 98

export const LikeSet = z.object({ size: z.int().min(1), outliers: z.int().min(0) })
export type LikeSet = z.infer<typeof LikeSet>
