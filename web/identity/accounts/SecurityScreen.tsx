import { useState } from 'react'
import { Navigate, useNavigate } from 'react-router'
import * as z from 'zod'
import { PhoneCode } from '#shared/identity/accounts/account.rules.ts'
import { securitySend, securityState, securityValidate } from '#shared/identity/signIn/signIn.calls.ts'
import { identityProblemList } from '#shared/identity/identity.problems.ts'
import { ask, useAsk } from '#web/kit/ask.ts'
import { homePaths } from '#web/kit/home.paths.ts'
import { toast } from '#web/kit/notices.ts'
import { ValueForm } from '#web/kit/parts/Forms.tsx'
import { Page } from '#web/kit/parts/Page.tsx'
import { useSession } from '#web/kit/viewer.ts'
import { endNow, renewSession } from '../identity.session.ts'
import { codeField } from '../parts/CodeInput.tsx'

const schema = z.object({ check: PhoneCode })

/** The security check of a sign-in: a code to the bound phone, before anything else is reached. */
export const SecurityScreen = () => {
  const navigate = useNavigate()
  const { user } = useSession()
  const { data } = useAsk(securityState, {})
  const [phone, setPhone] = useState('')
  if (user && user.pending !== 'security') return <Navigate to={homePaths.landing} replace />
  const shown = phone || data?.phone || user?.accountPhone || ''
  return (
    <Page title="安全验证" width="narrow">
      <p style={{ margin: 0 }}>这个账号开启了登录安全验证。请获取发到手机{shown}的验证码，输入后继续。</p>
      <ValueForm
        problems={identityProblemList}
        schema={schema}
        fields={[
          codeField('check', '手机验证码', {
            name: 'security',
            send: async () => {
              setPhone((await ask(securitySend, {})).phone)
              toast('success', '验证码已发送')
              return true
            },
          }),
        ]}
        submit="继续"
        cancel={{ name: '退出登录', run: () => void endNow() }}
        onSubmit={async ({ check }) => {
          await ask(securityValidate, { validateCode: check }, { hideMessage: true })
          await renewSession()
          await navigate(homePaths.landing)
        }}
      />
    </Page>
  )
}
