/** Accounts and identities. The password hash lives only here and never leaves. */
import * as z from 'zod'
import { Account, User } from '#shared/identity/identity.types.ts'
import { rows } from '#functions/kit/table.ts'

export const StoredAccount = Account.extend({ passwordHash: z.string(), demo: z.string().optional() })
export type StoredAccount = z.infer<typeof StoredAccount>

/** Account names are compared without regard to case and width. */
export const nameKey = (name: string): string => name.normalize('NFKC').trim().toLowerCase()

export const accounts = rows({
  table: 'TABLE_IDENTITY',
  schema: StoredAccount,
  key: (of: { accountName: string }) => ({ pk: `account#${nameKey(of.accountName)}`, sk: 'account' }),
  index: (a) => ({ gsi1pk: `account#${a.accountId}`, gsi1sk: 'account' }),
})

export const users = rows({
  table: 'TABLE_IDENTITY',
  schema: User,
  key: (of: { userId: string }) => ({ pk: `user#${of.userId}`, sk: 'user' }),
  index: (u) => ({
    gsi1pk: `account#${u.accountId}`,
    gsi1sk: `user#${u.userId}`,
    gsi2pk: `tenant#${u.tenant}`,
    gsi2sk: `${String(u.userType).padStart(3, '0')}#${u.userId}`,
  }),
})

/** The demo's list of accounts: written only by its seed. */
const DemoAccount = z.object({
  schema: z.literal(1),
  accountName: z.string(),
  password: z.string(),
  userType: z.int(),
  label: z.string(),
  schoolName: z.string().optional(),
})
export const demoAccountRows = rows({
  table: 'TABLE_IDENTITY',
  schema: DemoAccount,
  key: (of: { userType: number; accountName: string }) => ({
    pk: 'demo#accounts',
    sk: `${String(of.userType + 1).padStart(3, '0')}#${of.accountName}`,
  }),
})
