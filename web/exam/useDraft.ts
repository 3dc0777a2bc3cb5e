import { useCallback, useState } from 'react'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import { undoesItself, useKeys } from '#web/kit/parts/useKeys.ts'

type History = { past: readonly PaperQuestion[][]; now: PaperQuestion[]; future: readonly PaperQuestion[][] }
const depth = 200

/** Questions as they are being edited, with undo and redo (Ctrl+Z, Ctrl+Y; not while typing in a field). */
export const useDraft = (stored: PaperQuestion[]) => {
  const [history, setHistory] = useState<History>({ past: [], now: stored, future: [] })
  const change = useCallback(
    (next: (questions: PaperQuestion[]) => PaperQuestion[]): void =>
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
    questions: history.now,
    change,
    undo,
    redo,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
  }
}
