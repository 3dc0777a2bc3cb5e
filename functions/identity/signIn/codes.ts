/** Codes by message: six digits, ten minutes, five tries, hashed at rest; again after 120 seconds. */
import { timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import { codeMinutes, codeResendSeconds, codeTries } from '#shared/identity/accounts/account.rules.ts'
import { identityProblems } from '#shared/identity/identity.problems.ts'
import { otherLimits } from '#shared/identity/signIn/limit.rules.ts'
import { blindIndex } from '#functions/kit/fields.ts'
import { deliver } from '#functions/kit/messenger.ts'
import { newId, now, randomOf } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { inTime } from '#functions/kit/kinds.ts'
import { rows } from '#functions/kit/table.ts'
import { underCaps } from './codeCaps.ts'
import type { CodeFrom } from './codeCaps.ts'
import { limitKey, takeShared } from './limits.ts'

export type CodePurpose = 'bindPhone' | 'bindEmail' | 'security' | 'reset' | 'register' | 'prove'

const CodeRow = z.object({
  schema: z.literal(1),
  purpose: z.string(),
  subject: z.string(),
  /** Under the field key: six digits are soon tried out otherwise. */
  codeHash: z.string(),
  /** Blind: the address that it went to, and is good for. */
  to: z.string(),
  tries: z.int(),
  sentAt: z.int(),
  until: z.int(),
  usedAt: z.int().optional(),
  version: z.int(),
})
const codes = rows({
  table: 'TABLE_SESSION',
  schema: CodeRow,
  hangsOn: inTime,
  personal: 'nothing',
  key: (of: { purpose: string; subject: string }) => ({ pk: `code#${of.purpose}#${of.subject}`, sk: 'code' }),
  ttl: (c) => Math.ceil(c.until / 1000) + 600,
})

export type CodeTo = { channel: 'sms' | 'email'; address: string }

const texts: Record<CodePurpose, string> = {
  bindPhone: '绑定手机',
  bindEmail: '绑定邮箱',
  security: '登录安全验证',
  reset: '重置密码',
  register: '注册',
  prove: '身份验证',
}

const hashOf = (of: { purpose: string; subject: string }, to: string, code: string): Promise<string> =>
  blindIndex('code', [of.purpose, of.subject, to, code].join('\n'))

/** What is said in the place of a code that its owner has no use for. */
const instead = {
  registered: '【青禾】该手机号码已注册，请直接登录；忘记密码可在登录页重设。如非本人操作请忽略。',
} as const

/**
 * Sends a code; `subject` is whose code it is (an account, or a phone without one). `but` does all of it with no message
 * (true) or with another one: the answer must not tell whether the account exists, and such a code is never sent.
 */
export const sendCode = async (
  purpose: CodePurpose,
  subject: string,
  to: CodeTo,
  from: CodeFrom,
  but: boolean | keyof typeof instead = false,
): Promise<void> => {
  const codeKey = { purpose, subject }
  const at = now()
  const before = await codes.get(codeKey)
  const waitMs = before && before.usedAt === undefined ? before.sentAt + codeResendSeconds * 1000 - at : 0
  if (waitMs > 0) refuse(identityProblems.codeTooSoon, { seconds: Math.ceil(waitMs / 1000) })
  const address = await blindIndex(to.channel, to.address)
  const waits = await Promise.all([
    takeShared(limitKey('codeTo', address), otherLimits.codeTo),
    takeShared(limitKey('codeOf', subject), otherLimits.codeOf),
  ])
  if (Math.max(...waits) > 0) refuse(identityProblems.codeTooMany)
  if (!(await underCaps(address, from, but !== true))) refuse(identityProblems.codeTooMany)
  const code = String(Buffer.from(randomOf(6)).readUIntBE(0, 6) % 1_000_000).padStart(6, '0')
  const row = {
    schema: 1 as const,
    ...codeKey,
    codeHash: await hashOf(codeKey, address, code),
    to: address,
    tries: 0,
    sentAt: at,
    until: at + codeMinutes * 60_000,
    version: before?.version ?? 1,
  }
  const saved = before ? await codes.save(row) : (await codes.create(row)) ? row : null
  // Two at once: one of them sends.
  if (!saved) refuse(identityProblems.codeTooSoon, { seconds: codeResendSeconds })
  if (but === true) return
  const other = but === false ? null : but
  const sent = await deliver({
    id: newId<string>('attempt'),
    channel: to.channel,
    to: to.address,
    template: other ?? purpose,
    subject: `青禾${texts[purpose]}`,
    values: other ? {} : { code, minutes: codeMinutes },
    text: other ? instead[other] : `【青禾】${texts[purpose]}验证码：${code}，${codeMinutes}分钟内有效，请勿告知他人。`,
  })
  if (!sent) {
    await codes.remove(codeKey)
    refuse(identityProblems.codeNotSent)
  }
}

/** Checks and spends a code. The try is counted before the code is compared. */
export const checkCode = async (purpose: CodePurpose, subject: string, to: CodeTo, code: string): Promise<void> => {
  const of = { purpose, subject }
  const address = await blindIndex(to.channel, to.address)
  const row = await codes.get(of)
  if (!row || row.until <= now() || row.usedAt !== undefined || row.to !== address || row.tries >= codeTries)
    return refuse(identityProblems.codeGone)
  const counted = await codes.save({ ...row, tries: row.tries + 1 })
  if (!counted) return refuse(identityProblems.codeWrong)
  const [given, wanted] = [Buffer.from(await hashOf(of, address, code)), Buffer.from(row.codeHash)]
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return refuse(identityProblems.codeWrong)
  if (!(await codes.save({ ...counted, usedAt: now() }))) return refuse(identityProblems.codeGone)
}
