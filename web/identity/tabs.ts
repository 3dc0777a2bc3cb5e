/**
 * Tabs share one session. When one of them goes on as somebody else, the others show a user that they no longer are:
 * they say so, and begin anew.
 */
import type { SessionUser } from '#shared/identity/identity.types.ts'
import { dialogue } from '#web/kit/notices.ts'
import { knownUser } from '#web/kit/viewer.ts'

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
    buttons: [{ name: '刷新', primary: true, run: () => location.assign('/v2?switched=1') }],
  })
}

export const listenToTabs = (): void => {
  channel ??= open()
  if (channel) channel.onmessage = (event: MessageEvent<Who>) => heardOf(event.data)
}

export const tellSwitch = ({ userId, userName }: Who): void => {
  channel ??= open()
  channel?.postMessage({ userId, userName })
}
