import { Button, MessageBar, MessageBarBody } from '@fluentui/react-components'
import { useSearchParams } from 'react-router'
import { isOutsideUrl } from '#shared/identity/partners/partner.rules.ts'
import { ownPath } from '#shared/platform/flag.rules.ts'
import { localStore } from '#web/kit/ports.ts'
import { words } from '#web/kit/refusals.ts'
import { DoorScreen } from '#web/kit/screens/DoorScreen.tsx'
import { identityPaths } from '../identity.paths.ts'
import { PartnerButtons } from './PartnerButtons.public.tsx'

/** The door of those who come from another platform. */
export const ThirdPartyScreen = () => {
  const [query] = useSearchParams()
  const from = query.get('from')
  // Kept when one came from there: the server's word, or a path of ours.
  const came = localStore.get('loginUrl') ?? ''
  const back =
    came === identityPaths.thirdParty ? undefined : (ownPath(came) ?? (isOutsideUrl(came) ? came : undefined))
  const own = from ? `${identityPaths.signIn}?from=${encodeURIComponent(from)}` : identityPaths.signIn
  return (
    <DoorScreen>
      {query.has('loginOut') && (
        <MessageBar intent="success">
          <MessageBarBody>您已安全退出。</MessageBarBody>
        </MessageBar>
      )}
      {query.has('expired') && (
        <MessageBar intent="warning">
          <MessageBarBody>{words.sessionOver}，请重新进入。</MessageBarBody>
        </MessageBar>
      )}
      <p style={{ margin: 0 }}>请从您平时使用的平台打开本应用，会自动登录。</p>
      <PartnerButtons title="或选择平台登录：" redirectUrl={ownPath(from ?? undefined)} />
      {back && (
        <Button as="a" href={back} size="large" appearance="primary">
          返回原平台重新进入
        </Button>
      )}
      <Button as="a" href={own} size="large" appearance={back ? 'secondary' : 'primary'}>
        使用账号和密码登录
      </Button>
    </DoorScreen>
  )
}
