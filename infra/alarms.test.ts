import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Stack } from 'aws-cdk-lib'
import type { App } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { beforeAll, describe, expect, it } from 'vitest'
import { sharedTables } from '#shared/kit/tables.ts'
import { alarmsOf, partsOf } from './alarms.ts'
import { buildApp } from './app.ts'
import { domains, functionKinds, readsStream } from './domains.ts'
import type { AlarmStack } from './stacks/AlarmStack.ts'

type Properties = Record<string, unknown>
const context = {
  'aws:cdk:bundling-stacks': [],
  stage: 'prod',
  account: '111111111111',
  region: 'eu-west-1',
  alarmEmail: 'night@example.com',
  budget: '300',
}
let app: App
let stack: AlarmStack
let template: Template
const of = (type: string): Properties[] =>
  Object.values(template.findResources(type)).map((r) => (r as { Properties: Properties }).Properties)

beforeAll(() => {
  process.env['CDK_VALIDATION'] = 'false'
  app = buildApp(context)
  stack = app.node.findChild('QingheAlarms') as AlarmStack
  template = Template.fromStack(stack)
})

describe('what rings', () => {
  it('is few, in sentences, and each has its section of the runbook; and no section is left over', () => {
    const runbook = readFileSync(join(import.meta.dirname, 'RUNBOOK.md'), 'utf8')
    const sections = [...runbook.matchAll(/<a id="([\w-]+)"><\/a>\n\n?## ([\w-]+)\n\n?(.+)/g)]
    for (const [, anchor, title, first] of sections) {
      expect(title).toBe(anchor)
      expect(first!.length).toBeGreaterThan(10)
    }
    const ids = alarmsOf({ ...stack.watched, queues: ['q'] }).map((a) => a.id)
    // The one that ends the take-over of a new version stands with the calls.
    expect(sections.map((s) => s[1]).sort()).toEqual([...ids, 'shift-fails'].sort())
    const ringing = [...of('AWS::CloudWatch::Alarm'), ...of('AWS::CloudWatch::CompositeAlarm')].filter(
      (a) => a['AlarmActions'] !== undefined,
    )
    expect(ringing.length).toBeLessThanOrEqual(15)
    for (const alarm of ringing) {
      const name = String(alarm['AlarmName']).replace('qinghe-prod-', '')
      expect(ids).toContain(name)
      expect(alarm['AlarmDescription']).toMatch(
        new RegExp(`^[A-Z].{30,}[.:] .*What to do: infra/RUNBOOK\\.md#${name}$`, 's'),
      )
      expect(String(alarm['AlarmDescription'])).not.toMatch(/ThrottleEvents|5xx|IteratorAge|ExecutionsFailed/)
    }
    for (const link of runbook.matchAll(/\]\(#([\w-]+)\)/g)) expect(sections.map((s) => s[1])).toContain(link[1])
  })

  it('sees every table, every reader of a stream and every work function, sessions and the audit too', () => {
    const text = JSON.stringify(of('AWS::CloudWatch::Alarm'))
    for (const table of [...domains.map((d) => d.room), ...sharedTables])
      for (const metric of ['ReadThrottleEvents', 'WriteThrottleEvents'])
        expect(text).toMatch(new RegExp(`"Value":"qinghe-prod-${table}"[^}]*}\\],"MetricName":"${metric}"`))
    for (const d of domains)
      for (const kind of functionKinds(d).filter((k) => k !== 'api'))
        expect(text).toMatch(
          new RegExp(
            `"Value":"qinghe-prod-${d.room}-${kind}"[^}]*}\\],"MetricName":"${readsStream(kind) ? 'IteratorAge' : 'Errors'}"`,
          ),
        )
    for (const word of ['ConcurrentExecutions', 'Throttles', 'jobFailed', 'codesNearCap']) expect(text).toContain(word)
  })

  it('looks at ten figures at most in one alarm, and rings once for all parts of one', () => {
    for (const alarm of of('AWS::CloudWatch::Alarm')) {
      const metrics = (alarm['Metrics'] ?? []) as { MetricStat?: object }[]
      expect(metrics.filter((m) => m.MetricStat).length).toBeLessThanOrEqual(10)
    }
    const many = {
      id: 'x',
      says: '',
      above: 0,
      figures: Array.from({ length: 25 }, () => ({ namespace: '', metric: '' })),
    }
    expect(partsOf(many).map((p) => p.length)).toEqual([9, 9, 7])
    for (const whole of of('AWS::CloudWatch::CompositeAlarm')) {
      const parts = [...String(whole['AlarmRule']).matchAll(/ALARM\("([^"]+)"\)/g)].map((m) => m[1])
      expect(parts.length).toBeGreaterThan(1)
      for (const part of parts)
        expect(of('AWS::CloudWatch::Alarm').find((a) => a['AlarmName'] === part)?.['AlarmActions']).toBeUndefined()
    }
  })

  it('rings at the first job that fails', () => {
    const [job] = of('AWS::CloudWatch::Alarm').filter((a) => a['AlarmName'] === 'qinghe-prod-job-failed')
    expect(job).toMatchObject({ Threshold: 0, Period: 60, MetricName: 'jobFailed', Namespace: 'qinghe-prod' })
  })
})

describe('who is told, and what else watches', () => {
  it('a person gets the mails; costs, copies and a walk from outside are watched', () => {
    expect(of('AWS::SNS::Subscription')).toMatchObject([{ Protocol: 'email', Endpoint: 'night@example.com' }])
    expect(of('AWS::Budgets::Budget')).toMatchObject([{ Budget: { BudgetLimit: { Amount: 300 } } }])
    expect(of('AWS::Backup::BackupPlan')).toHaveLength(1)
    const [selection] = of('AWS::Backup::BackupSelection') as [{ BackupSelection: { Resources: unknown[] } }]
    expect(selection.BackupSelection.Resources).toHaveLength(domains.length + sharedTables.length + 1)
    expect(of('AWS::Events::Rule')).toMatchObject([{ ScheduleExpression: 'rate(5 minutes)' }])
    const [canary] = of('AWS::CloudWatch::Alarm').filter((a) => a['AlarmName'] === 'qinghe-prod-canary-fails')
    expect(canary).toMatchObject({ TreatMissingData: 'breaching' })
  })

  it('shows every figure on one dashboard that CloudWatch can read', () => {
    const [dashboard] = of('AWS::CloudWatch::Dashboard')
    const body = JSON.stringify(dashboard!['DashboardBody'])
    for (const name of ['qinghe-prod-marking-projector', 'qinghe-prod-session', 'qinghe-prod-audit'])
      expect(body).toContain(name)
    expect(dashboard!['DashboardName']).toBe('qinghe-prod-overview')
  })
})

it('the README says what an idle month costs, as the templates have it', () => {
  const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8').replaceAll(/ +\|/g, ' |')
  const everywhere = (type: string): Properties[] =>
    app.node.children
      .filter((c) => Stack.isStack(c))
      .flatMap((s) => Object.values(Template.fromStack(s).findResources(type)))
      .map((r) => (r as { Properties: Properties }).Properties)
  const figures = everywhere('AWS::CloudWatch::Alarm').reduce(
    (n, a) => n + Math.max(1, ((a['Metrics'] ?? []) as { MetricStat?: object }[]).filter((m) => m.MetricStat).length),
    0,
  )
  const composites = everywhere('AWS::CloudWatch::CompositeAlarm').length
  const rules = everywhere('AWS::WAFv2::WebACL').reduce((n, acl) => n + (acl['Rules'] as unknown[]).length, 0)
  // List prices: an alarm's figure 0.10, a composite 0.50, a web ACL 5 and a rule 1, a key 1; the canary's own as worked out.
  const parts = {
    firewall: 5 + rules,
    alarms: figures * 0.1 + composites * 0.5,
    key: everywhere('AWS::KMS::Key').length,
    rest: 0.9 + 0.5,
  }
  expect(readme).toContain(
    `| alarms: ${figures} figures, ${composites} of several parts | ${parts.alarms.toFixed(2)} |`,
  )
  expect(readme).toContain(`| firewall: a web ACL and ${rules} rules (not in China) | ${parts.firewall.toFixed(2)} |`)
  const sum = Object.values(parts).reduce((a, b) => a + b, 0)
  expect(readme).toContain(`| **together** | **${sum.toFixed(2)}** |`)
  expect(everywhere('AWS::SecretsManager::Secret')).toEqual([])
})

describe('a new version', () => {
  it('takes over gradually and is taken back when calls fail; every call goes to what is live', () => {
    const api = Template.fromStack(app.node.findChild('QingheApi') as Stack)
    const aliases = api.findResources('AWS::Lambda::Alias')
    expect(Object.keys(aliases)).toHaveLength(domains.length)
    for (const alias of Object.values(aliases))
      expect(alias).toMatchObject({ UpdatePolicy: { CodeDeployLambdaAliasUpdate: {} } })
    for (const integration of Object.values(api.findResources('AWS::ApiGatewayV2::Integration')))
      expect(JSON.stringify((integration as { Properties: Properties }).Properties['IntegrationUri'])).toContain('Live')
    for (const group of Object.values(api.findResources('AWS::CodeDeploy::DeploymentGroup')))
      expect((group as { Properties: Properties }).Properties).toMatchObject({
        DeploymentConfigName: 'CodeDeployDefault.LambdaLinear10PercentEvery1Minute',
        AutoRollbackConfiguration: { Enabled: true },
        AlarmConfiguration: { Enabled: true },
      })
  })
})

it('tables are warmed before exam day by name, and by nothing else', () => {
  const warmed = (warm: string) =>
    Object.values(
      Template.fromStack(buildApp({ ...context, warm }).node.findChild('QingheData') as Stack).findResources(
        'AWS::DynamoDB::Table',
      ),
    ).flatMap((t) => {
      const { TableName, WarmThroughput } = (t as { Properties: Properties }).Properties
      return WarmThroughput ? [[TableName, WarmThroughput]] : []
    })
  expect(warmed('marking:40000:20000,session:8000:4000')).toEqual([
    ['qinghe-prod-marking', { ReadUnitsPerSecond: 40_000, WriteUnitsPerSecond: 20_000 }],
    ['qinghe-prod-session', { ReadUnitsPerSecond: 8_000, WriteUnitsPerSecond: 4_000 }],
  ])
  expect(() => warmed('marking:many')).toThrow('warm wants table:reads:writes')
})
