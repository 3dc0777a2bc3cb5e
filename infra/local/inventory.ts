import type { PolicyDocument } from './stores/access/policy.ts'
import type { Place } from './stores/stores.types.ts'
import type { Resource } from './template.ts'

/** Types that the local cloud runs. */
const run = new Set([
  'AWS::DynamoDB::Table',
  'AWS::S3::Bucket',
  'AWS::KMS::Key',
  'AWS::IAM::Role',
  'AWS::IAM::Policy',
  'AWS::Lambda::Function',
  'AWS::Lambda::EventSourceMapping',
  'AWS::ApiGatewayV2::Api',
  'AWS::ApiGatewayV2::Integration',
  'AWS::ApiGatewayV2::Route',
  'AWS::ApiGatewayV2::Stage',
  'AWS::StepFunctions::StateMachine',
  'AWS::Events::Rule',
  'AWS::SQS::Queue',
  'AWS::CloudFront::ResponseHeadersPolicy',
])

/** Types deliberately without a counterpart, and why. Any other type stops the start. */
const without: Record<string, string> = {
  'AWS::CDK::Metadata': 'tells CDK of itself',
  'AWS::CloudFormation::WaitCondition': 'only orders deployments',
  'AWS::CloudFront::Distribution': 'the gateway is the edge: the same paths to the API, everything else the SPA',
  'AWS::CloudFront::Function':
    "the gateway's own rewrite of extensionless paths stands in; the function has its own test",
  'AWS::CloudFront::OriginAccessControl': 'the gateway reads the files of the SPA itself',
  'AWS::CloudFront::CachePolicy': 'the gateway caches nothing',
  'AWS::CloudFront::OriginRequestPolicy': 'the gateway passes everything on',
  'AWS::CloudWatch::Alarm': 'no person is on call for a laptop',
  'AWS::CloudWatch::CompositeAlarm': 'no person is on call for a laptop',
  'AWS::CloudWatch::Dashboard': 'logs go to files; there are no metrics here',
  'AWS::CodeDeploy::Application': 'a version takes over at once: it is the only one',
  'AWS::CodeDeploy::DeploymentGroup': 'a version takes over at once: it is the only one',
  'AWS::Lambda::Version': 'there is one version, and the alias is the function itself',
  'AWS::Lambda::Alias': 'there is one version, and the alias is the function itself',
  'AWS::KMS::Alias': 'keys are named by their ids',
  'AWS::Lambda::LayerVersion': 'packages and fonts come from node_modules and layers/',
  'AWS::Lambda::Permission': 'only the routes, rules and machines of the templates call functions here',
  'AWS::Logs::LogGroup': 'logs go to files, one a function',
  'AWS::S3::BucketPolicy': 'asks for TLS and for CloudFront; loopback has neither',
  'AWS::SQS::QueuePolicy': 'asks for TLS, and lets the rules write to their queue: here they always may',
  'AWS::SNS::Topic': 'only alarms speak to it',
  'AWS::SNS::TopicPolicy': 'only alarms speak to it',
  'AWS::SNS::Subscription': 'only alarms speak to it',
  'AWS::WAFv2::WebACL': 'rate limits of our own are the guard here',
}

export const runsHere = (type: string): boolean => run.has(type)

/** Throws at the first resource whose type is in no list here. */
export const checkTypes = (resources: readonly Resource[]): void => {
  const strange = resources.find((r) => !run.has(r.type) && !(r.type in without))
  if (strange) {
    throw new Error(
      `the local cloud does not know ${strange.type} (${strange.stack}, ${strange.id}): see infra/local/inventory.ts`,
    )
  }
}

export const ofType = (resources: readonly Resource[], type: string): Resource[] =>
  resources.filter((r) => r.type === type)

export const textOf = (resource: Resource, field: string): string => {
  const value = resource.properties[field]
  if (typeof value !== 'string') throw new Error(`${resource.stack} ${resource.id} (${resource.type}) has no ${field}`)
  return value
}

export type LocalFunction = {
  /** `<room>-<kind>` */
  readonly id: string
  readonly name: string
  readonly arn: string
  readonly entry: string
  readonly timeoutMs: number
  readonly memory: number
  readonly environment: Record<string, string>
  readonly roleArn: string
}

export const functionsOf = (resources: readonly Resource[], arnOf: (name: string) => string): LocalFunction[] =>
  ofType(resources, 'AWS::Lambda::Function').map((r) => {
    const entry = r.metadata['qinghe:entry']
    if (typeof entry !== 'string') throw new Error(`the function ${r.id} names no entry in its metadata`)
    const { Variables = {} } = (r.properties['Environment'] ?? {}) as { Variables?: Record<string, unknown> }
    return {
      id: r.physicalId.replace(/^qinghe-/, ''),
      name: r.physicalId,
      arn: arnOf(r.physicalId),
      entry,
      timeoutMs: Number(r.properties['Timeout'] ?? 3) * 1000,
      memory: Number(r.properties['MemorySize'] ?? 128),
      environment: Object.fromEntries(Object.entries(Variables).map(([k, v]) => [k, String(v)])),
      roleArn: textOf(r, 'Role'),
    }
  })

export type LocalRole = { readonly arn: string; readonly trust: PolicyDocument; readonly policies: PolicyDocument[] }

/** Every role with the documents that are attached to it. Throws for a managed policy: their texts are not here. */
export const rolesOf = (resources: readonly Resource[], arnOf: (name: string) => string): Map<string, LocalRole> => {
  const roles = new Map<string, LocalRole>()
  for (const r of ofType(resources, 'AWS::IAM::Role')) {
    if (((r.properties['ManagedPolicyArns'] ?? []) as unknown[]).length > 0) {
      throw new Error(`the role ${r.id} has a managed policy, whose text the local cloud does not have`)
    }
    const inline = (r.properties['Policies'] ?? []) as { PolicyDocument: PolicyDocument }[]
    const arn = arnOf(r.physicalId)
    roles.set(arn, {
      arn,
      trust: r.properties['AssumeRolePolicyDocument'] as PolicyDocument,
      policies: inline.map((p) => p.PolicyDocument),
    })
  }
  for (const r of ofType(resources, 'AWS::IAM::Policy')) {
    for (const name of (r.properties['Roles'] ?? []) as string[]) {
      roles.get(arnOf(name))?.policies.push(r.properties['PolicyDocument'] as PolicyDocument)
    }
  }
  return roles
}

export type LocalRoute = {
  readonly method: string
  readonly path: string
  readonly room: string
  readonly functionArn: string
}

export const routesIn = (resources: readonly Resource[]): LocalRoute[] => {
  const integrations = new Map(
    ofType(resources, 'AWS::ApiGatewayV2::Integration').map((r) => [r.physicalId, textOf(r, 'IntegrationUri')]),
  )
  return ofType(resources, 'AWS::ApiGatewayV2::Route').map((r) => {
    const [method = '', path = ''] = textOf(r, 'RouteKey').split(' ')
    const functionArn = integrations.get(textOf(r, 'Target').replace('integrations/', ''))
    if (functionArn === undefined) throw new Error(`the route ${method} ${path} leads nowhere`)
    return { method, path, room: functionArn.split(':').at(-1)!, functionArn }
  })
}

type SecurityHeaders = {
  ContentSecurityPolicy?: { ContentSecurityPolicy: string }
  ContentTypeOptions?: object
  FrameOptions?: { FrameOption: string }
  ReferrerPolicy?: { ReferrerPolicy: string }
}

/**
 * The headers that the distribution puts on every answer, with the local S3 in the bucket's place. Strict transport
 * security is left out: loopback has no TLS.
 */
export const headersIn = (resources: readonly Resource[], place: Place, s3Port: number): Record<string, string> => {
  const [policy] = ofType(resources, 'AWS::CloudFront::ResponseHeadersPolicy')
  const config = (policy?.properties['ResponseHeadersPolicyConfig'] ?? {}) as {
    SecurityHeadersConfig?: SecurityHeaders
  }
  const of = config.SecurityHeadersConfig ?? {}
  let content = of.ContentSecurityPolicy?.ContentSecurityPolicy
  for (const bucket of ofType(resources, 'AWS::S3::Bucket')) {
    const host = `https://${bucket.physicalId}.s3.${place.region}.amazonaws.com`
    content = content?.replaceAll(host, `http://127.0.0.1:${s3Port} http://localhost:${s3Port}`)
  }
  return {
    ...(content === undefined ? {} : { 'content-security-policy': content }),
    ...(of.ContentTypeOptions ? { 'x-content-type-options': 'nosniff' } : {}),
    ...(of.FrameOptions ? { 'x-frame-options': of.FrameOptions.FrameOption } : {}),
    ...(of.ReferrerPolicy ? { 'referrer-policy': of.ReferrerPolicy.ReferrerPolicy } : {}),
  }
}
