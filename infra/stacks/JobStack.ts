import { Duration, Stack } from 'aws-cdk-lib'
import type { StackProps } from 'aws-cdk-lib'
import { CfnRule } from 'aws-cdk-lib/aws-events'
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { CfnEventSourceMapping, CfnPermission } from 'aws-cdk-lib/aws-lambda'
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import { acknowledge } from '../kit/acknowledge.ts'
import { grantMessages, messagesIn } from '../kit/messages.ts'
import type { Messages } from '../kit/messages.ts'
import { readerIn } from '../kit/reader.ts'
import { JobMachine } from '../kit/JobMachine.ts'
import { machineArn, RoomFunction } from '../kit/RoomFunction.ts'
import { functionKinds, readsStream } from '../domains.ts'
import type { Domain } from '../domains.ts'
import { named } from '../stage.ts'
import type { DataStack } from './DataStack.ts'

export type JobStackProps = StackProps & {
  readonly domains: readonly Domain[]
  readonly data: DataStack
  readonly demo: boolean
  readonly messages?: Messages
}

/** What runs without a person waiting: work functions, state machines, timers, readers of streams. */
export class JobStack extends Stack {
  readonly functions: readonly RoomFunction[]
  readonly machines: readonly JobMachine[]
  /** Where the changes lie that a stream's reader could not follow, by their place in the stream. */
  readonly missedChanges: Queue
  /** Events of executions and timers that their function did not take. */
  readonly missedEvents: Queue

  constructor(scope: Construct, id: string, props: JobStackProps) {
    super(scope, id, props)
    const { data, demo, messages = {} } = props
    const sending = messagesIn(this, messages)
    const reading = readerIn(this, props.domains, true)
    this.missedChanges = this.#missed('MissedChanges')
    this.missedEvents = this.#missed('MissedEvents')
    const functions: RoomFunction[] = []
    const machines: JobMachine[] = []
    for (const domain of props.domains) {
      const kinds = functionKinds(domain)
      if (kinds.includes('work')) {
        const work = new RoomFunction(this, `Work-${domain.room}`, {
          domain,
          kind: 'work',
          data,
          demo,
          timeout: Duration.minutes(15),
          environment: domain.tells.includes('work') ? sending : domain.room === 'marking' ? reading : {},
        })
        functions.push(work)
        if (domain.tells.includes('work')) grantMessages(this, work, messages)
        for (const job of domain.jobs) {
          machines.push(
            new JobMachine(this, `Job-${job.name.replace('.', '-')}`, { job, room: domain.room, work, data }),
          )
        }
        for (const { name, rate } of domain.schedules) {
          this.#addRule(`Timer-${domain.room}-${name}`, work, {
            scheduleExpression: `rate(${rate})`,
            input: JSON.stringify({ schedule: name }),
          })
        }
        if (domain.hearsExecutions) this.#addExecutionRule(work)
      }
      for (const kind of kinds.filter(readsStream)) functions.push(this.#addStreamReader(domain, kind, data, demo))
    }
    this.functions = functions
    this.machines = machines
  }

  #missed(id: string): Queue {
    const queue = new Queue(this, id, {
      queueName: named(this, id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).slice(1)),
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    })
    acknowledge(queue, 'AwsSolutions-SQS3', 'It is itself where the missed go; a person reads it.')
    return queue
  }

  #addExecutionRule(work: RoomFunction): void {
    this.#addRule('Executions', work, {
      eventPattern: {
        source: ['aws.states'],
        'detail-type': ['Step Functions Execution Status Change'],
        detail: {
          status: ['RUNNING', 'SUCCEEDED', 'FAILED', 'TIMED_OUT', 'ABORTED'],
          stateMachineArn: [{ prefix: machineArn(this, '') }],
        },
      },
    })
  }

  #addRule(
    id: string,
    target: RoomFunction,
    what: { scheduleExpression?: string; eventPattern?: object; input?: string },
  ): void {
    const { input, ...when } = what
    const rule = new CfnRule(this, id, {
      ...when,
      targets: [
        {
          id: target.functionId,
          arn: target.lambda.functionArn,
          ...(input === undefined ? {} : { input }),
          retryPolicy: { maximumRetryAttempts: 20, maximumEventAgeInSeconds: 86_400 },
          deadLetterConfig: { arn: this.missedEvents.queueArn },
        },
      ],
    })
    this.missedEvents.addToResourcePolicy(
      new PolicyStatement({
        actions: ['sqs:SendMessage'],
        principals: [new ServicePrincipal('events.amazonaws.com')],
        resources: [this.missedEvents.queueArn],
        conditions: { ArnEquals: { 'aws:SourceArn': rule.attrArn } },
      }),
    )
    new CfnPermission(this, `${id}-Permission`, {
      action: 'lambda:InvokeFunction',
      functionName: target.lambda.functionArn,
      principal: 'events.amazonaws.com',
      sourceArn: rule.attrArn,
    })
  }

  #addStreamReader(domain: Domain, kind: 'stream' | 'projector', data: DataStack, demo: boolean): RoomFunction {
    const id = kind === 'stream' ? `Stream-${domain.room}` : `Projector-${domain.room}`
    const heard = kind === 'stream' ? domain.streams : domain.projects
    const reader = new RoomFunction(this, id, {
      domain,
      kind,
      data,
      demo,
      timeout: Duration.minutes(2),
    })
    const table = (kind === 'stream' ? domain.streamOf : domain.projectsOf) ?? domain.room
    const streamArn = data.tables.get(table)!.tableStreamArn!
    reader.policy.addStatements(
      new PolicyStatement({
        actions: ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'],
        resources: [streamArn],
      }),
      new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [this.missedChanges.queueArn] }),
    )
    const mapping = new CfnEventSourceMapping(this, `${id}-Source`, {
      functionName: reader.lambda.functionArn,
      eventSourceArn: streamArn,
      startingPosition: 'TRIM_HORIZON',
      // A busy shard is read in large pieces: a piece costs each of its counters once, however much is in it.
      batchSize: 1000,
      filterCriteria: {
        filters: [
          {
            pattern: JSON.stringify({
              dynamodb: { Keys: { pk: { S: heard.map((prefix) => ({ prefix })) } } },
            }),
          },
        ],
      },
      // Who only counts gathers for longer: no person waits for a counter, and each window costs every head it touches.
      maximumBatchingWindowInSeconds: kind === 'projector' ? 10 : domain.streamWindow,
      // One record that cannot be followed holds its shard up for minutes, not for a day, and is not lost then.
      bisectBatchOnFunctionError: true,
      maximumRetryAttempts: 10,
      maximumRecordAgeInSeconds: 21_600,
      destinationConfig: { onFailure: { destination: this.missedChanges.queueArn } },
      functionResponseTypes: ['ReportBatchItemFailures'],
    })
    mapping.node.addDependency(reader.policy)
    return reader
  }
}
