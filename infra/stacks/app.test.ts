import { Stack } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Bucket } from 'aws-cdk-lib/aws-s3'
import { beforeAll, describe, expect, it } from 'vitest'
import { lifetimes, lifeTag } from '#shared/kit/lifetime.ts'
import { buildApp } from '../app.ts'
import { HouseChecks } from '../kit/checks.ts'
import { expiryRules } from '../local/stores/s3/lifetime.ts'
import type { App } from 'aws-cdk-lib'
import { rich, stackOf, bare, inAws, inChina, strict, foundBy, resourcesOf } from './stacks.testing.ts'
import type { Json } from './stacks.testing.ts'

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
