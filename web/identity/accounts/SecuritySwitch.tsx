import { Field, Select } from '@fluentui/react-components'
import { useState } from 'react'
import { setSecurity } from '#shared/identity/accounts/account.calls.ts'
import type { SessionUser } from '#shared/identity/identity.types.ts'
import { act } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'

const options = [
  { value: 1, name: '请选择', disabled: true },
  { value: 2, name: '关闭', disabled: false },
  { value: 3, name: '开启', disabled: false },
] as const

/** The security check at sign-in: it needs a bound phone; without one the choice goes back to what it was. */
export const SecuritySwitch = ({ user }: { user: SessionUser }) => {
  const stored = user.securityStatus === 2 || user.securityStatus === 3 ? user.securityStatus : 1
  const [chosen, setChosen] = useState<number | null>(null)
  const choose = async (value: number): Promise<void> => {
    if (value !== 2 && value !== 3) return
    if (user.phoneBindStatus !== 2) return toast('warning', '需要先绑定手机才能设置')
    setChosen(value)
    try {
      await act(setSecurity, { accountId: user.accountId, securityStatus: value })
      toast('success', '设置成功')
    } catch (error) {
      console.warn(error)
    } finally {
      setChosen(null)
    }
  }
  return (
    <Field label="安全验证" hint="开启后，登录时除密码外还要输入发到手机的验证码。">
      <Select
        style={{ maxWidth: 240 }}
        value={String(chosen ?? stored)}
        disabled={chosen !== null}
        onChange={(_, d) => void choose(Number(d.value))}
      >
        {options.map((o) => (
          <option key={o.value} value={o.value} disabled={o.disabled}>
            {o.name}
          </option>
        ))}
      </Select>
    </Field>
  )
}
