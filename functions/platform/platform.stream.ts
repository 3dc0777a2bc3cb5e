/**
 * Reads the audit table's stream and chains its records. A record is written once and never again: what changes or
 * removes one is told as an alarm here, and found by the verification (`audit.verify.ts`).
 */
import { Logger } from '@aws-lambda-powertools/logger'
import type { DynamoDBRecord } from 'aws-lambda'
import { AuditRecord } from '#functions/kit/audit.ts'
import { countMetric } from '#functions/kit/count.ts'
import { followStream, rowOf } from '#functions/kit/stream.ts'
import { chainRecords } from './audit.chain.ts'

const logger = new Logger({ serviceName: 'platform-stream' })

/** The records that were written, by tenant. */
export const recordsIn = (told: readonly DynamoDBRecord[]): Map<string, AuditRecord[]> => {
  const byTenant = new Map<string, AuditRecord[]>()
  for (const { eventName, dynamodb } of told) {
    if (eventName !== 'INSERT') {
      logger.error('an audit record was touched', { eventName, key: dynamodb?.Keys })
      countMetric('platform', 'auditBroken')
      continue
    }
    const record = AuditRecord.parse(rowOf(dynamodb?.NewImage ?? {}))
    byTenant.set(record.tenant, [...(byTenant.get(record.tenant) ?? []), record])
  }
  return byTenant
}

export const handler = followStream('platform-stream', async (records) => {
  for (const [tenant, own] of recordsIn(records)) await chainRecords(tenant, own)
})
