import { Field, Input } from '@fluentui/react-components'
import type { Dialogue } from '../notices.ts'

type Props = {
  input: NonNullable<Dialogue['input']>
  typed: string
  message: string
  onType: (typed: string) => void
  onEnter: () => void
}

/** The one line of a dialogue that asks for text. */
export const DialogueInput = ({ input, typed, message, onType, onEnter }: Props) => (
  <Field
    label={input.label}
    // What is refused while it is empty bears the star that a form's field does.
    required={input.check('') !== null}
    validationMessage={message}
    validationState={message ? 'error' : 'none'}
    hint={<span aria-live="polite">{message ? '' : input.shows?.(typed.trim())}</span>}
  >
    <Input
      type={input.password ? 'password' : 'text'}
      autoComplete="off"
      value={typed}
      onChange={(_, d) => onType(d.value)}
      onKeyDown={(e) => {
        if (e.key !== 'Enter') return
        // The very key would press the button of a dialogue that opens next.
        e.preventDefault()
        onEnter()
      }}
    />
  </Field>
)
