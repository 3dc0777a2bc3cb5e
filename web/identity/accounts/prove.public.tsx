/** Asks who sits here to show it, by the password or a code: for the calls that want it (`fresh`), fetched when one does. */
import { identityProblems } from '#shared/identity/identity.problems.ts'
import { prove, proveSend, proveState } from '#shared/identity/accounts/prove.calls.ts'
import { ask } from '#web/kit/ask.ts'
import { dialogue } from '#web/kit/notices.ts'
import type { DialogueButton } from '#web/kit/notices.ts'
import { Refusal } from '#web/kit/refusals.ts'

type Way = 'password' | 'code'
type Answer = 'cancel' | 'otherWay' | { typed: string }

const texts = {
  password: { label: '登录密码', other: '用手机验证码', missing: '请输入登录密码' },
  code: { label: '手机验证码', other: '用登录密码', missing: '请输入手机验证码' },
} as const

const asked = (way: Way, phone: string): Promise<Answer> =>
  new Promise((resolve) => {
    const { label, other, missing } = texts[way]
    const button = (name: string, answer: Answer): DialogueButton => ({ name, run: () => resolve(answer) })
    dialogue({
      title: '验证身份',
      text:
        way === 'password'
          ? '这项操作关系到账号安全，请先输入您的登录密码。验证后五分钟内不再询问。'
          : `验证码已发到手机${phone}，输入后继续。验证后五分钟内不再询问。`,
      input: { label, password: way === 'password', check: (t) => (t.trim() === '' ? missing : null) },
      buttons: [
        button('取消', 'cancel'),
        ...(phone ? [button(other, 'otherWay')] : []),
        { name: '确定', primary: true, run: (typed) => resolve({ typed }) },
      ],
      onClose: () => resolve('cancel'),
    })
  })

/** Refusals are said as toasts by `ask`; what may be typed again is asked for again. */
const attempt = async (run: () => Promise<unknown>): Promise<'done' | 'again' | 'over'> => {
  try {
    await run()
    return 'done'
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.status === identityProblems.locked.status ? 'over' : 'again'
  }
}

const showing = async (): Promise<boolean> => {
  const { phone } = await ask(proveState, {})
  let way: Way = 'password'
  for (;;) {
    const answer: Answer = await asked(way, phone)
    if (answer === 'cancel') return false
    if (answer === 'otherWay') {
      const sent: string = way === 'password' ? await attempt(() => ask(proveSend, {})) : 'done'
      if (sent === 'done') way = way === 'password' ? 'code' : 'password'
      continue
    }
    const input = way === 'password' ? { password: answer.typed } : { validateCode: answer.typed }
    const done = await attempt(() => ask(prove, input))
    if (done !== 'again') return done === 'done'
  }
}

let now: Promise<boolean> | null = null
/** Several calls that want it at the same moment ask once. */
export const proveHere = (): Promise<boolean> => {
  now ??= showing().finally(() => {
    now = null
  })
  return now
}
