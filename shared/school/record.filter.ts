import * as z from 'zod'
import { actKinds } from '#shared/kit/acts.ts'
import type { ActKind } from '#shared/kit/acts.ts'
import { TeacherId, UserId } from '#shared/kit/ids.ts'
import { sought } from '#shared/kit/text.ts'
import { defaultSpan, isSpan } from './record.rules.ts'

/** What is asked of them, by a list and by an export alike. */
export const recordFilter = {
  span: z.string().refine(isSpan, '时间范围不正确').default(defaultSpan),
  actKind: z.enum(Object.keys(actKinds) as [ActKind, ...ActKind[]]).optional(),
  /** Who did it: an identity, or a teacher. */
  by: z.union([UserId, TeacherId]).optional(),
  /** A person to whom it was done: by name or number. */
  name: sought(),
}
