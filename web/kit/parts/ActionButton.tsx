import { Button, Spinner, Tooltip } from '@fluentui/react-components'
import type { ButtonProps } from '@fluentui/react-components'
import type { Action } from '../screens/screen.types.ts'
import { isOpen } from '../screens/openActions.ts'
import { useAction, useForms } from './useAction.ts'
import { useKeys } from './useKeys.ts'

/** A button of an action; barred, it is greyed, still focusable, and says why. `tight`: no wider than its words. */
export const ActionButton = ({
  action,
  ...props
}: { action: Action; tight?: boolean } & Pick<ButtonProps, 'size' | 'appearance' | 'icon'>) => {
  const { busy, run } = useAction(action, useForms([action]))
  useKeys((key) => {
    if (!action.shortcut || key !== action.shortcut) return false
    run()
    return true
  })

  if (!isOpen(action)) return null
  const button = (
    <Button
      appearance={props.appearance ?? (action.primary ? 'primary' : 'secondary')}
      size={props.size ?? 'medium'}
      icon={busy ? <Spinner size="extra-tiny" /> : props.icon}
      disabledFocusable={Boolean(action.barred) || busy}
      data-to={action.to}
      onClick={run}
      style={{
        ...(props.tight ? { minWidth: 0 } : {}),
        ...(action.danger && !action.barred ? { color: 'var(--colorPaletteRedForeground1)' } : {}),
      }}
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
