import { makeStyles, Textarea } from '@fluentui/react-components'
import { useState } from 'react'

const useStyles = makeStyles({ field: { width: '100%', maxWidth: '480px' } })

const split = (text: string): string[] => [...new Set(text.split(/[\s,，、;；]+/).filter(Boolean))]

/** Codes of schools, typed or pasted: a line each, or with commas. */
export const CodesField = (props: {
  id: string
  value: readonly string[]
  invalid: boolean
  onChange: (codes: string[]) => void
}) => {
  // What is typed stays as it is typed; what it says is told.
  const styles = useStyles()
  const [text, setText] = useState(props.value.join('\n'))
  return (
    <Textarea
      id={props.id}
      aria-label="学校代码"
      aria-invalid={props.invalid}
      className={styles.field}
      rows={2}
      resize="vertical"
      value={text}
      onChange={(_, d) => {
        setText(d.value)
        props.onChange(split(d.value))
      }}
    />
  )
}
