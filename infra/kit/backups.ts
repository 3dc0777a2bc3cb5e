import { CfnBackupPlan, CfnBackupSelection, CfnBackupVault } from 'aws-cdk-lib/aws-backup'
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { Construct } from 'constructs'
import { named, removalOf, stageOf } from '../stage.ts'
import type { DataStack } from '../stacks/DataStack.ts'

/**
 * Copies that outlive a mistake with the tables themselves: every night for 35 days, in prod the first of each month for
 * 400. Beside it tables can be had back to any second of 35 days, and objects to any version of 30.
 */
export const addBackups = (scope: Construct, data: DataStack): void => {
  const stage = stageOf(scope)
  const vault = new CfnBackupVault(scope, 'Vault', { backupVaultName: named(scope, 'vault') })
  vault.applyRemovalPolicy(removalOf(scope))
  const rule = (ruleName: string, scheduleExpression: string, deleteAfterDays: number) => ({
    ruleName,
    targetBackupVault: vault.ref,
    scheduleExpression,
    startWindowMinutes: 60,
    completionWindowMinutes: 720,
    lifecycle: { deleteAfterDays },
  })
  const plan = new CfnBackupPlan(scope, 'BackupPlan', {
    backupPlan: {
      backupPlanName: named(scope, 'nightly'),
      // 2:30 in Shanghai.
      backupPlanRule: [
        rule('nightly', 'cron(30 18 * * ? *)', 35),
        ...(stage === 'prod' ? [rule('monthly', 'cron(30 18 1 * ? *)', 400)] : []),
      ],
    },
  })
  const role = new Role(scope, 'BackupRole', {
    assumedBy: new ServicePrincipal('backup.amazonaws.com'),
    managedPolicies: [
      'service-role/AWSBackupServiceRolePolicyForBackup',
      'service-role/AWSBackupServiceRolePolicyForRestores',
      'AWSBackupServiceRolePolicyForS3Backup',
      'AWSBackupServiceRolePolicyForS3Restore',
    ].map((name) => ManagedPolicy.fromAwsManagedPolicyName(name)),
  })
  new CfnBackupSelection(scope, 'BackupSelection', {
    backupPlanId: plan.ref,
    backupSelection: {
      selectionName: named(scope, 'data'),
      iamRoleArn: role.roleArn,
      resources: [...[...data.tables.values()].map((t) => t.tableArn), data.bucket.bucketArn],
    },
  })
}
