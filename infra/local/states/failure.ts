import type { Json } from './states.types.ts'

/** A failure as the language knows it: a name that Retry and Catch match, and a cause for people. */
export class StateFailure extends Error {
  readonly error: string
  readonly causeText: string
  constructor(error: string, causeText: string) {
    super(`${error}: ${causeText}`)
    this.error = error
    this.causeText = causeText
  }
}

/** An error of the service's API: its type goes to the client, which throws by that name. */
export class ApiError extends Error {
  readonly type: string
  constructor(type: string, message: string) {
    super(message)
    this.type = type
  }
}

/** The service's limit for a state's input, output and task result. */
export const PAYLOAD_LIMIT = 262_144

/** Refuses a value whose JSON is above 256 KiB (States.DataLimitExceeded). */
export function limited(value: Json, what: string): Json {
  const text = JSON.stringify(value)
  if (text.length * 3 > PAYLOAD_LIMIT && Buffer.byteLength(text) > PAYLOAD_LIMIT)
    throw new StateFailure(
      'States.DataLimitExceeded',
      `The ${what} has a size exceeding the maximum number of bytes service limit.`,
    )
  return value
}
