import { makeStyles, tokens } from '@fluentui/react-components'
import type { Field, Values } from '../screens/screen.types.ts'
import { FieldInput } from './FieldInput.tsx'

const useStyles = makeStyles({
  fields: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(260px, 100%), 1fr))',
    gap: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalXL}`,
    // A hint under one field must not stretch its neighbours.
    alignItems: 'start',
  },
})

/** Fields over a draft of shown texts (a wizard's step): see `fieldValues.ts` for what they send. */
export const FieldGroup = (props: {
  fields: readonly Field[]
  values: Values
  errors?: Readonly<Record<string, string>>
  onChange: (patch: Values) => void
}) => {
  const styles = useStyles()
  return (
    <div className={styles.fields}>
      {props.fields.map(
        (f) =>
          (!f.when || f.when(props.values)) && (
            <FieldInput
              key={f.name}
              field={f}
              value={props.values[f.name] ?? (f.kind === 'multi' ? [] : f.kind === 'switch' ? false : '')}
              values={props.values}
              error={props.errors?.[f.name]}
              onChange={(v) => props.onChange({ [f.name]: v })}
            />
          ),
      )}
    </div>
  )
}
