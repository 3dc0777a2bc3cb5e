import type { GradeId, ClassId } from '#shared/kit/ids.ts'
import type { SchoolClass } from '#shared/school/roster/school.types.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { transact } from '#functions/kit/table.ts'
import type { WriteItem } from '#functions/kit/table.ts'
import { takingName, className } from './names.ts'
import { classes } from './roster/school.store.ts'

/** A class after the others of its grade; null when the name was taken meanwhile. */
export const newClass = async (
  of: { schoolId: SchoolClass['schoolId']; gradeId: GradeId; className: string },
  existing: readonly SchoolClass[],
  write: (writes: WriteItem[], row: SchoolClass) => Promise<boolean> = (writes) => transact(writes, newId('attempt')),
): Promise<SchoolClass | null> => {
  const classId = newId<ClassId>('class')
  const row: SchoolClass = {
    schema: 1,
    classId,
    ...of,
    sort: Math.max(0, ...existing.map((c) => c.sort)) + 1,
    createdAt: now(),
    version: 1,
  }
  return (await write([classes.creating(row), takingName(className(of), classId)], row)) ? row : null
}
