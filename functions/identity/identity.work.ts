/**
 * What only an operator with the account's credentials may do, by invoking this function: open the first
 * administrator. Calls make all other accounts. And the room's timer.
 */
import * as z from 'zod'
import type { AccountId, UserId } from '#shared/kit/ids.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { canaryAccount } from './canary.ts'
import { tellLinked } from './accounts/childTells.ts'
import { accounts, demoAccountRows, nameKey, users } from './identity.store.ts'
import { clearLimit, limitKey } from './signIn/limits.ts'
import { hashPassword } from './signIn/password.ts'

const Order = z.discriminatedUnion('order', [
  z.object({ order: z.literal('openRoot'), accountName: z.string().min(3), password: z.string().min(8) }),
  /** The canary's account: opened when its password is made. */
  z.object({ order: z.literal('openCanary'), password: z.string().min(16) }),
  /** The demo's list on the sign-in page; refused where the demo is not deployed. */
  z.object({
    order: z.literal('showDemo'),
    accounts: z.array(
      z.object({
        accountName: z.string(),
        password: z.string(),
        userType: z.int(),
        label: z.string(),
        schoolName: z.string().optional(),
      }),
    ),
  }),
])

/** An account with one identity that reaches nothing but itself. Told again, only its wrong passwords are forgotten. */
const openCanary = async (password: string): Promise<boolean> => {
  const accountName = canaryAccount(password)
  await clearLimit(limitKey('name', nameKey(accountName)))
  if (await accounts.get({ accountName })) return true
  const at = now()
  const accountId = newId<AccountId>('account')
  const made = await accounts.create({
    schema: 1,
    accountId,
    accountName,
    userName: '巡检',
    passwordStatus: 0,
    disabled: false,
    securityStatus: 0,
    createdAt: at,
    version: 1,
    passwordHash: await hashPassword(password),
  })
  if (!made) return false
  return users.create({
    schema: 1,
    userId: newId<UserId>('user'),
    accountId,
    userType: 27,
    userName: '巡检',
    tenant: 'p',
    stage: 0,
    createdAt: at,
    version: 1,
  })
}

export const handler = async (event: unknown): Promise<{ done: boolean }> => {
  const { schedule } = event as { schedule?: string }
  if (schedule === 'tellLinked') {
    await tellLinked()
    return { done: true }
  }
  const order = Order.parse(event)
  if (order.order === 'showDemo') {
    if (process.env['QINGHE_DEMO'] !== '1') throw new Error('this is not a demo')
    await demoAccountRows.putMany(order.accounts.map((a) => ({ schema: 1 as const, ...a })))
    return { done: true }
  }
  if (order.order === 'openCanary') return { done: await openCanary(order.password) }
  const at = now()
  const accountId = newId<AccountId>('account')
  const made = await accounts.create({
    schema: 1,
    accountId,
    accountName: order.accountName,
    userName: '系统管理员',
    passwordStatus: 0,
    disabled: false,
    securityStatus: 0,
    createdAt: at,
    version: 1,
    passwordHash: await hashPassword(order.password),
  })
  if (!made) return { done: false }
  await users.create({
    schema: 1,
    userId: newId<UserId>('user'),
    accountId,
    userType: -1,
    userName: '系统管理员',
    tenant: 'p',
    stage: 0,
    createdAt: at,
    version: 1,
  })
  return { done: true }
}
