import { Stack } from 'aws-cdk-lib'
import { Policy, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { CfnStateMachine } from 'aws-cdk-lib/aws-stepfunctions'
import { Construct } from 'constructs'
import type { Job } from '#shared/kit/job.ts'
import { machineName } from '../domains.ts'
import { named } from '../stage.ts'
import { acknowledge } from './acknowledge.ts'
import { machineOf } from './Machine.ts'
import { machineArn } from './RoomFunction.ts'
import type { RoomFunction } from './RoomFunction.ts'
import type { DataStack } from '../stacks/DataStack.ts'

/** The state machine of one job, with a role that reaches its room's work function and manifests. */
export class JobMachine extends Construct {
  readonly machine: CfnStateMachine
  constructor(scope: Construct, id: string, props: { job: Job; room: string; work: RoomFunction; data: DataStack }) {
    super(scope, id)
    const { job, room, work, data } = props
    const stack = Stack.of(this)
    const name = machineName(job.name)
    const physical = named(this, name)
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('states.amazonaws.com') })
    const policy = new Policy(this, 'Policy', {
      roles: [role],
      statements: [
        new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [work.lambda.functionArn] }),
        new PolicyStatement({ actions: ['s3:GetObject'], resources: [`${data.bucket.bucketArn}/??/*/${room}/*`] }),
        // A distributed map runs its children as executions of the same machine.
        new PolicyStatement({ actions: ['states:StartExecution'], resources: [machineArn(stack, name)] }),
        new PolicyStatement({
          // Its parts go on where a failed execution is redriven.
          actions: ['states:DescribeExecution', 'states:StopExecution', 'states:RedriveExecution'],
          resources: [`arn:${stack.partition}:states:${stack.region}:${stack.account}:execution:${physical}/*`],
        }),
      ],
    })
    this.machine = new CfnStateMachine(this, 'Machine', {
      stateMachineName: physical,
      stateMachineType: 'STANDARD',
      roleArn: role.roleArn,
      definitionString: stack.toJsonString(
        machineOf(job, {
          partition: stack.partition,
          workFunctionArn: work.lambda.functionArn,
          bucket: data.bucket.bucketName,
        }),
      ),
    })
    this.machine.node.addDependency(policy)
    acknowledge(
      this.machine,
      'AwsSolutions-SF1',
      "Standard executions keep their history; steps log in the function's log.",
    )
    acknowledge(this.machine, 'AwsSolutions-SF2', 'Trace ids travel in our own logs: X-Ray is not in every partition.')
  }
}
