import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RemovalPolicy, Stack } from 'aws-cdk-lib'
import type { CfnResource, Duration } from 'aws-cdk-lib'
import { Policy, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Architecture, Code, Function, LayerVersion, Runtime } from 'aws-cdk-lib/aws-lambda'
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import type { IConstruct } from 'constructs'
import { tableVariable } from '#shared/kit/tables.ts'
import { capOf, usualConcurrency } from '../concurrency.ts'
import { entryOf } from '../domains.ts'
import type { Domain, FunctionKind, Layer } from '../domains.ts'
import { metricsNamespace, named } from '../stage.ts'
import { bundleEntry } from './bundle.ts'
import { fieldPurpose, grantsOf, tablesOf } from './grants.ts'
import type { DataStack } from '../stacks/DataStack.ts'

const root = join(import.meta.dirname, '../..')
const packagesOfLayer: Record<Layer, readonly string[]> = {
  sharp: ['sharp'],
  chromium: ['@sparticuz/chromium', 'playwright', 'playwright-core'],
  fonts: ['@expo-google-fonts/noto-sans-sc', '@expo-google-fonts/noto-serif-sc'],
}

export type RoomFunctionProps = {
  readonly domain: Domain
  readonly kind: FunctionKind
  readonly data: DataStack
  readonly timeout: Duration
  readonly demo: boolean
  readonly environment?: Record<string, string>
}

/** Under which metadata the template names what bundling would have put into the code. */
export const entryMetadata = 'qinghe:entry'

/**
 * One Lambda of a room with a role of its own. Where nothing is bundled the code is an empty stand-in, and the entry's
 * path in the metadata says what the local cloud is to run.
 */
export class RoomFunction extends Construct {
  readonly lambda: Function
  readonly role: Role
  readonly policy: Policy
  readonly functionId: string
  readonly kind: FunctionKind

  constructor(scope: Construct, id: string, props: RoomFunctionProps) {
    super(scope, id)
    const { domain, kind, data } = props
    const stack = Stack.of(this)
    const entry = entryOf(domain.room, kind)
    this.functionId = `${domain.room}-${kind}`
    this.kind = kind
    const name = named(this, this.functionId)
    const isWork = kind === 'work'

    const logGroup = new LogGroup(this, 'Logs', {
      retention: RetentionDays.THREE_MONTHS,
      removalPolicy: RemovalPolicy.DESTROY,
    })
    this.role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') })
    this.policy = new Policy(this, 'Policy', { roles: [this.role] })
    this.policy.addStatements(
      new PolicyStatement({
        actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
        resources: [logGroup.logGroupArn],
      }),
      ...grantsOf(domain, kind, {
        table: (table) => data.tables.get(table)!.tableArn,
        bucket: data.bucket.bucketArn,
        machine: (machine) => machineArn(stack, machine),
        signingKey: data.signingKey.keyArn,
        auditBucket: data.auditBucket.bucketArn,
      }),
    )
    const pool = Number(this.node.tryGetContext('concurrency') ?? usualConcurrency)
    const cap = capOf(domain.room, kind, pool)
    this.lambda = new Function(this, 'Function', {
      functionName: name,
      runtime: Runtime.NODEJS_24_X,
      architecture: architectureOf(this),
      handler: 'index.handler',
      code: stack.bundlingRequired
        ? Code.fromAsset(
            bundleEntry(
              root,
              entry,
              domain.layers.flatMap((l) => packagesOfLayer[l]),
            ),
          )
        : Code.fromInline(`// ${entry}`),
      layers: stack.bundlingRequired ? domain.layers.map((l) => layerOf(stack, l)) : [],
      role: this.role.withoutPolicyUpdates(),
      logGroup,
      memorySize: isWork ? domain.workMemory : domain.memory,
      timeout: props.timeout,
      ...(cap === undefined ? {} : { reservedConcurrentExecutions: cap }),
      environment: {
        TABLE: named(this, domain.room),
        ...Object.fromEntries(tablesOf(domain).map((table) => [tableVariable(table), named(this, table)])),
        DATA_BUCKET: data.bucket.bucketName,
        MACHINE_PREFIX: machineArn(stack, ''),
        AWS_PARTITION: stack.partition,
        QINGHE_ENV: 'cloud',
        POWERTOOLS_METRICS_NAMESPACE: metricsNamespace(this),
        NODE_OPTIONS: '--enable-source-maps',
        ...(domain.room === 'identity' || domain.seals ? { KEY_ID: data.signingKey.keyId } : {}),
        ...(domain.seals ? { FIELD_PURPOSE: fieldPurpose(domain.room) } : {}),
        ...(domain.streamOf === 'audit' ? { AUDIT_BUCKET: data.auditBucket.bucketName } : {}),
        ...(props.demo ? { QINGHE_DEMO: '1' } : {}),
        ...props.environment,
      },
    })
    // A first call must not find the function before its policy.
    this.lambda.node.addDependency(this.policy)
    const resource = this.lambda.node.defaultChild as CfnResource
    resource.addMetadata(entryMetadata, entry)
    if (isWork && domain.workEphemeral > 512) {
      resource.addPropertyOverride('EphemeralStorage', { Size: domain.workEphemeral })
    }
  }
}

export const machineArn = (stack: Stack, name: string): string =>
  `arn:${stack.partition}:states:${stack.region}:${stack.account}:stateMachine:${named(stack, name)}`

/** arm64 costs a fifth less; `architecture=x86_64` is for a region that has none. */
export const architectureOf = (scope: IConstruct): Architecture => {
  const wanted: unknown = scope.node.tryGetContext('architecture') ?? 'arm64'
  if (wanted !== 'arm64' && wanted !== 'x86_64') throw new Error(`there is no architecture ${String(wanted)}`)
  return wanted === 'arm64' ? Architecture.ARM_64 : Architecture.X86_64
}

/** A layer is built by its own script, `layers/<name>/build.mjs DIRECTORY ARCHITECTURE`, on any machine. */
const layerOf = (stack: Stack, layer: Layer): LayerVersion => {
  const id = `Layer-${layer}`
  const known = stack.node.tryFindChild(id)
  if (known) return known as LayerVersion
  const out = mkdtempSync(join(tmpdir(), 'qinghe-layer-'))
  const architecture = architectureOf(stack)
  execFileSync(process.execPath, [join(root, 'layers', layer, 'build.mjs'), out, architecture.name], {
    cwd: root,
    stdio: 'inherit',
  })
  return new LayerVersion(stack, id, {
    code: Code.fromAsset(out),
    compatibleRuntimes: [Runtime.NODEJS_24_X],
    compatibleArchitectures: [architecture],
  })
}
