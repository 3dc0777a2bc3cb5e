/**
 * Whether a request to DynamoDB may go on: a known key, a body that names its tables, a policy that allows each. The
 * signature is not computed: that is S3's, KMS's and STS's test; here each call would pay for it.
 */
import type { IncomingHttpHeaders } from 'node:http'
import { accessesOf } from '../dynamo/dynamoAccess.ts'
import type { HashKeyOf } from '../dynamo/dynamoAccess.ts'
import { localPlace } from '../stores.types.ts'
import type { Authorise, Place, SecretOf } from '../stores.types.ts'

export type Judging = {
  secretOf: SecretOf
  authorise: Authorise
  place?: Place
  /** Gives `dynamodb:LeadingKeys` to the policies when a table's partition key is known. */
  hashKeyOf?: HashKeyOf
}

/** A refusal as AWS words it, with HTTP 400. */
export type Refusal = { type: string; message: string }
export const refusalText = ({ type, message }: Refusal): string =>
  JSON.stringify({ __type: `com.amazon.coral.service#${type}`, message, Message: message })

/** What an allowed request does. */
type Allowed = {
  accessKeyId: string
  operation: string
  parsed: Record<string, unknown>
  tables: ReadonlySet<string>
}

const readOperations = new Set(['GetItem', 'BatchGetItem', 'Query', 'Scan', 'TransactGetItems'])
export const writes = (operation: string): boolean => !readOperations.has(operation)

export const judge = (
  { secretOf, authorise, place, hashKeyOf }: Judging,
  { headers, body }: { headers: IncomingHttpHeaders; body: string },
): Allowed | Refusal => {
  const accessKeyId = /Credential=([^/,\s]+)\//.exec(headers.authorization ?? '')?.[1]
  if (accessKeyId === undefined)
    return { type: 'MissingAuthenticationTokenException', message: 'Missing Authentication Token' }
  const secret = secretOf(accessKeyId)
  if (!secret || (secret.sessionToken ?? '') !== (headers['x-amz-security-token'] ?? ''))
    return {
      type: 'UnrecognizedClientException',
      message: 'The security token included in the request is invalid.',
    }
  const operation = String(headers['x-amz-target'] ?? '').replace(/^.*\./, '')
  let parsed: Record<string, unknown>
  try {
    parsed = JSON.parse(body) as Record<string, unknown>
  } catch {
    return { type: 'SerializationException', message: 'The body is not JSON' }
  }
  const accesses = accessesOf(operation, parsed, place ?? localPlace, hashKeyOf)
  const denied = accesses.find((access) => !authorise({ accessKeyId, ...access }))
  if (denied || accesses.length === 0) {
    const act = denied ? `${denied.action} on resource: ${denied.resource}` : `dynamodb:${operation}`
    return { type: 'AccessDeniedException', message: `User: ${accessKeyId} is not authorized to perform: ${act}` }
  }
  const tables = new Set(accesses.map((a) => a.resource.slice(a.resource.indexOf('table/') + 6)))
  return { accessKeyId, operation, parsed, tables }
}
