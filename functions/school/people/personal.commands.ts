import { schoolProblems } from '#shared/school/school.problems.ts'
import type { savePersonal as savePersonalCall } from '#shared/school/people/personal.calls.ts'
import type { AnswerOf, InputOf } from '#shared/kit/call.ts'
import type { Student } from '#shared/school/roster/school.types.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import type { FoundPerson } from '#shared/school/people/personal.calls.ts'
import type { PersonalField } from '#shared/school/people/personal.types.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { auditRecord, audited } from '#functions/kit/audit.ts'
import { edit, beaten } from '#functions/kit/edit.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { studentOf, classOf, teacherOf } from '../roster/school.public.ts'
import { counting } from './look.ts'
import { parentOf } from './parent.store.ts'
import { reveals, foundBy, keptElsewhere, personals, settingPersonal } from './personal.store.ts'
import type { Person } from './personal.store.ts'

/** A person of the school by name; null for a person of another school. */
export const named = async ({ schoolId, kind, personId }: Person): Promise<FoundPerson | null> => {
  switch (kind) {
    case 'student': {
      const s = await studentOf(personId)
      if (s?.schoolId !== schoolId) return null
      const place = (await classOf(s.classId))?.className ?? ''
      return { schoolId, kind, personId, name: s.studentName, number: s.studentNumber, place }
    }
    case 'teacher': {
      const t = await teacherOf(schoolId, personId)
      return t && { schoolId, kind, personId, name: t.teacherName, number: t.accountName, place: '教师' }
    }
    case 'parent': {
      const p = await parentOf(schoolId, personId)
      return p && { schoolId, kind, personId, name: p.userName, number: p.accountName, place: `${p.childName}的家长` }
    }
    default:
      return kind satisfies never
  }
}

export const personOf = async (of: Person): Promise<FoundPerson> => (await named(of)) ?? refuse(commonProblems.notFound)

/** On record or not at all: the look, its count and its audit record are one transaction. */
export const onRecord = async (
  caller: Caller,
  person: Person,
  fields: readonly PersonalField[],
  reason: string,
): Promise<void> => {
  await edit(`the looks of ${caller.userId}`, async () => {
    const record = auditRecord(caller, 'school.reveal', `${person.kind}:${person.personId}:${fields.join('+')}`, {
      reason,
      told: { changes: fields.map((field) => ({ field: fieldWords[field] })) },
      tenant: schoolTenant(person.schoolId),
    })
    const { userId, userName } = caller
    const { schoolId, kind, personId } = person
    const looks = fields.map((field) =>
      reveals.creating({
        schema: 1,
        schoolId,
        kind,
        personId,
        auditId: fields.length === 1 ? record.auditId : `${record.auditId}-${field}`,
        at: record.at,
        by: { userId, userName },
        field,
        reason,
      }),
    )
    // A "no" is another look of the same person at the same moment: counted first, then tried again.
    return (await audited([await counting(caller, 'reveal', fields.length), ...looks], record)) || beaten
  })
}

export const fieldWords = { idCard: '身份证号', phone: '手机' } as const satisfies Record<PersonalField, string>

/** What is kept of a person: changed over the version that was read, and on record. */
export const savePersonal = async (
  input: InputOf<typeof savePersonalCall>,
  caller: Caller,
): Promise<AnswerOf<typeof savePersonalCall>> => {
  await personOf(input)
  const { version, idCard, phone } = input
  const before = await personals.get(input)
  if ((before?.version ?? 0) !== version) return refuseStale(personals, input)
  const texts = { ...(idCard === undefined ? {} : { idCard }), ...(phone === undefined ? {} : { phone }) }
  const elsewhere = input.kind === 'student' && !!idCard && (await keptElsewhere(input.schoolId, idCard))
  const writes = await settingPersonal(input, texts, before, version)
  if (!writes) return { version, elsewhere }
  const changed = Object.keys(texts).join('+')
  const record = auditRecord(caller, 'school.savePersonal', `${input.kind}:${input.personId}:${changed}`, {
    told: { changes: (Object.keys(texts) as PersonalField[]).map((f) => ({ field: fieldWords[f] })) },
    tenant: schoolTenant(input.schoolId),
  })
  if (await audited(writes, record)) return { version: before ? version + 1 : 1, elsewhere }
  const others = idCard ? await foundBy(input.schoolId, 'idCard', idCard) : []
  const other = others.find((o) => o.kind === input.kind && o.personId !== input.personId)
  const name = other && (await named(other))?.name
  return other ? refuse(schoolProblems.idCardTaken, { name: name ?? '已删除的人员' }) : refuseStale(personals, input)
}

/** That a student's data are to be erased is on record before the job begins. */
export const recordErasure = async (student: Student, reason: string, caller: Caller): Promise<void> => {
  const record = auditRecord(caller, 'school.erase', student.studentId, {
    before: student,
    reason,
    tenant: schoolTenant(student.schoolId),
  })
  if (!(await audited([], record))) throw new Error('the erasure could not be put on record')
}
