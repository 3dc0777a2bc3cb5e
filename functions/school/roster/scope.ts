/** A caller's scope, with what the store knows of what he is entrusted with; the rules are `scope.rules.ts`. */
import { needsEntrusted, scopeOf } from '#shared/school/roster/scope.rules.ts'
import type { ClassPlace, Entrusted, Scope, Self } from '#shared/school/roster/scope.rules.ts'
import type { School, SchoolClass } from '#shared/school/roster/school.types.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { leaders, students, teachers } from './school.store.ts'

const entrustedTo = async ({ userType, userId, teacherId, schoolId }: Caller): Promise<Entrusted> => {
  if (!schoolId) return {}
  const row =
    userType === 3
      ? teacherId && (await teachers.get({ schoolId, teacherId }))
      : await leaders.get({ schoolId, userId }).then((l) => (l?.userType === userType ? l : null))
  return row && row.deletedAt === undefined ? row : {}
}

const selfOf = async ({ studentId, schoolId }: Caller): Promise<Self | null> => {
  if (!studentId) return null
  const row = (await students.queryIndex('gsi1', `student#${studentId}`, { limit: 1 }))[0]
  return row && row.deletedAt === undefined && row.schoolId === schoolId ? row : null
}

/** What a caller sees of classes and people. For a school as such the tenant is enough: `scopeOf(caller)`. */
export const scopeFor = async (caller: Caller): Promise<Scope> => {
  if (needsEntrusted(caller)) return scopeOf(caller, await entrustedTo(caller))
  if (caller.userType === 4 || caller.userType === 5) return scopeOf(caller, {}, await selfOf(caller))
  return scopeOf(caller)
}

export const placeOf = (
  school: Pick<School, 'schoolId' | 'areaId' | 'cityId'>,
  at: Pick<SchoolClass, 'gradeId' | 'classId'>,
): ClassPlace => ({
  schoolId: school.schoolId,
  areaId: school.areaId,
  cityId: school.cityId,
  gradeId: at.gradeId,
  classId: at.classId,
})
