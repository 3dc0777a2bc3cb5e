import { createHash } from 'node:crypto'
import type { Place } from './stores/stores.types.ts'

type Json = unknown
type JsonObject = Record<string, unknown>
type RawResource = {
  Type: string
  Properties?: JsonObject
  Metadata?: JsonObject
  Condition?: string
}

export type Template = {
  stack: string
  Parameters?: Record<string, { Type: string; Default?: unknown }>
  Mappings?: Record<string, Record<string, Record<string, unknown>>>
  Conditions?: Record<string, Json>
  Resources?: Record<string, RawResource>
  Outputs?: Record<string, { Value: Json; Export?: { Name: Json } }>
}

export type Resource = {
  readonly stack: string
  readonly id: string
  readonly type: string
  readonly properties: JsonObject
  readonly metadata: JsonObject
  /** What `Ref` gives. */
  readonly physicalId: string
}

/** A parameter that was given no value: what depends on it is left out. */
const absent = Symbol('absent')

const urlSuffixes: Record<string, string> = { aws: 'amazonaws.com', 'aws-cn': 'amazonaws.com.cn' }

type Naming = {
  ref: (r: RawResource, unique: string, place: Place) => string
  attributes?: Record<string, (name: string, place: Place) => string>
}
const named =
  (field: string): Naming['ref'] =>
  (r, unique) =>
    typeof r.Properties?.[field] === 'string' ? r.Properties[field] : unique
const arn =
  (service: string, of: (name: string) => string, global = false) =>
  (name: string, p: Place): string =>
    `arn:${p.partition}:${service}:${global ? '' : p.region}:${service === 's3' ? '' : p.account}:${of(name)}`

/** How Ref and GetAtt read here. A type that is not in the table has only a made-up Ref. */
const namings: Record<string, Naming> = {
  'AWS::DynamoDB::Table': {
    ref: named('TableName'),
    attributes: {
      Arn: arn('dynamodb', (n) => `table/${n}`),
      StreamArn: arn('dynamodb', (n) => `table/${n}/stream/local`),
    },
  },
  'AWS::S3::Bucket': {
    // Made-up names of buckets are in lower case, as CloudFormation's are.
    ref: (r, unique, p) => named('BucketName')(r, unique.toLowerCase(), p),
    attributes: {
      Arn: arn('s3', (n) => n, true),
      DomainName: (n, p) => `${n}.s3.${urlSuffixes[p.partition]}`,
      RegionalDomainName: (n, p) => `${n}.s3.${p.region}.${urlSuffixes[p.partition]}`,
    },
  },
  'AWS::KMS::Key': {
    ref: (_, unique) => {
      const hex = createHash('sha256').update(unique).digest('hex')
      return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, '$1-$2-$3-$4-$5')
    },
    attributes: { Arn: arn('kms', (n) => `key/${n}`) },
  },
  'AWS::IAM::Role': { ref: named('RoleName'), attributes: { Arn: arn('iam', (n) => `role/${n}`, true) } },
  'AWS::Lambda::Function': { ref: named('FunctionName'), attributes: { Arn: arn('lambda', (n) => `function:${n}`) } },
  // Here an alias is its function: there is one version.
  'AWS::Lambda::Alias': {
    ref: (r, unique, p) => arn('lambda', (n) => `function:${n}`)(named('FunctionName')(r, unique, p), p),
  },
  'AWS::Logs::LogGroup': { ref: named('LogGroupName'), attributes: { Arn: arn('logs', (n) => `log-group:${n}:*`) } },
  'AWS::StepFunctions::StateMachine': {
    ref: (r, unique, p) => arn('states', (n) => `stateMachine:${n}`)(named('StateMachineName')(r, unique, p), p),
    attributes: { Arn: (ref) => ref, Name: (ref) => ref.split(':').at(-1)! },
  },
  'AWS::Events::Rule': { ref: named('Name'), attributes: { Arn: arn('events', (n) => `rule/${n}`) } },
  'AWS::SQS::Queue': {
    ref: (r, unique, p) =>
      `https://sqs.${p.region}.${urlSuffixes[p.partition]}/${p.account}/${named('QueueName')(r, unique, p)}`,
    attributes: {
      Arn: (url, p) => arn('sqs', (n) => n)(url.split('/').at(-1)!, p),
      QueueName: (url) => url.split('/').at(-1)!,
    },
  },
  'AWS::SNS::Topic': { ref: (_, unique, p) => arn('sns', (n) => n)(unique, p) },
  'AWS::ApiGatewayV2::Api': {
    ref: (_, unique) => createHash('sha256').update(unique).digest('hex').slice(0, 10),
    attributes: { ApiEndpoint: (n, p) => `https://${n}.execute-api.${p.region}.${urlSuffixes[p.partition]}` },
  },
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Resolves the intrinsic functions of all templates together, as a deployment would. Properties of types that
 * do not run here stay out: `runs` says which are wanted.
 * Throws for an intrinsic, a reference or an attribute that it does not know, by its name.
 */
export const resolveTemplates = (
  templates: readonly Template[],
  place: Place,
  runs: (type: string) => boolean = () => true,
  parameters: Record<string, string> = {},
): Resource[] => {
  const exportOf = new Map<string, () => unknown>()
  const scopes = templates.map((template) => scopeOf(template))
  for (const { template, resolve } of scopes) {
    for (const output of Object.values(template.Outputs ?? {})) {
      if (output.Export) exportOf.set(String(resolve(output.Export.Name)), () => resolve(output.Value))
    }
  }

  function scopeOf(template: Template) {
    const where = (what: string): string => `${template.stack}: ${what}`
    const pseudo: Record<string, unknown> = {
      'AWS::Partition': place.partition,
      'AWS::Region': place.region,
      'AWS::AccountId': place.account,
      'AWS::URLSuffix': urlSuffixes[place.partition],
      'AWS::StackName': template.stack,
      'AWS::StackId': `arn:${place.partition}:cloudformation:${place.region}:${place.account}:stack/${template.stack}/local`,
      'AWS::NoValue': absent,
    }
    const physical = (id: string): string => {
      const raw = template.Resources?.[id]
      if (!raw) throw new Error(where(`nothing is called ${id}`))
      const resolved = { ...raw, Properties: namesOf(raw) }
      return (namings[raw.Type]?.ref ?? ((_, unique) => unique))(resolved, `${template.stack}-${id}`, place)
    }
    /** Only the properties that may hold a name, or two resources that speak of each other would never end. */
    const namesOf = (raw: RawResource): JsonObject =>
      Object.fromEntries(
        Object.entries(raw.Properties ?? {})
          .filter(([field]) => field.endsWith('Name') || field === 'Name')
          .map(([field, value]) => [field, resolve(value)]),
      )
    const ref = (name: string): unknown => {
      if (name in pseudo) return pseudo[name]
      const parameter = template.Parameters?.[name]
      if (parameter) return parameters[name] ?? parameter.Default ?? absent
      return physical(name)
    }
    const attribute = (id: string, name: string): string => {
      const type = template.Resources?.[id]?.Type ?? 'nothing'
      const of = namings[type]?.attributes?.[name]
      if (!of) throw new Error(where(`the local cloud knows no attribute ${name} of ${type} (${id})`))
      return of(physical(id), place)
    }
    const condition = (value: Json): boolean => {
      if (typeof value === 'string') {
        if (template.Conditions?.[value] === undefined) throw new Error(where(`no condition ${value}`))
        return condition(template.Conditions[value])
      }
      if (!isObject(value)) throw new Error(where('odd condition'))
      const [[op, args] = ['', null]] = Object.entries(value)
      if (op === 'Condition') return condition(args)
      if (op === 'Fn::Equals') return resolve((args as Json[])[0]) === resolve((args as Json[])[1])
      if (op === 'Fn::Not') return !condition((args as Json[])[0])
      if (op === 'Fn::And') return (args as Json[]).every(condition)
      if (op === 'Fn::Or') return (args as Json[]).some(condition)
      throw new Error(where(`the local cloud does not know the condition ${op}`))
    }
    const substitute = (args: Json): unknown => {
      const [text, values] = (Array.isArray(args) ? args : [args, {}]) as [string, JsonObject]
      return text.replace(/\$\{(!?)([^}]+)\}/g, (_, literal: string, name: string) => {
        if (literal) return `\${${name}}`
        if (name in values) return String(resolve(values[name]))
        const [id = '', ...rest] = name.split('.')
        return String(rest.length > 0 ? attribute(id, rest.join('.')) : ref(name))
      })
    }
    const intrinsics: Record<string, (args: Json) => unknown> = {
      Ref: (args) => ref(String(args)),
      'Fn::GetAtt': (args) => {
        const [id, ...rest] = Array.isArray(args) ? (args as string[]) : String(args).split('.')
        return attribute(String(id), rest.join('.'))
      },
      'Fn::Join': (args) => {
        const [glue, list] = args as [string, Json]
        return (resolve(list) as unknown[]).map(String).join(glue)
      },
      'Fn::Sub': substitute,
      'Fn::Select': (args) => (resolve((args as Json[])[1]) as unknown[])[Number((args as Json[])[0])],
      'Fn::Split': (args) => String(resolve((args as Json[])[1])).split(String((args as Json[])[0])),
      'Fn::If': (args) => {
        const [name, yes, no] = args as [string, Json, Json]
        return resolve(condition(name) ? yes : no)
      },
      'Fn::FindInMap': (args) => {
        const [map, first, second] = (args as Json[]).map((a) => String(resolve(a))) as [string, string, string]
        const found = template.Mappings?.[map]?.[first]?.[second]
        if (found === undefined) throw new Error(where(`no ${second} of ${first} in the mapping ${map}`))
        return found
      },
      'Fn::ImportValue': (args) => {
        const name = String(resolve(args))
        const value = exportOf.get(name)
        if (!value) throw new Error(where(`no stack exports ${name}`))
        return value()
      },
    }
    const resolve = (value: Json): unknown => {
      if (Array.isArray(value)) return value.map(resolve).filter((v) => v !== absent)
      if (!isObject(value)) return value
      const [only, ...others] = Object.keys(value)
      if (only !== undefined && others.length === 0 && (only === 'Ref' || only.startsWith('Fn::'))) {
        const intrinsic = intrinsics[only]
        if (!intrinsic) throw new Error(where(`the local cloud does not know ${only}`))
        return intrinsic(value[only])
      }
      const copy: JsonObject = {}
      for (const [key, part] of Object.entries(value)) {
        const resolved = resolve(part)
        if (resolved !== absent) copy[key] = resolved
      }
      return copy
    }
    return { template, resolve, physical, condition }
  }

  return scopes.flatMap(({ template, resolve, physical, condition }) =>
    Object.entries(template.Resources ?? {})
      .filter(([, raw]) => raw.Condition === undefined || condition(raw.Condition))
      .map(([id, raw]) => ({
        stack: template.stack,
        id,
        type: raw.Type,
        properties: runs(raw.Type) ? (resolve(raw.Properties ?? {}) as JsonObject) : {},
        metadata: raw.Metadata ?? {},
        physicalId: physical(id),
      })),
  )
}
