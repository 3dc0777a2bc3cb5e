import { useState } from 'react'
import { signOf, signSize, textOf, withNote } from '#shared/kit/pen/pen.rules.ts'
import type { PenPoint } from '#shared/kit/pen/pen.rules.ts'
import type { PenNote } from '#shared/kit/pen/pen.types.ts'
import type { MarkValue } from '#shared/marking/marking.types.ts'
import { toast } from '#web/kit/notices.ts'
import { localStore, now } from '#web/kit/ports.ts'
import { penDrafts } from './penDrafts.ts'

export const penTools = ['line', 'tick', 'cross', 'underline', 'text'] as const
export type PenTool = (typeof penTools)[number]

/** A mark with what is written on its answer. */
export const withNotes = (value: MarkValue, notes: readonly PenNote[]): MarkValue => {
  const { notes: _before, ...rest } = value
  return notes.length > 0 ? { ...rest, notes: [...notes] } : rest
}

/**
 * What is being written on the answers in sight. It is kept by answer on this computer (`place`: whose, and of which
 * question) until it goes with the mark.
 */
export const usePens = (place: string) => {
  const [kept] = useState(() => penDrafts(localStore, now, place))
  const [drafts, setDrafts] = useState(kept.read)
  const [tool, setTool] = useState<PenTool | null>(null)
  const [text, setText] = useState('')
  /** `before` is what the answer's mark has. */
  const penOn = (of: string, before: readonly PenNote[]) => {
    const draft = drafts.get(of)
    const notes = draft ?? before
    const keep = (next: readonly PenNote[] | undefined): void => setDrafts(kept.keep(of, next))
    const add = (note: PenNote | null): void => {
      if (!note) return
      const next = withNote(notes, note)
      if (next) keep(next)
      else toast('warning', '这份答卷上的批注已经很多，请先撤销或清除一些')
    }
    return {
      notes,
      /** Otherwise than the mark that stands has it. */
      changed: draft !== undefined && JSON.stringify(draft) !== JSON.stringify(before),
      forget: () => keep(undefined),
      tool,
      setTool,
      text,
      setText,
      add,
      /** A sign, or the words that are typed, at a place of a picture so wide; false where there are no words. */
      put: (on: number, at: PenPoint, width: number): boolean => {
        if (tool === 'tick' || tool === 'cross') add(signOf(tool, on, at, signSize(width)))
        else if (tool === 'text' && text.trim() !== '') add(textOf(on, at, signSize(width), text.trim()))
        else return false
        return true
      },
      undo: () => keep(notes.slice(0, -1)),
      clear: () => keep([]),
    }
  }
  return penOn
}
export type Pen = ReturnType<ReturnType<typeof usePens>>

/** Of one answer. */
export const usePen = (place: string, of: string, before: readonly PenNote[]): Pen => usePens(place)(of, before)
