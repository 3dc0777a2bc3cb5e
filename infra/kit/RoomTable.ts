import { AttributeType, BillingMode, StreamViewType, Table, TableEncryption } from 'aws-cdk-lib/aws-dynamodb'
import { Construct } from 'constructs'
import { tableKeys } from '#shared/kit/tables.ts'
import { refusesDeletion, removalOf } from '../stage.ts'

const text = (name: string) => ({ name, type: AttributeType.STRING })

/** One on-demand table of the one key shape, with point-in-time recovery. */
export class RoomTable extends Construct {
  readonly table: Table
  constructor(scope: Construct, id: string, props: { tableName: string; streams?: boolean }) {
    super(scope, id)
    this.table = new Table(this, 'Table', {
      tableName: props.tableName,
      partitionKey: text(tableKeys.pk),
      sortKey: text(tableKeys.sk),
      billingMode: BillingMode.PAY_PER_REQUEST,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      encryption: TableEncryption.AWS_MANAGED,
      timeToLiveAttribute: tableKeys.ttl,
      removalPolicy: removalOf(this),
      deletionProtection: refusesDeletion(this),
      ...(props.streams ? { stream: StreamViewType.NEW_AND_OLD_IMAGES } : {}),
    })
    for (const index of tableKeys.indexes) {
      this.table.addGlobalSecondaryIndex({
        indexName: index.name,
        partitionKey: text(index.pk),
        sortKey: text(index.sk),
      })
    }
  }
}
