import { Stack } from 'aws-cdk-lib'
import type { StackProps } from 'aws-cdk-lib'
import { CfnBudget } from 'aws-cdk-lib/aws-budgets'
import { CfnAlarm, CfnCompositeAlarm, CfnDashboard } from 'aws-cdk-lib/aws-cloudwatch'
import { CfnSubscription, Topic } from 'aws-cdk-lib/aws-sns'
import { CfnQueue } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import { sharedTables } from '#shared/kit/tables.ts'
import { alarmsOf, partsOf } from '../alarms.ts'
import { readsStream } from '../domains.ts'
import { addBackups } from '../kit/backups.ts'
import { addCanary } from '../kit/canary.ts'
import { dashboardOf } from '../kit/dashboard.ts'
import { metricsNamespace, named, stageOf } from '../stage.ts'
import type { Alarm, Figure, Watched } from '../alarms.ts'
import type { Domain } from '../domains.ts'
import type { PartitionTraits } from '../partition.ts'
import type { ApiStack } from './ApiStack.ts'
import type { DataStack } from './DataStack.ts'
import type { JobStack } from './JobStack.ts'

export type AlarmStackProps = StackProps & {
  readonly domains: readonly Domain[]
  readonly data: DataStack
  readonly api: ApiStack
  readonly jobs: JobStack
  readonly traits: PartitionTraits
  /** Where people reach the screens, for the canary. */
  readonly address: string
  /** Who is told. */
  readonly email?: string
  /** USD a month. */
  readonly budget?: string
  /** How many executions of functions the account may run at once; 1 000 unless more was asked for. */
  readonly concurrency: number
}

const metricOf = (f: Figure, period: number) => ({
  metric: {
    namespace: f.namespace,
    metricName: f.metric,
    dimensions: Object.entries(f.dimensions ?? {}).map(([name, value]) => ({ name, value })),
  },
  stat: f.statistic ?? 'Sum',
  period,
})

/** Who is told of what, and what one looks at then: alarms, a dashboard, a budget, backups, a canary. */
export class AlarmStack extends Stack {
  readonly watched: Watched
  readonly #topic: Topic

  constructor(scope: Construct, id: string, props: AlarmStackProps) {
    super(scope, id, props)
    const { api, jobs, email } = props
    this.#topic = new Topic(this, 'Topic', { enforceSSL: true, displayName: named(this, 'alarms') })
    if (email !== undefined)
      new CfnSubscription(this, 'Mail', { topicArn: this.#topic.topicArn, protocol: 'email', endpoint: email })
    const deployed = stageOf(this) !== null
    const name = (f: { functionId: string }): string => named(this, f.functionId)
    this.watched = {
      namespace: metricsNamespace(this),
      apiId: api.api.ref,
      work: jobs.functions.filter((f) => f.kind === 'work').map(name),
      readers: jobs.functions.filter((f) => readsStream(f.kind)).map(name),
      tables: [...props.domains.map((d) => d.room), ...sharedTables].map((table) => named(this, table)),
      queues: [api, jobs].flatMap((stack) =>
        stack.node.findAll().flatMap((c) => (c instanceof CfnQueue ? [c.attrQueueName] : [])),
      ),
      // What needs people's addresses or lasts for weeks is for a deployment: the local cloud has neither.
      canary: deployed ? addCanary(this, props.address) : undefined,
      backs: deployed,
      concurrency: props.concurrency,
    }
    if (deployed) addBackups(this, props.data)
    const alarms = alarmsOf(this.watched)
    for (const alarm of alarms) this.#addAlarm(alarm)
    new CfnDashboard(this, 'Dashboard', {
      dashboardName: named(this, 'overview'),
      dashboardBody: this.toJsonString(dashboardOf(this.watched, alarms, this.region)),
    })
    if (props.traits.budgets && props.budget !== undefined && email !== undefined) this.#addBudget(props.budget, email)
  }

  #addAlarm(alarm: Alarm): void {
    const parts = partsOf(alarm)
    const description = `${alarm.says} What to do: infra/RUNBOOK.md#${alarm.id}`
    const actions = { alarmActions: [this.#topic.topicArn], okActions: [this.#topic.topicArn] }
    const made = parts.map((figures, i) => {
      const suffix = parts.length === 1 ? '' : `-${i + 1}`
      const period = (alarm.minutes ?? 5) * 60
      const [only] = figures
      const math = figures.length > 1 || !only
      const metrics = figures.map((f, at) => ({ id: `m${at}`, metricStat: metricOf(f, period), returnData: false }))
      const ids = metrics.map((m) => m.id).join(', ')
      const { metric, stat } = metricOf(only!, period)
      return new CfnAlarm(this, `${alarm.id}${suffix}`, {
        alarmName: named(this, `${alarm.id}${suffix}`),
        alarmDescription: parts.length === 1 ? description : `A part of ${named(this, alarm.id)}, which rings.`,
        ...(math
          ? {
              metrics: [
                ...metrics,
                {
                  id: 'all',
                  expression: `${alarm.by === 'highest' ? 'MAX' : 'SUM'}([${ids}])`,
                  label: alarm.id,
                  returnData: true,
                },
              ],
            }
          : { ...metric, period, ...(stat.startsWith('p') ? { extendedStatistic: stat } : { statistic: stat }) }),
        evaluationPeriods: alarm.looks ?? 1,
        threshold: alarm.above,
        comparisonOperator: 'GreaterThanThreshold',
        treatMissingData: alarm.silenceRings ? 'breaching' : 'notBreaching',
        ...(parts.length === 1 ? actions : {}),
      })
    })
    if (parts.length === 1) return
    const whole = new CfnCompositeAlarm(this, alarm.id, {
      alarmName: named(this, alarm.id),
      alarmDescription: description,
      alarmRule: made.map((m) => `ALARM("${m.alarmName}")`).join(' OR '),
      ...actions,
    })
    for (const part of made) whole.addResourceDependency(part)
  }

  #addBudget(usd: string, email: string): void {
    const subscribers = [{ subscriptionType: 'EMAIL', address: email }]
    const tells = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
      notification: { notificationType, threshold, thresholdType: 'PERCENTAGE', comparisonOperator: 'GREATER_THAN' },
      subscribers,
    })
    new CfnBudget(this, 'Budget', {
      budget: {
        budgetName: named(this, 'month'),
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: Number(usd), unit: 'USD' },
      },
      notificationsWithSubscribers: [tells('ACTUAL', 80), tells('ACTUAL', 100), tells('FORECASTED', 100)],
    })
  }
}
