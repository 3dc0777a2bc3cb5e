import type { UserId } from '#shared/kit/ids.ts'
import type { School, Student } from '#shared/school/roster/school.types.ts'
import { isReservedName } from '#functions/identity/identity.public.ts'
import {
  childOf,
  accountNamed,
  openingParent,
  tellingLinked,
  isOfTenant,
  bindingParent,
  parentUser,
  rebindingParent,
  unbindingParent,
} from '#functions/identity/accounts/parents.public.ts'
import { newId } from '#functions/kit/ports.ts'
import { transact } from '#functions/kit/table.ts'
import type { WriteItem } from '#functions/kit/table.ts'
import { childrenKept } from '#shared/identity/accounts/account.rules.ts'
import { schoolProblems } from '#shared/school/school.problems.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { firstPassword, firstStatus } from './findPeople.ts'
import { notePersonal } from './personal.store.ts'
import { changePerson } from './told.ts'
import { schoolOf, studentOf } from '../roster/school.public.ts'
import type * as parentCalls from '#shared/school/people/parent.calls.ts'
import type { Caller } from '#functions/kit/serve.ts'
import type { InputOf, AnswerOf } from '#shared/kit/call.ts'

type Wanted = {
  parentName: string
  accountName: string
  password?: string
  passwordHash?: string
  passwordStatus: number
}

type Bound = { userId: UserId; opened: boolean }

type Write = (writes: readonly WriteItem[]) => Promise<boolean>

const written: Write = (writes) => transact(writes, newId('attempt'))

/**
 * Links a parent to a student. An account of that name is taken if it is that person's and belongs to the school already;
 * any other is refused (null). Doing it again changes nothing.
 */
export const bindOne = async (
  school: School,
  student: Student,
  wanted: Wanted,
  write: Write = written,
): Promise<Bound | 'bound' | 'full' | null> => {
  const child = childOf(school, student)
  const { parentName: userName, ...rest } = wanted
  if (isReservedName(wanted.accountName)) return null
  if (!(await accountNamed(wanted.accountName))) {
    const { user, writes } = await openingParent({ ...rest, userName }, child)
    if (await write([...writes, tellingLinked(child, user)])) return { userId: user.userId, opened: true }
  }
  // There already, or opened since for another child of this very person: two rows of one file.
  const known = await accountNamed(wanted.accountName)
  if (known?.userName !== userName) return null
  // The account of a person whom the school does not have yet is not the school's to add to: such a parent links with a
  // code, or asks.
  if (!(await isOfTenant(known.accountId, child.tenant))) return null
  const link = await bindingParent(known, child)
  if (link === 'bound' || link === 'full') return link
  return (await write([...link.writes, tellingLinked(child, known)])) ? { userId: link.userId, opened: false } : 'bound'
}

export const bindParent = async (
  input: InputOf<typeof parentCalls.bindParent>,
  caller: Caller,
): Promise<AnswerOf<typeof parentCalls.bindParent>> => {
  const student = (await studentOf(input.studentId)) ?? refuse(commonProblems.notFound)
  const school = (await schoolOf(student.schoolId)) ?? refuse(commonProblems.notFound)
  const { accountName, parentName, phone } = input
  const initialPassword = input.password ?? firstPassword()
  const told = {
    schoolId: school.schoolId,
    personId: student.studentId,
    name: student.studentName,
    after: { 家长: parentName },
  }
  const passwordStatus = firstStatus(input.mustChangePassword)
  const wanted = { accountName, parentName, password: initialPassword, passwordStatus }
  const done = await bindOne(school, student, wanted, (writes) =>
    changePerson(writes, caller, 'school.bindParent', told),
  )
  if (done === 'full') return refuse(schoolProblems.parentFull, { max: childrenKept })
  if (done === 'bound') return refuse(schoolProblems.parentBound)
  if (!done) return refuse(schoolProblems.accountTaken, { name: accountName })
  if (phone) {
    const of = { schoolId: school.schoolId, kind: 'parent' as const, personId: done.userId }
    await notePersonal(of, { phone })
  }
  return { userId: done.userId, accountName, ...(done.opened && !input.password ? { initialPassword } : {}) }
}

export const unbindParent = async (
  input: InputOf<typeof parentCalls.unbindParent>,
  caller: Caller,
): Promise<AnswerOf<typeof parentCalls.unbindParent>> => {
  const of = schoolTenant(input.schoolId)
  const parent = await parentUser(input.userId, input.undo)
  if (!parent || parent.tenant !== of) return refuse(commonProblems.notFound)
  const writes = input.undo ? rebindingParent(parent) : await unbindingParent(parent)
  const act = input.undo ? 'school.rebindParent' : 'school.unbindParent'
  const child = await studentOf(parent.studentId)
  const who = { 家长: parent.userName }
  const told = {
    schoolId: input.schoolId,
    personId: parent.studentId,
    name: child?.studentName ?? '已删除的学生',
    ...(input.undo ? { after: who } : { before: who }),
  }
  if (await changePerson(writes, caller, act, told)) return { bound: input.undo }
  return refuse(input.undo ? schoolProblems.parentBound : commonProblems.notFound)
}
