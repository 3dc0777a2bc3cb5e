import { CfnParameter, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib'
import type { StackProps } from 'aws-cdk-lib'
import { CfnApi, CfnIntegration, CfnRoute, CfnStage } from 'aws-cdk-lib/aws-apigatewayv2'
import { CfnAlarm } from 'aws-cdk-lib/aws-cloudwatch'
import { CfnApplication, CfnDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy'
import { ArnPrincipal, Policy, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { CfnAlias, CfnPermission } from 'aws-cdk-lib/aws-lambda'
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import { comesInParts, isAwaited } from '#shared/platform/platform.rules.ts'
import { uploadFamilies } from '#shared/platform/platform.types.ts'
import type { UploadFamily } from '#shared/platform/platform.types.ts'
import { accessLogFormat } from '../kit/accessLog.ts'
import { acknowledge } from '../kit/acknowledge.ts'
import { grantMessages, messagesIn } from '../kit/messages.ts'
import type { Messages } from '../kit/messages.ts'
import { readerIn } from '../kit/reader.ts'
import { RoomFunction } from '../kit/RoomFunction.ts'
import { routesOf } from '../routes.ts'
import { named, stageOf } from '../stage.ts'
import type { Domain } from '../domains.ts'
import type { DataStack } from './DataStack.ts'

export type ApiStackProps = StackProps & {
  readonly domains: readonly Domain[]
  readonly data: DataStack
  readonly demo: boolean
  readonly messages?: Messages
}

/** The HTTP API cuts off at 30 s; a function that runs into 29 s is ended with its own error in its own log. */
const apiTimeout = Duration.seconds(29)

type Shift = { alarm: CfnAlarm; application: CfnApplication; role: Role; policy: Policy }

/** One HTTP API, one function a room behind it, and the role under which browsers upload. */
export class ApiStack extends Stack {
  readonly functions: readonly RoomFunction[]
  readonly api: CfnApi

  constructor(scope: Construct, id: string, props: ApiStackProps) {
    super(scope, id, props)
    const { domains, data, demo, messages = {} } = props
    const edgeSecret = new CfnParameter(this, 'EdgeSecret', {
      noEcho: true,
      minLength: 32,
      description: 'What CloudFront sends as x-qinghe-edge; a request without it is refused',
    })
    const edgeSecretBefore = new CfnParameter(this, 'EdgeSecretBefore', {
      noEcho: true,
      default: '',
      description: 'The secret before, accepted beside EdgeSecret until the edge sends the new one; empty: none',
    })
    const sending = messagesIn(this, messages)
    const reading = readerIn(this, domains, false)
    this.functions = domains.map(
      (domain) =>
        new RoomFunction(this, `Fn-${domain.room}`, {
          domain,
          kind: 'api',
          data,
          demo,
          timeout: apiTimeout,
          environment: {
            EDGE_SECRET: edgeSecret.valueAsString,
            EDGE_SECRET_BEFORE: edgeSecretBefore.valueAsString,
            ...(domain.tells.includes('api') ? sending : {}),
            ...(domain.room === 'marking' ? reading : {}),
          },
        }),
    )
    for (const [i, domain] of domains.entries())
      if (domain.tells.includes('api')) grantMessages(this, this.functions[i], messages)
    this.#addUploadRole(data)

    this.api = new CfnApi(this, 'Api', {
      name: named(this, 'api'),
      protocolType: 'HTTP',
      disableExecuteApiEndpoint: false,
    })
    const shift = this.#addShift()
    const integrations = new Map(
      this.functions.map((f, i) => {
        const room = domains[i]!.room
        const integration = new CfnIntegration(this, `Integration-${room}`, {
          apiId: this.api.ref,
          integrationType: 'AWS_PROXY',
          integrationUri: this.#live(f, shift).ref,
          payloadFormatVersion: '2.0',
          timeoutInMillis: 30_000,
        })
        new CfnPermission(this, `Permission-${room}`, {
          action: 'lambda:InvokeFunction',
          functionName: this.#live(f, shift).ref,
          principal: 'apigateway.amazonaws.com',
          sourceArn: `arn:${this.partition}:execute-api:${this.region}:${this.account}:${this.api.ref}/*/*`,
        })
        return [room as string, integration]
      }),
    )
    const calls = domains.flatMap((d) =>
      d.calls
        .filter(([, c]) => c.host !== 'scanner')
        .map(([, c]) => ({ method: c.method, path: c.path, room: d.room })),
    )
    for (const route of routesOf(calls)) {
      const made = new CfnRoute(this, `Route-${route.method}-${route.path.replace(/[^\w]+/g, '-')}`, {
        apiId: this.api.ref,
        routeKey: `${route.method} ${route.path}`,
        target: `integrations/${integrations.get(route.room)!.ref}`,
      })
      acknowledge(made, 'AwsSolutions-APIG4', 'The middy chain of every function authenticates; see design, Identity.')
    }
    const accessLog = new LogGroup(this, 'AccessLog', {
      retention: RetentionDays.THREE_MONTHS,
      removalPolicy: RemovalPolicy.DESTROY,
    })
    new CfnStage(this, 'Stage', {
      apiId: this.api.ref,
      stageName: '$default',
      autoDeploy: true,
      accessLogSettings: {
        destinationArn: accessLog.logGroupArn,
        format: accessLogFormat,
      },
    })
  }

  /** What CodeDeploy moves versions with, and the errors at which it goes back. */
  #addShift(): Shift {
    const alarm = new CfnAlarm(this, 'ShiftFails', {
      alarmName: named(this, 'shift-fails'),
      alarmDescription:
        'Calls end in errors of ours: while a new version takes over, it is taken back. What to do: infra/RUNBOOK.md#shift-fails',
      namespace: 'AWS/ApiGateway',
      metricName: '5xx',
      dimensions: [{ name: 'ApiId', value: this.api.ref }],
      statistic: 'Sum',
      period: 60,
      evaluationPeriods: 1,
      threshold: 5,
      comparisonOperator: 'GreaterThanThreshold',
      treatMissingData: 'notBreaching',
    })
    const application = new CfnApplication(this, 'Shifts', {
      applicationName: named(this, 'calls'),
      computePlatform: 'Lambda',
    })
    const role = new Role(this, 'ShiftRole', { assumedBy: new ServicePrincipal('codedeploy.amazonaws.com') })
    const policy = new Policy(this, 'ShiftPolicy', {
      roles: [role],
      statements: [
        new PolicyStatement({
          actions: ['lambda:GetAlias', 'lambda:UpdateAlias', 'lambda:GetProvisionedConcurrencyConfig'],
          resources: this.functions.map((f) => `${f.lambda.functionArn}:live`),
        }),
        new PolicyStatement({
          actions: ['cloudwatch:DescribeAlarms'],
          resources: [
            `arn:${this.partition}:cloudwatch:${this.region}:${this.account}:alarm:${named(this, 'shift-fails')}`,
          ],
        }),
      ],
    })
    return { alarm, application, role, policy }
  }

  /** The version that calls go to. A new one takes a tenth of them more each minute, and gives them back if calls fail. */
  #live(f: RoomFunction, shift: Shift): CfnAlias {
    const id = `Live-${f.functionId}`
    const known = this.node.tryFindChild(id)
    if (known) return known as CfnAlias
    const group = new CfnDeploymentGroup(this, `Shift-${f.functionId}`, {
      applicationName: shift.application.ref,
      deploymentGroupName: named(this, f.functionId),
      serviceRoleArn: shift.role.roleArn,
      deploymentStyle: { deploymentType: 'BLUE_GREEN', deploymentOption: 'WITH_TRAFFIC_CONTROL' },
      deploymentConfigName:
        stageOf(this) === 'dev'
          ? 'CodeDeployDefault.LambdaAllAtOnce'
          : 'CodeDeployDefault.LambdaLinear10PercentEvery1Minute',
      alarmConfiguration: { enabled: true, alarms: [{ name: shift.alarm.ref }] },
      autoRollbackConfiguration: {
        enabled: true,
        events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM', 'DEPLOYMENT_STOP_ON_REQUEST'],
      },
    })
    const alias = new CfnAlias(this, id, {
      functionName: f.lambda.functionName,
      functionVersion: f.lambda.currentVersion.version,
      name: 'live',
    })
    alias.cfnOptions.updatePolicy = {
      codeDeployLambdaAliasUpdate: {
        applicationName: shift.application.ref,
        deploymentGroupName: group.ref,
      },
    }
    group.node.addDependency(shift.policy)
    return alias
  }

  /**
   * `platform` assumes it with a session policy that names one upload's keys; alone it reaches uploads and no more, and
   * puts a scan under a key where nothing is.
   */
  #addUploadRole(data: DataStack): void {
    const platform = this.functions.find((f) => f.functionId === 'platform-api')
    if (!platform) return
    const role = new Role(this, 'UploadRole', {
      assumedBy: new ArnPrincipal(platform.role.roleArn),
      maxSessionDuration: Duration.hours(1),
    })
    const keys = (family: UploadFamily): string => `${data.bucket.bucketArn}/??/*/uploads/${family}/*`
    const byForm = uploadFamilies.filter((family) => !comesInParts(family) && !isAwaited(family))
    const inParts = uploadFamilies.filter(comesInParts).map(keys)
    role.addToPolicy(
      new PolicyStatement({
        actions: ['s3:PutObject', 's3:PutObjectTagging'],
        resources: byForm.map(keys),
      }),
    )
    // A scan is read where it lies: what was put is never put over. Only requests that make no object need not say so
    // (AmazonS3, "Enforce conditional writes": neither CreateMultipartUpload nor UploadPart takes the header).
    role.addToPolicy(
      new PolicyStatement({
        actions: ['s3:PutObject'],
        resources: inParts,
        conditions: { StringEquals: { 's3:if-none-match': '*' } },
      }),
    )
    role.addToPolicy(
      new PolicyStatement({
        actions: ['s3:PutObject'],
        resources: inParts,
        conditions: { Bool: { 's3:ObjectCreationOperation': 'false' } },
      }),
    )
    role.addToPolicy(
      new PolicyStatement({
        actions: ['s3:AbortMultipartUpload', 's3:ListMultipartUploadParts'],
        resources: inParts,
      }),
    )
    platform.policy.addStatements(new PolicyStatement({ actions: ['sts:AssumeRole'], resources: [role.roleArn] }))
    platform.lambda.addEnvironment('UPLOAD_ROLE_ARN', role.roleArn)
  }
}
