import { Stack } from 'aws-cdk-lib'
import type { StackProps } from 'aws-cdk-lib'
import { CfnAlarm } from 'aws-cdk-lib/aws-cloudwatch'
import { Topic } from 'aws-cdk-lib/aws-sns'
import type { Construct } from 'constructs'
import { machineName } from '../domains.ts'
import { named } from '../stage.ts'
import { machineArn } from '../kit/RoomFunction.ts'
import type { Domain } from '../domains.ts'
import type { ApiStack } from './ApiStack.ts'
import type { JobStack } from './JobStack.ts'

export type AlarmStackProps = StackProps & {
  readonly domains: readonly Domain[]
  readonly api: ApiStack
  readonly jobs: JobStack
}

type Watched = {
  id: string
  namespace: string
  metric: string
  dimensions: Record<string, string>
  /** More than this many in five minutes. */
  above: number
}

/** What somebody must be told of; people subscribe to the topic. */
export class AlarmStack extends Stack {
  constructor(scope: Construct, id: string, props: AlarmStackProps) {
    super(scope, id, props)
    const topic = new Topic(this, 'Topic', { enforceSSL: true, displayName: named(this, 'alarms') })
    const functions = [...props.api.functions, ...props.jobs.functions].map((f) => f.functionId)
    const watched: Watched[] = [
      { id: 'Api', namespace: 'AWS/ApiGateway', metric: '5xx', dimensions: { ApiId: props.api.api.ref }, above: 5 },
      // Codes to phones cost money: a school's or the day's cap is near (functions/identity/codeCaps.ts).
      {
        id: 'codesNearCap',
        namespace: 'qinghe',
        metric: 'codesNearCap',
        dimensions: { service: 'identity' },
        above: 0,
      },
      ...functions.flatMap((f) =>
        (['Errors', 'Throttles'] as const).map((metric) => ({
          id: `${f}-${metric}`,
          namespace: 'AWS/Lambda',
          metric,
          dimensions: { FunctionName: named(this, f) },
          above: 3,
        })),
      ),
      ...props.domains.flatMap((d) => [
        ...(['ReadThrottleEvents', 'WriteThrottleEvents'] as const).map((metric) => ({
          id: `${d.room}-${metric}`,
          namespace: 'AWS/DynamoDB',
          metric,
          dimensions: { TableName: named(this, d.room) },
          above: 100,
        })),
        ...d.jobs.map((job) => ({
          id: `${machineName(job.name)}-failed`,
          namespace: 'AWS/States',
          metric: 'ExecutionsFailed',
          dimensions: {
            StateMachineArn: machineArn(this, machineName(job.name)),
          },
          above: 2,
        })),
      ]),
    ]
    for (const { id: name, namespace, metric, dimensions, above } of watched) {
      new CfnAlarm(this, name, {
        alarmDescription: `${name}: more than ${above} ${metric} in five minutes`,
        namespace,
        metricName: metric,
        dimensions: Object.entries(dimensions).map(([dimension, value]) => ({ name: dimension, value })),
        statistic: 'Sum',
        period: 300,
        evaluationPeriods: 1,
        threshold: above,
        comparisonOperator: 'GreaterThanThreshold',
        treatMissingData: 'notBreaching',
        alarmActions: [topic.topicArn],
      })
    }
  }
}
