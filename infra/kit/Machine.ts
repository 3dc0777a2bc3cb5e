import type { EachNode, FlowNode, Job, PersonNode, StepNode } from '#shared/kit/job.ts'

/** States language, as plain data (JSONata throughout). */
export type State = { readonly [field: string]: unknown }
export type Definition = { readonly StartAt: string; readonly States: Record<string, State> }

export type MachinePlace = {
  readonly partition: string
  readonly workFunctionArn: string
  /** The data bucket: manifests lie in it. */
  readonly bucket: string
}

/** Express executions end after five minutes (Step Functions quotas): a child that asks for more is a Standard one. */
const expressSeconds = 300
/** What is left of them for a task, when its child has begun. */
const withinExpress = 290

const retry = [
  // A refused rule stays refused.
  { ErrorEquals: ['Refused'], MaxAttempts: 0 },
  // Not done yet: what is finished is marked, and the next call goes on from there (`GoesOn`, functions/kit/work.ts).
  { ErrorEquals: ['GoesOn'], IntervalSeconds: 1, BackoffRate: 1, MaxAttempts: 500 },
  // A crowd passes: two minutes on the average, each at a moment of its own.
  {
    ErrorEquals: [
      'Lambda.TooManyRequestsException',
      'ThrottlingException',
      'ProvisionedThroughputExceededException',
      'RequestLimitExceeded',
      'SlowDown',
    ],
    IntervalSeconds: 1,
    MaxAttempts: 15,
    BackoffRate: 2,
    MaxDelaySeconds: 20,
    JitterStrategy: 'FULL',
  },
  {
    ErrorEquals: [
      'Lambda.ServiceException',
      'Lambda.AWSLambdaException',
      'Lambda.SdkClientException',
      'Lambda.ClientExecutionTimeoutException',
      'States.TaskFailed',
      'States.Timeout',
    ],
    IntervalSeconds: 1,
    MaxAttempts: 3,
    BackoffRate: 2,
    MaxDelaySeconds: 30,
    JitterStrategy: 'FULL',
  },
]

const quoted = (text: string): string => JSON.stringify(text)
const outOf = (from: string, field: string): string => `$states.input.out.\`${from}\`.\`${field}\``
/** The state with `out.<name>` put in. */
const merged = (name: string, value: string): string =>
  `{% $merge([$states.input, {"out": $merge([$states.input.out, {${quoted(name)}: ${value}}])}]) %}`

const task = (node: StepNode | PersonNode, job: Job, place: MachinePlace): State => {
  const waits = node.kind === 'person'
  return {
    Type: 'Task',
    Resource: `arn:${place.partition}:states:::lambda:invoke${waits ? '.waitForTaskToken' : ''}`,
    Arguments: {
      FunctionName: place.workFunctionArn,
      Payload: {
        job: job.name,
        step: node.name,
        state: '{% $states.input %}',
        ...(waits ? { taskToken: '{% $states.context.Task.Token %}' } : {}),
      },
    },
    Output: merged(node.name, waits ? '$states.result' : '$states.result.Payload'),
    TimeoutSeconds: node.timeoutSeconds,
    Retry: retry,
  }
}

const isLong = (node: EachNode): boolean => node.timeoutSeconds > expressSeconds

const map = (node: EachNode, job: Job, place: MachinePlace): State => ({
  Type: 'Map',
  MaxConcurrency: node.concurrency,
  ...(node.tolerant ? { ToleratedFailurePercentage: 100 } : {}),
  ItemReader: {
    Resource: `arn:${place.partition}:states:::s3:getObject`,
    ReaderConfig: { InputType: 'JSONL' },
    Arguments: { Bucket: place.bucket, Key: `{% ${outOf(node.from, 'manifestKey')} %}` },
  },
  ItemBatcher: {
    MaxItemsPerBatch: node.batch,
    BatchInput: { job: job.name, step: node.name, state: '{% $states.input %}' },
  },
  ItemProcessor: {
    ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType: isLong(node) ? 'STANDARD' : 'EXPRESS' },
    StartAt: `${node.name} batch`,
    States: {
      [`${node.name} batch`]: {
        Type: 'Task',
        Resource: `arn:${place.partition}:states:::lambda:invoke`,
        Arguments: {
          FunctionName: place.workFunctionArn,
          Payload: '{% $merge([$states.input.BatchInput, {"items": $states.input.Items}]) %}',
        },
        // The map gathers what its children answer: as little as can be, or a large map passes 256 KB.
        Output: 0,
        TimeoutSeconds: isLong(node) ? node.timeoutSeconds : Math.min(node.timeoutSeconds, withinExpress),
        Retry: retry,
        End: true,
      },
    },
  },
  Output: merged(node.name, '{}'),
})

type Linked = { start: string; states: [string, State][] }

/** The states of a flow; `next` is where its last one goes, undefined the end. An empty flow goes straight there. */
const link = (
  flow: readonly FlowNode[],
  next: string | undefined,
  job: Job,
  place: MachinePlace,
): Linked | undefined => {
  const [node, ...rest] = flow
  if (!node) return undefined
  const after = link(rest, next, job, place)
  const follower = after?.start ?? next
  const onward: State = follower === undefined ? { End: true } : { Next: follower }
  const states: [string, State][] = []
  switch (node.kind) {
    case 'step':
    case 'person':
      states.push([node.name, { ...task(node, job, place), ...onward }])
      break
    case 'each':
      states.push([node.name, { ...map(node, job, place), ...onward }])
      break
    case 'until':
      states.push([node.name, { Type: 'Wait', Timestamp: `{% ${outOf(node.from, node.field)} %}`, ...onward }])
      break
    case 'when': {
      // A Choice cannot be the end: where nothing follows, both ways meet in a Pass.
      const meet = follower ?? `${node.name} done`
      const then = link(node.then, meet, job, place)
      const otherwise = link(node.otherwise, meet, job, place)
      states.push([
        node.name,
        {
          Type: 'Choice',
          Choices: [{ Condition: `{% ${outOf(node.from, node.field)} = true %}`, Next: then?.start ?? meet }],
          Default: otherwise?.start ?? meet,
        },
      ])
      if (follower === undefined) states.push([meet, { Type: 'Pass', End: true }])
      states.push(...(then?.states ?? []), ...(otherwise?.states ?? []))
      break
    }
    case 'all':
      states.push([
        node.name,
        {
          Type: 'Parallel',
          Branches: node.branches.map((branch) => definitionOf(branch, job, place)),
          Output: '{% $merge([$states.input, {"out": $merge($append([$states.input.out], $states.result.out))}]) %}',
          ...onward,
        },
      ])
      break
  }
  return { start: node.name, states: [...states, ...(after?.states ?? [])] }
}

const definitionOf = (flow: readonly FlowNode[], job: Job, place: MachinePlace): Definition => {
  const linked = link(flow, undefined, job, place)
  if (!linked) throw new Error(`job ${job.name} has a flow without steps`)
  return { StartAt: linked.start, States: Object.fromEntries(linked.states) }
}

const namesOf = (flow: readonly FlowNode[]): string[] =>
  flow.flatMap((node) => {
    const within =
      node.kind === 'when' ? [...node.then, ...node.otherwise] : node.kind === 'all' ? node.branches.flat() : []
    return [node.name, ...namesOf(within)]
  })

/**
 * The state machine of a job; its input and output are a JobState.
 * Throws for an empty flow, for two nodes of one name, and for a name that the service would refuse.
 */
export const machineOf = (job: Job, place: MachinePlace): State => {
  const names = namesOf(job.flow)
  const twice = names.find((name, i) => names.indexOf(name) !== i)
  if (twice !== undefined) throw new Error(`job ${job.name} has two nodes called ${twice}`)
  const odd = names.find((name) => !/^\w{1,70}$/.test(name))
  if (odd !== undefined) throw new Error(`job ${job.name}: ${odd} is no name of a node`)
  return { Comment: job.title, QueryLanguage: 'JSONata', ...definitionOf(job.flow, job, place) }
}
