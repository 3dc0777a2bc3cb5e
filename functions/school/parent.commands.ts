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
} from '#functions/identity/parents.public.ts'
import { newId } from '#functions/kit/ports.ts'
import { transact } from '#functions/kit/table.ts'
import type { WriteItem } from '#functions/kit/table.ts'

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
  // There already, or opened meanwhile for another child of this very person: two rows of one file.
  const known = await accountNamed(wanted.accountName)
  if (known?.userName !== userName) return null
  // The account of a person whom the school does not have yet is not the school's to add to: such a parent links with a
  // code, or asks.
  if (!(await isOfTenant(known.accountId, child.tenant))) return null
  const link = await bindingParent(known, child)
  if (link === 'bound' || link === 'full') return link
  return (await write([...link.writes, tellingLinked(child, known)])) ? { userId: link.userId, opened: false } : 'bound'
}
