import * as z from 'zod'

/** Every answer of the API: status 0 is success, anything else a problem's number with a Chinese message. */
export type Envelope<T = unknown> = { status: number; data: T; message: string }

export const envelopeOf = <T extends z.ZodType>(data: T) =>
  z.object({ status: z.int(), data: data.nullable(), message: z.string() })

export const ok = <T>(data: T): Envelope<T> => ({ status: 0, data, message: '' })
