import type { Student } from '#shared/school/roster/school.types.ts'
import { closingUser } from '#functions/identity/identity.public.ts'
import { now, newId } from '#functions/kit/ports.ts'
import { transact } from '#functions/kit/table.ts'
import type { WriteItem } from '#functions/kit/table.ts'
import { pinyinOf } from './pinyin.ts'
import { classOf } from './roster/school.public.ts'
import { students } from './roster/school.store.ts'
import type { OfPerson } from './told.ts'

type Fresh = Omit<Student, 'schema' | 'pinyin' | 'createdAt' | 'version'>

/** A student's row as it begins. */
export const studentRow = async (fresh: Fresh): Promise<Student> => ({
  ...fresh,
  schema: 1,
  pinyin: await pinyinOf(fresh.studentName),
  createdAt: now(),
  version: 1,
})

/** A student as the records tell of one. */
export const shown = async (s: Student): Promise<OfPerson & { after: NonNullable<OfPerson['after']> }> => ({
  schoolId: s.schoolId,
  personId: s.studentId,
  name: s.studentName,
  after: {
    姓名: s.studentName,
    学号: s.studentNumber,
    性别: s.gender === 1 ? '男' : s.gender === 2 ? '女' : '',
    班级: (await classOf(s.classId))?.className ?? '',
  },
})

type Write = (writes: readonly WriteItem[], student: Student) => Promise<boolean>

const unrecorded: Write = (writes) => transact(writes, newId('attempt'))

/**
 * Adds a student. A deleted student's number is free again; the same name gets the old row back, with its results.
 * An import is on record as one act, and writes what it adds without.
 */
export const addStudent = async (
  fresh: Fresh,
  write: Write = unrecorded,
): Promise<{ added: boolean; student: Student }> => {
  const row = await studentRow(fresh)
  if (await write([students.creating(row)], row)) return { added: true, student: row }
  const there = await students.get(row)
  if (!there) throw new Error(`student ${row.studentNumber} neither created nor there`)
  if (there.deletedAt === undefined) return { added: false, student: there }
  const { deletedAt: _gone, ...kept } = there
  const next: Student =
    there.studentName === row.studentName
      ? { ...kept, gradeId: row.gradeId, classId: row.classId, ...(row.gender ? { gender: row.gender } : {}) }
      : { ...row, version: there.version }
  // The old row comes back with its identity.
  const opening = next.userId ? await closingUser(next.userId, false) : []
  const saved = await write([students.saving(next), ...opening], next)
  return saved
    ? { added: true, student: { ...next, version: next.version + 1 } }
    : { added: false, student: (await students.get(row)) ?? there }
}
