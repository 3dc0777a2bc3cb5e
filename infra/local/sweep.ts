import { dynamoCall } from './dynamoTables.ts'
import { ofType } from './inventory.ts'
import type { Resource } from './template.ts'

type Value = { S?: string; N?: string }
type Scanned = { Items: Record<string, Value>[]; LastEvaluatedKey?: Record<string, Value> }

const target = (operation: string): string => `DynamoDB_20120810.${operation}`

/**
 * What the service does of itself within days: deletes the rows whose time to live is past. A row that was given more
 * time since stays. Answers how many went.
 */
export const sweep = async (endpoint: string, resources: readonly Resource[], now: number): Promise<number> => {
  let gone = 0
  for (const table of ofType(resources, 'AWS::DynamoDB::Table')) {
    const ttl = table.properties['TimeToLiveSpecification'] as { AttributeName: string; Enabled: boolean } | undefined
    if (!ttl?.Enabled) continue
    const past = {
      ExpressionAttributeNames: { '#ttl': ttl.AttributeName },
      ExpressionAttributeValues: { ':now': { N: String(Math.floor(now / 1000)) } },
    }
    const keys = (table.properties['KeySchema'] as { AttributeName: string }[]).map((k) => k.AttributeName)
    let start: Scanned['LastEvaluatedKey']
    do {
      const page: Scanned = await dynamoCall<Scanned>(endpoint, target('Scan'), {
        TableName: table.physicalId,
        FilterExpression: '#ttl <= :now',
        ...past,
        ...(start ? { ExclusiveStartKey: start } : {}),
      })
      for (const item of page.Items) {
        await dynamoCall(endpoint, target('DeleteItem'), {
          TableName: table.physicalId,
          Key: Object.fromEntries(keys.map((k) => [k, item[k]])),
          ConditionExpression: '#ttl <= :now',
          ...past,
        }).then(
          () => gone++,
          (error: Error) => {
            if (error.name !== 'ConditionalCheckFailedException') throw error
          },
        )
      }
      start = page.LastEvaluatedKey
    } while (start)
  }
  return gone
}

const everyMs = 15 * 60_000

/** Sweeps at once and every quarter of an hour. */
export const startSweeping = (endpoint: string, resources: readonly Resource[]): { close: () => void } => {
  const run = (): void =>
    void sweep(endpoint, resources, Date.now()).catch((error: unknown) => console.error(`sweep: ${String(error)}`))
  const first = setTimeout(run, 5000)
  const timer = setInterval(run, everyMs)
  first.unref()
  timer.unref()
  return {
    close() {
      clearTimeout(first)
      clearInterval(timer)
    },
  }
}
