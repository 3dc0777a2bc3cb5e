/**
 * A store that costs next to nothing. Under the SDK's own client what is measured is the handler with all that a call takes
 * of this process (its schema, the client's marshalling, the signature), without a database; in the client's place it is
 * the handler alone.
 */
import { dynamo } from '#functions/kit/clients.ts'

/** Marshalled, or as the code above the client has them. */
type Attributes = Record<string, Record<string, unknown> | string>
type Asked = {
  TableName: string
  Key: Attributes
  Item: Attributes
  KeyConditionExpression: string
  ExpressionAttributeValues: Attributes
  RequestItems: Record<string, { PutRequest: { Item: Attributes } }[] | { Keys: Attributes[] }>
}
type HttpRequest = { headers: Record<string, string>; body: string | Uint8Array }

const texts = (a: Record<string, unknown> | string | undefined): string =>
  typeof a === 'string' ? a : String(a?.['S'] ?? '')

type Send = (args: { input: unknown }) => Promise<{ output: unknown; response: object }>
type Stack = { add: (of: (next: Send, context: { commandName?: string }) => Send, at: object) => void }

/**
 * Puts itself in the place of the client's connections, or of the client. Updates are acknowledged with the row, not
 * applied.
 */
export const useMemoryStore = (place: 'connections' | 'client'): { updates: () => number } => {
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
  if (place === 'client') {
    const answered =
      (_: Send, { commandName = '' }: { commandName?: string }): Send =>
      async ({ input }) => ({ output: act(commandName.replace(/Command$/, ''), input as Asked), response: {} })
    const { middlewareStack } = dynamo() as unknown as { middlewareStack: Stack }
    middlewareStack.add(answered, { step: 'initialize', name: 'memory', priority: 'high' })
    return { updates: () => updates }
  }
  const { config } = dynamo() as unknown as { config: { requestHandler: unknown } }
  config.requestHandler = { handle, metadata: {}, destroy: () => undefined }
  return { updates: () => updates }
}
