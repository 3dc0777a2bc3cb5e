import { CfnOutput, Stack } from 'aws-cdk-lib'
import type { StackProps } from 'aws-cdk-lib'
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2'
import type { Construct } from 'constructs'
import { named } from '../stage.ts'

const visible = (metricName: string) => ({
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: true,
  metricName,
})

/**
 * The firewall before CloudFront. It must stand in us-east-1, so it is a stack of its own; its ARN goes to WebStack as
 * the context `webAclArn`. A whole school sits behind one address: the rate is far above what a person makes.
 */
export class FirewallStack extends Stack {
  constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, props)
    const acl = new CfnWebACL(this, 'Acl', {
      name: named(this, 'edge'),
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: visible(named(this, 'edge')),
      rules: [
        {
          name: 'rate',
          priority: 0,
          action: { block: {} },
          statement: { rateBasedStatement: { limit: 60_000, aggregateKeyType: 'IP', evaluationWindowSec: 300 } },
          visibilityConfig: visible('rate'),
        },
        {
          name: 'known-bad-inputs',
          priority: 1,
          overrideAction: { none: {} },
          statement: {
            managedRuleGroupStatement: { vendorName: 'AWS', name: 'AWSManagedRulesKnownBadInputsRuleSet' },
          },
          visibilityConfig: visible('known-bad-inputs'),
        },
      ],
    })
    new CfnOutput(this, 'WebAclArn', { value: acl.attrArn })
  }
}
