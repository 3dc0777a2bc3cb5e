import { Button, MessageBar, MessageBarActions, MessageBarBody, MessageBarTitle } from '@fluentui/react-components'
import { useState } from 'react'
import { partnerManagers } from '#shared/identity/signIn/guard.rules.ts'
import { linkPartner, linkedPartners, unlinkPartner } from '#shared/identity/partners/partner.calls.ts'
import { act, useAct } from '#web/kit/ask.ts'
import { homePaths } from '#web/kit/home.paths.ts'
import { confirm, toast } from '#web/kit/notices.ts'
import { brand } from '#web/kit/brand.ts'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import { useSession } from '#web/kit/viewer.ts'
import { partnerPaths } from './partner.paths.ts'
import { dropLinking, keptLinking } from './partner.session.ts'

/** 关联平台: confirms the link that a partner's sign-in asked for, and shows and takes away what is linked. */
export const PartnerLinkScreen = () => {
  const { user } = useSession()
  const [waiting, setWaiting] = useState(keptLinking)
  const forget = (): void => {
    dropLinking()
    setWaiting(null)
  }
  const link = useAct(linkPartner, {
    onDone: ({ partnerName }) => {
      forget()
      toast('success', `已关联${partnerName}，以后可以从那里直接进入`)
    },
  })
  const takeAway = async (partnerId: string, name: string): Promise<void> => {
    const text = `解除后不能再从${name}直接进入；需要时可以重新关联。`
    if (!(await confirm({ title: `解除与${name}的关联？`, text, ok: '解除关联' }))) return
    await act(unlinkPartner, { partnerId })
    toast('success', '已解除关联')
  }
  return (
    <ListScreen
      title="关联平台"
      actions={[
        ...(user && [-1, ...partnerManagers].includes(user.userType)
          ? [{ name: '管理合作平台', to: partnerPaths.list }]
          : []),
        { name: '进入首页', to: homePaths.landing },
      ]}
      call={linkedPartners}
      rowTo={{ none: 'a link is only taken away' }}
      rowKey={(row) => row.partnerId}
      columns={[{ key: 'name', name: '平台', value: (row) => row.name }]}
      rowActions={({ partnerId, name }) => [{ name: '解除关联', run: () => takeAway(partnerId, name) }]}
      empty={{
        title: '还没有关联的平台',
        text: '从您平时使用的平台打开本应用，第一次进入时可以关联到这个账号。',
      }}
    >
      {waiting && (
        <MessageBar data-answer intent="warning" layout="multiline">
          <MessageBarBody>
            <MessageBarTitle>确认关联</MessageBarTitle>将{waiting.partnerName}的用户{waiting.name}关联到您的账号
            {user?.accountName}（{user?.userName}）。 以后从{waiting.partnerName}进入的这个用户，就是您在{brand.name}
            的这个账号。如果不是您本人的操作，请选择不关联。
          </MessageBarBody>
          <MessageBarActions>
            <Button
              appearance="primary"
              disabledFocusable={link.isPending}
              onClick={() => link.mutate({ linkToken: waiting.linkToken })}
            >
              关联
            </Button>
            <Button onClick={forget}>不关联</Button>
          </MessageBarActions>
        </MessageBar>
      )}
    </ListScreen>
  )
}
