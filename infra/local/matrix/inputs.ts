/** An input that a call's schema accepts, made from the schema; ids are those of the world's objects, by their kind. */
import type * as z from 'zod'
import type { AnyCall } from '#shared/kit/call.ts'

type Def = {
  type: string
  shape?: Record<string, z.ZodType>
  innerType?: z.ZodType
  element?: z.ZodType
  options?: readonly z.ZodType[]
  items?: readonly z.ZodType[]
  entries?: Record<string, string | number>
  values?: readonly unknown[]
  in?: z.ZodType
  out?: z.ZodType
  keyType?: z.ZodType
  valueType?: z.ZodType
}

const texts = [
  '青禾',
  'abc12345',
  '20260001',
  '1',
  'A',
  'A1B2C3D4',
  '00001.00001.00001',
  'a'.repeat(24),
  'a'.repeat(64),
  '13812345678',
  'person@example.com',
  'f81d4fae-7dec-41d0-a765-00a0c91e6bf6',
  '91350100M000100Y43',
  '',
]
const numbers = [1, 2, 3, 0, 4, 8, 10, 12, 20, 50, 100, 1_000, 2026, 0.5]

/** Fields that every version check sees as stale, so that an admitted call may come again and again. */
const staleVersion = 987_654

/**
 * A value that `schema` accepts, as it is sent. `ids` are tried where a text is wanted: an id's own schema takes only
 * those of its kind. Throws with the field's name when nothing known is accepted.
 */
const sampleOf = (schema: z.ZodType, ids: readonly string[], field: string): unknown => {
  const def = schema.def as unknown as Def
  const inner = (of: z.ZodType): unknown => sampleOf(of, ids, field)
  const firstOf = (candidates: readonly unknown[]): unknown => {
    const found = candidates.find((c) => schema.safeParse(c).success)
    if (found === undefined) throw new Error(`nothing known is accepted by ${field} (${def.type})`)
    return found
  }
  switch (def.type) {
    case 'object': {
      const made: Record<string, unknown> = {}
      for (const [name, of] of Object.entries(def.shape!))
        if (!of.safeParse(undefined).success)
          made[name] = name === 'version' ? staleVersion : sampleOf(of, ids, `${field}.${name}`)
      return made
    }
    case 'array':
      return schema.safeParse([]).success ? [] : [inner(def.element!)]
    case 'tuple':
      return def.items!.map(inner)
    case 'record':
      return {}
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
    case 'lazy':
      return schema.safeParse(null).success ? null : inner(def.innerType!)
    case 'union':
      return inner(def.options![0]!)
    case 'enum':
      return Object.values(def.entries!)[0]
    case 'literal':
      return def.values![0]
    case 'boolean':
      return firstOf([false, true])
    case 'number':
    case 'int':
      return firstOf(numbers)
    default:
      return firstOf([...ids, ...texts, ...numbers, false, {}, []])
  }
}

/** @throws when the schema wants what this generator cannot make: the call then needs a line in `special`. */
export const inputFor = (
  call: AnyCall,
  ids: readonly string[],
  special: Record<string, unknown> = {},
): Record<string, unknown> => {
  const schema = call.input()
  // Of several bodies the first.
  const def = schema.def as unknown as Def
  const shape = def.shape ?? (def.options?.[0]?.def as unknown as Def | undefined)?.shape ?? {}
  const made: Record<string, unknown> = {}
  for (const [name, of] of Object.entries(shape)) {
    if (name in special) made[name] = special[name]
    else if (!of.safeParse(undefined).success)
      made[name] = name === 'version' ? staleVersion : sampleOf(of, ids, `${call.path}.${name}`)
  }
  const parsed = schema.safeParse(made)
  if (!parsed.success) throw new Error(`${call.method} ${call.path}: ${JSON.stringify(parsed.error.issues)}`)
  return made
}
