import { join } from 'node:path'
import { CfnParameter, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib'
import { CfnRule } from 'aws-cdk-lib/aws-events'
import { Policy, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { CfnPermission, Code, Function, Runtime } from 'aws-cdk-lib/aws-lambda'
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import { named } from '../stage.ts'
import { bundleEntry } from './bundle.ts'
import { architectureOf } from './RoomFunction.ts'

export const canaryEntry = 'functions/identity/identity.canary.ts'

/**
 * Walks the main path every five minutes as a person would, through the edge: loads the document, signs in, reads, signs
 * out. It may do nothing in the account but write its log. Answers its name.
 */
export const addCanary = (scope: Construct, address: string): string => {
  const stack = Stack.of(scope)
  const password = new CfnParameter(scope, 'CanaryPassword', {
    noEcho: true,
    minLength: 16,
    description: "The password of the canary's account, which `npm run deploy` makes and opens",
  })
  const name = named(scope, 'canary')
  const logGroup = new LogGroup(scope, 'CanaryLogs', {
    retention: RetentionDays.ONE_MONTH,
    removalPolicy: RemovalPolicy.DESTROY,
  })
  const role = new Role(scope, 'CanaryRole', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') })
  const policy = new Policy(scope, 'CanaryPolicy', {
    roles: [role],
    statements: [
      new PolicyStatement({
        actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
        resources: [logGroup.logGroupArn],
      }),
    ],
  })
  const canary = new Function(scope, 'Canary', {
    functionName: name,
    runtime: Runtime.NODEJS_24_X,
    architecture: architectureOf(scope),
    handler: 'index.handler',
    code: stack.bundlingRequired
      ? Code.fromAsset(bundleEntry(join(import.meta.dirname, '../..'), canaryEntry, []))
      : Code.fromInline(`// ${canaryEntry}`),
    memorySize: 256,
    timeout: Duration.seconds(120),
    role: role.withoutPolicyUpdates(),
    logGroup,
    environment: { ADDRESS: address, CANARY_PASSWORD: password.valueAsString },
  })
  canary.node.addDependency(policy)
  const rule = new CfnRule(scope, 'CanaryTimer', {
    scheduleExpression: 'rate(5 minutes)',
    targets: [{ id: 'canary', arn: canary.functionArn, retryPolicy: { maximumRetryAttempts: 0 } }],
  })
  new CfnPermission(scope, 'CanaryPermission', {
    action: 'lambda:InvokeFunction',
    functionName: canary.functionArn,
    principal: 'events.amazonaws.com',
    sourceArn: rule.attrArn,
  })
  return name
}
