/** Signed addresses stand on a screen longer than they are good for: a file is opened by a fresh one. */
import type { MouseEvent } from 'react'
import { serverNow } from './ports.ts'

/** A file that is asked for must have begun to come by its end. */
const marginMs = 30_000

/** Whether a signed address is over, or about to be; what is not signed, or unreadably, is never. Pure. */
export const isSpent = (url: string, at: number): boolean => {
  const query = URL.parse(url, 'https://x')?.searchParams
  const [, y, mo, d, h, mi, s] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(query?.get('X-Amz-Date') ?? '') ?? []
  const seconds = Number(query?.get('X-Amz-Expires') ?? Number.NaN)
  if (s === undefined || !Number.isFinite(seconds)) return false
  const signed = Date.UTC(Number(y), Number(mo) - 1, Number(d), Number(h), Number(mi), Number(s))
  return at >= signed + seconds * 1000 - marginMs
}

/** For a link to a signed address: where it is over, `again` answers another, and the link is followed there. */
export const openSigned =
  (url: string, again: () => Promise<string | undefined>) =>
  (e: MouseEvent<HTMLAnchorElement>): void => {
    if (!isSpent(url, serverNow())) return
    e.preventDefault()
    const link = e.currentTarget.cloneNode() as HTMLAnchorElement
    void again().then(
      (fresh) => {
        if (fresh === undefined) return
        link.href = fresh
        link.click()
      },
      // It was announced by the call.
      (error: unknown) => console.warn(error),
    )
  }
