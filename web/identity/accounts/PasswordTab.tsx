import { useState } from 'react'
import { useNavigate } from 'react-router'
import { changePassword } from '#shared/identity/accounts/account.calls.ts'
import { PasswordForm } from '#shared/identity/accounts/account.rules.ts'
import { identityProblemList } from '#shared/identity/identity.problems.ts'
import { act } from '#web/kit/ask.ts'
import { homePaths } from '#web/kit/home.paths.ts'
import { toast } from '#web/kit/notices.ts'
import { ValueForm } from '#web/kit/parts/Forms.tsx'
import type { Field } from '#web/kit/screens/screen.types.ts'
import { useSession } from '#web/kit/viewer.ts'
import { renewSession } from '../identity.session.ts'
import { SettingsFrame } from './SettingsFrame.tsx'

const fields: readonly Field[] = [
  { kind: 'password', name: 'currentPassword', label: '当前密码', required: true, autoComplete: 'current-password' },
  {
    kind: 'password',
    name: 'newPassword',
    label: '新密码',
    required: true,
    autoComplete: 'new-password',
    hint: '8到30位，包含字母和数字，不能有空格',
  },
  { kind: 'password', name: 'newPasswordConfirm', label: '确认密码', required: true, autoComplete: 'new-password' },
]

/** 修改密码; a first password is changed here before anything else. */
export const PasswordTab = () => {
  const navigate = useNavigate()
  /** A form that has done its work begins anew. */
  const [round, setRound] = useState(0)
  const { user } = useSession()
  const forced = user?.pending === 'password'
  return (
    <SettingsFrame tab="modify-password">
      <ValueForm
        problems={identityProblemList}
        key={round}
        schema={PasswordForm}
        fields={fields}
        submit="保存"
        onSubmit={async ({ currentPassword, newPassword }) => {
          const sent = { accountId: user?.accountId, oldPassword: currentPassword, newPassword }
          await act(changePassword, sent, { hideMessage: true })
          await renewSession()
          toast('success', '恭喜您，密码修改成功')
          if (forced) await navigate(homePaths.landing)
          else setRound(round + 1)
        }}
      />
    </SettingsFrame>
  )
}
