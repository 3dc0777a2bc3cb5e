import { isExpression } from './expressions.ts'
import { parseResource } from './resources.ts'
import { checkExpressions, checkTarget, invalid, isObject, onlyFields } from './validateChecks.ts'
import type { Place } from './validateChecks.ts'
import type { JsonObject, StateDefinition } from './states.types.ts'

const RETRIER = [
  'ErrorEquals',
  'IntervalSeconds',
  'MaxAttempts',
  'BackoffRate',
  'MaxDelaySeconds',
  'JitterStrategy',
  'Comment',
]
const CATCHER = ['ErrorEquals', 'Next', 'Assign', 'Output', 'Comment']
const RULE = ['Condition', 'Next', 'Assign', 'Output', 'Comment']
const READER_CONFIG = ['InputType', 'CSVHeaderLocation', 'CSVHeaders', 'CSVDelimiter', 'MaxItems']
const DELIMITERS = ['COMMA', 'PIPE', 'SEMICOLON', 'SPACE', 'TAB']

function checkErrorEquals(value: unknown, last: boolean, path: string): void {
  if (!Array.isArray(value) || value.length === 0 || value.some((name) => typeof name !== 'string'))
    throw invalid(`${path}/ErrorEquals`, "'ErrorEquals' must be a list of error names")
  if (value.includes('States.ALL') && (value.length > 1 || !last))
    throw invalid(`${path}/ErrorEquals`, 'States.ALL must stand alone and last')
}

function inRange(value: unknown, least: number, most: number, whole: boolean, path: string): void {
  if (value === undefined) return
  if (typeof value !== 'number' || value < least || value > most || (whole && !Number.isInteger(value)))
    throw invalid(path, `Expected a number from ${least} to ${most}`)
}

function oneOf(value: unknown, values: readonly string[], path: string): void {
  if (value !== undefined && !values.includes(value as string))
    throw invalid(path, `'${String(value)}' is not supported`)
}

/** Retry and Catch of Task, Parallel and Map. */
export function checkRetry(state: StateDefinition, place: Place, path: string): void {
  for (const field of ['Retry', 'Catch'] as const) {
    const list: unknown = state[field]
    if (list === undefined) continue
    if (!Array.isArray(list)) throw invalid(`${path}/${field}`, `'${field}' must be a list`)
    for (const [at, entry] of (list as unknown[]).entries()) {
      const here = `${path}/${field}[${at}]`
      if (!isObject(entry)) throw invalid(here, 'Expected an object')
      onlyFields(entry, field === 'Retry' ? RETRIER : CATCHER, here)
      checkErrorEquals(entry['ErrorEquals'], at === list.length - 1, here)
      if (field === 'Catch') {
        checkTarget(entry['Next'], place, `${here}/Next`)
        checkExpressions(entry['Assign'], `${here}/Assign`)
        checkExpressions(entry['Output'], `${here}/Output`)
      } else {
        inRange(entry['IntervalSeconds'], 1, 99_999_999, true, `${here}/IntervalSeconds`)
        inRange(entry['MaxAttempts'], 0, 99_999_999, true, `${here}/MaxAttempts`)
        inRange(entry['BackoffRate'], 1, 99_999_999, false, `${here}/BackoffRate`)
        inRange(entry['MaxDelaySeconds'], 1, 31_622_399, true, `${here}/MaxDelaySeconds`)
        oneOf(entry['JitterStrategy'], ['FULL', 'NONE'], `${here}/JitterStrategy`)
      }
    }
  }
}

export function checkTask(state: StateDefinition, place: Place, path: string): void {
  const resource = parseResource(state.Resource, place.resources)
  if (!resource) throw invalid(`${path}/Resource`, `Resource '${String(state.Resource)}' is not supported`)
  if (place.type === 'EXPRESS' && (resource.callback || resource.kind === 'executionSync'))
    throw invalid(`${path}/Resource`, `Express state machines do not support '${String(state.Resource)}'`)
  if (state.HeartbeatSeconds !== undefined && !resource.callback)
    throw invalid(`${path}/HeartbeatSeconds`, "Field 'HeartbeatSeconds' is only supported with .waitForTaskToken")
  for (const field of ['TimeoutSeconds', 'HeartbeatSeconds'] as const) {
    const value = state[field]
    if (
      typeof value === 'string' ? !isExpression(value) : value !== undefined && !(Number.isInteger(value) && value > 0)
    )
      throw invalid(`${path}/${field}`, 'Expected a positive whole number or an expression')
  }
  const args = state.Arguments
  if (resource.arguments.length === 0) return
  if (args === undefined) throw invalid(path, `'Arguments' is needed by '${String(state.Resource)}'`)
  if (isObject(args)) {
    onlyFields(args, resource.arguments, `${path}/Arguments`)
    for (const field of resource.required)
      if (!Object.hasOwn(args, field)) throw invalid(`${path}/Arguments`, `The field '${field}' is required`)
  } else if (!isExpression(args)) throw invalid(`${path}/Arguments`, 'Expected an object or an expression')
}

export function checkChoices(state: StateDefinition, place: Place, path: string): void {
  if (!Array.isArray(state.Choices) || state.Choices.length === 0)
    throw invalid(`${path}/Choices`, "'Choices' must hold a rule")
  for (const [at, rule] of state.Choices.entries()) {
    const here = `${path}/Choices[${at}]`
    if (!isObject(rule)) throw invalid(here, 'Expected an object')
    onlyFields(rule as JsonObject, RULE, here)
    if (typeof rule.Condition !== 'boolean' && !isExpression(rule.Condition))
      throw invalid(`${here}/Condition`, "'Condition' must be a boolean or an expression")
    checkTarget(rule.Next, place, `${here}/Next`)
    for (const field of ['Condition', 'Assign', 'Output'] as const) checkExpressions(rule[field], `${here}/${field}`)
  }
  if (state.Default !== undefined) checkTarget(state.Default, place, `${path}/Default`)
}

export function checkMap(state: StateDefinition, place: Place, path: string): void {
  const processor = state.ItemProcessor as unknown
  if (!isObject(processor)) throw invalid(`${path}/ItemProcessor`, "'ItemProcessor' is required")
  onlyFields(processor, ['ProcessorConfig', 'StartAt', 'States', 'Comment', 'QueryLanguage'], `${path}/ItemProcessor`)
  const config = processor['ProcessorConfig'] ?? {}
  if (!isObject(config)) throw invalid(`${path}/ItemProcessor/ProcessorConfig`, 'Expected an object')
  onlyFields(config, ['Mode', 'ExecutionType'], `${path}/ItemProcessor/ProcessorConfig`)
  oneOf(config['Mode'], ['INLINE', 'DISTRIBUTED'], `${path}/ItemProcessor/ProcessorConfig/Mode`)
  const distributed = config['Mode'] === 'DISTRIBUTED'
  if (distributed) {
    if (place.type === 'EXPRESS') throw invalid(path, 'Express state machines do not support distributed maps')
    if (config['ExecutionType'] === undefined)
      throw invalid(`${path}/ItemProcessor/ProcessorConfig`, "'ExecutionType' is required with Mode DISTRIBUTED")
    oneOf(config['ExecutionType'], ['STANDARD', 'EXPRESS'], `${path}/ItemProcessor/ProcessorConfig/ExecutionType`)
  } else {
    const only = [
      'ItemReader',
      'ItemBatcher',
      'ResultWriter',
      'ToleratedFailureCount',
      'ToleratedFailurePercentage',
      'Label',
    ] as const
    for (const field of only)
      if (state[field] !== undefined)
        throw invalid(`${path}/${field}`, `Field '${field}' is only supported with Mode DISTRIBUTED`)
    if (config['ExecutionType'] !== undefined)
      throw invalid(`${path}/ItemProcessor/ProcessorConfig`, "'ExecutionType' is only supported with Mode DISTRIBUTED")
  }
  for (const field of [
    'Items',
    'ItemSelector',
    'MaxConcurrency',
    'ToleratedFailureCount',
    'ToleratedFailurePercentage',
  ] as const)
    checkExpressions(state[field], `${path}/${field}`)
  if (typeof state.Items === 'string' && !isExpression(state.Items))
    throw invalid(`${path}/Items`, 'Expected a list or an expression')
  if (state.Items !== undefined && state.ItemReader !== undefined)
    throw invalid(path, "'Items' and 'ItemReader' exclude each other")
  checkReader(state, place, path)
  checkWriter(state, place, path)
  const batcher = state.ItemBatcher as unknown
  if (batcher === undefined) return
  const here = `${path}/ItemBatcher`
  if (!isObject(batcher)) throw invalid(here, 'Expected an object')
  onlyFields(batcher, ['MaxItemsPerBatch', 'BatchInput'], here)
  if (batcher['MaxItemsPerBatch'] === undefined) throw invalid(here, "'MaxItemsPerBatch' is needed")
  checkExpressions(batcher, here)
}

function checkReader(state: StateDefinition, place: Place, path: string): void {
  const reader = state.ItemReader as unknown
  if (reader === undefined) return
  const here = `${path}/ItemReader`
  if (!isObject(reader)) throw invalid(here, 'Expected an object')
  onlyFields(reader, ['Resource', 'Arguments', 'ReaderConfig'], here)
  if (!/^arn:[^:]+:states:::s3:getObject$/.test(String(reader['Resource'])) || !place.resources.has('s3:getObject'))
    throw invalid(`${here}/Resource`, `Resource '${String(reader['Resource'])}' is not supported`)
  const args = reader['Arguments']
  if (isObject(args)) onlyFields(args, ['Bucket', 'Key'], `${here}/Arguments`)
  else if (!isExpression(args)) throw invalid(`${here}/Arguments`, 'Expected an object or an expression')
  checkExpressions(args, `${here}/Arguments`)
  const config = reader['ReaderConfig']
  if (!isObject(config)) throw invalid(`${here}/ReaderConfig`, "'ReaderConfig' is required")
  onlyFields(config, READER_CONFIG, `${here}/ReaderConfig`)
  if (config['InputType'] === undefined) throw invalid(`${here}/ReaderConfig`, "'InputType' is required")
  oneOf(config['InputType'], ['JSON', 'JSONL', 'CSV'], `${here}/ReaderConfig/InputType`)
  oneOf(config['CSVHeaderLocation'], ['FIRST_ROW', 'GIVEN'], `${here}/ReaderConfig/CSVHeaderLocation`)
  oneOf(config['CSVDelimiter'], DELIMITERS, `${here}/ReaderConfig/CSVDelimiter`)
  if (config['InputType'] === 'CSV' && config['CSVHeaderLocation'] === undefined)
    throw invalid(`${here}/ReaderConfig`, "'CSVHeaderLocation' is required with InputType CSV")
  const headers = config['CSVHeaders']
  if ((config['CSVHeaderLocation'] === 'GIVEN') !== Array.isArray(headers))
    throw invalid(`${here}/ReaderConfig`, "'CSVHeaders' goes with CSVHeaderLocation GIVEN")
  checkExpressions(config['MaxItems'], `${here}/ReaderConfig/MaxItems`)
}

function checkWriter(state: StateDefinition, place: Place, path: string): void {
  const writer = state.ResultWriter as unknown
  if (writer === undefined) return
  const here = `${path}/ResultWriter`
  if (!isObject(writer)) throw invalid(here, 'Expected an object')
  onlyFields(writer, ['Resource', 'Arguments', 'WriterConfig'], here)
  if (writer['Resource'] === undefined && writer['WriterConfig'] === undefined)
    throw invalid(here, "'ResultWriter' must not be empty")
  if (writer['Resource'] !== undefined) {
    if (!/^arn:[^:]+:states:::s3:putObject$/.test(String(writer['Resource'])) || !place.resources.has('s3:getObject'))
      throw invalid(`${here}/Resource`, `Resource '${String(writer['Resource'])}' is not supported`)
    const args = writer['Arguments']
    if (isObject(args)) onlyFields(args, ['Bucket', 'Prefix'], `${here}/Arguments`)
    else if (!isExpression(args)) throw invalid(`${here}/Arguments`, 'Expected an object or an expression')
    checkExpressions(args, `${here}/Arguments`)
  }
  const config = writer['WriterConfig']
  if (config === undefined) return
  if (!isObject(config)) throw invalid(`${here}/WriterConfig`, 'Expected an object')
  onlyFields(config, ['Transformation', 'OutputType'], `${here}/WriterConfig`)
  oneOf(config['Transformation'], ['NONE', 'COMPACT', 'FLATTEN'], `${here}/WriterConfig/Transformation`)
  oneOf(config['OutputType'], ['JSON', 'JSONL'], `${here}/WriterConfig/OutputType`)
}
