import * as z from 'zod'
import { ClassId, UserId } from '#shared/kit/ids.ts'

/** The specification's marking mode: by class, or by question across all classes. */
export const markTypes = { byClass: 0, byQuestion: 1 } as const

/** So many classes of a paper may have markers of their own, so many markers each. */
export const mostPools = 200
export const mostPoolMarkers = 20

/** Whose answers a marker is handed: the own classes' alone (by class), or any but theirs; unless said, of any class. */
export const ClassRule = z.enum(['own', 'never'])
export type ClassRule = z.infer<typeof ClassRule>

/** Who marks a class by class, where that is not who teaches it the course. */
export const ClassPool = z.object({ classId: ClassId, markers: z.array(UserId).min(1).max(mostPoolMarkers) })
export type ClassPool = z.infer<typeof ClassPool>
