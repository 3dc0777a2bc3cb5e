/**
 * Reads the audit table's stream and chains its records. A record is written once and never again: what changes or
 * removes one is told as an alarm here, and found by the verification (`audit.verify.ts`).
 */
import { Logger } from '@aws-lambda-powertools/logger'
import type { AttributeValue, DynamoDBRecord } from 'aws-lambda'
import { AuditRecord } from '#functions/kit/audit.ts'
import { countMetric } from '#functions/kit/count.ts'
import { followStream } from '#functions/kit/stream.ts'
import { chainRecords } from './audit.chain.ts'

const logger = new Logger({ serviceName: 'platform-stream' })

/** Records hold texts and numbers. */
const plain = (image: Record<string, AttributeValue>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(image).map(([name, v]) => [name, v.N === undefined ? v.S : Number(v.N)]))

/** The records that were written, by tenant. */
export const recordsIn = (told: readonly DynamoDBRecord[]): Map<string, AuditRecord[]> => {
  const byTenant = new Map<string, AuditRecord[]>()
  for (const { eventName, dynamodb } of told) {
    if (eventName !== 'INSERT') {
      logger.error('an audit record was touched', { eventName, key: dynamodb?.Keys })
      countMetric('platform', 'auditBroken')
      continue
    }
    const record = AuditRecord.parse(plain(dynamodb?.NewImage ?? {}))
    byTenant.set(record.tenant, [...(byTenant.get(record.tenant) ?? []), record])
  }
  return byTenant
}

export const handler = followStream('platform-stream', async (records) => {
  for (const [tenant, own] of recordsIn(records)) await chainRecords(tenant, own)
})
