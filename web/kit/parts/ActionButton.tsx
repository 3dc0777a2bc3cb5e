import {
  Button,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  Spinner,
  Tooltip,
} from '@fluentui/react-components'
import type { ButtonProps } from '@fluentui/react-components'
import { MoreHorizontal20Regular } from '@fluentui/react-icons/svg/more-horizontal'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { confirm } from '../notices.ts'
import type { Action } from '../screens/screen.types.ts'

/** Does an action: asks first where it must, goes or runs, and never twice at a time. Errors were announced by the call. */
const useRun = (action: Action): { busy: boolean; run: () => void } => {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const run = async (): Promise<void> => {
    if (busy || action.barred) return
    if (action.confirm && !(await confirm({ title: action.name, text: action.confirm, ok: action.name }))) return
    if (action.href) window.open(action.href, '_blank', 'noopener')
    if (action.to) await navigate(action.to)
    if (!action.run) return
    setBusy(true)
    try {
      await action.run()
    } catch (error) {
      console.warn(error)
    } finally {
      setBusy(false)
    }
  }
  return { busy, run: () => void run() }
}

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, select, [contenteditable=true], [role=dialog]') !== null

/** A button of an action; barred, it is greyed, still focusable, and says why. */
export const ActionButton = ({
  action,
  ...props
}: { action: Action } & Pick<ButtonProps, 'size' | 'appearance' | 'icon'>) => {
  const { busy, run } = useRun(action)
  const latest = useRef(run)
  latest.current = run
  useEffect(() => {
    if (!action.shortcut) return
    const press = (e: KeyboardEvent): void => {
      if (e.key.toLowerCase() !== action.shortcut || e.ctrlKey || e.metaKey || e.altKey || typing(e.target)) return
      e.preventDefault()
      latest.current()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [action.shortcut])

  const button = (
    <Button
      appearance={props.appearance ?? (action.primary ? 'primary' : 'secondary')}
      size={props.size ?? 'medium'}
      icon={busy ? <Spinner size="extra-tiny" /> : props.icon}
      disabledFocusable={Boolean(action.barred) || busy}
      onClick={run}
      style={action.danger && !action.barred ? { color: 'var(--colorPaletteRedForeground1)' } : undefined}
    >
      {action.name}
      {action.shortcut && (
        <kbd style={{ marginLeft: 6, opacity: 0.6, font: 'inherit' }}>{action.shortcut.toUpperCase()}</kbd>
      )}
    </Button>
  )
  return action.barred ? (
    <Tooltip content={action.barred} relationship="description" withArrow>
      {button}
    </Tooltip>
  ) : (
    button
  )
}

const ActionItem = ({ action }: { action: Action }) => {
  const { run } = useRun(action)
  return (
    <MenuItem
      disabled={Boolean(action.barred)}
      subText={action.barred || undefined}
      onClick={run}
      style={action.danger && !action.barred ? { color: 'var(--colorPaletteRedForeground1)' } : undefined}
    >
      {action.name}
    </MenuItem>
  )
}

/** The actions of a row: two in sight, the rest behind 更多, and whatever destroys always there. */
export const RowActions = ({ actions }: { actions: readonly Action[] }) => {
  const safe = actions.filter((a) => !a.danger)
  const inSight = safe.length <= 2 && safe.length === actions.length ? safe : safe.slice(0, 1)
  const rest = actions.filter((a) => !inSight.includes(a))
  return (
    <span style={{ display: 'inline-flex', gap: 4, alignItems: 'center' }} onClick={(e) => e.stopPropagation()}>
      {inSight.map((a) => (
        <ActionButton key={a.name} action={a} size="small" appearance="subtle" />
      ))}
      {rest.length > 0 && (
        <Menu>
          <MenuTrigger disableButtonEnhancement>
            <Button size="small" appearance="subtle" icon={<MoreHorizontal20Regular />} aria-label="更多操作" />
          </MenuTrigger>
          <MenuPopover>
            <MenuList>
              {rest.map((a) => (
                <ActionItem key={a.name} action={a} />
              ))}
            </MenuList>
          </MenuPopover>
        </Menu>
      )}
    </span>
  )
}
