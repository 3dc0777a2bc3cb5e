import { Button, DialogActions, DialogBody, DialogContent, DialogTitle } from '@fluentui/react-components'
import type { PersonOf } from '#shared/school/people/personal.types.ts'
import { Dialog, DialogSurface } from '#web/kit/parts/Dialog.tsx'
import { useFocusBack } from '#web/kit/parts/useFocusBack.ts'
import { PersonalCard } from './PersonalCard.tsx'

/** ID card and phone of a teacher or a parent, over the list. */
export const PersonalDialog = ({ of, name, close }: { of: PersonOf; name: string; close: () => void }) => {
  useFocusBack()
  return (
    <Dialog open onOpenChange={(_, d) => !d.open && close()}>
      <DialogSurface style={{ maxWidth: '560px' }}>
        <DialogBody>
          <DialogTitle>{name}的证件与电话</DialogTitle>
          <DialogContent>
            <PersonalCard of={of} name={name} />
          </DialogContent>
          <DialogActions>
            <Button onClick={close}>关闭</Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  )
}
