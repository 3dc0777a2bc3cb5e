import { useCallback, useDeferredValue, useEffect, useMemo, useReducer, useRef, useState } from 'react'
import type { OutputOf } from '#shared/kit/call.ts'
import type { CardId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import type { cardDetail } from '#shared/card/card.calls.ts'
import { saveCard } from '#shared/card/card.calls.ts'
import { lockCard } from '#shared/card/designer/desk.calls.ts'
import type { CardDesign } from '#shared/card/card.types.ts'
import { layOut } from '#shared/card/layout/layOut.ts'
import { Refusal, act } from '#web/kit/ask.ts'
import { localStore, now, tabStore } from '#web/kit/ports.ts'
import type { Draft } from './designDrafts.ts'
import { dropDraft, keepDraft, takeDraft } from './designDrafts.ts'
import type { History } from './history.ts'
import { begin, redo, settle, step, undo } from './history.ts'
import { mistakesOf } from './mistakes.ts'
import { regionsOf } from './regions.ts'
import { usePictureUrls } from '../parts/usePictureUrls.ts'
import { useSettled } from './useSettled.ts'

export type CardData = OutputOf<typeof cardDetail>
export type SaveState =
  | { kind: 'saved'; at: number }
  | { kind: 'waiting' }
  | { kind: 'saving' }
  /** Another user saved in between. */
  | { kind: 'stale'; message: string }
  /** The server did not take it: why, where it said so. */
  | { kind: 'failed'; message?: string }

/** This tab, as long as it lives: a reload is the same tab. */
const tabName = 'card-tab'
const thisTab = (): string => {
  const known = tabStore.get(tabName)
  if (known) return known
  const made = `${now()}.${Math.round(performance.now() * 1000)}`
  tabStore.set(tabName, made)
  return made
}

type Act =
  | { do: 'step'; change: (d: CardDesign) => CardDesign; about: string | null }
  | { do: 'undo' | 'redo' | 'settle' }
  | { do: 'begin'; design: CardDesign }
const reduce = (h: History<CardDesign>, a: Act): History<CardDesign> => {
  switch (a.do) {
    case 'step':
      return step(h, a.change(h.present), a.about)
    case 'undo':
      return undo(h)
    case 'redo':
      return redo(h)
    case 'settle':
      return settle(h)
    case 'begin':
      return begin(a.design)
  }
}

const autosaveMs = 4000
const restMs = 150

/**
 * A card being designed: its history, its live layout and mistakes, kept on this computer at every change and on the
 * server some seconds after the last one.
 */
export const useDesigner = (card: CardData) => {
  const draft = useRef<Draft | null | undefined>(undefined)
  if (draft.current === undefined) {
    draft.current = takeDraft(localStore, card.cardId, thisTab(), card.design)
  }
  const [restored, setRestored] = useState(draft.current !== null)
  const [history, dispatch] = useReducer(reduce, draft.current?.design ?? card.design, begin)
  const design = history.present
  const server = useRef({ version: card.version, design: card.design })
  const [state, setState] = useState<SaveState>(() =>
    draft.current && draft.current.version !== card.version
      ? { kind: 'stale', message: `${card.editedBy}已修改了这张答题卡，您有更早的修改还没有保存` }
      : draft.current
        ? { kind: 'waiting' }
        : { kind: 'saved', at: card.editedAt },
  )
  const [status, setStatus] = useState(card.status)
  const latest = useRef(design)
  latest.current = design
  const saving = useRef<Promise<boolean> | null>(null)

  const [lock, setLock] = useState(card.lock)
  const locked = useRef(lock !== undefined)
  locked.current = lock !== undefined
  const edit = useCallback((change: (d: CardDesign) => CardDesign, about: string | null = null) => {
    if (!locked.current) dispatch({ do: 'step', change, about })
  }, [])

  /** Saves what is not saved; true when the server has all of it. */
  const save = useCallback(async (): Promise<boolean> => {
    if (saving.current) await saving.current
    const sent = latest.current
    if (sent === server.current.design) return true
    const run = async (): Promise<boolean> => {
      setState({ kind: 'saving' })
      try {
        const answer = await act(
          saveCard,
          { cardId: card.cardId as CardId, design: sent, version: server.current.version },
          { hideMessage: true },
        )
        server.current = { version: answer.version, design: sent }
        setStatus(answer.status)
        setRestored(false)
        if (latest.current === sent) dropDraft(localStore, card.cardId, thisTab())
        setState(latest.current === sent ? { kind: 'saved', at: answer.editedAt } : { kind: 'waiting' })
        return latest.current === sent
      } catch (error) {
        setState(
          error instanceof Refusal && error.status === commonProblems.stale.status
            ? { kind: 'stale', message: error.message.replace('，请核对后重试', '') }
            : { kind: 'failed', ...(error instanceof Refusal ? { message: error.message } : {}) },
        )
        return false
      } finally {
        saving.current = null
      }
    }
    saving.current = run()
    return saving.current
  }, [card.cardId])

  useEffect(() => {
    if (design === server.current.design) {
      dropDraft(localStore, card.cardId, thisTab())
      setState((s) => (s.kind === 'waiting' ? { kind: 'saved', at: now() } : s))
      return
    }
    keepDraft(localStore, card.cardId, thisTab(), { version: server.current.version, design, at: now() })
    setState((s) => (s.kind === 'stale' ? s : { kind: 'waiting' }))
    const timer = setTimeout(() => void save(), autosaveMs)
    return () => clearTimeout(timer)
  }, [design, card.cardId, save])

  /** Takes a design of the server's: after publishing, or in place of the own one. */
  const take = useCallback(
    (next: CardDesign, version: number, at: number, as: CardData['status']) => {
      server.current = { version, design: next }
      setStatus(as)
      dropDraft(localStore, card.cardId, thisTab())
      dispatch({ do: 'begin', design: next })
      setRestored(false)
      setState({ kind: 'saved', at })
    },
    [card.cardId],
  )
  /** The server has published another geometry of this same design: its version and status are the new ones. */
  const follow = useCallback((version: number) => {
    server.current = { ...server.current, version }
    setStatus(2)
  }, [])
  /** Saves the own design over a version that another user saved. */
  const overwrite = useCallback(
    (version: number) => {
      server.current = { ...server.current, version }
      setState({ kind: 'waiting' })
      return save()
    },
    [save],
  )

  /** Locks what the server has, or unlocks it. */
  const setLocked = useCallback(
    async (to: boolean): Promise<void> => {
      if (to && !(await save())) return
      const answer = await act(lockCard, {
        cardId: card.cardId as CardId,
        locked: to,
        version: server.current.version,
      })
      server.current = { ...server.current, version: answer.version }
      setLock(answer.lock)
    },
    [card.cardId, save],
  )

  const laid = useDeferredValue(design)
  const geometry = useMemo(() => layOut(laid), [laid])
  const regions = useMemo(() => regionsOf(laid, geometry), [laid, geometry])
  const judged = useMemo(() => ({ laid, geometry }), [laid, geometry])
  // A drag is judged when the hand rests.
  const resting = useSettled(judged, restMs)
  const mistakes = useMemo(() => mistakesOf(resting.laid, resting.geometry, card.questions), [resting, card.questions])
  const urls = usePictureUrls(card.cardId as CardId, (design.pictures?.length ?? 0) > 0)
  return {
    cardId: card.cardId as CardId,
    design,
    geometry,
    /** Addresses of its pictures. */
    urls,
    regions,
    mistakes,
    laying: laid !== design,
    edit,
    settle: useCallback(() => dispatch({ do: 'settle' }), []),
    undo: useCallback(() => void (locked.current || dispatch({ do: 'undo' })), []),
    redo: useCallback(() => void (locked.current || dispatch({ do: 'redo' })), []),
    canUndo: history.past.length > 0 && lock === undefined,
    canRedo: history.future.length > 0 && lock === undefined,
    save,
    state,
    /** The template status, as it is with what is not saved yet. */
    status: state.kind === 'saved' ? status : 1,
    version: () => server.current.version,
    take,
    follow,
    overwrite,
    restored,
    lock,
    setLocked,
    forgetRestored: useCallback(() => setRestored(false), []),
  }
}
export type Designer = ReturnType<typeof useDesigner>
