import { Aws, CfnOutput, CfnParameter, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib'
import type { StackProps } from 'aws-cdk-lib'
import type { CfnApi } from 'aws-cdk-lib/aws-apigatewayv2'
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager'
import {
  AllowedMethods,
  CachePolicy,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  HeadersFrameOption,
  HeadersReferrerPolicy,
  HttpVersion,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  ResponseHeadersPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront'
import type { BehaviorOptions, CfnDistribution } from 'aws-cdk-lib/aws-cloudfront'
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins'
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3'
import type { Construct } from 'constructs'
import { scannerPorts } from '#shared/scan/scanner.calls.ts'
import { acknowledge } from '../kit/acknowledge.ts'
import type { PartitionTraits } from '../partition.ts'
import type { DataStack } from './DataStack.ts'

export type WebStackProps = StackProps & {
  readonly data: DataStack
  readonly api: CfnApi
  readonly traits: PartitionTraits
  /** All branded domains; one certificate covers them. Without any the distribution has only its own name. */
  readonly domainNames: readonly string[]
  /** An ACM certificate's ARN in us-east-1, or the id of a server certificate in IAM where the partition wants that. */
  readonly certificate?: string
  /** The firewall of FirewallStack, where the partition has one. */
  readonly webAclArn?: string
}

/** A path whose last segment has no extension is a screen of the SPA. Never by error pages: they hide an API's 404. */
export const rewriteCode = `function handler(event) {
  var request = event.request;
  if (request.uri.split('/').pop().indexOf('.') < 0) request.uri = '/index.html';
  return request;
}
`

/** What the screens may load and reach: themselves, and the data bucket under signed URLs. */
const contentPolicy = (bucket: string): string =>
  [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' blob: data: ${bucket}`,
    `connect-src 'self' blob: ${bucket} ${scannerPorts.map((port) => `http://127.0.0.1:${port}`).join(' ')}`,
    `frame-src 'self' blob: ${bucket}`,
    "font-src 'self' data:",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

/** The SPA's bucket and the one distribution in front of it and of the API. */
export class WebStack extends Stack {
  readonly distribution: Distribution

  constructor(scope: Construct, id: string, props: WebStackProps) {
    super(scope, id, props)
    const { data, traits } = props
    const edgeSecret = new CfnParameter(this, 'EdgeSecret', {
      noEcho: true,
      minLength: 32,
      description: 'The same text as the API stack has: proves that a request came through here',
    })
    const site = new Bucket(this, 'SiteBucket', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      removalPolicy: RemovalPolicy.RETAIN,
      serverAccessLogsBucket: data.logBucket,
      serverAccessLogsPrefix: 'site/',
    })
    const headers = new ResponseHeadersPolicy(this, 'Headers', {
      securityHeadersBehavior: {
        contentSecurityPolicy: {
          contentSecurityPolicy: contentPolicy(`https://${data.bucket.bucketRegionalDomainName}`),
          override: true,
        },
        contentTypeOptions: { override: true },
        frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
        referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.SAME_ORIGIN, override: true },
        strictTransportSecurity: {
          accessControlMaxAge: Duration.days(365),
          includeSubdomains: true,
          override: true,
        },
      },
    })
    const rewrite = new EdgeFunction(this, 'Rewrite', { code: FunctionCode.fromInline(rewriteCode) })
    const api: BehaviorOptions = {
      origin: new HttpOrigin(`${props.api.ref}.execute-api.${Aws.REGION}.${Aws.URL_SUFFIX}`, {
        protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
        readTimeout: Duration.seconds(30),
        // CloudFront keeps every x-edge-… name to itself.
        customHeaders: { 'x-qinghe-edge': edgeSecret.valueAsString },
      }),
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      responseHeadersPolicy: headers,
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
    }
    const named = props.domainNames.length > 0
    this.distribution = new Distribution(this, 'Distribution', {
      comment: 'qinghe',
      defaultBehavior: {
        origin: S3BucketOrigin.withOriginAccessControl(site),
        cachePolicy: CachePolicy.CACHING_OPTIMIZED,
        responseHeadersPolicy: headers,
        viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
        functionAssociations: [{ function: rewrite, eventType: FunctionEventType.VIEWER_REQUEST }],
      },
      additionalBehaviors: { '/api/*': api, '/timestamp': api, '/ip': api },
      httpVersion: traits.http3 ? HttpVersion.HTTP2_AND_3 : HttpVersion.HTTP2,
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      logBucket: data.logBucket,
      logFilePrefix: 'edge/',
      ...(named ? { domainNames: [...props.domainNames] } : {}),
      ...(named && traits.certificates === 'acm' && props.certificate !== undefined
        ? { certificate: Certificate.fromCertificateArn(this, 'Certificate', props.certificate) }
        : {}),
      ...(traits.edgeFirewall && props.webAclArn !== undefined ? { webAclId: props.webAclArn } : {}),
    })
    if (named && traits.certificates === 'iam' && props.certificate !== undefined) {
      const resource = this.distribution.node.defaultChild as CfnDistribution
      resource.addPropertyOverride('DistributionConfig.ViewerCertificate', {
        IamCertificateId: props.certificate,
        SslSupportMethod: 'sni-only',
        MinimumProtocolVersion: 'TLSv1.2_2021',
      })
    }
    acknowledge(this.distribution, 'AwsSolutions-CFR1', 'Teachers and parents travel: no country is shut out.')
    acknowledge(
      this.distribution,
      'AwsSolutions-CFR2',
      'The firewall is made in us-east-1 and comes as context webAclArn; aws-cn has none before CloudFront.',
    )
    acknowledge(
      this.distribution,
      'AwsSolutions-CFR4',
      'With branded domains TLS 1.2 is the least; without them only a trial deployment under the default name is served.',
    )
    new CfnOutput(this, 'SiteBucketName', { value: site.bucketName })
    new CfnOutput(this, 'DistributionId', { value: this.distribution.distributionId })
    new CfnOutput(this, 'Address', {
      value: `https://${props.domainNames[0] ?? this.distribution.distributionDomainName}`,
    })
  }
}
