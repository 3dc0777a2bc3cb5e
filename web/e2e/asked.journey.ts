/** The API as who is signed in on a page asks it, past the screens: for what is not a journey's claim. */
import type { Page } from 'playwright'
import type { AnyCall, OutputOf, SentOf } from '#shared/kit/call.ts'
import type { Envelope } from '#shared/kit/envelope.ts'
import { asyncStatus } from '#shared/platform/platform.calls.ts'
import { jobStatus } from '#shared/kit/job.ts'
import { bearerOf, patience, place } from './journey.ts'

export const askerOf = (page: Page) => {
  const bearer = bearerOf(page)
  const ask = async <C extends AnyCall>(call: C, input: SentOf<C>): Promise<OutputOf<C>> => {
    const values = input as Record<string, unknown>
    const reads = call.method === 'GET'
    const query = new URLSearchParams()
    if (reads) for (const [key, value] of Object.entries(values)) query.set(key, String(value))
    const address = `${place().address}${call.path}${reads ? `?${query.toString()}` : ''}`
    const headers = { 'content-type': 'application/json', authorization: bearer.token() }
    const answer = await fetch(address, {
      method: call.method,
      headers,
      ...(reads ? {} : { body: JSON.stringify(values) }),
    })
    const { status, message, data } = (await answer.json()) as Envelope<OutputOf<C>>
    if (status !== 0) throw new Error(`${call.method} ${call.path}: ${answer.status}/${status} ${message}`)
    return data
  }
  /** Waits for a job; answers its files' addresses. */
  const job = async (uuid: string): Promise<string[]> => {
    for (const end = Date.now() + patience.timeout; ;) {
      const { status, message, files } = await ask(asyncStatus, { uuid: uuid as never })
      if (status === jobStatus.done) return files.map((f) => f.url)
      if (status === jobStatus.failed || Date.now() > end) throw new Error(`job ${uuid}: ${status} ${message}`)
      await new Promise((done) => setTimeout(done, 200))
    }
  }
  return { ask, job }
}
