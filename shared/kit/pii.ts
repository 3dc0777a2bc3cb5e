/**
 * Personal fields are named in the schema, so that masks, exports, logs and erasure derive from it: `pii('phone', schema)`.
 */
import type * as z from 'zod'

export type PiiKind = 'phone' | 'email'

/** Marks a field of a schema as personal. */
export const pii = <S extends z.ZodType>(kind: PiiKind, schema: S): S => schema.meta({ pii: kind }) as S

const masks: Record<PiiKind, (text: string) => string> = {
  phone: (text) => text.replace(/^(\d{3})\d+(\d{4})$/, '$1****$2'),
  email: (text) => text.replace(/^(.)[^@]*(@.*)$/, '$1***$2'),
}

/** A personal text as it may be shown: 138****1234, z***@example.com. Text of another shape is not shown at all. */
export const mask = (kind: PiiKind, text: string): string => {
  const masked = masks[kind](text)
  return masked === text ? '***' : masked
}

const kindOf = (schema: z.ZodType): PiiKind | undefined => {
  const own = schema.meta()?.['pii'] as PiiKind | undefined
  const { innerType } = schema.def as { innerType?: z.ZodType }
  return own ?? (innerType ? kindOf(innerType) : undefined)
}

/** A row with its personal fields masked, for whatever leaves the house: logs, lists, audit. */
export const masked = <S extends z.ZodObject>(schema: S, row: z.output<S>): z.output<S> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const field = (schema.shape as Record<string, z.ZodType>)[name]
      const kind = field && kindOf(field)
      return [name, kind && typeof value === 'string' ? mask(kind, value) : value]
    }),
  ) as z.output<S>
