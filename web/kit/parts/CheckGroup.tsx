import { Checkbox, Field, FieldContextProvider, makeStyles } from '@fluentui/react-components'

const useStyles = makeStyles({
  group: { display: 'flex', flexWrap: 'wrap', maxHeight: '160px', overflowY: 'auto' },
  rows: { flexDirection: 'column' },
})

type Item<T extends string> = { id: T; text: string; barred?: boolean | undefined }
type Boxed<T extends string> = {
  items: readonly Item<T>[]
  isOn: (id: T) => boolean
  onToggle: (id: T, on: boolean) => void
}

const Boxes = <T extends string>({ items, isOn, onToggle }: Boxed<T>) =>
  items.map(({ id, text, barred }) => (
    <Checkbox
      key={id}
      label={text}
      disabled={barred === true}
      checked={isOn(id)}
      onChange={(_, d) => onToggle(id, d.checked === true)}
    />
  ))

/** Boxes to tick under one label. `rows`: one under another. */
export const CheckGroup = <T extends string>(props: Boxed<T> & { label: string; rows?: boolean }) => {
  const styles = useStyles()
  return (
    <Field label={props.label}>
      {/* A field gives its one id to every box within: each label would tick the first. */}
      <FieldContextProvider value={undefined}>
        <div role="group" aria-label={props.label} className={`${styles.group} ${props.rows ? styles.rows : ''}`}>
          <Boxes {...props} />
        </div>
      </FieldContextProvider>
    </Field>
  )
}
