import { useLayoutEffect, useRef } from 'react'
import type { MouseEvent } from 'react'

/** Is a field or an open dialogue the key's own place? */
export const typesIn = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, select, [contenteditable=true], [role=dialog]') !== null

/** Inputs that a person does not type into: a tick, a choice, a slider. */
const unwritten = new Set(['radio', 'checkbox', 'range', 'button', 'submit', 'color', 'file'])

/** Does the target, or an open dialogue, take undoing for itself? A tick or a choice does not: nothing was typed there. */
export const undoesItself = (target: EventTarget | null): boolean =>
  typesIn(target) &&
  !(
    target instanceof HTMLElement &&
    target.closest('[role=dialog]') === null &&
    (target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && unwritten.has(target.type)))
  )

/**
 * Of a screen that is worked by keys: a button that is pressed with the mouse does not keep the focus, so that Enter goes on
 * meaning what the screen says. Who comes to it by Tab keeps it.
 */
export const leavesFocus = (e: MouseEvent<HTMLElement>): void => {
  // What a portal holds, a dialogue above all, keeps its focus.
  if (!(e.target instanceof Element) || !e.currentTarget.contains(e.target) || !e.target.closest('button')) return
  e.preventDefault()
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
}

const dialogueOpen = (): boolean => document.querySelector('[role=dialog]') !== null

/**
 * The keys of a screen. `press` gets a key in lower case and answers whether it took it; keys that are typed into a field or
 * a dialogue never reach it. `control`: only together with Ctrl or ⌘, and from fields too (Ctrl+S saves from anywhere: the
 * screen asks `undoesItself` for undoing); otherwise only without any of them.
 * It listens from before the first paint: a key pressed as soon as the screen is seen is not lost.
 */
export const useKeys = (press: (key: string, e: KeyboardEvent) => boolean, { control = false } = {}): void => {
  const latest = useRef(press)
  latest.current = press
  useLayoutEffect(() => {
    const listen = (e: KeyboardEvent): void => {
      if ((e.ctrlKey || e.metaKey) !== control || e.altKey || (control ? dialogueOpen() : typesIn(e.target))) return
      // A button that has the focus is pressed by Enter, as everywhere; the line that one is on already has nothing to press.
      const pressed = e.key === 'Enter' && e.target instanceof HTMLElement && e.target.closest('button, a')
      if (pressed && pressed.getAttribute('aria-current') !== 'true') return
      if (latest.current(e.key.length === 1 ? e.key.normalize('NFKC').toLowerCase() : e.key, e)) e.preventDefault()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [control])
}
