import { runInNewContext } from 'node:vm'
import { Stack } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Bucket } from 'aws-cdk-lib/aws-s3'
import * as z from 'zod'
import { beforeAll, describe, expect, it } from 'vitest'
import { call, publicly } from '#shared/kit/call.ts'
import { each, job, person, step } from '#shared/kit/job.ts'
import { lifetimes, lifeTag } from '#shared/kit/lifetime.ts'
import { buildApp } from '../app.ts'
import { HouseChecks } from '../kit/checks.ts'
import { expiryRules } from '../local/stores/lifetime.ts'
import { domains } from '../domains.ts'
import { rewriteCode } from '../kit/globalEdge.ts'
import type { App } from 'aws-cdk-lib'
import type { Domain } from '../domains.ts'

const any = () => z.unknown()
const open = (path: `GET /${string}`) =>
  call(path, { summary: '', userTypes: [], scope: publicly, input: () => z.object({}), output: () => z.object({}) })

/** Two rooms with everything that a room may have. */
const rich: Domain[] = [
  // Alone here, they read no other room.
  ...domains.filter((d) => d.room === 'platform' || d.room === 'identity').map((d) => ({ ...d, reads: [] })),
  {
    ...domains[0]!,
    room: 'scan',
    calls: [['a', open('GET /api/scan/a')]],
    jobs: [
      job('scan.read', {
        title: 'read',
        input: any,
        flow: [step('list', any), each('pages', { from: 'list', item: any }), person('nod', any)],
      }),
    ],
    reads: ['exam'],
    writes: [],
    schedules: [{ name: 'sweep', rate: '5 minutes' }],
    hearsExecutions: false,
    workEphemeral: 2048,
    streams: ['page#'],
    streamOf: null,
    projects: ['page#', 'heap#'],
  },
  {
    ...domains[0]!,
    room: 'exam',
    calls: [['b', open('GET /api/exam/b')]],
    jobs: [],
    reads: [],
    streams: [],
    streamOf: null,
    schedules: [],
    hearsExecutions: false,
  },
]

type Statement = { Action: string | string[]; Resource: unknown }
type Json = Record<string, unknown>

const stackOf = (app: App, name: string): Template => Template.fromStack(app.node.findChild(name) as Stack)
const listOf = <T>(value: T | T[]): T[] => (Array.isArray(value) ? value : [value])

/** The statements of the policy of one function, resources as text. */
const statementsOf = (template: Template, functionName: string): { actions: string[]; resources: string }[] => {
  const all = template.toJSON()['Resources'] as Record<string, { Type: string; Properties: Json }>
  const found = Object.values(all).find(
    (r) => r.Type === 'AWS::Lambda::Function' && r.Properties['FunctionName'] === functionName,
  )
  const role = (found?.Properties['Role'] as { 'Fn::GetAtt': [string, string] })['Fn::GetAtt'][0]
  return Object.values(all)
    .filter((r) => r.Type === 'AWS::IAM::Policy' && JSON.stringify(r.Properties['Roles']).includes(`"${role}"`))
    .flatMap((r) => (r.Properties['PolicyDocument'] as { Statement: Statement[] }).Statement)
    .map((s) => ({ actions: listOf(s.Action), resources: JSON.stringify(s.Resource) }))
}

beforeAll(() => {
  process.env['CDK_VALIDATION'] = 'false'
})
const bare = { 'aws:cdk:bundling-stacks': [] }
const staged = { ...bare, stage: 'prod', account: '111111111111', alarmEmail: 'night@example.com' }
const inAws = {
  ...staged,
  region: 'eu-west-1',
  domains: 'a.example.com',
  certificate: 'arn:aws:acm:us-east-1:111111111111:certificate/1-2',
  webAclArn: 'arn:aws:wafv2:us-east-1:111111111111:global/webacl/q/1',
  mailFrom: 'exam@mail.example.com',
  sms: 'sns',
}
const inChina = {
  ...staged,
  region: 'cn-north-1',
  domains: 'a.example.cn,b.example.cn',
  certificate: 'ASCAEXAMPLE',
  icp: '京ICP备2026000001号',
  publicApi: '1',
}
/** Turns what CDK's own rules find in a template into errors. */
const strict = { '@aws-cdk/core:validateAgainstDefaultRules': true }

/** Synthesises with CDK's own rules, and answers what they find; each is printed by the synthesis, too. */
const foundBy = (app: App): string[] => {
  delete process.env['CDK_VALIDATION']
  const told: string[] = []
  const before = { code: process.exitCode, error: console.error, log: console.log }
  console.error = console.log = (...words: unknown[]) => void told.push(words.join(' '))
  try {
    app.synth()
  } catch (error) {
    told.push(String(error))
  } finally {
    process.env['CDK_VALIDATION'] = 'false'
    Object.assign(console, { error: before.error, log: before.log })
    process.exitCode = before.code
  }
  return told
}
const resourcesOf = (template: Template): { type: string; id: string; properties: Json; whole: Json }[] =>
  Object.entries(template.toJSON()['Resources'] as Record<string, { Type: string; Properties?: Json }>).map(
    ([id, r]) => ({ type: r.Type, id, properties: r.Properties ?? {}, whole: r }),
  )

describe.each([
  ['aws', inAws],
  ['aws-cn', inChina],
])('the app in %s', (partition, context) => {
  let app: App
  let found: string[]
  let templates: Template[]
  beforeAll(() => {
    app = buildApp({ ...context, ...strict }, rich)
    found = foundBy(app)
    templates = app.node.children.filter((c) => Stack.isStack(c)).map((s) => Template.fromStack(s))
  })
  const all = () => templates.flatMap(resourcesOf)

  it("breaks none of CDK's own rules, which know what each region has", () => {
    expect(found).toEqual([])
  })

  it('has nothing that cdk-nag would refuse', () => {
    const { violations } = new HouseChecks(app).validateScope(app)
    expect(violations.map((v) => `${v.ruleName} ${v.violatingResources.map((r) => r.constructPath).join()}`)).toEqual(
      [],
    )
  })

  it('lets every object that says how long it lives go then', () => {
    const rules = all()
      .filter((r) => r.type === 'AWS::S3::Bucket')
      .flatMap((r) => expiryRules(r.id, r.properties['LifecycleConfiguration']))
    const told = rules.map((r) => [r.tag.key, r.tag.value, r.days])
    expect(told).toEqual(Object.entries(lifetimes).map(([life, days]) => [lifeTag, life, days]))
  })

  it('names no other partition, and tells every function its own', () => {
    for (const template of templates) {
      const text = JSON.stringify(template.toJSON())
      for (const [, named] of text.matchAll(/arn:(aws[\w-]*):/g)) expect(named).toBe(partition)
    }
    const rooms = all().filter((r) => r.type === 'AWS::Lambda::Function' && r.id.startsWith('Fn'))
    expect(rooms.length).toBeGreaterThan(3)
    for (const { properties } of rooms)
      expect((properties['Environment'] as { Variables: Json }).Variables['AWS_PARTITION']).toEqual({
        Ref: 'AWS::Partition',
      })
  })

  it('attaches a firewall only where there is one', () => {
    const text = JSON.stringify(stackOf(app, 'QingheWeb').toJSON())
    expect(text.includes('WebACLId')).toBe(partition === 'aws')
    expect(app.node.tryFindChild('QingheFirewall') !== undefined).toBe(partition === 'aws')
    expect(text.includes('IamCertificateId')).toBe(partition === 'aws-cn')
  })

  it('has its stage in every physical name, and no fixed name on what a failed creation could leave', () => {
    for (const { type, id, properties, whole } of all())
      for (const [field, value] of Object.entries(properties)) {
        const isName = /^(Name|[A-Z]\w*Name)$/.test(field) && typeof value === 'string'
        if (!isName || /^AWS::(ApiGatewayV2::Stage|IAM::Policy|Lambda::Alias)$/.test(type)) continue
        if (field === 'MetricName' || field === 'DeploymentConfigName') continue
        expect(`${type} ${id} ${value}`).toMatch(/ (qinghe-prod-[\w-]+|\$LATEST)$/)
        expect(`${type} ${id} ${String(whole['DeletionPolicy'])}`).not.toMatch(/ Retain$/)
      }
    // These have their names further in, and CDK's own are the same for every stage.
    for (const { type, properties } of all())
      if (/CloudFront::(OriginAccessControl|ResponseHeadersPolicy|CachePolicy|OriginRequestPolicy)$/.test(type))
        expect(JSON.stringify(properties)).toContain('"Name":"qinghe-prod-')
    for (const stack of app.node.children.filter((c) => Stack.isStack(c)))
      expect(stack.stackName).toMatch(/^qinghe-prod-[a-z]+$/)
  })

  it('keeps data when a stack goes, but not what a failed first creation has made', () => {
    const data = resourcesOf(stackOf(app, 'QingheData'))
    for (const { type, whole } of data.filter((r) => /Table$|Bucket$|Key$/.test(r.type)))
      expect([type, whole['DeletionPolicy'], whole['UpdateReplacePolicy']]).toEqual([
        type,
        'RetainExceptOnCreate',
        'Retain',
      ])
    // A table that refuses to be deleted would outlive the failed creation.
    for (const { properties } of data.filter((r) => r.type === 'AWS::DynamoDB::Table')) {
      expect(properties['DeletionProtectionEnabled']).toBe(false)
    }
  })

  it('runs on arm64 throughout', () => {
    for (const { properties, id } of all().filter((r) => r.type === 'AWS::Lambda::Function' && r.id !== 'Pages'))
      if (/^(Fn|Work|Stream|Projector)/.test(id)) expect([id, properties['Architectures']]).toEqual([id, ['arm64']])
  })
})

describe('stages', () => {
  it('refuse deletion once they hold something; dev keeps nothing', () => {
    const tables = (context: object) =>
      resourcesOf(stackOf(buildApp({ ...inAws, ...context }, rich), 'QingheData')).filter(
        (r) => r.type === 'AWS::DynamoDB::Table',
      )
    for (const { properties } of tables({ established: '1' }))
      expect(properties['DeletionProtectionEnabled']).toBe(true)
    for (const { properties, whole } of tables({ stage: 'dev', established: '1' })) {
      expect([properties['DeletionProtectionEnabled'], whole['DeletionPolicy']]).toEqual([false, 'Delete'])
      expect(properties['TableName']).toMatch(/^qinghe-dev-/)
    }
  })
  it('that do not exist are refused by name', () => {
    expect(() => buildApp({ ...inAws, stage: 'production' }, rich)).toThrow('there is no stage production')
  })
})

describe('the edge in China', () => {
  let web: Template
  beforeAll(() => {
    web = stackOf(buildApp(inChina, rich), 'QingheWeb')
  })

  it('has nothing that China refuses', () => {
    const text = JSON.stringify(web.toJSON())
    // Sources: aws-cdk issues 13584 and 31033; aws-solutions-constructs 1050; CloudFront in China, "How CloudFront differs".
    for (const word of [
      'CachePolicyId',
      'OriginRequestPolicyId',
      'ResponseHeadersPolicyId',
      'OriginAccessControl',
      'FunctionAssociations',
      'LambdaFunctionAssociations',
      'AcmCertificateArn',
      'CustomErrorResponses',
      'http2and3',
    ])
      expect(text).not.toContain(word)
  })

  it('sends files to the bucket, calls to the API uncached, and every other path to the document', () => {
    const [{ properties } = { properties: {} as Json }] = resourcesOf(web).filter(
      (r) => r.type === 'AWS::CloudFront::Distribution',
    )
    type Behavior = { PathPattern?: string; TargetOriginId: string; MaxTTL: number; ForwardedValues: Json }
    const config = properties['DistributionConfig'] as {
      DefaultCacheBehavior: Behavior
      CacheBehaviors: Behavior[]
      Aliases: string[]
    }
    expect(config.Aliases).toEqual(['a.example.cn', 'b.example.cn'])
    expect(config.CacheBehaviors.map((b) => [b.PathPattern, b.TargetOriginId])).toEqual([
      ['/api/*', 'api'],
      ['/timestamp', 'api'],
      ['/ip', 'api'],
      ['*.*', 'site'],
    ])
    expect(config.DefaultCacheBehavior.TargetOriginId).toBe('pages')
    const api = config.CacheBehaviors[0]!
    expect(api.MaxTTL).toBe(0)
    expect(api.ForwardedValues).toMatchObject({ QueryString: true, Headers: expect.arrayContaining(['Authorization']) })
    expect(JSON.stringify(api.ForwardedValues)).not.toMatch(/"Host"|"\*"/)
  })

  it('lets the distribution read the bucket, and the document alone be read by its function', () => {
    const text = JSON.stringify(web.toJSON())
    expect(text).toContain('AWS::CloudFront::CloudFrontOriginAccessIdentity')
    expect(text).toContain('/index.html')
  })
})

describe('a deployment that lacks something', () => {
  const refused = (context: Record<string, unknown>): string => {
    try {
      buildApp(context, rich)
    } catch (error) {
      return (error as Error).message
    }
    return ''
  }
  it('is refused before synthesis, with all that is missing and what to do', () => {
    const nothing = refused({ ...bare, stage: 'prod', region: 'cn-northwest-1' })
    for (const word of ['account:', 'alarmEmail:', 'domains:', 'certificate:', 'icp:', 'publicApi:'])
      expect(nothing).toContain(word)
    expect(nothing).toContain('upload-server-certificate')
    expect(refused({ ...inChina, certificate: inAws.certificate })).toContain('no certificate of this partition')
    expect(refused({ ...inAws, certificate: undefined })).toContain('certificate: no certificate')
    expect(refused({ ...inAws, domains: 'Exam.example.com' })).toContain('is no domain')
    expect(refused(inAws)).toBe('')
    expect(refused(inChina)).toBe('')
    expect(refused(bare)).toBe('')
  })
})

describe('the checks themselves', () => {
  it('still see a wildcard, an open bucket', () => {
    const app = buildApp(inAws, rich)
    const stack = new Stack(app, 'Odd')
    new Bucket(stack, 'Open')
    const role = new Role(stack, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') })
    role.addToPolicy(new PolicyStatement({ actions: ['dynamodb:*'], resources: ['*'] }))
    app.synth()
    const names = new HouseChecks(app).validateScope(app).violations.map((v) => v.ruleName)
    expect(names).toEqual(
      expect.arrayContaining([
        'AwsSolutions-S10',
        'AwsSolutions-IAM5[Resource::*]',
        'AwsSolutions-IAM5[Action::dynamodb:*]',
      ]),
    )
  })
})

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
    expect(may(api, 'qinghe-exam-api', 's3:GetObject', /uploads|scan/)).toBe(false)
  })

  it('starts only own machines, and opens signing keys only in identity', () => {
    expect(may(api, 'qinghe-scan-api', 'states:StartExecution', /stateMachine:qinghe-scan-read/)).toBe(true)
    expect(may(api, 'qinghe-scan-api', 'states:SendTaskSuccess', /stateMachine:qinghe-scan-read/)).toBe(true)
    expect(may(api, 'qinghe-exam-api', 'states:StartExecution', /./)).toBe(false)
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

describe('the edge', () => {
  it('rewrites only paths whose last segment has no extension', () => {
    const of = (uri: string): unknown => runInNewContext(`${rewriteCode}; handler({ request: { uri } }).uri`, { uri })
    expect(['/', '/exam/ex_1', '/a.b/c'].map(of)).toEqual(['/index.html', '/index.html', '/index.html'])
    expect(['/assets/a-1.js', '/favicon.ico'].map(of)).toEqual(['/assets/a-1.js', '/favicon.ico'])
  })

  it('never hides an answer of the API behind an error page, and caches none', () => {
    const web = JSON.stringify(stackOf(buildApp(bare, rich), 'QingheWeb').toJSON())
    expect(web).not.toContain('CustomErrorResponses')
    for (const path of ['/api/*', '/timestamp', '/ip']) expect(web).toContain(`"PathPattern":"${path}"`)
    expect(web).toContain('x-qinghe-edge')
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
