import { AttributeType, BillingMode, StreamViewType, Table, TableEncryption } from 'aws-cdk-lib/aws-dynamodb'
import { Construct } from 'constructs'
import { tableKeys } from '#shared/kit/tables.ts'
import { named, refusesDeletion, removalOf } from '../stage.ts'

/** `warm=marking:40000:20000,session:…`: what a table is to bear from the first second. It is paid once, and stays. */
const warmth = (scope: Construct, name: string) => {
  const asked: unknown = scope.node.tryGetContext('warm')
  if (typeof asked !== 'string' || asked === '') return {}
  const own = asked.split(',').find((part) => part.startsWith(`${name}:`))
  if (own === undefined) return {}
  const [, reads, writes] = /^[a-z]+:(\d+):(\d+)$/.exec(own) ?? []
  if (reads === undefined || writes === undefined) throw new Error(`warm wants table:reads:writes, not ${own}`)
  return { warmThroughput: { readUnitsPerSecond: Number(reads), writeUnitsPerSecond: Number(writes) } }
}

const text = (name: string) => ({ name, type: AttributeType.STRING })

/** One on-demand table of the one key shape, with point-in-time recovery. */
export class RoomTable extends Construct {
  readonly table: Table
  constructor(scope: Construct, id: string, props: { name: string; streams?: boolean }) {
    super(scope, id)
    this.table = new Table(this, 'Table', {
      tableName: named(this, props.name),
      partitionKey: text(tableKeys.pk),
      sortKey: text(tableKeys.sk),
      billingMode: BillingMode.PAY_PER_REQUEST,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      encryption: TableEncryption.AWS_MANAGED,
      ...warmth(this, props.name),
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
