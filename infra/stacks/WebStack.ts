import { Aws, CfnOutput, CfnParameter, Stack } from 'aws-cdk-lib'
import type { StackProps } from 'aws-cdk-lib'
import type { CfnApi } from 'aws-cdk-lib/aws-apigatewayv2'
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3'
import type { Construct } from 'constructs'
import { chinaEdge } from '../kit/chinaEdge.ts'
import { globalEdge } from '../kit/globalEdge.ts'
import { contentPolicy } from '../kit/screenHeaders.ts'
import { removalOf } from '../stage.ts'
import type { EdgeProps } from '../kit/edge.types.ts'
import type { PartitionTraits } from '../partition.ts'
import type { DataStack } from './DataStack.ts'

export type WebStackProps = StackProps &
  Pick<EdgeProps, 'domainNames' | 'certificate' | 'webAclArn'> & {
    readonly data: DataStack
    readonly api: CfnApi
    readonly traits: PartitionTraits
  }

/** The SPA's bucket and the one distribution in front of it and of the API. */
export class WebStack extends Stack {
  readonly address: string

  constructor(scope: Construct, id: string, props: WebStackProps) {
    super(scope, id, props)
    const { data, traits, domainNames, certificate, webAclArn } = props
    const edgeSecret = new CfnParameter(this, 'EdgeSecret', {
      noEcho: true,
      minLength: 32,
      description: 'The same text as the API stack has: proves that a request came through here',
    })
    const site = new Bucket(this, 'SiteBucket', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      removalPolicy: removalOf(this),
      serverAccessLogsBucket: data.logBucket,
      serverAccessLogsPrefix: 'site/',
    })
    const edge = (traits.edge === 'policies' ? globalEdge : chinaEdge)(this, {
      site,
      apiHost: `${props.api.ref}.execute-api.${Aws.REGION}.${Aws.URL_SUFFIX}`,
      apiPaths: ['/api/*', '/timestamp', '/ip'],
      edgeSecret: edgeSecret.valueAsString,
      contentPolicy: contentPolicy(`https://${data.bucket.bucketRegionalDomainName}`),
      domainNames,
      ...(certificate === undefined ? {} : { certificate }),
      ...(traits.edgeFirewall && webAclArn !== undefined ? { webAclArn } : {}),
    })
    this.address = `https://${domainNames[0] ?? edge.domainName}`
    new CfnOutput(this, 'SiteBucketName', { value: site.bucketName })
    new CfnOutput(this, 'DistributionId', { value: edge.distributionId })
    new CfnOutput(this, 'Address', { value: this.address })
    if (domainNames.length > 0) new CfnOutput(this, 'PointDomainsAt', { value: edge.domainName })
  }
}
