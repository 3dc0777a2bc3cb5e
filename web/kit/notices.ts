/** What the product says above the page: toasts and dialogues, kept until a host is there to show them. */
import type { DialogForm } from './parts/FormDialog.tsx'
import { randomId } from './ports.ts'

export type Toast = {
  intent: 'success' | 'error' | 'warning' | 'info'
  paragraphs: string[]
  ms: number
  /** One thing to do about it, such as 撤销. */
  action?: { name: string; run: () => void }
}
export type DialogueButton = {
  name: string
  /** Given what was typed, where the dialogue has an input. */
  run?: (typed: string) => void | Promise<unknown>
  primary?: boolean
}
export type Dialogue = {
  id: string
  title: string
  text: string
  detail?: string
  buttons: DialogueButton[]
  /** One line to type; its message keeps the primary button from being pressed. */
  input?: {
    label: string
    password?: boolean
    check: (typed: string) => string | null
    /** What the typed text means so far, under the field. */
    shows?: (typed: string) => string | undefined
  }
  /** Chosen by itself after this long. */
  auto?: { ms: number; run: () => void }
  /** It goes by itself, nothing chosen, when what it asks about is over. */
  over?: Promise<unknown>
  /** Escape and the backdrop do nothing. */
  firm?: boolean
  onClose?: () => void
}

type Listener = { toast: (toast: Toast) => void; dialogue: (dialogue: Dialogue) => void }
let listener: Listener | null = null
let waiting: ((l: Listener) => void)[] = []
const shown = new Set<string>()

const tell = (act: (l: Listener) => void): void => {
  if (listener) act(listener)
  else waiting.push(act)
}

/** The host's own: there is one at a time. */
export const hostNotices = (host: Listener): (() => void) => {
  listener = host
  for (const act of waiting) act(host)
  waiting = []
  return () => {
    if (listener === host) listener = null
  }
}

export const toast = (
  intent: Toast['intent'],
  text: string | string[],
  more: { ms?: number; action?: Toast['action'] } = {},
): void =>
  tell((l) =>
    l.toast({ intent, paragraphs: typeof text === 'string' ? [text] : text, ms: more.ms ?? 3000, action: more.action }),
  )

/** Shows a dialogue; one of the same `once` key is not shown twice at a time. */
export const dialogue = (spec: Omit<Dialogue, 'id'> & { once?: string }): void => {
  const { once, ...rest } = spec
  if (once && shown.has(once)) return
  if (once) shown.add(once)
  tell((l) =>
    l.dialogue({
      ...rest,
      id: randomId(),
      onClose: () => {
        if (once) shown.delete(once)
        rest.onClose?.()
      },
    }),
  )
}

/** Asks before what cannot be undone: true when confirmed. `keeps`: not doing it is what most want, and what stands out. */
export const confirm = (spec: {
  title: string
  text: string
  ok?: string
  cancel?: string
  keeps?: boolean
  over?: Promise<unknown>
}): Promise<boolean> =>
  new Promise((resolve) =>
    dialogue({
      title: spec.title,
      text: spec.text,
      ...(spec.over ? { over: spec.over } : {}),
      buttons: [
        { name: spec.cancel ?? '取消', primary: spec.keeps === true, run: () => resolve(false) },
        { name: spec.ok ?? '确定', primary: !spec.keeps, run: () => resolve(true) },
      ],
      onClose: () => resolve(false),
    }),
  )

/** Asks for one line of text: null when it is cancelled. */
export const prompt = (spec: {
  title: string
  text: string
  input: NonNullable<Dialogue['input']>
}): Promise<string | null> =>
  new Promise((resolve) =>
    dialogue({
      ...spec,
      buttons: [
        { name: '取消', run: () => resolve(null) },
        { name: '确定', primary: true, run: (typed) => resolve(typed) },
      ],
      onClose: () => resolve(null),
    }),
  )

/** A notice with 撤销, there for ten seconds. */
export const undoable = (text: string, undo: () => void | Promise<unknown>): void =>
  toast('success', text, { ms: 10_000, action: { name: '撤销', run: () => void undo() } })

/** A form that is open. */
export type OpenForm = {
  /** Makes it of what is known now. */
  make: () => DialogForm
  /** Hears that this may have become another. */
  renewed?: (() => void) | undefined
}
let formHost: ((open: OpenForm) => void) | null = null
/** The page that is open shows forms, and takes them with it when it goes. */
export const hostForms = (host: (open: OpenForm) => void): (() => void) => {
  formHost = host
  return () => {
    if (formHost === host) formHost = null
  }
}
/**
 * Asks for the fields of a form before something is done, over the page. What an action asks is its `form`: that follows the
 * row where another user was faster.
 */
export const openForm = (form: DialogForm | OpenForm): void => formHost?.('make' in form ? form : { make: () => form })
