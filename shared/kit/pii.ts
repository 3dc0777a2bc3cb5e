/** Personal fields are named in the schema (`pii('phone', schema)`), so that what handles them can be told from it. */
import type * as z from 'zod'

export type PiiKind = 'phone' | 'email' | 'idCard'

/** Marks a field of a schema as personal. */
export const pii = <S extends z.ZodType>(kind: PiiKind, schema: S): S => schema.meta({ pii: kind }) as S

const masks: Record<PiiKind, (text: string) => string> = {
  phone: (text) => text.replace(/^(\d{3})\d+(\d{4})$/, '$1****$2'),
  idCard: (text) => text.replace(/^(\d{3})\d+([\dX]{4})$/, '$1***********$2'),
  email: (text) => text.replace(/^(.)[^@]*(@.*)$/, '$1***$2'),
}

/** A personal text as it may be shown: 138****1234, 110***********123X, z***@example.com. Text of another shape is not shown at all. */
export const mask = (kind: PiiKind, text: string): string => {
  const masked = masks[kind](text)
  return masked === text ? '***' : masked
}
