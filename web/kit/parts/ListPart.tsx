import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import type { AnyCall } from '#shared/kit/call.ts'
import type { ListPartProps, ListProps } from '../screens/screen.types.ts'
import { ActionButton } from './ActionButton.tsx'
import { sparse } from './dataTable.columns.ts'
import { Listed } from './Listed.tsx'

const useStyles = makeStyles({
  part: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS, minWidth: 0 },
  narrow: { maxWidth: '960px' },
  tools: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
  end: { display: 'flex', gap: tokens.spacingHorizontalS, marginLeft: 'auto' },
})

/** So many rows are looked over without a filter, and fit without pages. */
const few = 5
const onePage = 20
/** What stands under it moves least: most parts have a few rows. */
const usual = 3

/** A list within a screen: in a tab, or one of several; its state stands in the address under its name. */
export const ListPart = <C extends AnyCall>(props: ListPartProps<C>) => {
  const styles = useStyles()
  const isSparse = props.columns.length + (props.rowActions ? 1 : 0) <= sparse
  return (
    <Listed
      filtersFrom={few}
      pagerFrom={onePage}
      barsWaiting={usual}
      {...(props as ListProps<C> & { order?: string })}
      frame={({ tools, selection, actions, content }) => (
        <div className={mergeClasses(styles.part, isSparse && styles.narrow)}>
          {(tools ?? selection ?? actions.length > 0) && (
            <div className={styles.tools}>
              {selection ?? tools}
              {actions.length > 0 && (
                <div className={styles.end}>
                  {actions.map((a) => (
                    <ActionButton key={a.name} action={a} />
                  ))}
                </div>
              )}
            </div>
          )}
          {props.children}
          {content}
        </div>
      )}
    />
  )
}
