import { isIdCard, isPhone, cleanIdCard, cleanPhone } from '#shared/school/people/personal.rules.ts'
import {
  eraseStudent,
  exportStudentData,
  findPersonal,
  listReveals,
  personalOf,
  revealPersonal,
  savePersonal,
} from '#shared/school/people/personal.calls.ts'
import type { FoundPerson } from '#shared/school/people/personal.calls.ts'
import type { PersonalField } from '#shared/school/people/personal.types.ts'
import { eraseStudentJob, exportStudentJob } from '#shared/school/school.jobs.ts'
import { schoolProblems } from '#shared/school/school.problems.ts'
import type { JobId } from '#shared/kit/ids.ts'
import { page } from '#shared/kit/paging.ts'
import { mask } from '#shared/kit/pii.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { beaten, edit } from '#functions/kit/edit.ts'
import { isGuarded } from '#functions/identity/accounts/sensitive.public.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import type { Sittings } from '#functions/kit/holding.ts'
import { newId } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import type { Caller, Implementation } from '#functions/kit/serve.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { startJob } from '#functions/kit/work.ts'
import { counting, countLook, pastSwitch } from './look.ts'
import { parentOf } from './parent.store.ts'
import { foundBy, keptElsewhere, openPersonal, personals, reveals, settingPersonal, textsOf } from './personal.store.ts'
import type { Person } from './personal.store.ts'
import { classOf, studentOf, teacherOf } from '../roster/school.public.ts'
import { studentNow } from './student.row.ts'

/** A person of the school by name; null for a person of another school. */
const named = async ({ schoolId, kind, personId }: Person): Promise<FoundPerson | null> => {
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
const personOf = async (of: Person): Promise<FoundPerson> => (await named(of)) ?? refuse(commonProblems.notFound)

/** On record or not at all: the look, its count and its audit record are one transaction. */
const onRecord = async (
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

const fieldWords = { idCard: '身份证号', phone: '手机' } as const satisfies Record<PersonalField, string>

const fieldOf = (text: string): { field: PersonalField; text: string } | null => {
  const [idCard, phone] = [cleanIdCard(text), cleanPhone(text)]
  if (isPhone(phone)) return { field: 'phone', text: phone }
  return isIdCard(idCard) ? { field: 'idCard', text: idCard } : null
}

export const personalHandlers = ({ sittingsOf }: Sittings): Implementation[] => [
  implement(personalOf, async ({ input, caller }) => {
    await personOf(input)
    const row = await personals.get(input)
    const { idCard, phone } = await textsOf(row)
    return {
      ...(idCard === undefined ? {} : { idCard: mask('idCard', idCard) }),
      ...(phone === undefined ? {} : { phone: mask('phone', phone) }),
      version: row?.version ?? 0,
      guarded: await isGuarded(caller.userId),
    }
  }),

  implement(savePersonal, async ({ input, caller }) => {
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
  }),

  implement(revealPersonal, async ({ input, caller }) => {
    await personOf(input)
    await pastSwitch(caller, input.password)
    const row = (await personals.get(input)) ?? refuse(commonProblems.notFound)
    if (!row[input.field]) return refuse(commonProblems.notFound)
    await onRecord(caller, input, [input.field], input.reason)
    return { value: (await openPersonal(row, input.field)) ?? '' }
  }),

  implement(findPersonal, async ({ input, caller }) => {
    const wanted = fieldOf(input.text) ?? refuse(schoolProblems.noPersonalNumber)
    await countLook(caller, 'find')
    const found = await foundBy(input.schoolId, wanted.field, wanted.text)
    return (await Promise.all(found.map((f) => named(f)))).filter((f) => f !== null)
  }),

  implement(listReveals, async ({ input }) => {
    const all = await reveals.query(`reveals#${input.schoolId}`, { reverse: true, limit: 1000 })
    const shown = page(
      all.filter((r) => input.kind === undefined || r.kind === input.kind),
      input,
    )
    const list = await Promise.all(shown.list.map(async (r) => ({ ...r, name: (await named(r))?.name ?? '已清除' })))
    return { ...shown, list }
  }),

  implement(exportStudentData, async ({ input, caller }) => {
    const student = (await studentOf(input.studentId)) ?? refuse(commonProblems.notFound)
    await pastSwitch(caller, input.password)
    const uuid = newId<JobId>('job')
    const of = { schoolId: student.schoolId, kind: 'student' as const, personId: student.studentId }
    await onRecord(caller, of, ['idCard', 'phone'], '导出本人数据')
    const { studentId, schoolId } = student
    const start = { jobId: uuid, about: student.studentNumber.slice(-4) }
    return startJob(exportStudentJob, { studentId, schoolId }, { tenant: caller.tenant, userId: caller.userId }, start)
  }),

  implement(eraseStudent, async ({ input, caller }) => {
    // A deleted student too: what was deleted by mistake is put back, what is to be gone is erased.
    const student = (await studentNow(input.studentId)) ?? refuse(commonProblems.notFound)
    if (student.schoolId !== input.schoolId) return refuse(commonProblems.notFound)
    if (student.studentName !== input.studentName) return refuse(schoolProblems.nameDiffers)
    await pastSwitch(caller, input.password)
    // Until an exam's scores are published they need to know whose they are.
    const open = (await sittingsOf(input.studentId)).flatMap(({ exam }) => (exam && !exam.released ? [exam] : []))
    if (open.length > 0) {
      const names = open
        .slice(0, 3)
        .map((e) => `“${e.examName}”`)
        .join('、')
      return refuse(schoolProblems.examsOpen, { names: open.length > 3 ? `${names}等${open.length}场` : names })
    }
    const uuid = newId<JobId>('job')
    const record = auditRecord(caller, 'school.erase', input.studentId, {
      before: student,
      reason: input.reason,
      tenant: schoolTenant(input.schoolId),
    })
    if (!(await audited([], record))) throw new Error('the erasure could not be put on record')
    const { studentId, schoolId } = input
    // Neither name nor number: a job's input is kept in its history.
    return startJob(
      eraseStudentJob,
      { studentId, schoolId },
      { tenant: caller.tenant, userId: caller.userId },
      { jobId: uuid },
    )
  }),
]
