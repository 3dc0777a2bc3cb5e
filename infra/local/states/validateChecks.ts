import { compile, isExpression } from './expressions.ts'
import { ApiError } from './failure.ts'
import type { Json, JsonObject, MachineType, StateDefinition } from './states.types.ts'

/** Where a check stands, and what holds there. */
export interface Place {
  path: string
  jsonata: boolean
  type: MachineType
  /** last parts of the resources that the stand-in can run */
  resources: ReadonlySet<string>
  states: Record<string, StateDefinition>
  /** variables of the scopes around, which an inner scope may not hide */
  outer: ReadonlySet<string>
}

const JSONPATH_ONLY = new Set([
  ...[
    'InputPath',
    'OutputPath',
    'ResultPath',
    'ResultSelector',
    'Parameters',
    'ItemsPath',
    'SecondsPath',
    'TimestampPath',
  ],
  ...[
    'TimeoutSecondsPath',
    'HeartbeatSecondsPath',
    'ErrorPath',
    'CausePath',
    'MaxConcurrencyPath',
    'Iterator',
    'Variable',
  ],
])

/** The service's refusal of a definition. */
export function invalid(path: string, what: string): ApiError {
  return new ApiError(
    'InvalidDefinition',
    `Invalid State Machine Definition: 'SCHEMA_VALIDATION_FAILED: ${what} at ${path}'`,
  )
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Refuses, by name, any field that is not in the list. */
export function onlyFields(value: JsonObject, known: readonly string[], path: string): void {
  for (const field of Object.keys(value)) {
    if (JSONPATH_ONLY.has(field))
      throw invalid(`${path}/${field}`, `The field '${field}' belongs to JSONPath; only JSONata is supported`)
    if (!known.includes(field)) throw invalid(`${path}/${field}`, `Field '${field}' is not supported`)
  }
}

/** Compiles every expression of a field, so that bad syntax is refused when the machine is created. */
export function checkExpressions(value: Json | undefined, path: string): void {
  if (isExpression(value)) {
    try {
      compile(value)
    } catch (error) {
      throw invalid(path, `Invalid JSONata expression: ${(error as Error).message}`)
    }
  } else if (typeof value === 'string') {
    if (value.startsWith('{%') || value.endsWith('%}')) throw invalid(path, `Unbalanced JSONata expression '${value}'`)
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, part] of Object.entries(value)) checkExpressions(part as Json, `${path}/${key}`)
  }
}

export function checkTarget(target: unknown, place: Place, path: string): void {
  if (typeof target !== 'string' || !Object.hasOwn(place.states, target))
    throw invalid(path, `MISSING_TRANSITION_TARGET: Missing 'Next' target: ${String(target)}`)
}
