import { createHash, randomUUID } from 'node:crypto'
import jsonata from 'jsonata'
import { StateFailure } from './failure.ts'
import type { Json, JsonObject } from './states.types.ts'

/** What an expression sees: `$states` and the variables in scope. */
export interface Scope {
  states: { input: Json; result?: Json; errorOutput?: Json; context: Json }
  variables: JsonObject
}

const compiled = new Map<string, jsonata.Expression>()
const withExpressions = new WeakMap<object, boolean>()
const HASHES: Record<string, string> = {
  MD5: 'md5',
  'SHA-1': 'sha1',
  'SHA-256': 'sha256',
  'SHA-384': 'sha384',
  'SHA-512': 'sha512',
}

/** Whether a string of a definition is an expression: `{% … %}`, with nothing around it. */
export function isExpression(value: unknown): value is `{%${string}%}` {
  return typeof value === 'string' && value.startsWith('{%') && value.endsWith('%}') && value.length >= 4
}

/** Compiles `{% … %}` once; throws jsonata's error for bad syntax. */
export function compile(source: string): jsonata.Expression {
  let expression = compiled.get(source)
  if (!expression) {
    expression = jsonata(source.slice(2, -2).trim())
    registerServiceFunctions(expression)
    compiled.set(source, expression)
  }
  return expression
}

/** The functions that the service adds to JSONata, and the one that it takes away. */
function registerServiceFunctions(expression: jsonata.Expression): void {
  expression.registerFunction('partition', (array: unknown, size: unknown) => {
    if (array === undefined) return undefined
    if (!Number.isInteger(size) || (size as number) < 1)
      throw new Error('$partition: the size must be a positive integer')
    const all = Array.isArray(array) ? array : [array]
    const parts: unknown[][] = []
    for (let at = 0; at < all.length; at += size as number) parts.push(all.slice(at, at + (size as number)))
    return parts
  })
  expression.registerFunction('range', (first: unknown, last: unknown, step: unknown = 1) => {
    if (![first, last, step].every((n) => typeof n === 'number')) throw new Error('$range: three numbers are needed')
    const [from, to, by] = [first as number, last as number, step as number]
    if (by === 0) throw new Error('$range: the step must not be zero')
    const length = Math.max(0, Math.floor((to - from) / by) + 1)
    if (length > 1000) throw new Error('$range: more than 1000 elements')
    return Array.from({ length }, (_, at) => from + at * by)
  })
  expression.registerFunction('hash', (content: unknown, algorithm: unknown = 'SHA-256') => {
    const name = HASHES[String(algorithm)]
    if (!name) throw new Error(`$hash: unknown algorithm ${String(algorithm)}`)
    if (content === undefined) return undefined
    const text = typeof content === 'string' ? content : JSON.stringify(content)
    return createHash(name).update(text).digest('hex')
  })
  expression.registerFunction('random', (seed?: unknown) =>
    seed === undefined ? Math.random() : seededRandom(Number(seed)),
  )
  expression.registerFunction('uuid', () => randomUUID())
  expression.registerFunction('parse', (text: unknown) => {
    if (text === undefined) return undefined
    return JSON.parse(String(text)) as unknown
  })
  expression.registerFunction('eval', () => {
    throw new Error('$eval is not supported by Step Functions; use $parse for JSON')
  })
}

/** One step of mulberry32: the same number in [0, 1) for the same seed. */
function seededRandom(seed: number): number {
  let a = (seed | 0) + 0x6d2b79f5
  a = Math.imul(a ^ (a >>> 15), a | 1)
  a ^= a + Math.imul(a ^ (a >>> 7), a | 61)
  return ((a ^ (a >>> 14)) >>> 0) / 4294967296
}

function failed(source: string, field: string, what: string): StateFailure {
  const text = source.slice(2, -2).trim()
  return new StateFailure(
    'States.QueryEvaluationError',
    `The JSONata expression '${text}' specified for the field '${field}' ${what}`,
  )
}

/** Plain JSON of a result: jsonata's sequences lose their marks, functions are refused. */
function plain(value: unknown, source: string, field: string): Json {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') {
    if (Number.isFinite(value)) return value
    throw failed(source, field, 'returned a number that JSON cannot hold.')
  }
  if (Array.isArray(value)) return value.map((item) => (item === undefined ? null : plain(item, source, field)))
  if (typeof value === 'object' && !('_jsonata_function' in value) && !('_jsonata_lambda' in value)) {
    const copy: JsonObject = {}
    for (const [key, item] of Object.entries(value)) if (item !== undefined) copy[key] = plain(item, source, field)
    return copy
  }
  throw failed(source, field, 'returned a value that is not JSON.')
}

const PLAIN_PATH = /^\{%\s*\$states((?:\.[A-Za-z_]\w*)+)\s*%\}$/
const paths = new Map<string, string[] | null>()

/**
 * The value of an expression that is only a path (`$states.input.a`) through objects: most are, and jsonata costs
 * fifty times as much. Undefined when jsonata has to look, as it maps over lists.
 */
function atPath(source: string, scope: Scope): Json | undefined {
  let path = paths.get(source)
  if (path === undefined) paths.set(source, (path = PLAIN_PATH.exec(source)?.[1]?.slice(1).split('.') ?? null))
  if (path === null) return undefined
  let value: unknown = scope.states
  for (const step of path) {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, step))
      return undefined
    value = (value as Record<string, unknown>)[step]
  }
  return value as Json | undefined
}

async function evaluateOne(source: string, field: string, scope: Scope): Promise<Json> {
  const simple = atPath(source, scope)
  if (simple !== undefined) return simple
  let value: unknown
  try {
    value = await compile(source).evaluate(undefined, { ...scope.variables, states: scope.states })
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string }
    throw failed(
      source,
      field,
      `threw an error during evaluation. ${code ? `${code}: ` : ''}${message ?? String(error)}`,
    )
  }
  if (value === undefined) throw failed(source, field, 'returned nothing (undefined).')
  return plain(value, source, field)
}

function holdsExpression(template: Json): boolean {
  if (typeof template !== 'object' || template === null) return isExpression(template)
  let known = withExpressions.get(template)
  if (known === undefined) {
    known = Object.values(template).some((part) => holdsExpression(part))
    withExpressions.set(template, known)
  }
  return known
}

/**
 * Evaluates a field of a definition: every `{% … %}` in it, at any depth, is replaced by its value.
 * Throws StateFailure States.QueryEvaluationError when one fails or returns nothing.
 */
export async function evaluate(template: Json, field: string, scope: Scope): Promise<Json> {
  if (!holdsExpression(template)) return template
  if (typeof template === 'string') return evaluateOne(template, field, scope)
  if (Array.isArray(template)) {
    const list: Json[] = []
    for (const [at, part] of template.entries()) list.push(await evaluate(part, `${field}[${at}]`, scope))
    return list
  }
  const object: JsonObject = {}
  for (const [key, part] of Object.entries(template as JsonObject))
    object[key] = await evaluate(part, `${field}/${key}`, scope)
  return object
}

/** Evaluates a field that must be a number within bounds; undefined when the field is absent. */
export async function evaluateNumber(
  template: Json | undefined,
  field: string,
  scope: Scope,
  bounds: { least: number; most?: number; whole?: boolean },
): Promise<number | undefined> {
  if (template === undefined) return undefined
  const value = await evaluate(template, field, scope)
  const whole = bounds.whole ?? true
  if (
    typeof value !== 'number' ||
    (whole && !Number.isInteger(value)) ||
    value < bounds.least ||
    value > (bounds.most ?? Infinity)
  )
    throw new StateFailure(
      'States.QueryEvaluationError',
      `The field '${field}' must be ${whole ? 'a whole number' : 'a number'} from ${bounds.least}${bounds.most === undefined ? '' : ` to ${bounds.most}`}, but was ${JSON.stringify(value)}`,
    )
  return value
}

/** Evaluates a field that must be a string; undefined when the field is absent. */
export async function evaluateText(
  template: Json | undefined,
  field: string,
  scope: Scope,
): Promise<string | undefined> {
  if (template === undefined) return undefined
  const value = await evaluate(template, field, scope)
  if (typeof value !== 'string')
    throw new StateFailure(
      'States.QueryEvaluationError',
      `The field '${field}' must be a string, but was ${JSON.stringify(value)}`,
    )
  return value
}
