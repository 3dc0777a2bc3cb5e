import type { AuditAct, Change } from '#shared/kit/acts.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import type { AttemptId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import type { Student, RosterAct, SchoolClass } from '#shared/school/roster/school.types.ts'
import { auditRecord, audited } from '#functions/kit/audit.ts'
import type { AuditRecord } from '#functions/kit/audit.ts'
import { edit, beaten } from '#functions/kit/edit.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/session.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { transact } from '#functions/kit/table.ts'
import type { WriteItem } from '#functions/kit/table.ts'
import { studentOf } from './roster/school.public.ts'
import { students, acts } from './roster/school.store.ts'
import { noteTouched, peopleOf } from './told.ts'

/** Students of one transaction; it takes a hundred writes, and two are the act and its record. */
const atOnce = 90

export const chosenRows = async (studentIds: readonly string[]): Promise<Student[]> => {
  const rows: Student[] = []
  const ids = [...new Set(studentIds)]
  for (let at = 0; at < ids.length; at += 25)
    for (const s of await Promise.all(ids.slice(at, at + 25).map((id) => studentOf(id))))
      rows.push(s ?? refuse(commonProblems.notFound))
  return rows
}

/** Of rows that could not all be saved, tells of the first that somebody else has changed. */
export const refuseStaleOf = async (rows: readonly Student[]): Promise<never> => {
  for (const row of rows) {
    const there = await students.get(row)
    if (there?.version !== row.version) return refuseStale(students, row)
  }
  return refuseStale(students, rows[0]!)
}

/** The row as it is now, found by its number or, where that has changed, by its id. */
export const rowNow = async (of: {
  schoolId: string
  studentId: string
  studentNumber: string
}): Promise<Student | null> => {
  const there = await students.get(of)
  return there?.studentId === of.studentId ? there : studentOf(of.studentId)
}

/**
 * Saves many rows, `first` and the act's record in the transaction of the first of them. What does not fit into one
 * transaction follows, each row read again if somebody was faster; `next` answers null for a row that is to stay as it is.
 */
export const saveAll = async (
  rows: readonly Student[],
  next: (row: Student) => Student | null,
  record: AuditRecord,
  first: readonly WriteItem[] = [],
): Promise<boolean> => {
  const head = rows.slice(0, atOnce)
  const schoolId = rows[0]?.schoolId
  const touched = rows.map((r) => r.studentId)
  if (schoolId) await noteTouched(schoolId, touched, record.object)
  if (!(await audited([...first, ...head.map((r) => students.saving(next(r) ?? r))], record))) return false
  for (let at = atOnce; at < rows.length; at += atOnce) {
    let part = rows.slice(at, at + atOnce)
    await edit('students', async () => {
      const writes = part.flatMap((r) => {
        const after = next(r)
        return after ? [students.saving(after)] : []
      })
      if (writes.length === 0 || (await transact(writes, newId('attempt')))) return null
      part = (await Promise.all(part.map((r) => rowNow(r)))).filter((r) => r !== null)
      return beaten
    })
  }
  return true
}

export const by = (caller: Caller): RosterAct['by'] => ({ userId: caller.userId, userName: caller.userName })

/** Changes chosen students, all of them or (up to a transaction's size) none. */
export const changeAll = async (
  studentIds: readonly string[],
  next: (row: Student) => Student,
  of: { caller: Caller; act: AuditAct; changes: readonly Change[]; reason?: string },
): Promise<number> => {
  const rows = await chosenRows(studentIds)
  const [first] = rows
  if (!first) return 0
  const record = auditRecord(of.caller, of.act, newId<AttemptId>('attempt'), {
    after: [...studentIds, of.changes],
    told: { ...peopleOf(rows.map((s) => s.studentId)), changes: [...of.changes] },
    tenant: schoolTenant(first.schoolId),
    ...(of.reason ? { reason: of.reason } : {}),
  })
  const done = await saveAll(rows, next, record)
  return done ? rows.length : refuseStaleOf(rows)
}

/** The act of moving these students to a class, and its audit record. */
export const movingTo = (
  rows: readonly Student[],
  own: SchoolClass,
  caller: Caller,
): { act: RosterAct; record: AuditRecord } => {
  const to = { gradeId: own.gradeId, classId: own.classId }
  const act: RosterAct = {
    schema: 1,
    actId: newId<AttemptId>('attempt'),
    schoolId: own.schoolId,
    kind: 'move',
    title: `${rows.length === 1 ? rows[0]!.studentName : `${rows.length}名学生`}调到${own.className}`,
    by: by(caller),
    to,
    moves: rows.map((s) => ({
      studentId: s.studentId,
      studentNumber: s.studentNumber,
      from: { gradeId: s.gradeId, classId: s.classId },
    })),
    createdAt: now(),
    version: 1,
  }
  const record = auditRecord(caller, 'school.moveStudents', act.actId, {
    before: act.moves,
    after: to,
    told: {
      ...peopleOf(rows.map((s) => s.studentId)),
      changes: [{ field: '班级', after: own.className }],
      actId: act.actId,
    },
    tenant: schoolTenant(own.schoolId),
  })
  return { act, record }
}

/** Whom a later act moved on, or moved away and here again: where they stand is that one's doing. */
export const movedSince = async ({ schoolId, actId }: RosterAct): Promise<Set<string>> => {
  const later = await acts.query(`acts#${schoolId}`, { from: `${actId}\u0000` })
  return new Set(later.filter((a) => !a.undone).flatMap((a) => (a.moves ?? []).map((m) => m.studentId)))
}
