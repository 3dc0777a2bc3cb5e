export type ResourceKind = 'function' | 'invoke' | 'execution' | 'executionSync' | 'custom'

export interface Resource {
  kind: ResourceKind
  /** true for .waitForTaskToken */
  callback: boolean
  /** the part after `states:::`, or the function's ARN */
  name: string
  /** fields of Arguments that are honoured; empty when any are */
  arguments: readonly string[]
  required: readonly string[]
  /** service part and resource part, as the history names them */
  resourceType: string
  resource: string
}

const INVOKE = ['FunctionName', 'Payload', 'Qualifier']
const START = ['StateMachineArn', 'Input', 'Name']

/**
 * Reads the Resource of a Task; undefined for one that cannot be run here.
 * @param custom names (after `states:::`) of the resources that were given at start, such as `aws-sdk:s3:putObject`
 */
export function parseResource(resource: unknown, custom: ReadonlySet<string>): Resource | undefined {
  if (typeof resource !== 'string') return undefined
  if (/^arn:[^:]+:lambda:[^:]*:[^:]*:function:[\w-]+(:[\w$-]+)?$/.test(resource))
    return {
      kind: 'function',
      callback: false,
      name: resource,
      arguments: [],
      required: [],
      resourceType: 'lambda',
      resource,
    }
  const integration = /^arn:[^:]+:states:::(.+)$/.exec(resource)?.[1]
  if (!integration) return undefined
  const callback = integration.endsWith('.waitForTaskToken')
  const name = callback ? integration.slice(0, -'.waitForTaskToken'.length) : integration
  const [resourceType, action] = [
    integration.slice(0, integration.lastIndexOf(':')),
    integration.slice(integration.lastIndexOf(':') + 1),
  ]
  const base = { callback, name, resourceType, resource: action }
  if (name === 'lambda:invoke') return { ...base, kind: 'invoke', arguments: INVOKE, required: ['FunctionName'] }
  if (name === 'states:startExecution')
    return { ...base, kind: 'execution', arguments: START, required: ['StateMachineArn'] }
  if (name === 'states:startExecution.sync:2')
    return {
      ...base,
      kind: 'executionSync',
      arguments: START,
      required: ['StateMachineArn'],
      resourceType: 'states',
      resource: 'startExecution.sync:2',
    }
  if (custom.has(name) && name !== 's3:getObject') return { ...base, kind: 'custom', arguments: [], required: [] }
  return undefined
}
