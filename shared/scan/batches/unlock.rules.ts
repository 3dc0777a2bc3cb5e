/** The name of an uploader of a paper in one text, as a request carries it (spec 1 §8, 11008). */
import type { PaperId, UserId } from '#shared/kit/ids.ts'
import { markingProgress } from '#shared/exam/exam.types.ts'

export const examUploaderIdOf = (of: { paperId: PaperId; userId: UserId }): string => `${of.paperId}.${of.userId}`

/** Null for anything that is no such name: the call's own schema judges the parts. */
export const uploaderNamed = (examUploaderId: string): { paperId: PaperId; userId: UserId } | null => {
  const [paperId, userId, more] = examUploaderId.split('.')
  return paperId && userId && more === undefined ? { paperId: paperId as PaperId, userId: userId as UserId } : null
}

/**
 * The uploader who said that everything was handed in may take that back until marking has begun; from then on, and for
 * all others, the exam's managers.
 */
export const mayUnlock = (of: { manages: boolean; own: boolean; progress: number }): 'yes' | 'late' | 'no' =>
  of.manages ? 'yes' : !of.own ? 'no' : of.progress >= markingProgress.marking ? 'late' : 'yes'
