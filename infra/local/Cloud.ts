import { createServer } from 'node:http'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { S3Client } from '@aws-sdk/client-s3'
import { accessDesk } from './access.ts'
import { buildEntries, clientsEntry } from './build.ts'
import { provisionTables } from './dynamoTables.ts'
import { startEvents } from './events.ts'
import { listen, startGateway } from './gateway.ts'
import { checkTypes, functionsOf, headersIn, ofType, rolesOf, routesIn, runsHere, textOf } from './inventory.ts'
import { startLambda } from './lambda.ts'
import { jitter } from './process/jitter.ts'
import { startStepFunctions } from './states/StepFunctions.ts'
import { startDynamo } from './stores/dynamo/dynamo.ts'
import { hashKeyOf } from './stores/dynamo/dynamoAccess.ts'
import { startGuard } from './stores/access/guard.ts'
import { startKms } from './stores/access/kms.ts'
import { startQueues } from './stores/queues.ts'
import { allows } from './stores/access/policy.ts'
import { expiryRules } from './stores/s3/lifetime.ts'
import { startS3 } from './stores/s3/S3.ts'
import { localPlace as place } from './stores/stores.types.ts'
import { startSts } from './stores/access/sts.ts'
import { startStreams } from './streams.ts'
import { startSweeping } from './sweep.ts'
import { usageDesk } from './usage.ts'
import { synthesise } from './synthesis.ts'
import { resolveTemplates } from './template.ts'
import type { AccessDesk } from './access.ts'
import type { LocalFunction, LocalRole } from './inventory.ts'
import type { Units } from './stores/access/guard.ts'
import type { Access } from './stores/stores.types.ts'
import type { RunningSts } from './stores/access/sts.ts'
import type { Streams } from './streams.ts'
import type { Usage } from './usage.ts'

export type CloudOptions = {
  /** Where everything that must survive a restart lies. */
  dataDir: string
  /** 0 takes a free one. */
  port: number
  /** S3 speaks to browsers, so its port is part of the address. Default: 20005, or a free one where `port` is 0. */
  s3Port?: number
  /** The address that the gateway and S3 listen at. Default 127.0.0.1. */
  host?: string
  demo: boolean
  /** The built SPA. */
  webDir?: string
  quiet?: boolean
  /** Counts the database's units by function, for `unitsOf`. */
  countUnits?: boolean
  /** For how long the stream of a reader gathers, ms, unless `waitIdle` asks for it. Without it a quiet one is told at once. */
  windows?: (functionId: string) => number
}

export type Cloud = {
  /** `http://127.0.0.1:<port>` */
  address: string
  endpoints: { s3: string; dynamo: string; states: string; kms: string; sts: string }
  functions: readonly LocalFunction[]
  /** The environment of a function, credentials included: what a worker of it gets. */
  envOf: (functionId: string) => Record<string, string>
  /** Calls a function as the service would. Throws what the function threw, by its name. */
  invoke: (functionId: string, event: unknown) => Promise<unknown>
  /** The account's own key: what tests read the stores with, past every policy. */
  root: { accessKeyId: string; secretAccessKey: string }
  /** What a process beside needs to judge and to ask the database by itself (stores/dynamo/near.ts). */
  near: { port: number; roles: readonly LocalRole[]; wrote: (table: string) => void }
  /** Acts that a policy refused since the start. */
  denials: readonly string[]
  /** The units that a function has used since the start; zeros unless they are counted. */
  unitsOf: (functionId: string) => Units
  /** What ended in a queue, by the queue's name: changes and events that no function took. */
  missed: (queue: string) => readonly unknown[]
  /** All that was used since the start, by whom: of the database and the processor only with `countUnits`. */
  spent: () => Usage
  /** Resolves when no execution, event, stream or function has anything more to do by itself. */
  waitIdle: () => Promise<void>
  close: () => Promise<void>
}

/** Whether a role's trust lets another role assume it. */
const trusts = (role: LocalRole, principalArn: string): boolean =>
  [role.trust.Statement].flat().some((statement) => {
    const { AWS } = ((statement as { Principal?: { AWS?: string | string[] } }).Principal ?? {}) as {
      AWS?: string | string[]
    }
    return statement.Effect === 'Allow' && [AWS ?? []].flat().includes(principalArn)
  })

const arnIn = (service: string, path: string) => (name: string) =>
  `arn:${place.partition}:${service}:${service === 'iam' ? '' : place.region}:${place.account}:${path}${name}`

/** The only S3 without TLS that Amplify's Storage speaks to. */
const amplifyS3Port = 20_005

const probe = async (port: number, host: string, variable: string): Promise<void> => {
  if (port === 0) return
  const server = createServer()
  await listen(server, port, host, variable)
  await new Promise((resolve) => server.close(resolve))
}

/** An error as the states language knows it. */
const thrown = ({
  errorType,
  errorMessage,
  trace,
}: {
  errorType: string
  errorMessage: string
  trace: string[]
}): Error => {
  const error = new Error(errorMessage)
  error.name = errorType
  error.stack = trace.join('\n')
  return error
}

/**
 * Runs what the CDK app says: the same tables, bucket, functions, routes, state machines, rules, policies.
 * Throws PortBusy, and for any resource type or intrinsic that it does not know, by its name.
 */
export const startCloud = async (options: CloudOptions): Promise<Cloud> => {
  const { dataDir, demo } = options
  const host = options.host ?? '127.0.0.1'
  mkdirSync(dataDir, { recursive: true })
  const s3Port = options.s3Port ?? (options.port === 0 ? 0 : amplifyS3Port)
  await Promise.all([probe(options.port, host, 'PORT'), probe(s3Port, host, 'S3_PORT')])
  const closers: (() => Promise<unknown> | void)[] = []
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).reverse()) await closer()
  }
  try {
    return await start()
  } catch (error) {
    await close()
    throw error
  }

  async function start(): Promise<Cloud> {
    const dynamoStart = startDynamo({ dataDir })
    // The first failure is thrown; the other's must not go unheard either.
    dynamoStart.catch(() => undefined)
    closers.push(async () => (await dynamoStart.catch(() => null))?.close())

    const resources = resolveTemplates(await synthesise({ demo }), place, runsHere)
    checkTypes(resources)
    const functions = functionsOf(resources, arnIn('lambda', 'function:'))
    const roles = rolesOf(resources, arnIn('iam', 'role/'))
    const built = buildEntries(join(dataDir, '.build'), [...functions.map((f) => f.entry), clientsEntry])
    built.catch(() => undefined)

    const desks: { sts?: RunningSts } = {}
    const desk: AccessDesk = accessDesk({
      dataDir,
      functions,
      roles,
      assumed: (accessKeyId) => {
        const found = desks.sts?.credentialsOf(accessKeyId)
        return found ? { ...found, sessionPolicies: found.policy ? [found.policy] : [] } : null
      },
    })
    const { secretOf, authorise } = desk
    const assumes = (access: Access): boolean => {
      const role = roles.get(access.resource)
      return role !== undefined && authorise(access) && trusts(role, desk.roleOf(access.accessKeyId) ?? '')
    }

    const usage = usageDesk(new Map(functions.map((f) => [desk.credentialsOf(f.id).accessKeyId, f.id])))
    const dynamo = await dynamoStart
    const reading: { streams?: Streams } = {}
    const common = { secretOf, authorise, place }
    const closedAtEnd = async <T extends { close: () => Promise<void> }>(starting: Promise<T>): Promise<T> => {
      const started = await starting
      closers.push(() => started.close())
      return started
    }
    const [guard, s3, kms, sts] = await Promise.all([
      closedAtEnd(
        startGuard({
          ...common,
          target: dynamo.endpoint,
          hashKeyOf,
          wrote: (table) => reading.streams?.wrote(table),
          ...(options.countUnits ? { observe: usage.units } : {}),
        }),
      ),
      closedAtEnd(
        startS3({
          ...common,
          authorise: (access) => {
            usage.object(access)
            return authorise(access)
          },
          dataDir: join(dataDir, 's3'),
          host,
          port: s3Port,
          buckets: ofType(resources, 'AWS::S3::Bucket').map((r) => r.physicalId),
          expiry: ofType(resources, 'AWS::S3::Bucket').flatMap((r) =>
            expiryRules(r.physicalId, r.properties['LifecycleConfiguration']),
          ),
          corsOrigins: ['*'],
        }),
      ),
      closedAtEnd(startKms({ ...common, dataDir })),
      closedAtEnd(startSts({ ...common, authorise: assumes })),
      provisionTables(dynamo.endpoint, resources),
    ])
    desks.sts = sts
    for (const key of ofType(resources, 'AWS::KMS::Key')) kms.ensureKey(key.physicalId)

    const lambdaEnvs = new Map<string, Record<string, string>>()
    const envOf = (functionId: string): Record<string, string> => {
      const env = lambdaEnvs.get(functionId)
      if (!env) throw new Error(`no function ${functionId}; there are ${[...lambdaEnvs.keys()].join(', ')}`)
      return { ...env }
    }
    const lambda = startLambda({
      ...{ functions, envOf, built, logDir: join(dataDir, 'logs') },
      ...(options.countUnits
        ? { took: usage.effort }
        : {
            near: {
              port: dynamo.port,
              policiesOf: (f) => roles.get(f.roleArn)?.policies ?? [],
              wrote: (table) => reading.streams?.wrote(table),
              refused: desk.refused,
            },
          }),
    })
    closers.push(() => lambda.close())
    const announce = (line: string): void => {
      if (!options.quiet) console.error(line)
    }
    const invoke = async (functionArn: string, event: string, over?: AbortSignal) => {
      usage.called(functionArn.split(':qinghe-').at(-1)!)
      const outcome = await lambda.invoke(functionArn, event, over)
      if (!outcome.ok)
        announce(`${functionArn.split(':').at(-1)}: ${outcome.error.errorType}: ${outcome.error.errorMessage}`)
      return outcome
    }

    const later = jitter('QINGHE_JITTER')
    const slowly = jitter('QINGHE_DAWDLE', 0.5)
    /** What no person waits for: steps, streams, events. */
    const begin = async (functionArn: string, event: string) => {
      await later()
      return invoke(functionArn, event)
    }

    const queues = startQueues(dataDir, resources)
    const events = startEvents(resources, async (arn, event) => (await begin(arn, event)).ok, queues)
    closers.push(() => events.close())
    const rootS3 = new S3Client({
      endpoint: s3.endpoint,
      region: place.region,
      forcePathStyle: true,
      credentials: desk.root,
    })
    // Executions of an earlier run go on as soon as there is a service; their functions wait for their environment.
    const opened = Promise.withResolvers<void>()
    const states = await startStepFunctions({
      dataDir,
      region: place.region,
      accountId: place.account,
      partition: place.partition,
      s3: rootS3,
      secretOf: (accessKeyId) => secretOf(accessKeyId)?.secretAccessKey,
      authorise,
      invoke: async (functionArn, payload, { roleArn }) => {
        const role = roles.get(roleArn)
        if (!role || !allows(role.policies, { action: 'lambda:InvokeFunction', resource: functionArn })) {
          throw thrown({
            errorType: 'Lambda.AWSLambdaException',
            errorMessage: `${roleArn} is not authorized to perform: lambda:InvokeFunction on resource: ${functionArn}`,
            trace: [],
          })
        }
        await opened.promise
        const outcome = await begin(functionArn, JSON.stringify(payload))
        if (!outcome.ok) throw thrown(outcome.error)
        return { payload: JSON.parse(outcome.payload) as never }
      },
      onPaid: usage.states,
      onStatusChange: async (event) => {
        await opened.promise
        // Told is what was taken: an event on its way when the process dies is put again by the next one.
        await events.put(event)
      },
    })
    closers.push(() => states.close())

    const endpoints = {
      s3: s3.endpoint,
      dynamo: guard.endpoint,
      states: states.endpoint,
      kms: kms.endpoint,
      sts: sts.endpoint,
    }
    for (const f of functions) {
      const credentials = desk.credentialsOf(f.id)
      lambdaEnvs.set(f.id, {
        ...f.environment,
        QINGHE_ENV: 'local',
        AWS_REGION: place.region,
        AWS_DEFAULT_REGION: place.region,
        AWS_ACCESS_KEY_ID: credentials.accessKeyId,
        AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
        AWS_ENDPOINT_URL_S3: endpoints.s3,
        AWS_ENDPOINT_URL_DYNAMODB: endpoints.dynamo,
        AWS_ENDPOINT_URL_SFN: endpoints.states,
        AWS_ENDPOINT_URL_KMS: endpoints.kms,
        AWS_ENDPOINT_URL_STS: endpoints.sts,
        AWS_EC2_METADATA_DISABLED: 'true',
        AWS_LAMBDA_FUNCTION_NAME: f.name,
        AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(f.memory),
        AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
        // The service that collects figures is not here; where the processor's time is metered they are made all the same.
        ...(options.countUnits ? {} : { POWERTOOLS_METRICS_DISABLED: 'true' }),
        TZ: 'UTC',
        ...(process.env['PATH'] === undefined ? {} : { PATH: process.env['PATH'] }),
        // A reader of answers that is tried on this machine.
        ...(process.env['READER_URL'] ? { READER_URL: process.env['READER_URL'] } : {}),
      })
    }
    opened.resolve()
    for (const machine of ofType(resources, 'AWS::StepFunctions::StateMachine')) {
      states.createStateMachine({
        name: textOf(machine, 'StateMachineName'),
        definition: textOf(machine, 'DefinitionString'),
        roleArn: textOf(machine, 'RoleArn'),
        type: machine.properties['StateMachineType'] === 'EXPRESS' ? 'EXPRESS' : 'STANDARD',
      })
    }
    const sweeping = startSweeping(dynamo.endpoint, resources)
    closers.push(() => sweeping.close())
    const streams = (reading.streams = startStreams(dataDir, dynamo.endpoint, resources, begin, queues, options))
    closers.push(() => streams.close())

    const gateway = await startGateway({
      port: options.port,
      host,
      routes: routesIn(resources),
      invoke: async (...call) => {
        await slowly()
        return invoke(...call)
      },
      webDir: options.webDir,
      headers: headersIn(resources, place, s3.port),
    })
    closers.push(() => gateway.close())
    void built.then((entries) => {
      for (const [entry, of] of entries) if ('problem' in of) announce(`${entry} was not built: ${of.problem}`)
    })

    const quiet = (since: number): boolean => !lambda.busy() && !events.busy() && !streams.busy(since)
    return {
      address: `http://${host}:${gateway.port}`,
      endpoints,
      functions,
      envOf,
      root: desk.root,
      near: { port: dynamo.port, roles: [...roles.values()], wrote: (table) => streams.wrote(table) },
      denials: desk.denials,
      missed: queues.messagesOf,
      spent: usage.spent,
      unitsOf: (functionId) => {
        const { read, write } = usage.spent().by[functionId] ?? { read: 0, write: 0 }
        return { read, write }
      },
      async invoke(functionId, event) {
        const outcome = await invoke(arnIn('lambda', 'function:')(`qinghe-${functionId}`), JSON.stringify(event))
        if (!outcome.ok) throw thrown(outcome.error)
        return JSON.parse(outcome.payload) as unknown
      },
      async waitIdle() {
        // Twice in a row: a finished execution puts an event, an event calls a function.
        let since = performance.now()
        let still = 0
        while (still < 2) {
          await states.idle()
          await new Promise((resolve) => setTimeout(resolve, 15))
          if (lambda.busy() || events.busy()) since = performance.now()
          still = quiet(since) ? still + 1 : 0
        }
      },
      close,
    }
  }
}
