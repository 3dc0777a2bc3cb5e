/** Carries out the reactions of the request layer. */
import { keepDrafts } from './drafts.ts'
import { dialogue, toast } from './notices.ts'
import type { DialogueButton } from './notices.ts'
import { forgetServerTime, learnServerTime, localStore } from './ports.ts'
import type { DialogueAction, Reaction } from './refusals.ts'
import { Refusal, SessionOver, Trouble, reactionToRefusal, reactionToTrouble, words } from './refusals.ts'
import { endSession } from './session.ts'
import { wired } from './wires.ts'

/** `inPlace`: a refusal, of the right to it included, is shown in the place of what was asked for. */
export type Asked = { input?: unknown; hideMessage?: boolean; inPlace?: boolean }

const button = (action: DialogueAction, reaction: Extract<Reaction, { kind: 'dialogue' }>): DialogueButton | null => {
  switch (action) {
    case 'home':
      return { name: '返回首页', primary: true, run: () => wired().go(wired().home()) }
    case 'unlock': {
      const unlock = wired().unlockExam
      const id = reaction.examUploaderId
      if (!unlock || !id) return null
      return {
        name: '强制解锁',
        run: async () => {
          await unlock(id)
          wired().go(wired().home())
        },
      }
    }
    case 'reload':
      return { name: '确定', primary: true, run: () => location.reload() }
    case 'signIn':
      return { name: words.signInAgain, primary: true, run: leave }
    case 'close':
      return { name: '确定', primary: true }
  }
}

const leave = (): void => {
  keepDrafts()
  endSession()
  location.assign(wired().signIn())
}

const perform = (reaction: Reaction): void => {
  switch (reaction.kind) {
    case 'silent':
      return
    case 'home':
      return wired().go(wired().home())
    case 'toast':
      return toast(reaction.intent, reaction.paragraphs, { ms: reaction.ms })
    case 'dialogue':
      return dialogue({
        once: reaction.text,
        title: reaction.title,
        text: reaction.text,
        firm: true,
        buttons: reaction.actions.map((a) => button(a, reaction)).filter((b) => b !== null),
      })
    case 'network':
      if (wired().hidesTrouble?.()) return
      return dialogue({
        once: 'network',
        title: reaction.title,
        text: reaction.text,
        detail: reaction.endpoint,
        buttons: [{ name: '关闭' }, { name: '刷新', primary: true, run: () => location.reload() }],
      })
    case 'session':
      return dialogue({
        once: 'session',
        title: words.sessionOver,
        text: '为保护您的数据，请重新登录。5秒后自动跳转。',
        firm: true,
        buttons: [{ name: words.signInAgain, primary: true, run: leave }],
        auto: { ms: 5000, run: leave },
      })
    case 'time':
      forgetServerTime()
      void wired()
        .serverTime()
        .then(learnServerTime, () => undefined)
      return toast('warning', words.again, { ms: 5000 })
    case 'ip':
      localStore.remove('clientIp')
      void wired()
        .clientIp()
        .catch(() => undefined)
      return toast('warning', words.again, { ms: 5000 })
  }
}

/** Says to the user what an error of `ask` means, as the specification has it. Aborted requests are nothing. */
export const announce = (error: unknown, asked: Asked = {}): void => {
  if (error instanceof Refusal) perform(reactionToRefusal(error, asked.input, asked.hideMessage || asked.inPlace))
  else if (error instanceof SessionOver) perform({ kind: 'session' })
  else if (error instanceof Trouble) {
    if (!(asked.inPlace && error.code === 403)) perform(reactionToTrouble(error))
  } else if (!(error instanceof DOMException && error.name === 'AbortError')) {
    console.error(error)
    toast('error', '页面出现错误，请刷新后重试', { ms: 5000 })
  }
}
