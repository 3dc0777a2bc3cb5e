/**
 * The line to the server: there, lost, or there with a newer version than this page's. Nothing is loaded anew for it: a
 * small sign says it, what was typed stays, and what waits goes on when the line is back.
 */
export type Line = 'there' | 'lost' | 'newer'

let line: Line = 'there'
let returning: Promise<void> | null = null
const listeners = new Set<(line: Line) => void>()

const become = (next: Line): void => {
  // A newer version stays newer: only loading the page anew ends that.
  if (line === next || line === 'newer') return
  line = next
  for (const listener of listeners) listener(line)
}

export const lineNow = (): Line => line
export const subscribeLine = (listener: (line: Line) => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const probeMs = 8000
const pausesMs = [1000, 2000, 4000, 8000, 15_000]

/** Whether the server answers at all; the address is the platform's clock, which any client may ask. */
const reaches = (): Promise<boolean> =>
  fetch('/timestamp', { cache: 'no-store', signal: AbortSignal.timeout(probeMs) }).then(
    () => true,
    () => false,
  )

/** What says that it is worth asking now: the browser is connected, or its user does something. */
const wakes = ['online', 'focus', 'pointerdown'] as const

/** So long, or until one of these. */
const pause = (ms: number): Promise<void> =>
  new Promise((done) => {
    const end = (): void => {
      clearTimeout(timer)
      for (const wake of wakes) window.removeEventListener(wake, end)
      done()
    }
    const timer = setTimeout(end, ms)
    for (const wake of wakes) window.addEventListener(wake, end)
  })

/** Something did not answer: ends when the server does; the sign stands from the first probe that fails until then. */
export const lineBack = (): Promise<void> => {
  returning ??= (async () => {
    for (let tries = 0; !(await reaches()); tries++) {
      become('lost')
      await pause(pausesMs[Math.min(tries, pausesMs.length - 1)]!)
    }
    become('there')
  })().finally(() => {
    returning = null
  })
  return returning
}

/** This page's own files are gone: a newer version was put in their place. */
export const noteNewer = (): void => become('newer')

/** How often the server is asked again while the browser says that there is no network and the server answers. */
const doubts = 3

/**
 * The browser says first that a cable was pulled. It may say so a moment before requests fail, so one answer is no proof;
 * and a server on the same machine answers without any network, so a few answers are.
 */
export const watchLine = (): void =>
  window.addEventListener('offline', () => {
    void (async () => {
      for (let tries = 0; tries < doubts; tries++) {
        await lineBack()
        if (navigator.onLine) return
        await pause(pausesMs[tries]!)
      }
    })()
  })
