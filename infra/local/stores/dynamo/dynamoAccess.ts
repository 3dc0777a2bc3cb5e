import { tableKeys } from '#shared/kit/tables.ts'
import type { Place } from '../stores.types.ts'

/**
 * What a DynamoDB request does, in IAM's words.
 * Source: DynamoDB Developer Guide, "Using IAM with DynamoDB transactions" (a transaction is judged as the calls that
 * it holds) and Service Authorization Reference, "Actions, resources, and condition keys for Amazon DynamoDB".
 */

export type TableAccess = { action: string; resource: string; context?: Record<string, string[]> }

/** The name of the partition key of a table or of its index; undefined where it is not known: no leading keys are derived. */
export type HashKeyOf = (table: string, index?: string) => string | undefined

/** Every table of ours has the same keys. */
export const hashKeyOf: HashKeyOf = (_table, index) =>
  tableKeys.indexes.find((i) => i.name === index)?.pk ?? tableKeys.pk

type Json = Record<string, unknown>

const record = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {})
const entries = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

const transactActions: Record<string, string> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
  Get: 'GetItem',
}

/** The ARN of a table given by name or by ARN, with an index where there is one. */
export function tableArn(place: Place, table: string, index?: string): string {
  const name = table.startsWith('arn:') ? table.slice(table.indexOf('table/') + 6) : table
  const arn = `arn:${place.partition}:dynamodb:${place.region}:${place.account}:table/${name}`
  return index === undefined ? arn : `${arn}/index/${index}`
}

function keyText(value: unknown): string[] {
  const [text] = Object.values(record(value))
  return typeof text === 'string' ? [text] : []
}

function queriedKey(body: Json, hashKey: string): string[] {
  const names = record(body.ExpressionAttributeNames)
  for (const match of String(body.KeyConditionExpression ?? '').matchAll(/([#\w.-]+)\s*=\s*(:\w+)/g)) {
    const [, name = '', value = ''] = match
    if ((names[name] ?? name) === hashKey) return keyText(record(body.ExpressionAttributeValues)[value])
  }
  return []
}

/**
 * Every action and resource of a request; an empty list for an operation whose tables cannot be told (PartiQL): refuse it.
 */
export function accessesOf(operation: string, body: Json, place: Place, hashKeyOf?: HashKeyOf): TableAccess[] {
  const accessTo = (op: string, table: string, keys: unknown[], index?: string, query?: Json): TableAccess => {
    const access: TableAccess = { action: `dynamodb:${op}`, resource: tableArn(place, table, index) }
    const hashKey = hashKeyOf?.(table, index)
    if (hashKey === undefined) return access
    const leading = keys.flatMap((key) => keyText(record(key)[hashKey]))
    if (query) leading.push(...queriedKey(query, hashKey))
    return { ...access, context: leading.length > 0 ? { 'dynamodb:LeadingKeys': leading } : {} }
  }
  if (typeof body.TableName === 'string') {
    const index = typeof body.IndexName === 'string' ? body.IndexName : undefined
    const keys = [body.Key, body.Item].filter((key) => key !== undefined)
    return [accessTo(operation, body.TableName, keys, index, operation === 'Query' ? body : undefined)]
  }
  if (body.RequestItems !== undefined) {
    return Object.entries(record(body.RequestItems)).map(([table, asked]) => {
      const keys = Array.isArray(asked)
        ? asked.map((entry) => record(record(entry).PutRequest).Item ?? record(record(entry).DeleteRequest).Key)
        : entries(record(asked).Keys)
      return accessTo(operation, table, keys)
    })
  }
  if (operation === 'TransactWriteItems' || operation === 'TransactGetItems') {
    return entries(body.TransactItems).flatMap((item) =>
      Object.entries(record(item)).map(([kind, act]) => {
        const { TableName, Key, Item } = record(act)
        const access = accessTo(transactActions[kind] ?? kind, String(TableName), [Key ?? Item])
        // Only what is part of a transaction has this condition key.
        return { ...access, context: { ...access.context, 'dynamodb:EnclosingOperation': [operation] } }
      }),
    )
  }
  if (typeof body.StreamArn === 'string') {
    return [{ action: `dynamodb:${operation}`, resource: tableArn(place, body.StreamArn) }]
  }
  // An iterator hides its stream: only a policy on all streams lets it through.
  if (operation === 'GetRecords')
    return [{ action: 'dynamodb:GetRecords', resource: tableArn(place, '*') + '/stream/*' }]
  if (typeof body.ResourceArn === 'string') {
    return [{ action: `dynamodb:${operation}`, resource: tableArn(place, body.ResourceArn) }]
  }
  if (['ListTables', 'ListStreams', 'DescribeLimits', 'DescribeEndpoints'].includes(operation)) {
    return [{ action: `dynamodb:${operation}`, resource: '*' }]
  }
  return []
}
