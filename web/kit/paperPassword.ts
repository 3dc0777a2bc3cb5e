/**
 * A locked paper (spec 1 §4, "Paper encryption"): it opens when its password is known in this tab, otherwise the
 * password is asked for, again as often as it is wrong; a password that a later answer refuses is forgotten and asked for
 * anew, and what was asked is asked again. The rooms give the calls.
 */
import { prompt, toast } from './notices.ts'
import { tabStore } from './ports.ts'

export type PaperLock = {
  paperId: string
  /** encryptStatus: 1 is locked. */
  status: () => Promise<number>
  /** Whether the password is right. */
  verify: (password: string) => Promise<boolean>
}

const key = (paperId: string): string => `paperPassword:${paperId}`
const ask = (): Promise<string | null> =>
  prompt({
    title: '验证密码',
    text: '请输入试卷密码',
    input: { label: '密码', password: true, check: (typed) => (typed === '' ? '请输入密码' : null) },
  })

/** The password that opened this paper in this tab. */
export const paperPassword = (paperId: string): string | null => tabStore.get(key(paperId))

/** True when the paper may be opened; false when the prompt was cancelled. */
export const openPaper = async (lock: PaperLock): Promise<boolean> => {
  if (paperPassword(lock.paperId) !== null || (await lock.status()) !== 1) return true
  for (;;) {
    const password = await ask()
    if (password === null) return false
    if (await lock.verify(password)) {
      tabStore.set(key(lock.paperId), password)
      return true
    }
    toast('error', '密码错误')
  }
}

/** Asks with the paper open; an answer that refuses the password asks for it again. null: cancelled. */
export const withPaper = async <T>(
  lock: PaperLock,
  act: (password: string | null) => Promise<T>,
  refusesPassword: (error: unknown) => boolean,
): Promise<T | null> => {
  for (;;) {
    if (!(await openPaper(lock))) return null
    try {
      return await act(paperPassword(lock.paperId))
    } catch (error) {
      if (!refusesPassword(error)) throw error
      tabStore.remove(key(lock.paperId))
    }
  }
}
