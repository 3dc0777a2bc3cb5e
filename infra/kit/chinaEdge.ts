import { Aws, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib'
import { CfnApi, CfnIntegration, CfnRoute, CfnStage } from 'aws-cdk-lib/aws-apigatewayv2'
import { CfnDistribution, OriginAccessIdentity } from 'aws-cdk-lib/aws-cloudfront'
import { Policy, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { CfnPermission, Code, Function, Runtime } from 'aws-cdk-lib/aws-lambda'
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import { named } from '../stage.ts'
import { acknowledge } from './acknowledge.ts'
import { accessLogFormat, unlogged } from './accessLog.ts'
import type { Edge, EdgeProps } from './edge.types.ts'

/**
 * Answers the SPA's document at every path, with the headers that a policy of the distribution puts on it elsewhere. It
 * is the code of a function of its own (CommonJS, the runtime's SDK), so that publishing screens deploys nothing.
 */
export const pagesCode = `const { GetObjectCommand, S3Client } = require('@aws-sdk/client-s3')
const { env } = process
const s3 = new S3Client({ forcePathStyle: env.AWS_ENDPOINT_URL_S3 !== undefined })
let kept
exports.handler = async (event) => {
  if (!kept || Date.now() - kept.at > 5000) {
    const found = await s3.send(new GetObjectCommand({ Bucket: env.SITE_BUCKET, Key: 'index.html' }))
    kept = { at: Date.now(), body: await found.Body.transformToString(), etag: found.ETag }
  }
  const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache', etag: kept.etag, ...JSON.parse(env.HEADERS) }
  if (event.headers && event.headers['if-none-match'] === kept.etag) return { statusCode: 304, headers }
  return { statusCode: 200, headers, body: kept.body }
}
`

/** Source: CloudFront Developer Guide, legacy cache settings: what is not named is taken out or replaced on the way. */
const forwardedHeaders = ['Accept', 'Authorization', 'Origin', 'Referer', 'User-Agent']

/** The methods that a path takes, and what of a request goes on to its origin. */
const behaviorOf = (
  targetOriginId: string,
  { everything }: { everything: boolean },
): CfnDistribution.DefaultCacheBehaviorProperty => ({
  targetOriginId,
  allowedMethods: everything ? ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'POST', 'DELETE'] : ['GET', 'HEAD'],
  cachedMethods: ['GET', 'HEAD'],
  compress: true,
  viewerProtocolPolicy: everything ? 'https-only' : 'redirect-to-https',
  forwardedValues: everything
    ? { queryString: true, cookies: { forward: 'all' }, headers: forwardedHeaders }
    : { queryString: false, cookies: { forward: 'none' } },
  ...(everything ? { minTtl: 0, defaultTtl: 0, maxTtl: 0 } : { minTtl: 0, defaultTtl: 300, maxTtl: 31_536_000 }),
})

/** A second HTTP API with one route: the document. The first one keeps its own 404. */
const addPages = (scope: Construct, props: EdgeProps): CfnApi => {
  const logs = { retention: RetentionDays.THREE_MONTHS, removalPolicy: RemovalPolicy.DESTROY }
  const logGroup = new LogGroup(scope, 'PagesLogs', logs)
  const role = new Role(scope, 'PagesRole', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') })
  const policy = new Policy(scope, 'PagesPolicy', {
    roles: [role],
    statements: [
      new PolicyStatement({
        actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
        resources: [logGroup.logGroupArn],
      }),
      new PolicyStatement({ actions: ['s3:GetObject'], resources: [`${props.site.bucketArn}/index.html`] }),
    ],
  })
  const pages = new Function(scope, 'Pages', {
    functionName: named(scope, 'pages'),
    runtime: Runtime.NODEJS_24_X,
    handler: 'index.handler',
    code: Code.fromInline(pagesCode),
    memorySize: 256,
    timeout: Duration.seconds(10),
    role: role.withoutPolicyUpdates(),
    logGroup,
    environment: {
      SITE_BUCKET: props.site.bucketName,
      HEADERS: Stack.of(scope).toJsonString({
        'content-security-policy': props.contentPolicy,
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'same-origin',
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
      }),
    },
  })
  pages.node.addDependency(policy)
  const api = new CfnApi(scope, 'PagesApi', { name: named(scope, 'pages'), protocolType: 'HTTP' })
  const integration = new CfnIntegration(scope, 'PagesIntegration', {
    apiId: api.ref,
    integrationType: 'AWS_PROXY',
    integrationUri: pages.functionArn,
    payloadFormatVersion: '2.0',
  })
  const route = new CfnRoute(scope, 'PagesRoute', {
    apiId: api.ref,
    routeKey: '$default',
    target: `integrations/${integration.ref}`,
  })
  acknowledge(route, 'AwsSolutions-APIG4', 'It answers one public document, and reads nothing else.')
  const { partition, region, account } = Stack.of(scope)
  new CfnPermission(scope, 'PagesPermission', {
    action: 'lambda:InvokeFunction',
    functionName: pages.functionArn,
    principal: 'apigateway.amazonaws.com',
    sourceArn: `arn:${partition}:execute-api:${region}:${account}:${api.ref}/*/*`,
  })
  const accessLog = new LogGroup(scope, 'PagesAccessLog', logs)
  new CfnStage(scope, 'PagesStage', {
    apiId: api.ref,
    stageName: '$default',
    autoDeploy: true,
    accessLogSettings: { destinationArn: accessLog.logGroupArn, format: accessLogFormat },
  })
  return api
}

/**
 * The distribution as China's regions have it: no functions and no Lambda@Edge, no origin access control, cache policies
 * refused, no HTTP/3 (decision 0007). Paths with a dot are files in the bucket, behind an origin access identity; all
 * others but the API's are the SPA's document, which a function of its own answers.
 */
export const chinaEdge = (scope: Construct, props: EdgeProps): Edge => {
  const identity = new OriginAccessIdentity(scope, 'SiteReader', { comment: named(scope, 'screens') })
  props.site.addToResourcePolicy(
    new PolicyStatement({
      actions: ['s3:GetObject'],
      resources: [`${props.site.bucketArn}/*`],
      principals: [identity.grantPrincipal],
    }),
  )
  const pages = addPages(scope, props)
  const origin = (domainName: string) => ({
    domainName,
    customOriginConfig: {
      originProtocolPolicy: 'https-only',
      originSslProtocols: ['TLSv1.2'],
      originReadTimeout: 30,
    },
  })
  const api = behaviorOf('api', { everything: true })
  const distribution = new CfnDistribution(scope, 'Distribution', {
    distributionConfig: {
      enabled: true,
      comment: named(scope, 'screens'),
      aliases: [...props.domainNames],
      httpVersion: 'http2',
      ipv6Enabled: false,
      priceClass: 'PriceClass_All',
      origins: [
        {
          id: 'site',
          domainName: props.site.bucketRegionalDomainName,
          s3OriginConfig: {
            originAccessIdentity: `origin-access-identity/cloudfront/${identity.originAccessIdentityId}`,
          },
        },
        {
          id: 'api',
          ...origin(props.apiHost),
          originCustomHeaders: [{ headerName: 'x-qinghe-edge', headerValue: props.edgeSecret }],
        },
        { id: 'pages', ...origin(`${pages.ref}.execute-api.${Aws.REGION}.${Aws.URL_SUFFIX}`) },
      ],
      defaultCacheBehavior: { ...behaviorOf('pages', { everything: false }), defaultTtl: 0 },
      cacheBehaviors: [
        ...props.apiPaths.map((pathPattern) => ({ ...api, pathPattern })),
        { ...behaviorOf('site', { everything: false }), pathPattern: '*.*' },
      ],
      ...(props.certificate === undefined
        ? {}
        : {
            viewerCertificate: {
              iamCertificateId: props.certificate,
              sslSupportMethod: 'sni-only',
              minimumProtocolVersion: 'TLSv1.2_2019',
            },
          }),
    },
  })
  acknowledge(distribution, 'AwsSolutions-CFR3', unlogged)
  acknowledge(distribution, 'AwsSolutions-CFR1', 'Teachers and parents travel: no country is shut out.')
  acknowledge(
    distribution,
    'AwsSolutions-CFR2',
    'There is no firewall before CloudFront in China; our own rate limits.',
  )
  acknowledge(
    distribution,
    'AwsSolutions-CFR7',
    'China has no origin access control: an origin access identity stands in.',
  )
  return { distributionId: distribution.attrId, domainName: distribution.attrDomainName }
}
