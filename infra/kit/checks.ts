import { Validations } from 'aws-cdk-lib'
import type { App, IPolicyValidationContext, IPolicyValidationPlugin, PolicyValidationPluginReport } from 'aws-cdk-lib'
import { AwsSolutionsChecks } from 'cdk-nag'
import type { IConstruct } from 'constructs'

/** The only wildcards that a policy of ours may hold: indexes of a table, key patterns of a bucket, own executions. */
const knownWildcards = [
  /^Resource::[^*]*\/index\/\*$/,
  /^Resource::[^*?]*\/\?\?\/\*(\/[a-z]+\/\*){0,2}$/,
  /^Resource::[^*]*:execution:qinghe-[\w-]+[/:]\*$/,
  /^Resource::[^*]*:execution:qinghe-([\w-]+-)?\*$/,
  // One family of uploads.
  /^Resource::[^*?]*\/\?\?\/\*\/uploads\/[a-zA-Z]+\/\*$/,
  // Copies of the audit trail.
  /^Resource::[^*?]*\/(s-\*|a-\*|p)\/\*\.jsonl$/,
]

/** The only policies of Amazon's own: those of AWS Backup, which follow what the service does. */
const knownManaged =
  /^AwsSolutions-IAM4\[Policy::.*\/AWSBackupServiceRolePolicyFor(Backup|Restores|S3Backup|S3Restore)\]$/

const wildcardRule = /^AwsSolutions-IAM5\[(.+)\]$/

/**
 * cdk-nag's AwsSolutions rules. Its finding on wildcards bears the resolved resource in its name, which no construct
 * can know beforehand: those are let be by the patterns above instead of one by one.
 */
export class HouseChecks implements IPolicyValidationPlugin {
  readonly name = 'AwsSolutions'
  readonly #checks: AwsSolutionsChecks
  constructor(app: App) {
    this.#checks = new AwsSolutionsChecks(app)
  }
  validate(context: IPolicyValidationContext): PolicyValidationPluginReport {
    return this.#without(this.#checks.validate(context))
  }
  validateScope(scope: IConstruct): PolicyValidationPluginReport {
    return this.#without(this.#checks.validateScope(scope))
  }
  #without(report: PolicyValidationPluginReport): PolicyValidationPluginReport {
    const violations = report.violations.filter((v) => {
      const finding = wildcardRule.exec(v.ruleName)?.[1]
      if (knownManaged.test(v.ruleName)) return false
      return finding === undefined || !knownWildcards.some((known) => known.test(finding))
    })
    return { success: violations.length === 0, violations }
  }
}

export const addChecks = (app: App): void => Validations.of(app).addPlugins(new HouseChecks(app))
