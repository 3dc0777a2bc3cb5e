import { useCallback, useState } from 'react'
import { undoesItself, useKeys } from './useKeys.ts'

type History<T> = { past: readonly T[]; now: T; future: readonly T[] }
const depth = 200

/** A value as it is being edited, with undo and redo (Ctrl+Z, Ctrl+Y; not while typing in a field). */
export const useHistory = <T>(stored: T) => {
  const [history, setHistory] = useState<History<T>>({ past: [], now: stored, future: [] })
  const change = useCallback(
    (next: (now: T) => T): void =>
      setHistory((h) => ({ past: [...h.past, h.now].slice(-depth), now: next(h.now), future: [] })),
    [],
  )
  const undo = useCallback(
    (): void =>
      setHistory((h) =>
        h.past.length === 0 ? h : { past: h.past.slice(0, -1), now: h.past.at(-1)!, future: [h.now, ...h.future] },
      ),
    [],
  )
  const redo = useCallback(
    (): void =>
      setHistory((h) =>
        h.future.length === 0 ? h : { past: [...h.past, h.now], now: h.future[0]!, future: h.future.slice(1) },
      ),
    [],
  )
  useKeys(
    (key, e) => {
      if (undoesItself(e.target)) return false
      if (key === 'z' && !e.shiftKey) undo()
      else if (key === 'y' || (key === 'z' && e.shiftKey)) redo()
      else return false
      return true
    },
    { control: true },
  )
  return {
    now: history.now,
    change,
    undo,
    redo,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
  }
}
