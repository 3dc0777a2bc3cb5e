import type { Resource } from './template.ts'
import { ofType } from './inventory.ts'
import { linesTo, standInHead } from './stores/dynamo/lines.ts'

type Described = {
  TableName: string
  KeySchema: unknown
  LatestStreamArn?: string
  StreamSpecification?: { StreamEnabled?: boolean }
  GlobalSecondaryIndexes?: { IndexName: string }[]
}

/** Kept from call to call: readers of streams ask all the time. */
const linesOf = new Map<number, ReturnType<typeof linesTo>>()

/** Speaks DynamoDB's JSON protocol to the stand-in itself, past the guard. */
export const dynamoCall = async <T>(endpoint: string, target: string, body: unknown): Promise<T> => {
  const port = Number(new URL(endpoint).port)
  const lines = linesOf.get(port) ?? linesTo(port)
  linesOf.set(port, lines)
  const answer = await lines.ask(standInHead(port, target), Buffer.from(JSON.stringify(body)))
  const text = Buffer.from(answer.body).toString('utf8')
  if (answer.statusCode !== 200) {
    const { __type = '', message, Message } = JSON.parse(text || '{}') as Record<string, string>
    const error = new Error(message ?? Message ?? text)
    error.name = __type.split('#').at(-1) ?? ''
    throw error
  }
  return JSON.parse(text) as T
}

const v20120810 = 'DynamoDB_20120810'

const shapeOf = (keys: unknown): string => JSON.stringify(keys)

/**
 * Makes the templates' tables that are not there yet. Throws when a table of older data has other keys, rather than
 * work on it with wrong ones.
 */
export const provisionTables = async (endpoint: string, resources: readonly Resource[]): Promise<void> => {
  for (const table of ofType(resources, 'AWS::DynamoDB::Table')) {
    const p = table.properties
    const streams = p['StreamSpecification'] as { StreamViewType: string } | undefined
    const indexes = (p['GlobalSecondaryIndexes'] ?? []) as { IndexName: string }[]
    let described: Described | null = null
    try {
      described = (
        await dynamoCall<{ Table: Described }>(endpoint, `${v20120810}.DescribeTable`, { TableName: table.physicalId })
      ).Table
    } catch (error) {
      if ((error as Error).name !== 'ResourceNotFoundException') throw error
    }
    if (!described) {
      await dynamoCall(endpoint, `${v20120810}.CreateTable`, {
        TableName: table.physicalId,
        KeySchema: p['KeySchema'],
        AttributeDefinitions: p['AttributeDefinitions'],
        BillingMode: 'PAY_PER_REQUEST',
        ...(indexes.length > 0 ? { GlobalSecondaryIndexes: indexes } : {}),
        ...(streams ? { StreamSpecification: { StreamEnabled: true, ...streams } } : {}),
      })
      continue
    }
    const held = (described.GlobalSecondaryIndexes ?? []).map((i) => i.IndexName).sort()
    const wanted = indexes.map((i) => i.IndexName).sort()
    if (shapeOf(described.KeySchema) !== shapeOf(p['KeySchema']) || shapeOf(held) !== shapeOf(wanted)) {
      throw new Error(`the stored table ${table.physicalId} has other keys than the template: start with --fresh`)
    }
    if (streams && described.StreamSpecification?.StreamEnabled !== true) {
      await dynamoCall(endpoint, `${v20120810}.UpdateTable`, {
        TableName: table.physicalId,
        StreamSpecification: { StreamEnabled: true, ...streams },
      })
    }
  }
}

export const streamArnOf = async (endpoint: string, table: string): Promise<string> => {
  const { Table } = await dynamoCall<{ Table: Described }>(endpoint, `${v20120810}.DescribeTable`, { TableName: table })
  if (!Table.LatestStreamArn) throw new Error(`the table ${table} has no stream`)
  return Table.LatestStreamArn
}
