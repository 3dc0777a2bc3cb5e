import { Button, Input, makeStyles, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import type { Field, FieldCell, Values } from '#web/kit/screens/screen.types.ts'
import { useCountdown } from './useCountdown.ts'

const useStyles = makeStyles({
  row: { display: 'flex', gap: tokens.spacingHorizontalS },
  input: { flexGrow: 1, minWidth: 0 },
  button: { whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' },
})

type Props = {
  cell: FieldCell
  /** What the countdown is of: a phone's, an address's. */
  name: string
  /** Sends the code; false or a throw: nothing was sent, and nothing is counted. */
  send: (values: Values) => Promise<boolean>
}

/** A code with the button that sends it: 120 seconds until it may be sent again. */
const CodeInput = ({ cell, name, send }: Props) => {
  const styles = useStyles()
  const countdown = useCountdown(name)
  const [busy, setBusy] = useState(false)
  const press = async (): Promise<void> => {
    setBusy(true)
    try {
      if (await send(cell.values)) countdown.begin()
    } catch (error) {
      console.warn(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles.row}>
      <Input
        className={styles.input}
        name={cell.id}
        aria-label="验证码"
        aria-invalid={Boolean(cell.error)}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        value={typeof cell.value === 'string' ? cell.value : ''}
        onChange={(_, d) => cell.onChange(d.value)}
      />
      <Button className={styles.button} disabledFocusable={busy || countdown.left > 0} onClick={() => void press()}>
        {countdown.left > 0 ? `${countdown.left}秒后重新获取` : '获取验证码'}
      </Button>
    </div>
  )
}

/** The code's field of a form. */
export const codeField = (name: string, label: string, of: Omit<Props, 'cell'>): Field => ({
  name,
  label,
  required: true,
  kind: 'custom',
  render: (cell) => <CodeInput cell={cell} {...of} />,
})
