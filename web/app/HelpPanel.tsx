import { Popover, PopoverSurface, makeStyles, tokens } from '@fluentui/react-components'
import { examMorning } from '#shared/analysis/guide.calls.ts'
import { admits } from '#shared/kit/userType.ts'
import type { SessionUser } from '#shared/identity/identity.types.ts'
import { ask } from '#web/kit/ask.ts'
import { homePaths } from '#web/kit/home.paths.ts'
import { ActionButton } from '#web/kit/parts/ActionButton.tsx'
import type { ScreenRoute } from '#web/kit/route.types.ts'
import { helps } from './helps.ts'
import { useFocusBack } from '#web/kit/parts/useFocusBack.ts'

const useStyles = makeStyles({
  surface: { width: '360px', maxWidth: 'calc(100vw - 24px)', boxSizing: 'border-box' },
  title: { margin: 0, fontSize: tokens.fontSizeBase400, fontWeight: tokens.fontWeightSemibold },
  lines: {
    margin: `${tokens.spacingVerticalS} 0`,
    paddingLeft: '1.2em',
    display: 'grid',
    gap: tokens.spacingVerticalXS,
  },
  more: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
  keys: {
    display: 'grid',
    gridTemplateColumns: 'auto 1fr',
    gap: `${tokens.spacingVerticalXXS} ${tokens.spacingHorizontalM}`,
    margin: `${tokens.spacingVerticalS} 0`,
    '& dt': { fontWeight: tokens.fontWeightSemibold, whiteSpace: 'nowrap' },
    '& dd': { margin: 0 },
  },
})

/** Keys that every screen has. */
const everywhere = { 'Ctrl+K 或 /': '查找', '?': '本页说明' }

/** Opens the file of the page for exam morning. */
const morning = async (): Promise<void> => {
  location.assign((await ask(examMorning, {})).url)
}

/** What the "?" opens: the three lines of a screen and its keys. */
export const HelpPanel = (props: {
  user: SessionUser
  route: ScreenRoute
  target: HTMLElement | null
  close: () => void
}) => {
  useFocusBack()
  const styles = useStyles()
  const { user, route, target, close } = props
  const said = helps[route.path]
  const types = user.stage === 4 ? (examMorning.universityTypes ?? []) : examMorning.userTypes
  return (
    <Popover
      open
      onOpenChange={(_, d) => !d.open && close()}
      positioning={{ target, position: 'below', align: 'end' }}
      trapFocus
    >
      <PopoverSurface className={styles.surface} aria-label="本页说明">
        <h2 className={styles.title}>{route.name}</h2>
        {said && (
          <ul className={styles.lines}>
            {said.help.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
        <dl className={styles.keys}>
          {Object.entries({ ...said?.keys, ...everywhere }).map(([key, does]) => (
            <div key={key} style={{ display: 'contents' }}>
              <dt>{key}</dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        {admits(types, user.userType) && (
          <div className={styles.more}>
            <ActionButton action={{ name: '考试当天一页纸（PDF）', run: morning }} size="small" />
            {(user.userType === 2 || user.userType === 15) && (
              <ActionButton action={{ name: '带我做一场考试', to: homePaths.guide }} size="small" />
            )}
          </div>
        )}
      </PopoverSurface>
    </Popover>
  )
}
