import { Aws, CfnOutput, Duration, Stack } from 'aws-cdk-lib'
import type { StackProps } from 'aws-cdk-lib'
import type { Table } from 'aws-cdk-lib/aws-dynamodb'
import { Key } from 'aws-cdk-lib/aws-kms'
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  HttpMethods,
  ObjectLockRetention,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3'
import type { Construct } from 'constructs'
import { lifetimes, lifeTag } from '#shared/kit/lifetime.ts'
import { sharedTables } from '#shared/kit/tables.ts'
import type { SharedTable } from '#shared/kit/tables.ts'
import type { Room } from '#shared/kit/problem.ts'
import { acknowledge } from '../kit/acknowledge.ts'
import { RoomTable } from '../kit/RoomTable.ts'
import { removalOf, stageOf } from '../stage.ts'
import type { Domain } from '../domains.ts'

export type DataStackProps = StackProps & {
  readonly domains: readonly Domain[]
  /** Where the SPA is served: uploads go from there straight to the bucket. */
  readonly origins: readonly string[]
}

/** What must outlive every deployment: tables, the data bucket, the key that wraps signing keys. */
export class DataStack extends Stack {
  readonly tables: ReadonlyMap<Room | SharedTable, Table>
  readonly bucket: Bucket
  readonly logBucket: Bucket
  readonly auditBucket: Bucket
  readonly signingKey: Key

  constructor(scope: Construct, id: string, props: DataStackProps) {
    super(scope, id, props)
    const heardOf = (table: Room | SharedTable): boolean =>
      props.domains.some(
        (d) =>
          (d.streams.length > 0 && (d.streamOf ?? d.room) === table) ||
          (d.projects.length > 0 && (d.projectsOf ?? d.room) === table),
      )
    const wanted = [
      ...props.domains.map((d) => ({ name: d.room, streams: heardOf(d.room) })),
      ...sharedTables.map((name) => ({ name, streams: heardOf(name) })),
    ]
    this.tables = new Map(
      wanted.map(({ name, streams }) => [name, new RoomTable(this, `Table-${name}`, { name, streams }).table]),
    )

    const shut = {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      removalPolicy: removalOf(this),
    }
    this.logBucket = new Bucket(this, 'LogBucket', {
      ...shut,
      // CloudFront's standard logs are written by ACL.
      objectOwnership: ObjectOwnership.OBJECT_WRITER,
      lifecycleRules: [{ expiration: Duration.days(180) }],
    })
    acknowledge(this.logBucket, 'AwsSolutions-S1', 'This bucket is where the access logs go.')
    this.bucket = new Bucket(this, 'DataBucket', {
      ...shut,
      // A deployed bucket is named by CloudFormation: one that was kept never stands in the way of the next.
      ...(stageOf(this) === null ? { bucketName: `qinghe-data-${Aws.ACCOUNT_ID}-${Aws.REGION}` } : {}),
      versioned: true,
      serverAccessLogsBucket: this.logBucket,
      serverAccessLogsPrefix: 'data/',
      cors: [
        {
          allowedMethods: [HttpMethods.GET, HttpMethods.HEAD, HttpMethods.PUT, HttpMethods.POST],
          allowedOrigins: [...props.origins],
          allowedHeaders: ['*'],
          exposedHeaders: ['ETag', 'x-amz-checksum-sha256'],
          maxAge: 3600,
        },
      ],
      lifecycleRules: [
        { abortIncompleteMultipartUploadAfter: Duration.days(2) },
        { noncurrentVersionExpiration: Duration.days(30), expiredObjectDeleteMarker: true },
        // What says of itself how long it lives (`lifeOfKey`) goes then, and its older version a day later.
        ...Object.entries(lifetimes).map(([life, days]) => ({
          id: `life-${life}`,
          tagFilters: { [lifeTag]: life },
          expiration: Duration.days(days),
          noncurrentVersionExpiration: Duration.days(1),
        })),
      ],
    })
    // Copies of the audit trail's chain: in prod no role changes or removes one for years.
    const kept = stageOf(this) === 'prod' ? ObjectLockRetention.compliance(Duration.days(3 * 365)) : undefined
    this.auditBucket = new Bucket(this, 'AuditBucket', {
      ...shut,
      ...(stageOf(this) === null ? { bucketName: `qinghe-audit-${Aws.ACCOUNT_ID}-${Aws.REGION}` } : {}),
      versioned: true,
      objectLockEnabled: true,
      ...(kept ? { objectLockDefaultRetention: kept } : {}),
      serverAccessLogsBucket: this.logBucket,
      serverAccessLogsPrefix: 'audit/',
    })
    this.signingKey = new Key(this, 'SigningKey', {
      description: 'Wraps the key pairs that sign access tokens',
      enableKeyRotation: true,
      removalPolicy: removalOf(this),
    })
    new CfnOutput(this, 'DataBucketName', { value: this.bucket.bucketName })
  }
}
