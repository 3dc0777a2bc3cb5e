import { Button, Field, Input, Radio, RadioGroup, Spinner, makeStyles, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { disableSensitive, enableSensitive, sensitiveInfo } from '#shared/identity/accounts/account.calls.ts'
import { act, useAsk } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'
import { Waiting } from '#web/kit/parts/States.tsx'
import { SettingsFrame } from './SettingsFrame.tsx'

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, maxWidth: '420px' },
})

const Form = ({ stored }: { stored: 0 | 1 }) => {
  const styles = useStyles()
  const [status, setStatus] = useState(stored)
  const [password, setPassword] = useState('')
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  const save = async (): Promise<void> => {
    if (busy) return
    if (status === 1 && password === '') return setError('密码不能为空')
    setBusy(true)
    try {
      // A refusal is a toast; what was typed stays.
      if (status === 1) await act(enableSensitive, { password })
      else await act(disableSensitive, {})
      setPassword('')
      toast('success', '设置成功')
    } catch (caught) {
      console.warn(caught)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(e) => {
        e.preventDefault()
        void save()
      }}
    >
      <Field label="敏感信息保护" hint="开启后，查看身份证号、手机号等敏感信息需要输入这个密码。">
        <RadioGroup
          layout="horizontal"
          value={String(status)}
          onChange={(_, d) => {
            setStatus(d.value === '1' ? 1 : 0)
            setError('')
          }}
        >
          <Radio value="1" label="开启" />
          <Radio value="0" label="关闭" />
        </RadioGroup>
      </Field>
      {status === 1 && (
        <Field label="密码" required validationMessage={error} validationState={error ? 'error' : 'none'}>
          <Input
            type="password"
            autoComplete="new-password"
            maxLength={30}
            value={password}
            onChange={(_, d) => {
              setPassword(d.value)
              setError('')
            }}
          />
        </Field>
      )}
      <div>
        <Button
          type="submit"
          appearance="primary"
          disabledFocusable={busy}
          icon={busy ? <Spinner size="extra-tiny" /> : undefined}
        >
          保存
        </Button>
      </div>
    </form>
  )
}

/** 敏感信息: on with a password of its own, or off. */
export const SensitiveTab = () => {
  const asked = useAsk(sensitiveInfo, {})
  return (
    <SettingsFrame tab="sensitive-info">
      {asked.data ? <Form key={asked.data.status} stored={asked.data.status} /> : <Waiting asked={asked} rows={3} />}
    </SettingsFrame>
  )
}
