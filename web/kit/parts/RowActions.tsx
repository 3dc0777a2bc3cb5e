import { makeStyles } from '@fluentui/react-components'
import type { Action } from '../screens/screen.types.ts'
import { ActionButton } from './ActionButton.tsx'
import { MoreActions } from './MoreActions.tsx'

// As wide as the button of a menu; a card of a phone has an edge of its own.
const useStyles = makeStyles({ place: { width: '24px', '@media screen and (max-width: 600px)': { display: 'none' } } })

const partsOf = (actions: readonly Action[]) => {
  const inSight = actions.filter((a) => !a.danger).slice(0, 1)
  return { inSight, rest: actions.filter((a) => !inSight.includes(a)) }
}

/** Whether some of a row's actions stand behind 更多: then that place is kept in all rows, and words end at one edge. */
export const hasMenu = (actions: readonly Action[]): boolean => partsOf(actions).rest.length > 0

/** The actions of a row: one in words, the rest behind 更多, and what destroys always there. */
export const RowActions = ({ actions, menuBeside = false }: { actions: readonly Action[]; menuBeside?: boolean }) => {
  const styles = useStyles()
  const { inSight, rest } = partsOf(actions)
  return (
    <span style={{ display: 'inline-flex', gap: 4, alignItems: 'center' }} onClick={(e) => e.stopPropagation()}>
      {inSight.map((a) => (
        <ActionButton key={a.name} action={a} size="small" appearance="subtle" tight />
      ))}
      {rest.length > 0 && <MoreActions actions={rest} size="small" />}
      {rest.length === 0 && menuBeside && <span className={styles.place} />}
    </span>
  )
}
