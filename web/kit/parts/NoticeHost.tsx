import {
  Button,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogTitle,
  Link,
  Toast,
  ToastBody,
  ToastTitle,
  ToastTrigger,
  Toaster,
  makeStyles,
  tokens,
  useId,
  useToastController,
} from '@fluentui/react-components'
import { Suspense, lazy, useEffect, useState } from 'react'
import { arriving } from '../chunks.ts'
import { hostNotices } from '../notices.ts'
import type { Dialogue, DialogueButton } from '../notices.ts'
import { Dialog, DialogSurface } from './Dialog.tsx'
import { LineSign } from './LineSign.tsx'
import { useFocusBack } from './useFocusBack.ts'
import { useNarrow } from './useNarrow.ts'

// Few dialogues ask for text.
const DialogueInput = lazy(() =>
  arriving(async () => ({ default: (await import('./DialogueInput.tsx')).DialogueInput })),
)

const useStyles = makeStyles({
  // Over a dialogue, whose title stands at the top, they stand at the foot: there is only its shade.
  toasts: { ':is(body:has(.fui-DialogSurface) *)': { top: 'auto !important', bottom: '24px !important' } },
  detail: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, wordBreak: 'break-all' },
  text: { whiteSpace: 'pre-line', marginBlock: tokens.spacingVerticalS },
  paragraph: { margin: 0 },
})

/** Shows the toasts and dialogues of `notices.ts`; stands once in the page. */
export const NoticeHost = () => {
  const styles = useStyles()
  const toasterId = useId('notices')
  const { dispatchToast } = useToastController(toasterId)
  const narrow = useNarrow()
  const [dialogues, setDialogues] = useState<Dialogue[]>([])

  useEffect(
    () =>
      hostNotices({
        toast: ({ intent, paragraphs, ms, action }) => {
          const [first = '', ...rest] = paragraphs
          dispatchToast(
            <Toast>
              <ToastTitle
                action={
                  action && (
                    <ToastTrigger>
                      <Link onClick={action.run}>{action.name}</Link>
                    </ToastTrigger>
                  )
                }
              >
                {first}
              </ToastTitle>
              {rest.length > 0 && (
                <ToastBody>
                  {rest.map((p, i) => (
                    <p key={i} className={styles.paragraph}>
                      {p}
                    </p>
                  ))}
                </ToastBody>
              )}
            </Toast>,
            {
              intent,
              timeout: ms,
              politeness: intent === 'error' ? 'assertive' : 'polite',
              pauseOnHover: true,
              // Fluent keeps Tab within a toast that has the focus, for good where it holds nothing to go to: the
              // box itself takes none. It is read out, and what can be done in it is reached.
              // On a phone there is no such middle: what has nothing to press lets presses through.
              root: { tabIndex: -1, ...(narrow && !action ? { style: { pointerEvents: 'none' } } : {}) },
            },
          )
        },
        dialogue: (d) => {
          setDialogues((all) => [...all, d])
          void d.over?.then(() => setDialogues((all) => all.filter((x) => x.id !== d.id)))
        },
      }),
    [dispatchToast, styles, narrow],
  )

  const top = dialogues[0]
  const close = (d: Dialogue): void => {
    setDialogues((all) => all.filter((x) => x.id !== d.id))
    d.onClose?.()
  }
  return (
    <>
      <Toaster
        toasterId={toasterId}
        className={styles.toasts}
        // Over the middle of the header, where nothing can be pressed: no row, pager or button of a foot is covered.
        position="top"
        offset={{ horizontal: 0, vertical: narrow ? 2 : 10 }}
        limit={4}
      />
      <LineSign />
      {top && <DialogueView key={top.id} dialogue={top} close={() => close(top)} />}
    </>
  )
}

const DialogueView = ({ dialogue, close }: { dialogue: Dialogue; close: () => void }) => {
  const styles = useStyles()
  const [busy, setBusy] = useState(false)
  const [typed, setTyped] = useState('')
  const [message, setMessage] = useState('')
  const { auto, input } = dialogue
  useFocusBack()
  useEffect(() => {
    if (!auto) return
    const timer = setTimeout(auto.run, auto.ms)
    return () => clearTimeout(timer)
  }, [auto])

  const press = async (button: DialogueButton): Promise<void> => {
    const bar = button.primary && input ? input.check(typed) : null
    if (bar !== null) return setMessage(bar)
    setBusy(true)
    try {
      await button.run?.(typed)
      close()
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      modalType={dialogue.firm ? 'alert' : 'modal'}
      onOpenChange={(_, data) => {
        if (!data.open && !dialogue.firm) close()
      }}
    >
      <DialogSurface style={{ maxWidth: 440 }}>
        <DialogBody>
          <DialogTitle>{dialogue.title}</DialogTitle>
          <DialogContent>
            <div className={styles.text}>{dialogue.text}</div>
            {dialogue.detail && <div className={styles.detail}>{dialogue.detail}</div>}
            {input && (
              <Suspense fallback={null}>
                <DialogueInput
                  input={input}
                  typed={typed}
                  message={message}
                  onType={(text) => {
                    setTyped(text)
                    setMessage('')
                  }}
                  onEnter={() => {
                    const primary = dialogue.buttons.find((b) => b.primary)
                    if (primary) void press(primary)
                  }}
                />
              </Suspense>
            )}
          </DialogContent>
          <DialogActions>
            {dialogue.buttons.map((b) => (
              <Button
                key={b.name}
                appearance={b.primary ? 'primary' : 'secondary'}
                disabled={busy}
                onClick={() => void press(b)}
              >
                {b.name}
              </Button>
            ))}
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  )
}
