/**
 * A store that costs next to nothing, under the SDK's own client: what is measured is then the handler with all that a
 * call takes of this process (its schema, the client's marshalling, the signature), without a database.
 */
import { dynamo } from '#functions/kit/clients.ts'

type Attributes = Record<string, Record<string, unknown>>
type Asked = {
  TableName: string
  Key: Attributes
  Item: Attributes
  KeyConditionExpression: string
  ExpressionAttributeValues: Attributes
  RequestItems: Record<string, { PutRequest: { Item: Attributes } }[] | { Keys: Attributes[] }>
}
type HttpRequest = { headers: Record<string, string>; body: string | Uint8Array }

const texts = (a: Record<string, unknown> | undefined): string => String(a?.['S'] ?? '')

/** Puts itself in the place of the client's connections. Updates are acknowledged with the row, not applied. */
export const useMemoryStore = (): { updates: () => number } => {
  const tables = new Map<string, Map<string, Attributes>>()
  let updates = 0
  const partition = (table: string, pk: string): Map<string, Attributes> => {
    const name = `${table}|${pk}`
    if (!tables.has(name)) tables.set(name, new Map())
    return tables.get(name)!
  }
  const put = (table: string, item: Attributes): void =>
    void partition(table, texts(item['pk'])).set(texts(item['sk']), item)
  const act = (operation: string, asked: Asked): unknown => {
    const found = (): Attributes | undefined =>
      partition(asked.TableName, texts(asked.Key['pk'])).get(texts(asked.Key['sk']))
    switch (operation) {
      case 'GetItem':
        return { Item: found() }
      case 'UpdateItem':
        updates++
        return { Attributes: found() }
      case 'PutItem':
        put(asked.TableName, asked.Item)
        return {}
      case 'BatchWriteItem':
        for (const [table, wanted] of Object.entries(asked.RequestItems))
          if (Array.isArray(wanted)) for (const { PutRequest } of wanted) put(table, PutRequest.Item)
        return {}
      case 'BatchGetItem':
        return {
          Responses: Object.fromEntries(
            Object.entries(asked.RequestItems).map(([table, wanted]) => [
              table,
              (Array.isArray(wanted) ? [] : wanted.Keys).flatMap(
                (key) => partition(table, texts(key['pk'])).get(texts(key['sk'])) ?? [],
              ),
            ]),
          ),
        }
      case 'Query': {
        // Partitions by key, and a prefix of the sort key: all that a mark asks.
        const values = Object.values(asked.ExpressionAttributeValues).map(texts)
        const rows = [...partition(asked.TableName, values[0]!)]
        return { Items: rows.filter(([sk]) => sk.startsWith(values[1] ?? '')).map(([, item]) => item) }
      }
      default:
        throw new Error(`the store of the benchmark does not know ${operation}`)
    }
  }
  const handle = async ({ headers, body }: HttpRequest) => {
    const operation = headers['x-amz-target']!.split('.').at(-1)!
    const asked = JSON.parse(typeof body === 'string' ? body : Buffer.from(body).toString('utf8')) as Asked
    const answer = Buffer.from(JSON.stringify(act(operation, asked)))
    return {
      response: { statusCode: 200, headers: { 'content-type': 'application/x-amz-json-1.0' }, body: answer },
    }
  }
  const { config } = dynamo() as unknown as { config: { requestHandler: unknown } }
  config.requestHandler = { handle, metadata: {}, destroy: () => undefined }
  return { updates: () => updates }
}
