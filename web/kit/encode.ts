/** A call and its input as a request: pure, so that it can be tested without a network. */
import type { AnyCall } from '#shared/kit/call.ts'
import { holesOf, isPrivateField } from '#shared/kit/call.ts'

export type Request = { method: string; url: string; body?: string; private?: string }

const text = (value: unknown): string =>
  Array.isArray(value) ? value.map(text).join(',') : typeof value === 'object' ? JSON.stringify(value) : String(value)

/**
 * Path holes are filled from the input's fields of the same name. What is left of a GET or DELETE goes into the query
 * (arrays joined by commas, undefined and null left out), what names a person into a header; of a POST or PUT into a JSON
 * body.
 * @throws RangeError when a hole's field is missing: such an address would reach another call.
 */
export const encodeRequest = (call: Pick<AnyCall, 'method' | 'path'>, input: unknown): Request => {
  const fields: Record<string, unknown> = { ...(input as Record<string, unknown> | undefined) }
  let url = call.path
  for (const hole of holesOf(call.path)) {
    const value = fields[hole]
    if (value === undefined || value === null || value === '') throw new RangeError(`${call.path}: no ${hole}`)
    url = url.replace(`:${hole}`, encodeURIComponent(text(value)))
    delete fields[hole]
  }
  if (call.method === 'POST' || call.method === 'PUT') return { method: call.method, url, body: JSON.stringify(fields) }
  const given = Object.entries(fields).filter(([, v]) => v !== undefined && v !== null)
  const queryOf = (some: typeof given): string =>
    some.map(([k, v]) => `${encodeURIComponent(k)}=${encodeURIComponent(text(v)).replaceAll('%2C', ',')}`).join('&')
  const query = queryOf(given.filter(([name]) => !isPrivateField(name)))
  const kept = queryOf(given.filter(([name]) => isPrivateField(name)))
  return { method: call.method, url: query ? `${url}?${query}` : url, ...(kept ? { private: kept } : {}) }
}
