import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { isLeaving } from '../drafts.ts'
import { confirm } from '../notices.ts'

/** Asks before what was typed is left behind, within the product and when the tab closes. */
export const useDirtyGuard = (dirty: () => boolean): void => {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && dirty(),
  )
  const over = useRef<(() => void) | null>(null)
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void confirm({
      over: new Promise<void>((resolve) => (over.current = resolve)),
      title: '离开此页',
      text: '填写的内容还没有保存，离开后将丢失。',
      ok: '离开',
      cancel: '继续填写',
      keeps: true,
    }).then((leave) => (leave ? blocker.proceed() : blocker.reset()))
  }, [blocker])
  // What was being saved when the way was asked for is saved by now: there is nothing to lose, and nothing to ask.
  useEffect(() => {
    if (blocker.state !== 'blocked' || dirty()) return
    over.current?.()
    blocker.proceed()
  })
  useEffect(() => {
    const ask = (e: BeforeUnloadEvent): void => {
      if (dirty() && !isLeaving()) e.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [dirty])
}
