/** The session's acts, for the sign-in page and the account menu. */
import { isUnsent, keptAtSignOut, keptAtSwitch, signOutEnd } from '#shared/identity/signIn/guard.rules.ts'
import { signIn, signOut, switchIdentity } from '#shared/identity/identity.calls.ts'
import { identityProblems } from '#shared/identity/identity.problems.ts'
import type { SignedIn } from '#shared/identity/identity.types.ts'
import { sealPassword } from '#shared/identity/signIn/password.seal.ts'
import type { WebCrypto } from '#shared/identity/signIn/password.seal.ts'
import { schoolIp } from '#shared/identity/signIn/session.calls.ts'
import { sealKey } from '#shared/identity/signIn/signIn.calls.ts'
import type { SealKey } from '#shared/identity/signIn/signIn.types.ts'
import { Refusal, ask, queries } from '#web/kit/ask.ts'
import { brand } from '#web/kit/brand.ts'
import { confirm } from '#web/kit/notices.ts'
import { localStore, now, tabStore, wait } from '#web/kit/ports.ts'
import { beginSession, endSession, forgetMultiDevice, refreshSession } from '#web/kit/session.ts'
import { may, sessionConfig } from '#web/kit/sessionConfig.ts'
import { becomeUser, meetUser } from '#web/kit/viewer.ts'
import { listenToTabs, tellSignOut, tellSwitch } from './accounts/tabs.ts'

const quiet = { quiet: true } as const
/** A stamp is good for ten minutes; what is older is not tried. */
const keyMs = 8 * 60_000
let key: { at: number; asked: Promise<SealKey> } | null = null

/** Asks for a sealing key ahead, so that the sign-in itself is one round trip. */
export const prepareSignIn = (): void => {
  if (key && now() - key.at < keyMs) return
  const asked = ask(sealKey, {}, quiet)
  key = { at: now(), asked }
  asked.catch(() => {
    key = null
  })
}

/** A key is used once. */
const takeKey = (): Promise<SealKey> => {
  prepareSignIn()
  const { asked } = key!
  key = null
  return asked
}

const seal = async (password: string): Promise<string> => {
  if (!crypto.subtle) throw new Refusal(-1, '当前地址不是安全连接，无法加密登录，请使用https开头的地址')
  return sealPassword(crypto as WebCrypto<CryptoKey>, await takeKey(), password)
}

/** The session of a sign-in: its tokens, its user, its address noted. */
export const enter = (signed: SignedIn): void => {
  beginSession(signed)
  meetUser(signed.user)
  listenToTabs()
  if (!signed.user.pending) void ask(schoolIp, {}, quiet).catch(() => undefined)
}

/**
 * Signs in; a refusal (wrong name or password, locked) is the caller's to show. A slide check is asked for only where
 * the server wants one: `solve` shows it and answers its token, or null when the user gives up.
 */
export const signInWith = async (
  accountName: string,
  password: string,
  solve: (work?: string) => Promise<string | null>,
): Promise<void> => {
  let slideToken: string | undefined
  let renewed = false
  for (;;) {
    try {
      const signed = await ask(signIn, { accountName, sealed: await seal(password), slideToken }, quiet)
      localStore.set('accountName', accountName)
      enter(signed)
      return
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (error.status === identityProblems.sealRefused.status && !renewed) renewed = true
      else if (error.status === identityProblems.slideNeeded.status) {
        const token = await solve((error.data as { work?: string } | null)?.work)
        if (token === null) throw error
        slideToken = token
      } else throw error
    }
  }
}

/** After a step that the session owed (a code, a new password) its next tokens are whole. */
export const renewSession = async (): Promise<void> => {
  await refreshSession()
  await queries.invalidateQueries()
}

const unsentKeys = (): number => {
  try {
    return Object.keys(localStorage).filter(isUnsent).length
  } catch {
    return 0
  }
}

const leave = ({ close, to }: { close: boolean; to: string }): void => {
  if (close) window.close()
  location.assign(to)
}

/** Clears this computer of the session, keeping exactly what spec 1 §4 names, and goes where the deployment says. */
export const forgetSession = (system?: Parameters<typeof may>[1]): void => {
  const end = signOutEnd({
    brand: brand.signOut,
    closePage: may('closePage', system),
    thirdParty: sessionConfig().thirdParty === true,
  })
  endSession()
  localStore.clear((k) => keptAtSignOut.includes(k))
  tabStore.clear()
  leave(end)
}

/** Signs out. What has not reached the server would be lost with it: that is asked first. */
export const signOutNow = async (system?: Parameters<typeof may>[1]): Promise<void> => {
  const unsent = unsentKeys()
  const text = `这台电脑上有${unsent}项给分、批注或答题卡修改还没有上传，退出后会丢失。`
  if (unsent > 0 && !(await confirm({ title: '还有内容没有上传', text, ok: '仍然退出' }))) return
  await endNow(system)
}

/** Signs out without asking. */
export const endNow = async (system?: Parameters<typeof may>[1]): Promise<void> => {
  // A server that does not answer keeps no user signed in.
  const told = ask(schoolIp, {}, quiet)
    .catch(() => undefined)
    .then(() => ask(signOut, {}, quiet))
  await Promise.race([told.catch(() => undefined), wait(5_000)])
  tellSignOut()
  forgetSession(system)
}

/** Stores are emptied but for what is kept, and nothing that was cached remains. */
export const goOnAs = (signed: SignedIn): void => {
  localStore.clear(keptAtSwitch)
  tabStore.clear((k) => k === 'sessionConfig' || k === 'timeDifference')
  forgetMultiDevice()
  beginSession(signed)
  queries.clear()
  becomeUser(signed.user)
  tellSwitch(signed.user)
}

/** Goes on as another identity of the account. */
export const switchTo = async (userId: string): Promise<void> => goOnAs(await ask(switchIdentity, { userId }))
