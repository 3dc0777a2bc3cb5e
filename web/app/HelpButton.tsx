import { Button, Popover, PopoverSurface, PopoverTrigger, makeStyles, tokens } from '@fluentui/react-components'
import { QuestionCircle20Regular } from '@fluentui/react-icons/svg/question-circle'
import { useEffect, useState } from 'react'
import { useMatches } from 'react-router'
import { examMorning } from '#shared/analysis/guide.calls.ts'
import { admits } from '#shared/kit/userType.ts'
import type { SessionUser } from '#shared/identity/identity.types.ts'
import { ask } from '#web/kit/ask.ts'
import type { Help } from '#web/kit/help.types.ts'
import { ActionButton } from '#web/kit/parts/ActionButton.tsx'
import { typesIn } from '#web/kit/parts/useKeys.ts'
import type { ScreenRoute } from '#web/kit/route.types.ts'

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

/** The "?" of a screen: its three lines and its keys. */
export const HelpButton = ({ user }: { user: SessionUser }) => {
  const styles = useStyles()
  const [open, setOpen] = useState(false)
  const [help, setHelp] = useState<Help | null>(null)
  const route = useMatches().at(-1)?.handle as ScreenRoute | undefined
  const path = route?.path
  useEffect(() => {
    if (!open || path === undefined) return
    let here = true
    void import('./help.ts').then(({ helps }) => here && setHelp(helps[path] ?? null))
    return () => {
      here = false
    }
  }, [open, path])
  useEffect(() => setOpen(false), [path])
  useEffect(() => {
    const press = (e: KeyboardEvent): void => {
      if (e.key !== '?' || e.ctrlKey || e.metaKey || e.altKey || typesIn(e.target)) return
      e.preventDefault()
      setOpen((was) => !was)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
  if (!route || route.white) return null
  const types = user.stage === 4 ? (examMorning.universityTypes ?? []) : examMorning.userTypes
  return (
    <Popover open={open} onOpenChange={(_, d) => setOpen(d.open)} positioning="below-end" trapFocus>
      <PopoverTrigger disableButtonEnhancement>
        <Button
          appearance="subtle"
          icon={<QuestionCircle20Regular />}
          aria-label="本页说明"
          title="本页说明（?）"
          aria-keyshortcuts="?"
        />
      </PopoverTrigger>
      <PopoverSurface className={styles.surface} aria-label="本页说明">
        <h2 className={styles.title}>{route.name}</h2>
        {help && (
          <ul className={styles.lines}>
            {help.lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
        <dl className={styles.keys}>
          {Object.entries({ ...help?.keys, ...everywhere }).map(([key, does]) => (
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
              <ActionButton action={{ name: '带我做一场考试', to: '/v2/center?guide=1' }} size="small" />
            )}
          </div>
        )}
      </PopoverSurface>
    </Popover>
  )
}
