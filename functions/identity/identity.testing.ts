/** How tests sign in: as a browser does, with a sealed password. */
import type { webcrypto } from 'node:crypto'
import { signIn } from '#shared/identity/identity.calls.ts'
import { sealPassword } from '#shared/identity/signIn/password.seal.ts'
import type { WebCrypto } from '#shared/identity/signIn/password.seal.ts'
import { demoOutbox } from '#shared/identity/signIn/session.calls.ts'
import { sealKey, slidePuzzle, slideValidate } from '#shared/identity/signIn/signIn.calls.ts'
import type { SealKey, SlidePuzzle } from '#shared/identity/signIn/signIn.types.ts'
import { identityProblems } from '#shared/identity/identity.problems.ts'
import { searchWork } from '#shared/identity/signIn/work.rules.ts'
import type { AccountId, TeacherId, UserId } from '#shared/kit/ids.ts'
import { viaGateway } from '#functions/kit/gateway.testing.ts'
import { newId, now, randomOf, usePorts } from '#functions/kit/ports.ts'
import type { Served } from '#functions/kit/serve.ts'
import { send } from '#functions/kit/testing.ts'
import { accounts, users } from './identity.store.ts'
import type { StoredAccount } from './identity.store.ts'
import { hashPassword } from './signIn/password.ts'
import { slides } from './signIn/slide.ts'
import type { User } from '#shared/identity/identity.types.ts'

export const sealWith = (key: SealKey, password: string): Promise<string> =>
  sealPassword(crypto as unknown as WebCrypto<webcrypto.CryptoKey>, key, password)

export const signInByGateway = async (accountName: string, password: string) => {
  const key = await viaGateway(sealKey, {})
  return viaGateway(signIn, { accountName, sealed: await sealWith(key.data, password) })
}

export type From = { ip?: string; agent?: string; slideToken?: string; cookies?: readonly string[] }

/** Signs in through a handler of this process. */
export const signInAt = async (handler: Served, accountName: string, password: string, from: From = {}) => {
  const key = await send(handler, sealKey, {})
  const sealed = await sealWith(key.data, password)
  const { slideToken, ...where } = from
  return send(handler, signIn, { accountName, sealed, ...(slideToken ? { slideToken } : {}) }, undefined, where)
}

export const fresh = (letter = 't'): string => `${letter}${newId<string>('attempt').slice(3)}`
export const schoolId = `sc_${'0'.repeat(26)}` as NonNullable<User['schoolId']>

/** Many accounts of one password, one hash: as the demo's. */
const hashes = new Map<string, Promise<string>>()
const hashOnce = (password: string): Promise<string> => {
  const hash = hashes.get(password) ?? hashPassword(password)
  hashes.set(password, hash)
  return hash
}

/** An account with identities of these types in a school that has no row. */
export const open = async (
  accountName: string,
  password: string,
  userTypes: number[] = [3],
  of: { account?: Partial<StoredAccount>; user?: Partial<User> } = {},
): Promise<{ accountId: AccountId; userIds: UserId[] }> => {
  const accountId = newId<AccountId>('account')
  await accounts.create({
    schema: 1,
    accountId,
    accountName,
    userName: '李老师',
    passwordStatus: 0,
    disabled: false,
    securityStatus: 0,
    createdAt: now(),
    version: 1,
    passwordHash: await hashOnce(password),
    ...of.account,
  })
  const userIds: UserId[] = []
  for (const userType of userTypes) {
    const userId = newId<UserId>('user')
    userIds.push(userId)
    await users.create({
      schema: 1,
      userId,
      accountId,
      userType,
      userName: '李老师',
      tenant: `s:${schoolId}`,
      stage: 1,
      createdAt: now(),
      version: 1,
      ...(userType === 3 ? { teacherId: newId<TeacherId>('teacher') } : {}),
      ...of.user,
    })
  }
  return { accountId, userIds }
}

/** The work of a puzzle, as a browser does it. */
export const workedAt = ({ challenge, bits }: SlidePuzzle['work']): { bits: number; nonce: number } => ({
  bits,
  nonce: searchWork(challenge, bits, 0, 1e9)!,
})

/** A solved puzzle: the test looks the answer up where only the server can. `off` pixels beside it. */
export const solvedAt = async (handler: Served, off = 3, work?: string): Promise<string> => {
  const answer = await send(handler, slidePuzzle, { ...(work ? { work } : {}) })
  if (!answer.data) throw new Error(JSON.stringify(answer))
  const { data } = answer
  const row = await slides.get(data)
  const tried = { slideId: data.slideId, left: row!.left + off, ...workedAt(data.work) }
  return (await send(handler, slideValidate, tried)).data.slideToken
}

/** Signs in as a browser does: a puzzle that is asked for is solved, at the work that is asked for. */
export const signInPatiently = async (handler: Served, accountName: string, password: string, from: From = {}) => {
  const first = await signInAt(handler, accountName, password, from)
  if (first.status !== identityProblems.slideNeeded.status) return first
  const { work } = first.data as unknown as { work: string }
  return signInAt(handler, accountName, password, { ...from, slideToken: await solvedAt(handler, 3, work) })
}

/** What is done at another time by the server's clock. */
export const later = async <T>(ms: number, run: () => Promise<T>): Promise<T> => {
  const back = usePorts({ now: () => Math.round(performance.timeOrigin + performance.now()) + ms })
  try {
    return await run()
  } finally {
    back()
  }
}

/** Runs with a clock that stands: what is counted against time does not hang on how fast the machine is. */
export const still = async <T>(run: () => Promise<T>): Promise<T> => {
  const at = Math.round(performance.timeOrigin + performance.now())
  const back = usePorts({ now: () => at })
  try {
    return await run()
  } finally {
    back()
  }
}

export const newPhone = (): string =>
  `13${String(Buffer.from(randomOf(6)).readUIntBE(0, 6))
    .slice(-9)
    .padStart(9, '7')}`

/** The message that was last sent to an address, as its owner reads it; empty when none was. */
export const messageTo = async (handler: Served, to: string): Promise<string> =>
  (await send(handler, demoOutbox, {})).data.find((m) => m.to === to)?.text ?? ''
/** The code in it. */
export const codeIn = async (handler: Served, to: string): Promise<string> =>
  /(\d{6})/.exec(await messageTo(handler, to))![1]!
export const wrongCode = (code: string): string => (code === '000000' ? '111111' : '000000')
