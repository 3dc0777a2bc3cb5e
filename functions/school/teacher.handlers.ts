import {
  createTeacher,
  deleteTeacher,
  listTeachers,
  resetTeacherPassword,
  teacherDetail,
  updateTeacher,
} from '#shared/school/school.calls.ts'
import { schoolProblems } from '#shared/school/school.problems.ts'
import type { Teacher } from '#shared/school/school.types.ts'
import type { SchoolId, TeacherId } from '#shared/kit/ids.ts'
import { page } from '#shared/kit/paging.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { disableAccount, openAccount, resettingPassword } from '#functions/identity/identity.public.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { firstPassword, matches } from './people.ts'
import { pinyinOf } from './pinyin.ts'
import { identityOf } from './school.handlers.ts'
import { classesOf, coursesOf, schoolOf, teachersOf } from './school.public.ts'
import { teachers } from './school.store.ts'

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

const ofSchool = async (schoolId: SchoolId, teacherId: TeacherId): Promise<Teacher> =>
  (await teachers.get({ schoolId, teacherId })) ?? refuse(commonProblems.notFound)

export const teacherHandlers = [
  implement(listTeachers, async ({ input }) =>
    page(
      (await teachersOf(input.schoolId))
        .filter((t) => matches(input.name ?? '', { pinyin: t.pinyin, names: [t.teacherName, t.accountName] }))
        .filter((t) => input.classId === undefined || t.teaches.some((x) => x.classId === input.classId))
        .filter((t) => input.courseId === undefined || t.teaches.some((x) => x.courseId === input.courseId))
        .sort((a, b) => (a.pinyin < b.pinyin ? -1 : a.pinyin > b.pinyin ? 1 : 0)),
      input,
    ),
  ),

  implement(teacherDetail, async ({ input }) => {
    const row = await ofSchool(input.schoolId, input.teacherId)
    return row.deletedAt === undefined ? row : refuse(commonProblems.notFound)
  }),

  implement(createTeacher, async ({ input }) => {
    const school = (await schoolOf(input.schoolId)) ?? refuse(commonProblems.notFound)
    const teaches = await checkedTeaches(input.schoolId, input.teaches)
    const teacherId = newId<TeacherId>('teacher')
    const initialPassword = input.password ?? firstPassword()
    const opened = await openAccount({
      accountName: input.accountName,
      userName: input.teacherName,
      password: initialPassword,
      users: [identityOf(school, 3, { teacherId })],
    })
    if (!opened) return refuse(schoolProblems.accountTaken, { name: input.accountName })
    await teachers.create({
      schema: 1,
      teacherId,
      schoolId: input.schoolId,
      userId: opened.users[0]!.userId,
      accountId: opened.accountId,
      teacherName: input.teacherName,
      pinyin: await pinyinOf(input.teacherName),
      accountName: input.accountName,
      teaches,
      createdAt: now(),
      version: 1,
    })
    return { teacherId, accountName: input.accountName, ...(input.password ? {} : { initialPassword }) }
  }),

  implement(updateTeacher, async ({ input }) => {
    const row = await ofSchool(input.schoolId, input.teacherId)
    if (row.deletedAt !== undefined) return refuse(commonProblems.notFound)
    const saved = await teachers.save({
      ...row,
      teacherName: input.teacherName,
      pinyin: await pinyinOf(input.teacherName),
      teaches: await checkedTeaches(input.schoolId, input.teaches),
      version: input.version,
    })
    return saved ?? refuseStale(teachers, row)
  }),

  implement(deleteTeacher, async ({ input }) => {
    const row = await ofSchool(input.schoolId, input.teacherId)
    if ((row.deletedAt === undefined) === input.undo) return { version: row.version }
    const { deletedAt: _gone, ...kept } = row
    const saved =
      (await teachers.save(input.undo ? kept : { ...row, deletedAt: now() })) ?? (await refuseStale(teachers, row))
    await disableAccount(row.accountName, !input.undo)
    return { version: saved.version }
  }),

  implement(resetTeacherPassword, async ({ input, caller }) => {
    const row = await ofSchool(input.schoolId, input.teacherId)
    const initialPassword = firstPassword()
    const write = row.deletedAt === undefined ? await resettingPassword(row.accountName, initialPassword) : null
    if (!write) return refuse(commonProblems.notFound)
    const done = await audited([write], auditRecord(caller, 'school.resetPassword', row.teacherId, {}))
    if (!done) return refuseStale(teachers, row)
    return { accountName: row.accountName, initialPassword }
  }),
]
