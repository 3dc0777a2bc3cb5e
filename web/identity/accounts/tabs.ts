/**
 * Tabs share one session. When one of them goes on as another user, the others show a user that they no longer are:
 * they say so, and begin anew. When one of them signs out, what the others show must not stay: they go at once.
 */
import type { SessionUser } from '#shared/identity/identity.types.ts'
import { homePaths } from '#web/kit/home.paths.ts'
import { dialogue } from '#web/kit/notices.ts'
import { keepDrafts, noteEnded } from '#web/kit/drafts.ts'
import { tabStore } from '#web/kit/ports.ts'
import { endSession } from '#web/kit/session.ts'
import { knownUser } from '#web/kit/viewer.ts'
import { wired } from '#web/kit/wires.ts'

type Who = Pick<SessionUser, 'userId' | 'userName'>

const open = (): BroadcastChannel | null => {
  try {
    return new BroadcastChannel('qinghe-identity')
  } catch {
    return null
  }
}
let channel: BroadcastChannel | null = null

/** Another tab, or the server, says who this session is: if that is not who stands here, the page is loaded anew. */
export const heardOf = (who: Who): void => {
  const here = knownUser()
  if (!here || here.userId === who.userId) return
  dialogue({
    once: 'identity',
    title: '身份已切换',
    text: `另一个页面已切换为${who.userName}。刷新后以新的身份继续。`,
    firm: true,
    buttons: [{ name: '刷新', primary: true, run: () => location.assign(homePaths.switched) }],
  })
}

/** Another tab has signed out: this one forgets the session too, but for what the same person typed, and says why. */
const heardSignOut = (): void => {
  endSession()
  tabStore.clear()
  keepDrafts()
  noteEnded('elsewhere')
  location.replace(wired().signIn())
}

type Told = Who | { signedOut: true }

export const listenToTabs = (): void => {
  channel ??= open()
  if (!channel) return
  channel.onmessage = ({ data }: MessageEvent<Told>) => ('signedOut' in data ? heardSignOut() : heardOf(data))
}

export const tellSignOut = (): void => {
  channel ??= open()
  channel?.postMessage({ signedOut: true } satisfies Told)
}

export const tellSwitch = ({ userId, userName }: Who): void => {
  channel ??= open()
  channel?.postMessage({ userId, userName })
}
