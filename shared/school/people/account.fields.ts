/** What an account is opened with, as forms send it. */
import * as z from 'zod'
import { accountNameSent } from '#shared/kit/accountName.ts'

export const account = accountNameSent
/** Whether the first password must be changed before anything else can be done: yes, unless the giver says otherwise. */
export const mustChange = () => z.boolean().default(true)
export const password = () => z.string().min(8, '密码至少8位').max(72, '密码不能超过72位')

/** What an account was opened with: a generated password is shown this once. */
export const OpenedAccount = z.object({ accountName: z.string(), initialPassword: z.string().optional() })
export type OpenedAccount = z.infer<typeof OpenedAccount>
