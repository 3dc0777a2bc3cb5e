import { runInNewContext } from 'node:vm'
import type { Stack } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../app.ts'
import { rewriteCode } from '../kit/globalEdge.ts'
import { bare, inAws, inChina, resourcesOf, rich, stackOf } from './stacks.testing.ts'
import type { Json } from './stacks.testing.ts'

describe('the edge in China', () => {
  let web: Template
  beforeAll(() => {
    web = stackOf(buildApp(inChina, rich), 'QingheWeb')
  })

  it('has nothing that China refuses', () => {
    const text = JSON.stringify(web.toJSON())
    // Sources: aws-cdk issues 13584 and 31033; aws-solutions-constructs 1050; CloudFront in China, "How CloudFront differs".
    for (const word of [
      'CachePolicyId',
      'OriginRequestPolicyId',
      'ResponseHeadersPolicyId',
      'OriginAccessControl',
      'FunctionAssociations',
      'LambdaFunctionAssociations',
      'AcmCertificateArn',
      'CustomErrorResponses',
      'http2and3',
    ])
      expect(text).not.toContain(word)
  })

  it('sends files to the bucket, calls to the API uncached, and every other path to the document', () => {
    const [{ properties } = { properties: {} as Json }] = resourcesOf(web).filter(
      (r) => r.type === 'AWS::CloudFront::Distribution',
    )
    type Behavior = { PathPattern?: string; TargetOriginId: string; MaxTTL: number; ForwardedValues: Json }
    const config = properties['DistributionConfig'] as {
      DefaultCacheBehavior: Behavior
      CacheBehaviors: Behavior[]
      Aliases: string[]
    }
    expect(config.Aliases).toEqual(['a.example.cn', 'b.example.cn'])
    expect(config.CacheBehaviors.map((b) => [b.PathPattern, b.TargetOriginId])).toEqual([
      ['/api/*', 'api'],
      ['/timestamp', 'api'],
      ['/ip', 'api'],
      ['*.*', 'site'],
    ])
    expect(config.DefaultCacheBehavior.TargetOriginId).toBe('pages')
    const api = config.CacheBehaviors[0]!
    expect(api.MaxTTL).toBe(0)
    expect(api.ForwardedValues).toMatchObject({ QueryString: true, Headers: expect.arrayContaining(['Authorization']) })
    expect(JSON.stringify(api.ForwardedValues)).not.toMatch(/"Host"|"\*"/)
  })

  it('lets the distribution read the bucket, and the document alone be read by its function', () => {
    const text = JSON.stringify(web.toJSON())
    expect(text).toContain('AWS::CloudFront::CloudFrontOriginAccessIdentity')
    expect(text).toContain('/index.html')
  })
})

describe('the edge', () => {
  it('rewrites only paths whose last segment has no extension', () => {
    const of = (uri: string): unknown => runInNewContext(`${rewriteCode}; handler({ request: { uri } }).uri`, { uri })
    expect(['/', '/exam/ex_1', '/a.b/c'].map(of)).toEqual(['/index.html', '/index.html', '/index.html'])
    expect(['/assets/a-1.js', '/favicon.ico'].map(of)).toEqual(['/assets/a-1.js', '/favicon.ico'])
  })

  it('never hides an answer of the API behind an error page, and caches none', () => {
    const web = JSON.stringify(stackOf(buildApp(bare, rich), 'QingheWeb').toJSON())
    expect(web).not.toContain('CustomErrorResponses')
    for (const path of ['/api/*', '/timestamp', '/ip']) expect(web).toContain(`"PathPattern":"${path}"`)
    expect(web).toContain('x-qinghe-edge')
  })
})

describe.each([
  { where: 'aws', context: inAws },
  { where: 'aws-cn', context: inChina },
])('what is written down of a request in $where', ({ context }) => {
  it('is its path, and never its query, in which a partner sends a ticket', () => {
    const app = buildApp({ ...bare, ...context }, rich)
    const all = app.node.children.flatMap((stack) => resourcesOf(Template.fromStack(stack as Stack)))
    const distributions = all.filter((r) => r.type === 'AWS::CloudFront::Distribution')
    expect(distributions).toHaveLength(1)
    // Standard logs of a distribution have every query.
    expect(JSON.stringify(distributions)).not.toContain('"Logging"')
    const stages = all.filter((r) => r.type === 'AWS::ApiGatewayV2::Stage')
    expect(stages.length).toBeGreaterThan(0)
    for (const { properties } of stages) {
      const { Format } = properties['AccessLogSettings'] as { Format: string }
      expect(Object.values(JSON.parse(Format) as object)).toContain('$context.path')
      expect(Format).not.toMatch(/query|\$request|httpMethod.*\?/i)
    }
  })
})
