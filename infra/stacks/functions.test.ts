import type { Template } from 'aws-cdk-lib/assertions'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../app.ts'
import { rich, stackOf, statementsOf, bare, inAws, inChina } from './stacks.testing.ts'
import type { Json } from './stacks.testing.ts'

describe('least privilege', () => {
  const app = buildApp(bare, rich)
  let api: Template
  let jobs: Template
  beforeAll(() => {
    api = stackOf(app, 'QingheApi')
    jobs = stackOf(app, 'QingheJobs')
  })
  const may = (template: Template, name: string, action: string, resource: RegExp): boolean =>
    statementsOf(template, name).some((s) => s.actions.includes(action) && resource.test(s.resources))

  it('lets a room change its own table, read those that it reads, and touch no other', () => {
    expect(may(api, 'qinghe-scan-api', 'dynamodb:PutItem', /Tablescan/)).toBe(true)
    expect(may(api, 'qinghe-scan-api', 'dynamodb:Query', /Tableexam/)).toBe(true)
    for (const action of ['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem']) {
      expect(may(api, 'qinghe-scan-api', `dynamodb:${action}`, /Tableexam/)).toBe(false)
      expect(may(api, 'qinghe-scan-api', `dynamodb:${action}`, /Tablesession/)).toBe(false)
    }
    expect(may(api, 'qinghe-exam-api', 'dynamodb:GetItem', /Tablescan|Tableidentity/)).toBe(false)
    expect(may(api, 'qinghe-identity-api', 'dynamodb:UpdateItem', /Tablesession/)).toBe(true)
    for (const { actions, resources } of statementsOf(api, 'qinghe-scan-api')) {
      if (/Tableaudit/.test(resources)) expect(actions).toEqual(['dynamodb:PutItem'])
      if (/Tableplatform/.test(resources)) {
        expect(actions).toEqual([
          'dynamodb:GetItem',
          'dynamodb:BatchGetItem',
          'dynamodb:Query',
          'dynamodb:PutItem',
          'dynamodb:UpdateItem',
        ])
      }
      expect(actions.filter((a) => a.includes('*'))).toEqual([])
    }
  })

  it('scans no table anywhere', () => {
    for (const template of [api, jobs]) expect(JSON.stringify(template.toJSON())).not.toContain('dynamodb:Scan')
  })

  it("keeps objects within the room's part of the keys", () => {
    expect(may(api, 'qinghe-scan-api', 's3:PutObject', /\?\?\/\*\/scan\/\*/)).toBe(true)
    expect(may(api, 'qinghe-scan-api', 's3:PutObject', /exam|uploads/)).toBe(false)
    expect(may(api, 'qinghe-scan-api', 's3:GetObject', /\?\?\/\*\/uploads\/\*/)).toBe(true)
    expect(may(api, 'qinghe-exam-api', 's3:GetObject', /uploads\/(?!examPaper|roster)|scan/)).toBe(false)
    expect(may(api, 'qinghe-exam-api', 's3:GetObject', /uploads\/examPaper\/\*/)).toBe(true)
  })

  it('starts only own machines, and opens signing keys only in identity', () => {
    expect(may(api, 'qinghe-scan-api', 'states:StartExecution', /stateMachine:qinghe-scan-read/)).toBe(true)
    expect(may(api, 'qinghe-scan-api', 'states:SendTaskSuccess', /stateMachine:qinghe-scan-read/)).toBe(true)
    expect(may(api, 'qinghe-exam-api', 'states:StartExecution', /./)).toBe(false)
    expect(may(api, 'qinghe-platform-api', 'states:RedriveExecution', /execution:/)).toBe(true)
    expect(may(api, 'qinghe-scan-api', 'states:RedriveExecution', /./)).toBe(false)
    expect(may(api, 'qinghe-identity-api', 'kms:Decrypt', /SigningKey/)).toBe(true)
    for (const room of ['scan', 'exam', 'platform'])
      expect(may(api, `qinghe-${room}-api`, 'kms:Decrypt', /./)).toBe(false)
    expect(may(api, 'qinghe-platform-api', 'sts:AssumeRole', /UploadRole/)).toBe(true)
    expect(may(api, 'qinghe-scan-api', 'sts:AssumeRole', /./)).toBe(false)
    expect(may(jobs, 'qinghe-scan-stream', 'dynamodb:GetRecords', /StreamArn/)).toBe(true)
  })

  it('makes timers, the stream reader, the rule for executions, and room on disk', () => {
    jobs.hasResourceProperties('AWS::Events::Rule', { ScheduleExpression: 'rate(5 minutes)' })
    // A stream takes two readers: what only counts fails alone. The third chains the audit trail.
    jobs.resourceCountIs('AWS::Lambda::EventSourceMapping', 3)
    const window = (functionName: string): unknown => {
      const [id] = Object.keys(
        jobs.findResources('AWS::Lambda::Function', { Properties: { FunctionName: functionName } }),
      )
      const found = Object.values(jobs.findResources('AWS::Lambda::EventSourceMapping')) as { Properties: Json }[]
      return found.find((m) => JSON.stringify(m.Properties['FunctionName']).includes(`"${id}"`))?.Properties[
        'MaximumBatchingWindowInSeconds'
      ]
    }
    expect([window('qinghe-scan-stream'), window('qinghe-scan-projector')]).toEqual([2, 10])
    // What a reader cannot follow is tried so often, alone, and then lies in a queue: it is neither for ever nor lost.
    const idOf = (name: string): string =>
      Object.keys(jobs.findResources('AWS::SQS::Queue', { Properties: { QueueName: name } }))[0]!
    jobs.allResourcesProperties('AWS::Lambda::EventSourceMapping', {
      BisectBatchOnFunctionError: true,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      MaximumRetryAttempts: 10,
      MaximumRecordAgeInSeconds: 21_600,
      DestinationConfig: { OnFailure: { Destination: { 'Fn::GetAtt': [idOf('qinghe-missed-changes'), 'Arn'] } } },
    })
    for (const reader of ['qinghe-scan-stream', 'qinghe-scan-projector'])
      expect(statementsOf(jobs, reader).filter((s) => s.actions.includes('sqs:SendMessage'))).toHaveLength(1)
    for (const { Properties } of Object.values(jobs.findResources('AWS::Events::Rule')))
      for (const target of (Properties as { Targets: { DeadLetterConfig?: object }[] }).Targets)
        expect(target.DeadLetterConfig).toEqual({ Arn: { 'Fn::GetAtt': [idOf('qinghe-missed-events'), 'Arn'] } })
    jobs.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
      FilterCriteria: { Filters: [{ Pattern: '{"dynamodb":{"Keys":{"pk":{"S":[{"prefix":"page#"}]}}}}' }] },
    })
    jobs.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
      FilterCriteria: {
        Filters: [{ Pattern: '{"dynamodb":{"Keys":{"pk":{"S":[{"prefix":"page#"},{"prefix":"heap#"}]}}}}' }],
      },
    })
    jobs.hasResourceProperties('AWS::Lambda::Function', {
      FunctionName: 'qinghe-scan-work',
      EphemeralStorage: { Size: 2048 },
    })
    stackOf(app, 'QingheData').hasResourceProperties('AWS::DynamoDB::Table', {
      TableName: 'qinghe-scan',
      StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
      TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
    })
  })

  it('tells a function its tables and nothing of the demo', () => {
    api.hasResourceProperties('AWS::Lambda::Function', { FunctionName: 'qinghe-scan-api' })
    const text = JSON.stringify(
      api.findResources('AWS::Lambda::Function', { Properties: { FunctionName: 'qinghe-scan-api' } }),
    )
    for (const name of [
      'TABLE',
      'TABLE_SCAN',
      'TABLE_EXAM',
      'TABLE_SESSION',
      'TABLE_AUDIT',
      'TABLE_PLATFORM',
      'DATA_BUCKET',
      'MACHINE_PREFIX',
      'EDGE_SECRET',
    ]) {
      expect(text).toContain(`"${name}"`)
    }
    expect(text).not.toMatch(/QINGHE_DEMO|KEY_ID|UPLOAD_ROLE_ARN/)
    expect(JSON.stringify(stackOf(buildApp({ ...bare, demo: '1' }, rich), 'QingheApi').toJSON())).toContain(
      'QINGHE_DEMO',
    )
  })
})

describe("messages by Amazon's own services", () => {
  it('are sent from one address and to phones alone, by the room that sends codes and by no other', () => {
    const app = buildApp(inAws, rich)
    const template = stackOf(app, 'QingheApi')
    const sends = (name: string) =>
      statementsOf(template, name).filter((s) => s.actions.some((a) => /^(ses|sns):/.test(a)))
    const own = sends('qinghe-prod-identity-api')
    expect(own.flatMap((s) => s.actions).sort()).toEqual(['ses:SendEmail', 'sns:Publish'])
    expect(own.find((s) => s.actions[0] === 'ses:SendEmail')!.resources).toContain(':identity/mail.example.com')
    for (const room of ['platform', 'scan', 'exam']) expect(sends(`qinghe-prod-${room}-api`)).toEqual([])
    // Its timer tells parents of one whom the school has linked.
    const jobs = stackOf(app, 'QingheJobs')
    const told = statementsOf(jobs, 'qinghe-prod-identity-work').filter((s) => /(ses|sns):/.test(s.actions.join()))
    expect(told.flatMap((s) => s.actions).sort()).toEqual(['ses:SendEmail', 'sns:Publish'])
    expect(
      statementsOf(jobs, 'qinghe-prod-platform-work')
        .flatMap((s) => s.actions)
        .join(),
    ).not.toMatch(/ses:|sns:/)
    const policies = JSON.stringify(template.findResources('AWS::IAM::Policy'))
    expect(policies).toContain('"StringEquals":{"ses:FromAddress":"exam@mail.example.com"}')
    expect(policies).toMatch(/"Action":"sns:Publish","Effect":"Allow","NotResource":.{0,80}:sns:\*:\*:\*/)
    const identity = Object.values(template.findResources('AWS::Lambda::Function')).find(
      (f) => (f as { Properties: Json }).Properties['FunctionName'] === 'qinghe-prod-identity-api',
    ) as { Properties: { Environment: { Variables: Json } } }
    expect(identity.Properties.Environment.Variables).toMatchObject({
      MAIL_FROM: 'exam@mail.example.com',
      SMS_BY: 'sns',
    })
  })
  it('are asked for nowhere else, and said to be missing in China', () => {
    expect(JSON.stringify(stackOf(buildApp(bare, rich), 'QingheApi').toJSON())).not.toMatch(/ses:Send|sns:Publish/)
    for (const more of [{ sms: 'sns' }, { mailFrom: 'a@example.cn' }])
      expect(() => buildApp({ ...inChina, ...more }, rich)).toThrow('not in the aws-cn partition')
  })
})
