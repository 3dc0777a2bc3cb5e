/** A student's row whether it is deleted or not. */
import type { Student } from '#shared/school/roster/school.types.ts'
import { students } from '../roster/school.store.ts'

export const studentNow = async (studentId: string): Promise<Student | null> =>
  (await students.queryIndex('gsi1', `student#${studentId}`, { limit: 1 }))[0] ?? null
