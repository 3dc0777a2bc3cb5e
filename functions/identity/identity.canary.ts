/**
 * Walks the main path from outside, as a browser does: the document, the server's time, a sealed sign-in, a reading, the
 * end of the session. Throws at the first step that fails, with its name; the alarm and the log say the same.
 */
import type { webcrypto } from 'node:crypto'
import { sessionUser, signIn, signOut } from '#shared/identity/identity.calls.ts'
import { sealPassword } from '#shared/identity/signIn/password.seal.ts'
import type { WebCrypto } from '#shared/identity/signIn/password.seal.ts'
import { sealKey } from '#shared/identity/signIn/signIn.calls.ts'
import type { AnyCall, OutputOf, SentOf } from '#shared/kit/call.ts'
import type { Envelope } from '#shared/kit/envelope.ts'
import { env } from '#functions/kit/clients.ts'
import { canaryAccount } from './canary.ts'

const patienceMs = 20_000
const ask = (path: string, how: RequestInit = {}): Promise<Response> =>
  fetch(`${env('ADDRESS')}${path}`, { ...how, redirect: 'manual', signal: AbortSignal.timeout(patienceMs) })

const dataOf = async <C extends AnyCall>(call: C, input: SentOf<C>, token?: string): Promise<OutputOf<C>> => {
  const answer = await ask(call.path, {
    method: call.method,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(call.method === 'GET' ? {} : { body: JSON.stringify(input) }),
  })
  const { status, data, message } = (await answer.json()) as Envelope<OutputOf<C>>
  if (status !== 0) throw new Error(`${answer.status}/${status} ${message}`)
  return data
}

const step = async <T>(name: string, run: () => Promise<T>): Promise<T> => {
  try {
    return await run()
  } catch (error) {
    throw new Error(`the canary stopped at ${name}: ${String(error)}`, { cause: error })
  }
}

export const handler = async (): Promise<{ walked: true }> => {
  await step('the document', async () => {
    const answer = await ask('/sign-in')
    const text = await answer.text()
    if (answer.status !== 200 || !text.includes('<div id=')) throw new Error(`${answer.status}: no document`)
  })
  await step('an unknown call', async () => {
    const answer = await ask('/api/no/such/call')
    if (answer.status !== 404 || (answer.headers.get('content-type') ?? '').includes('html'))
      throw new Error(`${answer.status}: the API's 404 has become a page`)
  })
  const { accessToken } = await step('signing in', async () => {
    const key = await dataOf(sealKey, {})
    const sealed = await sealPassword(crypto as unknown as WebCrypto<webcrypto.CryptoKey>, key, env('CANARY_PASSWORD'))
    return dataOf(signIn, { accountName: canaryAccount(env('CANARY_PASSWORD')), sealed })
  })
  await step('reading', async () => {
    const who = await dataOf(sessionUser, {}, accessToken)
    if (who.accountName !== canaryAccount(env('CANARY_PASSWORD'))) throw new Error('another account is signed in')
  })
  await step('signing out', () => dataOf(signOut, {}, accessToken))
  return { walked: true }
}
