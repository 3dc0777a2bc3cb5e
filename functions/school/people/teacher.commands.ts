import { schoolProblems } from '#shared/school/school.problems.ts'
import type { Teacher } from '#shared/school/roster/school.types.ts'
import type { SchoolId, TeacherId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { closingUser, openAccount, renamingUser, resettingPassword } from '#functions/identity/identity.public.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { firstPassword, firstStatus, identityOf } from './findPeople.ts'
import { pinyinOf } from './pinyin.ts'
import { checkedEntrusted } from '../classes/entrusted.ts'
import { classesOf, coursesOf, gradesOf, schoolOf, studentOf } from '../roster/school.public.ts'
import { teachers } from '../roster/school.store.ts'
import { changePerson, tellingPerson } from './told.ts'
import type { OfPerson } from './told.ts'
import type * as teacherCalls from '#shared/school/people/teacher.calls.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { inTurns } from '#functions/kit/turns.ts'
import type { InputOf, AnswerOf } from '#shared/kit/call.ts'

/** Classes and courses of another school are refused; the same class and course twice becomes one. */
const checkedTeaches = async (schoolId: SchoolId, teaches: Teacher['teaches']): Promise<Teacher['teaches']> => {
  const [ownClasses, ownCourses] = await Promise.all([classesOf(schoolId), coursesOf(schoolId)])
  const classIds = new Set<string>(ownClasses.map((c) => c.classId))
  const courseIds = new Set<string>(ownCourses.map((c) => c.courseId))
  if (teaches.some((t) => !classIds.has(t.classId) || (t.courseId && !courseIds.has(t.courseId))))
    return refuse(schoolProblems.notOfSchool)
  const merged = new Map<string, Teacher['teaches'][number]>()
  for (const t of teaches) {
    const key = `${t.classId}/${t.courseId ?? ''}`
    merged.set(key, { ...t, isHead: t.isHead || (merged.get(key)?.isHead ?? false) })
  }
  return [...merged.values()]
}

/** What is said of grades led, subjects directed and students tutored; what is not said stays as it is. */
const checkedDuties = async (
  schoolId: SchoolId,
  of: Pick<Teacher, 'gradeIds' | 'subjects' | 'tutees'>,
  before: Pick<Teacher, 'gradeIds' | 'subjects' | 'tutees'> = {},
): Promise<Pick<Teacher, 'gradeIds' | 'subjects' | 'tutees'>> => {
  const { gradeIds = before.gradeIds, subjects = before.subjects, tutees = before.tutees ?? [] } = of
  if (of.tutees)
    for (const s of await inTurns(tutees, 25, (id) => studentOf(id)))
      if (s?.schoolId !== schoolId) return refuse(schoolProblems.notOfSchool)
  return {
    ...(await checkedEntrusted(schoolId, { gradeIds, subjects })),
    ...(tutees.length > 0 ? { tutees: [...new Set(tutees)] } : {}),
  }
}

/** A teacher as the records tell of one. */
export const shown = async (t: Teacher): Promise<OfPerson & { after: NonNullable<OfPerson['after']> }> => {
  const { schoolId, teacherId, teacherName, teaches, gradeIds = [], subjects = [] } = t
  const [ownClasses, ownCourses, ownGrades] = await Promise.all([
    classesOf(schoolId),
    coursesOf(schoolId),
    gradesOf(schoolId),
  ])
  const names = new Map<string, string>([
    ...ownClasses.map((c) => [c.classId, c.className] as const),
    ...ownCourses.map((c) => [c.courseId, c.courseName] as const),
    ...ownGrades.map((g) => [g.gradeId, `${g.enrolmentYear}级`] as const),
  ])
  const named = (...ids: (string | undefined)[]): string => ids.map((id) => (id && names.get(id)) ?? '').join('')
  return {
    schoolId,
    personId: teacherId,
    name: teacherName,
    after: {
      姓名: teacherName,
      任教: teaches.map((x) => `${named(x.classId, x.courseId)}${x.isHead ? '（班主任）' : ''}`).join('、'),
      年级主任: gradeIds.map((id) => named(id)).join('、'),
      学科负责人: subjects.map((s) => named(s.gradeId, s.courseId)).join('、'),
    },
  }
}

export const ofSchool = async (schoolId: SchoolId, teacherId: TeacherId): Promise<Teacher> =>
  (await teachers.get({ schoolId, teacherId })) ?? refuse(commonProblems.notFound)

export const createTeacher = async (
  input: InputOf<typeof teacherCalls.createTeacher>,
  caller: Caller,
): Promise<AnswerOf<typeof teacherCalls.createTeacher>> => {
  const school = (await schoolOf(input.schoolId)) ?? refuse(commonProblems.notFound)
  const teaches = await checkedTeaches(input.schoolId, input.teaches)
  const duties = await checkedDuties(input.schoolId, input)
  const teacherId = newId<TeacherId>('teacher')
  const initialPassword = input.password ?? firstPassword()
  const pinyin = await pinyinOf(input.teacherName)
  const row = {
    schema: 1 as const,
    teacherId,
    schoolId: input.schoolId,
    teacherName: input.teacherName,
    pinyin,
    accountName: input.accountName,
    teaches,
    ...duties,
    createdAt: now(),
    version: 1,
  }
  const told = await shown(row)
  const opened = await openAccount(
    {
      accountName: input.accountName,
      userName: input.teacherName,
      password: initialPassword,
      passwordStatus: firstStatus(input.mustChangePassword),
      users: [identityOf(school, 3, { teacherId })],
    },
    ({ accountId, users }) => [
      teachers.creating({ ...row, userId: users[0]!.userId, accountId }),
      ...tellingPerson(caller, 'school.createTeacher', told),
    ],
  )
  if (!opened) return refuse(schoolProblems.accountTaken, { name: input.accountName })
  return { teacherId, accountName: input.accountName, ...(input.password ? {} : { initialPassword }) }
}

export const updateTeacher = async (
  input: InputOf<typeof teacherCalls.updateTeacher>,
  caller: Caller,
): Promise<AnswerOf<typeof teacherCalls.updateTeacher>> => {
  const row = await ofSchool(input.schoolId, input.teacherId)
  if (row.deletedAt !== undefined) return refuse(commonProblems.notFound)
  const { gradeIds: _grades, subjects: _subjects, tutees: _tutees, ...rest } = row
  const next: Teacher = {
    ...rest,
    teacherName: input.teacherName,
    pinyin: await pinyinOf(input.teacherName),
    teaches: await checkedTeaches(input.schoolId, input.teaches),
    ...(await checkedDuties(input.schoolId, input, row)),
    version: input.version,
  }
  // The name on the roster and the name in the session are one.
  const renaming =
    row.userId && row.teacherName !== input.teacherName ? await renamingUser(row.userId, input.teacherName) : []
  const [was, is] = await Promise.all([shown(row), shown(next)])
  const told = { ...is, before: was.after }
  if (!(await changePerson([teachers.saving(next), ...renaming], caller, 'school.updateTeacher', told)))
    return refuseStale(teachers, row)
  return { ...next, version: next.version + 1 }
}

export const deleteTeacher = async (
  input: InputOf<typeof teacherCalls.deleteTeacher>,
  caller: Caller,
): Promise<AnswerOf<typeof teacherCalls.deleteTeacher>> => {
  const row = await ofSchool(input.schoolId, input.teacherId)
  if ((row.deletedAt === undefined) === input.undo) return { version: row.version }
  const { deletedAt: _gone, ...kept } = row
  // The identity closes with the row, and its sessions end: one transaction.
  const closing = row.userId ? await closingUser(row.userId, !input.undo) : []
  const saving = teachers.saving(input.undo ? kept : { ...row, deletedAt: now() })
  const { after, ...of } = await shown(row)
  const told = input.undo ? { ...of, after } : { ...of, before: after }
  const act = input.undo ? 'school.restoreTeacher' : 'school.deleteTeacher'
  if (!(await changePerson([saving, ...closing], caller, act, told))) return refuseStale(teachers, row)
  return { version: row.version + 1 }
}

export const resetTeacherPassword = async (
  input: InputOf<typeof teacherCalls.resetTeacherPassword>,
  caller: Caller,
): Promise<AnswerOf<typeof teacherCalls.resetTeacherPassword>> => {
  const row = await ofSchool(input.schoolId, input.teacherId)
  const initialPassword = firstPassword()
  const writes = row.deletedAt === undefined ? await resettingPassword(row.accountName, initialPassword, caller) : null
  if (writes === 'beyond') return refuse(schoolProblems.accountBeyond, { name: row.teacherName })
  if (!writes) return refuse(commonProblems.notFound)
  const done = await changePerson(writes, caller, 'school.resetPassword', {
    schoolId: row.schoolId,
    personId: row.teacherId,
    name: row.teacherName,
  })
  if (!done) return refuseStale(teachers, row)
  return { accountName: row.accountName, initialPassword }
}
