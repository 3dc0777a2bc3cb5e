/** Undo without limit. States share what they have in common, so a step costs what it changed. */
export type History<T> = {
  readonly past: readonly T[]
  readonly present: T
  readonly future: readonly T[]
  /** What the last step was about: further steps about the same (typing, dragging) join it. */
  readonly about: string | null
}

export const begin = <T>(present: T): History<T> => ({ past: [], present, future: [], about: null })

/** A step. Without `about` it stands alone. */
export const step = <T>(h: History<T>, next: T, about: string | null = null): History<T> => {
  if (Object.is(next, h.present)) return h
  const joins = about !== null && about === h.about
  return { past: joins ? h.past : [...h.past, h.present], present: next, future: [], about }
}

/** Ends what steps may join: the next one stands alone. */
export const settle = <T>(h: History<T>): History<T> => (h.about === null ? h : { ...h, about: null })

export const undo = <T>(h: History<T>): History<T> =>
  h.past.length === 0
    ? h
    : { past: h.past.slice(0, -1), present: h.past.at(-1)!, future: [h.present, ...h.future], about: null }

export const redo = <T>(h: History<T>): History<T> =>
  h.future.length === 0
    ? h
    : { past: [...h.past, h.present], present: h.future[0]!, future: h.future.slice(1), about: null }
