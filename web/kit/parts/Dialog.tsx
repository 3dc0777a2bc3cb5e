import {
  Dialog as FluentDialog,
  DialogSurface as FluentSurface,
  makeStyles,
  mergeClasses,
} from '@fluentui/react-components'
import type { DialogProps, DialogSurfaceProps } from '@fluentui/react-components'
import { useEffect, useRef } from 'react'
import { now } from '../ports.ts'

const useStyles = makeStyles({
  // The specification's place of a dialogue, and as much free below it: what is longer scrolls in it.
  surface: {
    marginTop: '45px',
    marginBottom: 'auto',
    maxHeight: 'calc(100dvh - 90px)',
    boxSizing: 'border-box',
    '& > .fui-DialogBody': { maxHeight: 'calc(100dvh - 90px - 48px)' },
  },
})

/** What a dialogue stands on: 45 px below the window's top, all of them. */
export const DialogSurface = ({ className, ...props }: DialogSurfaceProps) => (
  <FluentSurface {...props} className={mergeClasses(useStyles().surface, className)} />
)

/** So long after the first click of a double click its second one may come. */
const doubleClickMs = 400

/** Fluent's dialogue, which the second click of the double click that opened it does not shut by its backdrop. */
export const Dialog = ({ onOpenChange, ...props }: DialogProps) => {
  const openedAt = useRef(0)
  const { open } = props
  useEffect(() => {
    if (open) openedAt.current = now()
  }, [open])
  return (
    <FluentDialog
      {...props}
      onOpenChange={(event, data) => {
        if (data.open) openedAt.current = now()
        else if (data.type === 'backdropClick' && now() - openedAt.current < doubleClickMs) {
          event.preventDefault()
          return
        }
        onOpenChange?.(event, data)
      }}
    />
  )
}
