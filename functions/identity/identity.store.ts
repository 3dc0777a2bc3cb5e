/** Accounts and identities. The password hash lives only here and never leaves. */
import * as z from 'zod'
import { HiddenColumns, SystemConfig } from '#shared/identity/config.types.ts'
import { Account, User } from '#shared/identity/identity.types.ts'
import { Tenant } from '#shared/kit/ids.ts'
import { stays, under } from '#functions/kit/kinds.ts'
import { rows } from '#functions/kit/table.ts'

export const StoredAccount = Account.omit({ phone: true, email: true }).extend({
  passwordHash: z.string(),
  /** Written anew whenever every session of the account must end; see `epochs` of the kit's sessions. */
  epoch: z.string().optional(),
  /** Sealed, each for its account; found by their blind indexes, which are aliases. */
  phoneSealed: z.string().optional(),
  phoneBlind: z.string().optional(),
  emailSealed: z.string().optional(),
  emailBlind: z.string().optional(),
})
export type StoredAccount = z.infer<typeof StoredAccount>

/** Account names are compared without regard to case and width. */
export const nameKey = (name: string): string => name.normalize('NFKC').trim().toLowerCase()

export const accounts = rows({
  table: 'TABLE_IDENTITY',
  schema: StoredAccount,
  hangsOn: stays('others hang on it'),
  personal: 'room',
  key: (of: { accountName: string }) => ({ pk: `account#${nameKey(of.accountName)}`, sk: 'account' }),
  index: (a) => ({ gsi1pk: `account#${a.accountId}`, gsi1sk: 'account' }),
})

/** A phone or an e-mail address by which an account is found: one account each. */
export const Alias = z.object({
  schema: z.literal(1),
  blind: z.string(),
  kind: z.enum(['phone', 'email']),
  accountId: Account.shape.accountId,
  accountName: z.string(),
  version: z.int(),
})
export const aliases = rows({
  table: 'TABLE_IDENTITY',
  schema: Alias,
  hangsOn: stays('goes with its account, whose row names it'),
  personal: 'room',
  key: (of: { blind: string }) => ({ pk: `alias#${of.blind}`, sk: 'alias' }),
})

export const users = rows({
  table: 'TABLE_IDENTITY',
  schema: User,
  hangsOn: under('account', ({ accountId }) => ({ index: 'gsi1', pk: `account#${accountId}`, prefix: 'user#' })),
  personal: 'room',
  owns: 'user',
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
  hangsOn: stays('the demo alone has it'),
  personal: 'room',
  key: (of: { userType: number; accountName: string }) => ({
    pk: 'demo#accounts',
    sk: `${String(of.userType + 1).padStart(3, '0')}#${of.accountName}`,
  }),
})

/** What a user has done once, per module. */
const UserActions = z.object({
  schema: z.literal(1),
  userId: User.shape.userId,
  actions: z.record(z.string(), z.int()),
  version: z.int(),
})
export const userActions = rows({
  table: 'TABLE_IDENTITY',
  schema: UserActions,
  hangsOn: under('user', ({ userId }) => ({ pk: `user#${userId}`, prefix: 'actions' })),
  personal: 'nothing',
  key: (of: { userId: string }) => ({ pk: `user#${of.userId}`, sk: 'actions' }),
})

const TableConfigs = z.object({
  schema: z.literal(1),
  userId: User.shape.userId,
  tables: z.record(z.string(), HiddenColumns),
  version: z.int(),
})
export const tableConfigs = rows({
  table: 'TABLE_IDENTITY',
  schema: TableConfigs,
  hangsOn: under('user', ({ userId }) => ({ pk: `user#${userId}`, prefix: 'tables' })),
  personal: 'nothing',
  key: (of: { userId: string }) => ({ pk: `user#${of.userId}`, sk: 'tables' }),
})

/** The password that a user protects sensitive information with. */
const SensitiveRow = z.object({
  schema: z.literal(1),
  userId: User.shape.userId,
  status: z.union([z.literal(0), z.literal(1)]),
  passwordHash: z.string().optional(),
  version: z.int(),
})
export const sensitives = rows({
  table: 'TABLE_IDENTITY',
  schema: SensitiveRow,
  hangsOn: under('user', ({ userId }) => ({ pk: `user#${userId}`, prefix: 'sensitive' })),
  personal: 'nothing',
  key: (of: { userId: string }) => ({ pk: `user#${of.userId}`, sk: 'sensitive' }),
})

/** The configuration of one tenant. */
const ConfigRow = z.object({ schema: z.literal(1), tenant: Tenant, config: SystemConfig, version: z.int() })
export const configs = rows({
  table: 'TABLE_IDENTITY',
  schema: ConfigRow,
  hangsOn: stays('a tenant is never removed'),
  personal: 'nothing',
  key: (of: { tenant: string }) => ({ pk: `config#${of.tenant}`, sk: 'config' }),
})

/** That a child is linked to an account: once. */
const ChildLink = z.object({ schema: z.literal(1), accountId: Account.shape.accountId, studentId: z.string() })
export const childLinks = rows({
  table: 'TABLE_IDENTITY',
  schema: ChildLink,
  hangsOn: under('account', ({ accountId }) => ({ pk: `child#${accountId}` })),
  personal: 'nothing',
  key: (of: { accountId: string; studentId: string }) => ({ pk: `child#${of.accountId}`, sk: of.studentId }),
  index: (l) => ({ gsi1pk: `parents#${l.studentId}`, gsi1sk: l.accountId }),
})

/** How many children an account unlinked in a year. */
const Unbinding = z.object({
  schema: z.literal(1),
  accountId: Account.shape.accountId,
  year: z.int(),
  count: z.int(),
  version: z.int(),
})
export const unbindings = rows({
  table: 'TABLE_IDENTITY',
  schema: Unbinding,
  hangsOn: under('account', ({ accountId }) => ({ pk: `unbound#${accountId}` })),
  personal: 'nothing',
  key: (of: { accountId: string; year: number }) => ({ pk: `unbound#${of.accountId}`, sk: String(of.year) }),
})
