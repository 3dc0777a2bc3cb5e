/** What listens for a press: the window, or a test's own. */
type Pressed = Pick<EventTarget, 'addEventListener'>

/**
 * Runs something once the pointer that is down now has been lifted, and its click has gone where it was aimed; at once
 * where none is down. A message that appears on leaving a field moves the page, and the click that left the field would
 * meet what has moved there.
 */
export const watchPresses = (target: Pressed, later: (run: () => void) => void) => {
  let down = false
  let waiting: (() => void)[] = []
  const lifted = (): void => {
    down = false
    const all = waiting
    waiting = []
    // The click follows the lifting.
    if (all.length > 0) later(() => all.forEach((run) => run()))
  }
  target.addEventListener('pointerdown', () => (down = true), true)
  target.addEventListener('pointerup', lifted, true)
  target.addEventListener('pointercancel', lifted, true)
  return (run: () => void): void => {
    if (down) waiting.push(run)
    else run()
  }
}

let watched: ((run: () => void) => void) | undefined
/** From the first field that is shown on: a press is known before it takes a focus away. */
export const afterPress = (run: () => void): void => {
  watched ??= watchPresses(window, (next) => setTimeout(next, 0))
  watched(run)
}
export const listenForPresses = (): void => afterPress(() => undefined)
