/** Whom an area's organisers ask for of the schools of a group, and how that goes over into an exam. */
import { examProblems } from '#shared/exam/exam.problems.ts'
import type { Exam } from '#shared/exam/exam.types.ts'
import type { ExamGroup, saveGroupContact } from '#shared/exam/joint/group.calls.ts'
import type { AnswerOf, InputOf } from '#shared/kit/call.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { examSchoolsOf } from '../../exam.public.ts'
import { ownGroup } from './group.commands.ts'
import { examGroups, schoolParts } from '../joint.store.ts'
import { blankPart } from '../part.commands.ts'

/** @throws Refused groupNotFound, notFound, contactNumber, stale */
export const saveContact = async (
  { groupId, schoolId, contact, version }: InputOf<typeof saveGroupContact>,
  caller: Caller,
): Promise<AnswerOf<typeof saveGroupContact>> => {
  const group = await ownGroup(groupId, caller)
  if (!group.schoolIds.includes(schoolId)) return refuse(commonProblems.notFound)
  const { contacts = [] } = group
  const before = contacts.find((c) => c.schoolId === schoolId)
  const phone = contact?.phone ?? before?.phone
  if (contact && phone === undefined) return refuse(examProblems.contactNumber)
  const others = contacts.filter((c) => c.schoolId !== schoolId)
  const { name, role = '' } = contact ?? {}
  const own = name === undefined || phone === undefined ? [] : [{ schoolId, name, role, phone }]
  const next: ExamGroup = {
    ...{ ...group, contacts: [...others, ...own], version },
    ...{ editedBy: caller.userName, editedAt: now() },
  }
  // Names alone: a number stands in no record.
  const changes = [{ field: '联系人', before: before?.name ?? '无', after: name ?? '无' }]
  const told = { name: group.groupName, changes }
  const record = auditRecord(caller, 'exam.groupContact', groupId, {
    before: before ?? null,
    after: own,
    told,
    tenant: group.owner,
  })
  if (await audited([examGroups.saving(next)], record)) return { version: version + 1 }
  return refuseStale(examGroups, group)
}

/** The contacts of these groups become the exam's schools' own to begin with, of several groups the last edited one's. */
export const takeContacts = async (exam: Exam, groupIds: readonly string[], caller: Caller): Promise<void> => {
  const groups = await examGroups.getMany([...new Set(groupIds)].map((groupId) => ({ owner: exam.owner, groupId })))
  const known = new Map(
    groups
      .filter((g) => g.deletedAt === undefined)
      .sort((a, b) => a.editedAt - b.editedAt)
      .flatMap((g) => g.contacts ?? [])
      .map((c) => [c.schoolId, c]),
  )
  if (known.size === 0) return
  const at = now()
  await schoolParts.putMany(
    (await examSchoolsOf(exam.examId, { consistent: true })).flatMap((school) => {
      const own = known.get(school.schoolId)
      if (!own) return []
      const contact = { name: own.name, phone: own.phone, byName: caller.userName, at, version: 1 }
      return [{ ...blankPart(school), contact, version: 1 }]
    }),
  )
}
