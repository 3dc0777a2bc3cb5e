import { Duration } from 'aws-cdk-lib'
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
  S3OriginAccessControl,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront'
import type { BehaviorOptions } from 'aws-cdk-lib/aws-cloudfront'
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins'
import type { Construct } from 'constructs'
import { named } from '../stage.ts'
import { unlogged } from './accessLog.ts'
import { acknowledge } from './acknowledge.ts'
import type { Edge, EdgeProps } from './edge.types.ts'

/** A path whose last segment has no extension is a screen of the SPA. Never by error pages: they hide an API's 404. */
export const rewriteCode = `function handler(event) {
  var request = event.request;
  if (request.uri.split('/').pop().indexOf('.') < 0) request.uri = '/index.html';
  return request;
}
`

/** The distribution as the `aws` partition has it: a function, policies, origin access control. */
export const globalEdge = (scope: Construct, props: EdgeProps): Edge => {
  const headers = new ResponseHeadersPolicy(scope, 'Headers', {
    // What CDK would make up here knows nothing of stages.
    responseHeadersPolicyName: named(scope, 'screens'),
    securityHeadersBehavior: {
      contentSecurityPolicy: { contentSecurityPolicy: props.contentPolicy, override: true },
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
  const rewrite = new EdgeFunction(scope, 'Rewrite', {
    functionName: named(scope, 'rewrite'),
    code: FunctionCode.fromInline(rewriteCode),
  })
  const api: BehaviorOptions = {
    origin: new HttpOrigin(props.apiHost, {
      protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
      readTimeout: Duration.seconds(30),
      // CloudFront keeps every x-edge-… name to itself.
      customHeaders: { 'x-qinghe-edge': props.edgeSecret },
    }),
    allowedMethods: AllowedMethods.ALLOW_ALL,
    cachePolicy: CachePolicy.CACHING_DISABLED,
    originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
    responseHeadersPolicy: headers,
    viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
  }
  const { domainNames, certificate, webAclArn } = props
  const isNamed = domainNames.length > 0
  const distribution = new Distribution(scope, 'Distribution', {
    comment: named(scope, 'screens'),
    defaultBehavior: {
      origin: S3BucketOrigin.withOriginAccessControl(props.site, {
        originAccessControl: new S3OriginAccessControl(scope, 'SiteReader', {
          originAccessControlName: named(scope, 'screens'),
        }),
      }),
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
      responseHeadersPolicy: headers,
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      functionAssociations: [{ function: rewrite, eventType: FunctionEventType.VIEWER_REQUEST }],
    },
    additionalBehaviors: Object.fromEntries(props.apiPaths.map((path) => [path, api])),
    httpVersion: HttpVersion.HTTP2_AND_3,
    minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
    ...(isNamed ? { domainNames: [...domainNames] } : {}),
    ...(isNamed && certificate !== undefined
      ? { certificate: Certificate.fromCertificateArn(scope, 'Certificate', certificate) }
      : {}),
    ...(webAclArn === undefined ? {} : { webAclId: webAclArn }),
  })
  acknowledge(distribution, 'AwsSolutions-CFR1', 'Teachers and parents travel: no country is shut out.')
  acknowledge(
    distribution,
    'AwsSolutions-CFR2',
    'The firewall is made in us-east-1 and comes as context webAclArn; aws-cn has none before CloudFront.',
  )
  acknowledge(distribution, 'AwsSolutions-CFR3', unlogged)
  acknowledge(
    distribution,
    'AwsSolutions-CFR4',
    'With branded domains TLS 1.2 is the least; without them only a trial deployment under the default name is served.',
  )
  return { distributionId: distribution.distributionId, domainName: distribution.distributionDomainName }
}
