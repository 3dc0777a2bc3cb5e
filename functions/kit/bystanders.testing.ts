/** Rows of others, past every policy: when a call of one fails, the rows of others stay as they are (I17). */
import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import { dynamo } from './clients.ts'
import { spared } from './faults.ts'
import { asFunction, asRoot } from './testing.ts'

/** The rows whose keys name one of these, but for counters, which follow by themselves. */
export const rowsNaming = (ids: readonly string[]): Promise<Map<string, unknown>> =>
  // The room that erases is told of all tables.
  asFunction('school-work', () =>
    asRoot(() =>
      spared(async () => {
        const found = new Map<string, unknown>()
        const tables = Object.entries(process.env).flatMap(([name, table]) => (/^TABLE_/.test(name) ? [table] : []))
        for (const TableName of new Set(tables)) {
          let ExclusiveStartKey: Record<string, unknown> | undefined
          do {
            const page = await dynamo().send(new ScanCommand({ TableName, ConsistentRead: true, ExclusiveStartKey }))
            for (const row of page.Items ?? []) {
              const key = `${TableName} ${String(row['pk'])} ${String(row['sk'])}`
              if (!key.includes(' count#') && ids.some((id) => key.includes(id))) found.set(key, row)
            }
            ExclusiveStartKey = page.LastEvaluatedKey
          } while (ExclusiveStartKey)
        }
        return found
      }),
    ),
  )
