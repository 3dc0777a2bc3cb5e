import { Button } from '@fluentui/react-components'
import type { ButtonProps } from '@fluentui/react-components'
import { MoreHorizontal20Regular } from '@fluentui/react-icons/svg/more-horizontal'
import { Suspense, lazy } from 'react'
import type { Ref } from 'react'
import { isOpen } from '../screens/openActions.ts'
import { arriving } from '../chunks.ts'
import type { Action } from '../screens/screen.types.ts'

export type MoreProps = { actions: readonly Action[]; size?: 'small'; name?: string }
type Own = Omit<MoreProps, 'actions'> & { ref?: Ref<HTMLButtonElement>; disabled?: boolean }

/** What the menu hangs on; it takes what a menu tells its trigger. */
export const MenuButton = ({ name, size, ...told }: Own) => {
  const shown = { ...told, size } as ButtonProps
  return name ? (
    <Button {...shown}>{name}</Button>
  ) : (
    <Button {...shown} appearance="subtle" icon={<MoreHorizontal20Regular />} aria-label="更多操作" />
  )
}

const ActionsMenu = lazy(() => arriving(async () => ({ default: (await import('./ActionsMenu.tsx')).ActionsMenu })))

/** Actions behind one button: under its name, or behind 更多. What is barred says why. */
export const MoreActions = ({ actions, ...button }: MoreProps) => {
  const open = actions.filter(isOpen)
  if (open.length === 0) return null
  return (
    <Suspense fallback={<MenuButton {...button} disabled />}>
      <ActionsMenu actions={open} {...button} />
    </Suspense>
  )
}
