import { ApiError } from './failure.ts'
import { checkExpressions, checkTarget, invalid, isObject, onlyFields } from './validateChecks.ts'
import type { Place } from './validateChecks.ts'
import { checkChoices, checkMap, checkRetry, checkTask } from './validateFields.ts'
import type { Flow, JsonObject, MachineDefinition, MachineType, StateDefinition } from './states.types.ts'

const MACHINE_FIELDS = ['Comment', 'Version', 'QueryLanguage', 'StartAt', 'States', 'TimeoutSeconds']
const FLOW_FIELDS = ['Comment', 'QueryLanguage', 'StartAt', 'States']
const COMMON = ['Type', 'Comment', 'QueryLanguage']
const MOVES = ['Next', 'End', 'Output', 'Assign']
const FAILABLE = ['Retry', 'Catch']
const FIELDS: Record<string, string[]> = {
  Pass: MOVES,
  Task: [...MOVES, ...FAILABLE, 'Resource', 'Arguments', 'TimeoutSeconds', 'HeartbeatSeconds'],
  Choice: ['Choices', 'Default', 'Output', 'Assign'],
  Wait: [...MOVES, 'Seconds', 'Timestamp'],
  Succeed: ['Output'],
  Fail: ['Error', 'Cause'],
  Parallel: [...MOVES, ...FAILABLE, 'Branches', 'Arguments'],
  Map: [
    ...MOVES,
    ...FAILABLE,
    ...['Items', 'ItemReader', 'ItemSelector', 'ItemBatcher', 'ItemProcessor', 'ResultWriter', 'MaxConcurrency'],
    ...['ToleratedFailureCount', 'ToleratedFailurePercentage', 'Label'],
  ],
}
/** Names that any state of a flow (not of the flows inside it) assigns. */
function assignedNames(flow: Flow, place: Place): Set<string> {
  const names = new Set(place.outer)
  const take = (assign: unknown, path: string) => {
    if (assign === undefined) return
    if (!isObject(assign)) throw invalid(path, "'Assign' must be an object")
    for (const name of Object.keys(assign)) {
      if (name === 'states' || !/^[\p{L}_][\p{L}\p{N}_]{0,79}$/u.test(name))
        throw invalid(path, `Invalid variable name '${name}'`)
      if (place.outer.has(name)) throw invalid(path, `Variable '${name}' would hide one of the scope around it`)
      names.add(name)
    }
  }
  for (const [name, state] of Object.entries(flow.States)) {
    const path = `${place.path}/States/${name}`
    take(state.Assign, path)
    for (const inner of [...(state.Catch ?? []), ...(state.Choices ?? [])]) take(inner?.Assign, path)
  }
  return names
}

function checkMoves(state: StateDefinition, place: Place, path: string): void {
  if (state.Type === 'Choice' || state.Type === 'Succeed' || state.Type === 'Fail') return
  if ((state.Next === undefined) === (state.End === undefined))
    throw invalid(path, "Exactly one of 'Next' and 'End' is needed")
  if (state.Next !== undefined) checkTarget(state.Next, place, `${path}/Next`)
  else if (state.End !== true) throw invalid(`${path}/End`, "'End' must be true")
}

/** Checks one flow of states; `place.outer` holds the variables around it. */
export function checkFlow(flow: unknown, around: Omit<Place, 'states'>): void {
  if (!isObject(flow)) throw invalid(around.path, 'A set of states must be an object')
  const language = flow['QueryLanguage']
  if (language !== undefined && language !== 'JSONata' && language !== 'JSONPath')
    throw invalid(`${around.path}/QueryLanguage`, `Unknown query language '${String(language)}'`)
  const states = flow['States']
  if (!isObject(states) || Object.keys(states).length === 0)
    throw invalid(`${around.path}/States`, "'States' must hold a state")
  for (const [name, state] of Object.entries(states))
    if (!isObject(state)) throw invalid(`${around.path}/States/${name}`, 'A state must be an object')
  const place: Place = { ...around, states: states as unknown as Record<string, StateDefinition> }
  if (language !== undefined) place.jsonata = language === 'JSONata'
  checkTarget(flow['StartAt'], place, `${place.path}/StartAt`)
  place.outer = assignedNames(flow as unknown as Flow, place)
  for (const [name, state] of Object.entries(place.states)) checkState(name, state, place)
}

function checkState(name: string, state: StateDefinition, place: Place): void {
  const path = `${place.path}/States/${name}`
  if (name.length > 80) throw invalid(path, 'A state name has more than 80 characters')
  const known = Object.hasOwn(FIELDS, String(state.Type)) ? FIELDS[state.Type] : undefined
  if (!known) throw invalid(`${path}/Type`, `State type '${String(state.Type)}' is not supported`)
  const fields = state as unknown as JsonObject
  const language = fields['QueryLanguage'] ?? (place.jsonata ? 'JSONata' : 'JSONPath')
  if (language !== 'JSONata')
    throw invalid(path, `QueryLanguage '${String(language)}' is not supported; only JSONata is`)
  onlyFields(fields, [...COMMON, ...known], path)
  checkMoves(state, place, path)
  for (const field of [
    'Output',
    'Assign',
    'Arguments',
    'Error',
    'Cause',
    'Seconds',
    'Timestamp',
    'TimeoutSeconds',
    'HeartbeatSeconds',
  ])
    checkExpressions(fields[field], `${path}/${field}`)
  if (known.includes('Retry')) checkRetry(state, place, path)
  switch (state.Type) {
    case 'Task':
      return checkTask(state, place, path)
    case 'Choice':
      return checkChoices(state, place, path)
    case 'Wait':
      if ((state.Seconds === undefined) === (state.Timestamp === undefined))
        throw invalid(path, "Exactly one of 'Seconds' and 'Timestamp' is needed")
      return
    case 'Parallel':
      if (!Array.isArray(state.Branches) || state.Branches.length === 0)
        throw invalid(`${path}/Branches`, "'Branches' must hold a branch")
      for (const [at, branch] of state.Branches.entries()) {
        const inner = `${path}/Branches[${at}]`
        if (isObject(branch)) onlyFields(branch, FLOW_FIELDS, inner)
        checkFlow(branch, { ...place, path: inner })
      }
      return
    case 'Map': {
      checkMap(state, place, path)
      const distributed = state.ItemProcessor?.ProcessorConfig?.Mode === 'DISTRIBUTED'
      checkFlow(state.ItemProcessor, {
        ...place,
        path: `${path}/ItemProcessor`,
        type: distributed ? (state.ItemProcessor?.ProcessorConfig?.ExecutionType as MachineType) : place.type,
        outer: distributed ? new Set() : place.outer,
      })
      return
    }
    case 'Pass':
    case 'Succeed':
    case 'Fail':
      return
  }
}

/**
 * Parses and checks a definition. What this stand-in would not honour (an unknown field, state type or resource,
 * JSONPath) is refused by its name: ApiError InvalidDefinition.
 */
export function parseDefinition(text: string, type: MachineType, resources: ReadonlySet<string>): MachineDefinition {
  let definition: unknown
  try {
    definition = JSON.parse(text)
  } catch (error) {
    throw new ApiError(
      'InvalidDefinition',
      `Invalid State Machine Definition: 'INVALID_JSON_DESCRIPTION: ${(error as Error).message}'`,
    )
  }
  if (!isObject(definition)) throw invalid('/', 'A definition must be an object')
  onlyFields(definition, MACHINE_FIELDS, '')
  const seconds = definition['TimeoutSeconds']
  if (seconds !== undefined && !(Number.isInteger(seconds) && (seconds as number) > 0))
    throw invalid('/TimeoutSeconds', "'TimeoutSeconds' must be a positive whole number")
  checkFlow(definition, { path: '', jsonata: false, type, resources, outer: new Set() })
  return definition as unknown as MachineDefinition
}
