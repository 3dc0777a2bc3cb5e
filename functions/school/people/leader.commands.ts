import { schoolProblems } from '#shared/school/school.problems.ts'
import type { Leader } from '#shared/school/roster/school.types.ts'
import type { SchoolId, UserId } from '#shared/kit/ids.ts'
import { userTypeLabels } from '#shared/kit/userType.ts'
import type { UserType } from '#shared/kit/userType.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { closingUser, openAccount, renamingUser } from '#functions/identity/identity.public.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { firstPassword, firstStatus, identityOf } from './findPeople.ts'
import { pinyinOf } from './pinyin.ts'
import { coursesOf, gradesOf, schoolOf } from '../roster/school.public.ts'
import { leaders } from '../roster/school.store.ts'
import { changePerson, tellingPerson } from './told.ts'
import type { OfPerson } from './told.ts'
import { checkedEntrusted } from '../classes/entrusted.ts'
import type * as schoolCalls from '#shared/school/school.calls.ts'
import type * as leaderCalls from '#shared/school/people/leader.calls.ts'
import type { Caller } from '#functions/kit/serve.ts'
import type { InputOf, AnswerOf } from '#shared/kit/call.ts'

/** A leader as the records tell of one. */
const shown = async (l: Leader): Promise<OfPerson & { after: NonNullable<OfPerson['after']> }> => {
  const [ownGrades, ownCourses] = await Promise.all([gradesOf(l.schoolId), coursesOf(l.schoolId)])
  const gradeName = (id: string | undefined): string => {
    const grade = ownGrades.find((g) => g.gradeId === id)
    return grade ? `${grade.enrolmentYear}级` : ''
  }
  const subjects = (l.subjects ?? []).map(
    (s) => `${gradeName(s.gradeId)}${ownCourses.find((c) => c.courseId === s.courseId)?.courseName ?? ''}`,
  )
  return {
    schoolId: l.schoolId,
    personId: l.userId,
    name: l.userName,
    after: {
      姓名: l.userName,
      角色: userTypeLabels[l.userType as UserType] ?? String(l.userType),
      负责年级: (l.gradeIds ?? []).map(gradeName).join('、'),
      负责学科: subjects.join('、'),
    },
  }
}

const ofSchool = async (schoolId: SchoolId, userId: UserId): Promise<Leader> =>
  (await leaders.get({ schoolId, userId })) ?? refuse(commonProblems.notFound)

export const openStaff = async (
  input: InputOf<typeof schoolCalls.openStaff>,
  caller: Caller,
): Promise<AnswerOf<typeof schoolCalls.openStaff>> => {
  const school = (await schoolOf(input.schoolId)) ?? refuse(commonProblems.notFound)
  const entrusted = await checkedEntrusted(input.schoolId, input)
  const initialPassword = input.password ?? firstPassword()
  const pinyin = await pinyinOf(input.userName)
  const rowFor = (userId: UserId): Leader => ({
    schema: 1,
    userId,
    schoolId: input.schoolId,
    userType: input.userType,
    userName: input.userName,
    pinyin,
    accountName: input.accountName,
    ...entrusted,
    createdAt: now(),
    version: 1,
  })
  const told = await shown(rowFor(newId<UserId>('user')))
  const opened = await openAccount(
    {
      accountName: input.accountName,
      userName: input.userName,
      password: initialPassword,
      passwordStatus: firstStatus(input.mustChangePassword),
      users: [identityOf(school, input.userType)],
    },
    ({ users }) => {
      const row = rowFor(users[0]!.userId)
      return [leaders.creating(row), ...tellingPerson(caller, 'school.openStaff', { ...told, personId: row.userId })]
    },
  )
  if (!opened) return refuse(schoolProblems.accountTaken, { name: input.accountName })
  const { userId } = opened.users[0]!
  // A repeat after a lost answer finds the row of the first time; an account from before it came with one gets it.
  if (!opened.opened)
    await changePerson([leaders.creating(rowFor(userId))], caller, 'school.openStaff', { ...told, personId: userId })
  return { userId, accountName: input.accountName, ...(input.password ? {} : { initialPassword }) }
}

export const updateLeader = async (
  input: InputOf<typeof leaderCalls.updateLeader>,
  caller: Caller,
): Promise<AnswerOf<typeof leaderCalls.updateLeader>> => {
  const row = await ofSchool(input.schoolId, input.userId)
  if (row.deletedAt !== undefined) return refuse(commonProblems.notFound)
  const { gradeIds: _grades, subjects: _subjects, ...rest } = row
  const next: Leader = {
    ...rest,
    userName: input.userName,
    pinyin: await pinyinOf(input.userName),
    ...(await checkedEntrusted(input.schoolId, input)),
    version: input.version,
  }
  const renaming = row.userName !== input.userName ? await renamingUser(row.userId, input.userName) : []
  const [was, is] = await Promise.all([shown(row), shown(next)])
  const told = { ...is, before: was.after }
  if (!(await changePerson([leaders.saving(next), ...renaming], caller, 'school.updateStaff', told)))
    return refuseStale(leaders, row)
  return { ...next, version: next.version + 1 }
}

export const deleteLeader = async (
  input: InputOf<typeof leaderCalls.deleteLeader>,
  caller: Caller,
): Promise<AnswerOf<typeof leaderCalls.deleteLeader>> => {
  if (input.userId === caller.userId) return refuse(schoolProblems.ownIdentity)
  const row = await ofSchool(input.schoolId, input.userId)
  if ((row.deletedAt === undefined) === input.undo) return { version: row.version }
  const { deletedAt: _gone, ...kept } = row
  const writes = [
    leaders.saving(input.undo ? kept : { ...row, deletedAt: now() }),
    ...(await closingUser(row.userId, !input.undo)),
  ]
  const act = input.undo ? 'school.restoreStaff' : 'school.closeStaff'
  const { after, ...of } = await shown(row)
  if (!(await changePerson(writes, caller, act, input.undo ? { ...of, after } : { ...of, before: after })))
    return refuseStale(leaders, row)
  return { version: row.version + 1 }
}
