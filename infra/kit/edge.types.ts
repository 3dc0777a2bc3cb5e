import type { Bucket } from 'aws-cdk-lib/aws-s3'

export type EdgeProps = {
  /** Where the files of the SPA lie. */
  readonly site: Bucket
  /** The API's own host, without a scheme. */
  readonly apiHost: string
  /** Path patterns that go to the API. */
  readonly apiPaths: readonly string[]
  readonly edgeSecret: string
  readonly contentPolicy: string
  /** All branded domains; one certificate covers them. */
  readonly domainNames: readonly string[]
  /** An ACM certificate's ARN in us-east-1, or the id of a server certificate in IAM where the partition wants that. */
  readonly certificate?: string
  /** The firewall of FirewallStack, where the partition has one. */
  readonly webAclArn?: string
}

export type Edge = { readonly distributionId: string; readonly domainName: string }
