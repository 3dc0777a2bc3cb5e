import { Dialog as FluentDialog } from '@fluentui/react-components'
import type { DialogProps } from '@fluentui/react-components'
import { useEffect, useRef } from 'react'
import { now } from '../ports.ts'

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
