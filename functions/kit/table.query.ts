/** How rows are read together: many keys in one request, a partition or an index page by page. */
import { BatchGetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { dynamo } from './clients.ts'
import { untilWhole } from './store.errors.ts'
import { inPieces } from './turns.ts'

export type Item = Record<string, unknown>
export type Key = { pk: string; sk: string }

export type QueryOptions = {
  prefix?: string
  from?: string
  to?: string
  limit?: number
  reverse?: boolean
  consistent?: boolean
  /** So many are looked at a request: for who stops once enough is found. A megabyte of them unless said. */
  each?: number
  /** Only rows of which this holds are answered; what it leaves out is read all the same. */
  where?: Where
}

/** A condition in the store's own words, for what equality cannot say. Names begin with #, values with :. */
export type Where = { expression: string; names?: Record<string, string>; values?: Readonly<Record<string, unknown>> }

/** A row that is read with others. */
export type Asking<T> = { table: string; key: Key; read: (item: Item | undefined) => T | null }

/** A row of some kind as its partition holds it. */
export type Stored = { sk: string; item: Item }

/**
 * These keys' items as they come, each once however often it is asked for (the store refuses a request that names one
 * twice); what is not there is left out. A table's part is read again until it is whole.
 */
export const readKeys = async (
  asked: readonly { table: string; key: Key }[],
): Promise<{ table: string; item: Item }[]> => {
  const found: { table: string; item: Item }[] = []
  const each = [...new Map(asked.map((a) => [JSON.stringify([a.table, a.key.pk, a.key.sk]), a])).values()]
  for (const piece of inPieces(each, 100)) {
    let rest: Record<string, { Keys: Item[]; ConsistentRead: true }> = {}
    for (const { table, key } of piece) (rest[table] ??= { Keys: [], ConsistentRead: true }).Keys.push(key)
    await untilWhole(`the keys of ${Object.keys(rest).join(', ')}`, async () => {
      const answer = await dynamo().send(new BatchGetCommand({ RequestItems: rest }))
      for (const [table, items] of Object.entries(answer.Responses ?? {}))
        for (const item of items) found.push({ table, item })
      rest = (answer.UnprocessedKeys ?? {}) as typeof rest
      return Object.keys(rest).length === 0
    })
  }
  return found
}

/** Two rows of any kinds in one round trip, each as `get` would read it. */
export const together = async <A, B>(a: Asking<A>, b: Asking<B>): Promise<[A | null, B | null]> => {
  const found = await readKeys([a, b])
  const of = <T>({ table, key, read }: Asking<T>): T | null =>
    read(found.find((f) => f.table === table && f.item['pk'] === key.pk && f.item['sk'] === key.sk)?.item)
  return [of(a), of(b)]
}

/** What a partition, or an index's, is asked for. Null where nothing can lie in the range: the store refuses such a one. */
const conditionsOf = (index: string | null, pk: string, { prefix, from, to }: QueryOptions) => {
  const names: Record<string, string> = { '#pk': index ? `${index}pk` : 'pk' }
  const values: Item = { ':pk': pk }
  let expression = '#pk = :pk'
  if (prefix !== undefined || from !== undefined || to !== undefined) names['#sk'] = index ? `${index}sk` : 'sk'
  if (prefix !== undefined) {
    values[':prefix'] = prefix
    expression += ' AND begins_with(#sk, :prefix)'
  } else if (from !== undefined && to !== undefined) {
    // An address may ask for one.
    if (Buffer.compare(Buffer.from(from), Buffer.from(to)) > 0) return null
    values[':from'] = from
    values[':to'] = to
    expression += ' AND #sk BETWEEN :from AND :to'
  } else if (from !== undefined) {
    values[':from'] = from
    expression += ' AND #sk >= :from'
  } else if (to !== undefined) {
    values[':to'] = to
    expression += ' AND #sk <= :to'
  }
  return {
    KeyConditionExpression: expression,
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: values,
  }
}

/** What lies there in its order and is to be kept, as the store answers it: a megabyte at a time, up to the limit in all. */
export async function* pagesOf(
  table: string,
  index: 'gsi1' | 'gsi2' | null,
  pk: string,
  options: QueryOptions = {},
  keeps: (item: Item) => boolean = () => true,
): AsyncGenerator<Item[]> {
  const keyed = conditionsOf(index, pk, options)
  const { where, each } = options
  const conditions = keyed && {
    KeyConditionExpression: keyed.KeyConditionExpression,
    ExpressionAttributeNames: { ...keyed.ExpressionAttributeNames, ...where?.names },
    ExpressionAttributeValues: { ...keyed.ExpressionAttributeValues, ...where?.values },
    ...(where ? { FilterExpression: where.expression } : {}),
  }
  let left = options.limit
  let start: Item | undefined
  while (conditions) {
    const answer = await dynamo().send(
      new QueryCommand({
        TableName: table,
        ...(index ? { IndexName: index } : { ConsistentRead: options.consistent ?? false }),
        ...conditions,
        ...(options.reverse ? { ScanIndexForward: false } : {}),
        ...(left === undefined ? {} : { Limit: left }),
        ...(each === undefined ? {} : { Limit: each }),
        ...(start ? { ExclusiveStartKey: start } : {}),
      }),
    )
    const items = (answer.Items ?? []).filter(keeps)
    yield items
    if (left !== undefined) left -= items.length
    start = answer.LastEvaluatedKey
    if (!start || left === 0) return
  }
}

/** All rows of a partition, of all kinds, as they are now. */
export const inPartition = async ({ tableName }: { tableName: () => string }, pk: string): Promise<Stored[]> => {
  const found: Stored[] = []
  for await (const items of pagesOf(tableName(), null, pk, { consistent: true }))
    for (const item of items) found.push({ sk: String(item['sk']), item })
  return found
}
