import { describe, expect, it } from 'vitest'
import { parseDefinition } from './validate.ts'

const INVOKE = 'arn:aws:states:::lambda:invoke'
const refuse = (definition: object, type: 'STANDARD' | 'EXPRESS' = 'STANDARD') => {
  try {
    parseDefinition(JSON.stringify({ QueryLanguage: 'JSONata', ...definition }), type, new Set(['s3:getObject']))
  } catch (error) {
    return (error as Error).message
  }
  return 'accepted'
}
const state = (fields: object) => ({ StartAt: 'S', States: { S: { End: true, ...fields } } })
const call = { Type: 'Task', Resource: INVOKE, Arguments: { FunctionName: 'f' } }
const flow = (fields: object) => ({ StartAt: 'I', States: { I: fields } })
const map = (fields: object, config: object = { Mode: 'DISTRIBUTED', ExecutionType: 'EXPRESS' }) =>
  state({ Type: 'Map', ItemProcessor: { ProcessorConfig: config, ...flow({ Type: 'Pass', End: true }) }, ...fields })
const reader = {
  Resource: 'arn:aws:states:::s3:getObject',
  Arguments: { Bucket: 'b', Key: 'k' },
  ReaderConfig: { InputType: 'JSON' },
}

describe('what the stand-in does not know stops CreateStateMachine, by name', () => {
  it.each<[string, object, string]>([
    ['a machine field', { ...state({ Type: 'Pass' }), Colour: 1 }, 'Colour'],
    ['a state type', state({ Type: 'Activity' }), 'Activity'],
    ['a state field', state({ Type: 'Pass', Result: 1 }), 'Result'],
    ['a task field', state({ ...call, Credentials: {} }), 'Credentials'],
    [
      'a resource',
      state({ Type: 'Task', Resource: 'arn:aws:states:::sqs:sendMessage', Arguments: {} }),
      'sqs:sendMessage',
    ],
    [
      'an argument of a resource',
      state({ ...call, Arguments: { FunctionName: 'f', InvocationType: 'Event' } }),
      'InvocationType',
    ],
    ['a retrier field', state({ ...call, Retry: [{ ErrorEquals: ['A'], Delay: 1 }] }), 'Delay'],
    ['a catcher field', state({ ...call, Catch: [{ ErrorEquals: ['A'], Next: 'S', ResultPath: '$' }] }), 'ResultPath'],
    [
      'a choice field',
      { StartAt: 'S', States: { S: { Type: 'Choice', Choices: [{ Variable: '$.a', Next: 'S' }] } } },
      'Variable',
    ],
    [
      'a batcher field',
      map({ ItemBatcher: { MaxItemsPerBatch: 1, MaxInputBytesPerBatch: 10 } }),
      'MaxInputBytesPerBatch',
    ],
    ['a reader', map({ ItemReader: { ...reader, Resource: 'arn:aws:states:::s3:listObjectsV2' } }), 'listObjectsV2'],
    ['an input type', map({ ItemReader: { ...reader, ReaderConfig: { InputType: 'PARQUET' } } }), 'PARQUET'],
    ['a JSONPath field', state({ Type: 'Pass', InputPath: '$' }), 'InputPath'],
    ['a JSONPath machine', { QueryLanguage: 'JSONPath', ...state({ Type: 'Pass' }) }, 'JSONPath'],
    ['a JSONPath state', state({ Type: 'Pass', QueryLanguage: 'JSONPath' }), 'JSONPath'],
    ['bad JSONata, deep inside', state({ Type: 'Pass', Output: { a: ['{% $states. %}'] } }), 'JSONata'],
    ['an unbalanced expression', state({ Type: 'Pass', Output: '{% 1' }), 'Unbalanced'],
    ['a distributed field of an inline map', map({ ItemBatcher: { MaxItemsPerBatch: 1 } }, {}), 'ItemBatcher'],
    ['a missing target', state({ Type: 'Pass', End: undefined, Next: 'X' }), "'Next' target: X"],
    ['both Next and End', state({ Type: 'Pass', Next: 'S' }), 'Exactly one'],
    [
      'States.ALL among others',
      state({ ...call, Catch: [{ ErrorEquals: ['A', 'States.ALL'], Next: 'S' }] }),
      'States.ALL',
    ],
    ['the variable $states', state({ Type: 'Pass', Assign: { states: 1 } }), "'states'"],
    [
      'a variable that hides one around it',
      state({ Type: 'Parallel', Assign: { v: 1 }, Branches: [flow({ Type: 'Pass', Assign: { v: 2 }, End: true })] }),
      "'v'",
    ],
  ])('%s', (_what, definition, name) => {
    expect(refuse(definition)).toContain(name)
  })

  it('callbacks, synchronous children and distributed maps in an Express machine', () => {
    expect(refuse(state({ ...call, Resource: `${INVOKE}.waitForTaskToken` }), 'EXPRESS')).toContain('Express')
    expect(refuse(map({}), 'EXPRESS')).toContain('Express')
    expect(refuse(map({}))).toBe('accepted')
  })

  it('takes JSONata that each state names for itself, as CDK may write it', () => {
    expect(refuse({ QueryLanguage: undefined, ...state({ Type: 'Pass', QueryLanguage: 'JSONata' }) })).toBe('accepted')
    expect(refuse({ QueryLanguage: undefined, ...state({ Type: 'Pass' }) })).toContain('JSONPath')
  })
})
