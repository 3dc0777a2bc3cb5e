import type { AnyCall, InputOf, OutputOf, SentOf } from '#shared/kit/call.ts'
import type { Envelope } from '#shared/kit/envelope.ts'
import { testCloud } from './testing.ts'

/** A call the whole way: over HTTP, through the local gateway, to the deployed function of its room. */
export const viaGateway = async <C extends AnyCall>(
  call: C,
  input: SentOf<C> | InputOf<C>,
  token?: string,
): Promise<{ http: number } & Envelope<OutputOf<C>>> => {
  const values = input as Record<string, unknown>
  const path = call.path.replace(/:(\w+)/g, (_, hole: string) => encodeURIComponent(String(values[hole])))
  const query = new URLSearchParams(
    Object.entries(values)
      .filter(([, v]) => v !== undefined && v !== null)
      .map(([k, v]): [string, string] => [k, Array.isArray(v) ? v.join(',') : String(v)]),
  )
  const reads = call.method === 'GET'
  const answer = await fetch(`${testCloud().address}${path}${reads ? `?${query}` : ''}`, {
    method: call.method,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(reads ? {} : { body: JSON.stringify(values) }),
  })
  return { http: answer.status, ...((await answer.json()) as Envelope<OutputOf<C>>) }
}
