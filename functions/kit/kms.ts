/** The key service's client: in a file of its own, so that only the room that may use the key carries it. */
import { KMSClient } from '@aws-sdk/client-kms'
import { perRole } from './clients.ts'
import { faulty } from './faults.ts'

export const kms = perRole(() => faulty(new KMSClient({ maxAttempts: 4 })))
