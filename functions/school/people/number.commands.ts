import { schoolProblems } from '#shared/school/school.problems.ts'
import type { Student } from '#shared/school/roster/school.types.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import type { AttemptId } from '#shared/kit/ids.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { newId } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { WriteItem } from '#functions/kit/table.ts'
import { noteTouched, peopleOf } from './told.ts'
import { students } from '../roster/school.store.ts'
import type * as numberCalls from '#shared/school/people/number.calls.ts'
import type { Caller } from '#functions/kit/serve.ts'
import type { InputOf, AnswerOf } from '#shared/kit/call.ts'

/** The students of numbers, deleted ones too, by number. */
export const byNumber = async (
  schoolId: Student['schoolId'],
  numbers: readonly string[],
): Promise<Map<string, Student>> =>
  new Map(
    (await students.getMany([...new Set(numbers)].map((studentNumber) => ({ schoolId, studentNumber })))).map((s) => [
      s.studentNumber,
      s,
    ]),
  )

export const live = (s: Student | undefined): s is Student => s !== undefined && s.deletedAt === undefined

/**
 * The number is the key: rows move to other keys in one transaction. Where a number passes from one to the other, its
 * key is written once, over the version of the row that leaves it.
 */
const moving = (moves: readonly { row: Student; to: string }[], there: ReadonlyMap<string, Student>): WriteItem[] => {
  const targets = new Set(moves.map((m) => m.to))
  const leaving = moves.filter(({ row }) => !targets.has(row.studentNumber))
  return [
    ...leaving.map(({ row }) => students.removing(row)),
    ...moves.map(({ row, to }) => {
      const other = there.get(to)
      const next = { ...row, studentNumber: to, version: Math.max(row.version, other?.version ?? 0) }
      // Written over the student who leaves the number, or over a deleted one; else it must be free.
      return other
        ? students.savingOver(next, other.version)
        : students.creating({ ...next, version: next.version + 1 })
    }),
  ]
}

export const adjustNumbers = async (
  input: InputOf<typeof numberCalls.adjustNumbers>,
  caller: Caller,
): Promise<AnswerOf<typeof numberCalls.adjustNumbers>> => {
  const { schoolId } = input
  const changes = input.changes.filter((c) => c.from !== c.to)
  for (const side of ['from', 'to'] as const) {
    const all = input.changes.map((c) => c[side])
    const twice = all.find((n, i) => all.indexOf(n) !== i)
    if (twice) return refuse(schoolProblems.numberTwice, { number: twice })
  }
  if (changes.length === 0) return { changed: 0 }
  const there = await byNumber(
    schoolId,
    changes.flatMap((c) => [c.from, c.to]),
  )
  const unknown = changes.find((c) => !live(there.get(c.from)))
  if (unknown) return refuse(schoolProblems.numberUnknown, { number: unknown.from })
  const froms = new Set(changes.map((c) => c.from))
  for (const { to } of changes) {
    const other = there.get(to)
    if (live(other) && !froms.has(to))
      return refuse(schoolProblems.numberTaken, { number: to, name: other.studentName })
  }
  const writes = moving(
    changes.map((c) => ({ row: there.get(c.from)!, to: c.to })),
    there,
  )
  const ids = changes.map((c) => there.get(c.from)!.studentId)
  const record = auditRecord(caller, 'school.adjustNumbers', newId<AttemptId>('attempt'), {
    before: changes,
    told: peopleOf(ids),
    tenant: schoolTenant(schoolId),
  })
  await noteTouched(schoolId, ids, record.object)
  if (!(await audited(writes, record))) return refuse(commonProblems.stale, { who: '其他人', when: '刚才' })
  return { changed: changes.length }
}
