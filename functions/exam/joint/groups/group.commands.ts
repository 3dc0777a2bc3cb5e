/** Groups of schools that an area's organisers keep for their exams. */
import { examProblems } from '#shared/exam/exam.problems.ts'
import { mostGroups } from '#shared/exam/joint/group.calls.ts'
import type { ExamGroup, deleteExamGroup, saveExamGroup } from '#shared/exam/joint/group.calls.ts'
import type { AnswerOf, InputOf } from '#shared/kit/call.ts'
import type { ExamGroupId } from '#shared/kit/ids.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { deleteOrUndo, refuseStale } from '#functions/kit/stale.ts'
import { examGroups } from '../joint.store.ts'

/** Of the area, also those that were deleted. */
const allOf = (owner: string): Promise<ExamGroup[]> => examGroups.query(`groups#${owner}`, { consistent: true })
const isLive = (g: ExamGroup): boolean => g.deletedAt === undefined

/** The groups of the caller's area, by name. */
export const groupsOf = async ({ tenant }: Pick<Caller, 'tenant'>): Promise<ExamGroup[]> =>
  (await allOf(tenant)).filter(isLive).sort((a, b) => a.groupName.localeCompare(b.groupName, 'zh'))

/** @throws Refused groupNotFound */
export const ownGroup = async (groupId: string, { tenant }: Pick<Caller, 'tenant'>): Promise<ExamGroup> => {
  const group = await examGroups.get({ owner: tenant, groupId })
  return group && isLive(group) ? group : refuse(examProblems.groupNotFound)
}

const recordOf = (
  caller: Caller,
  act: 'exam.saveGroup' | 'exam.deleteGroup' | 'exam.restoreGroup',
  before: ExamGroup | undefined,
  after: ExamGroup,
) =>
  auditRecord(caller, act, after.groupId, {
    ...(before ? { before } : {}),
    after,
    told: {
      name: after.groupName,
      changes: [
        {
          field: '学校',
          ...(before ? { before: `${before.schoolIds.length}所` } : {}),
          after: `${after.schoolIds.length}所`,
        },
      ],
    },
    tenant: after.owner,
  })

/** Twice the same is one. @throws Refused areaOnly, groupNotFound, groupTaken, tooManyGroups, stale */
export const saveGroup = async (
  { groupId, groupName, version, ...input }: InputOf<typeof saveExamGroup>,
  caller: Caller,
): Promise<AnswerOf<typeof saveExamGroup>> => {
  if (!caller.tenant.startsWith('a:')) return refuse(examProblems.areaOnly)
  const schoolIds = [...new Set(input.schoolIds)]
  const there = await groupsOf(caller)
  const before = there.find((g) => g.groupId === groupId)
  if (groupId !== undefined && !before) return refuse(examProblems.groupNotFound)
  const namesake = there.find((g) => g.groupName === groupName && g.groupId !== groupId)
  if (namesake) {
    if (before || namesake.schoolIds.join() !== schoolIds.join())
      return refuse(examProblems.groupTaken, { name: groupName })
    return { groupId: namesake.groupId, version: namesake.version }
  }
  if (!before && there.length >= mostGroups) return refuse(examProblems.groupsFull, { n: mostGroups })
  // A school that leaves takes its contact along.
  const contacts = before?.contacts?.filter((c) => schoolIds.includes(c.schoolId))
  const edited = { groupName, schoolIds, ...(contacts ? { contacts } : {}), editedBy: caller.userName, editedAt: now() }
  const next: ExamGroup = before
    ? { ...before, ...edited, version }
    : { schema: 1, groupId: newId<ExamGroupId>('examGroup'), owner: caller.tenant, ...edited, version: 1 }
  const write = before ? examGroups.saving(next) : examGroups.creating(next)
  if (await audited([write], recordOf(caller, 'exam.saveGroup', before, next)))
    return { groupId: next.groupId, version: before ? version + 1 : 1 }
  return refuseStale(examGroups, next)
}

/** Deletes it, or takes that back; again is harmless. @throws Refused groupNotFound, groupTaken, stale */
export const deleteGroup = async (
  { groupId, undo }: InputOf<typeof deleteExamGroup>,
  caller: Caller,
): Promise<AnswerOf<typeof deleteExamGroup>> => {
  const there = await allOf(caller.tenant)
  const group = there.find((g) => g.groupId === groupId) ?? refuse(examProblems.groupNotFound)
  await deleteOrUndo(examGroups, group, { undo }, async (saving, next) => {
    if (undo && there.some((g) => isLive(g) && g.groupName === group.groupName))
      return refuse(examProblems.groupTaken, { name: group.groupName })
    return audited([saving], recordOf(caller, undo ? 'exam.restoreGroup' : 'exam.deleteGroup', group, next))
  })
  return { deleted: !undo }
}
