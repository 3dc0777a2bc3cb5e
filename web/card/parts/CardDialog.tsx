import { Button, DialogActions, DialogBody, DialogContent, DialogTitle } from '@fluentui/react-components'
import type { ReactNode } from 'react'
import { Dialog, DialogSurface } from '#web/kit/parts/Dialog.tsx'
import { ActionButton } from '#web/kit/parts/ActionButton.tsx'
import { useFocusBack } from '#web/kit/parts/useFocusBack.ts'
import type { Action } from '#web/kit/screens/screen.types.ts'

/** A dialogue of this room: what it shows, what it can do, and a way out. */
export const CardDialog = (props: {
  title: string
  children: ReactNode
  actions?: readonly Action[]
  close?: string
  onClose: () => void
}) => {
  useFocusBack()
  return (
    <Dialog open onOpenChange={(_, d) => !d.open && props.onClose()}>
      <DialogSurface>
        <DialogBody>
          <DialogTitle>{props.title}</DialogTitle>
          <DialogContent style={{ display: 'grid', gap: 12, alignContent: 'start' }}>{props.children}</DialogContent>
          <DialogActions>
            <Button onClick={props.onClose}>{props.close ?? '取消'}</Button>
            {props.actions?.map((a) => (
              <ActionButton key={a.name} action={a} />
            ))}
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  )
}
