/** The SDK's clients, made once a process. S3 and Step Functions are imported inside the calls that need them. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { faulty } from './faults.ts'

/** One client a role: a function has one for its life; tests take on several roles in one process. */
export const perRole = <T>(make: () => T): (() => T) => {
  const made = new Map<string, T>()
  return () => {
    const role = process.env['AWS_ACCESS_KEY_ID'] ?? ''
    const known = made.get(role)
    if (known !== undefined) return known
    const fresh = make()
    made.set(role, fresh)
    return fresh
  }
}

/**
 * Takes out of the client what is not used: its own log, the names of its parts, the trace of a service that we do not
 * use. It is time that every mark pays for.
 */
const withoutFrills = (client: DynamoDBClient): DynamoDBClient => {
  for (const frill of ['loggerMiddleware', 'getUserAgentMiddleware', 'recursionDetectionMiddleware'])
    client.middlewareStack.remove(frill)
  return client
}

/** How the database is reached: as the SDK does it by itself, but where many tests share one beside them. */
let reach = (): DynamoDBClientConfig => ({})
/** Replaces the way to the database of the clients that are made from now on. */
export const reachDynamo = (by: () => DynamoDBClientConfig): void => {
  reach = by
}

export const dynamo = perRole(() =>
  faulty(
    DynamoDBDocumentClient.from(withoutFrills(new DynamoDBClient({ maxAttempts: 4, ...reach() })), {
      marshallOptions: { removeUndefinedValues: true },
    }),
  ),
)

export const s3 = perRole(async () => {
  const { S3Client } = await import('@aws-sdk/client-s3')
  const local = process.env['AWS_ENDPOINT_URL_S3'] !== undefined
  return faulty(new S3Client({ maxAttempts: 4, forcePathStyle: local }))
})

export const sfn = perRole(async () => {
  const { SFNClient } = await import('@aws-sdk/client-sfn')
  return faulty(new SFNClient({ maxAttempts: 4 }))
})

/** A setting that may be absent. */
export const setting = (name: string): string | undefined => process.env[name] || undefined

/** A setting of the function's environment; its absence is a mistake of the deployment and says so. */
export const env = (name: string): string => {
  const value = process.env[name]
  if (value === undefined || value === '') throw new Error(`the environment lacks ${name}`)
  return value
}
