import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SecretOf } from './stores.types.ts'

/**
 * What the conformance tests share. With QINGHE_CONFORMANCE=aws, and credentials and AWS_REGION in the environment,
 * the same cases run against the real services: no endpoint is given, and cases about our own hooks are left out.
 */
export const againstAws = process.env.QINGHE_CONFORMANCE === 'aws'

export const localKey = { accessKeyId: 'LOCALADMIN', secretAccessKey: 'local-secret' }
export const otherKey = { accessKeyId: 'LOCALOTHER', secretAccessKey: 'other-secret' }

export const localSecrets: SecretOf = (accessKeyId) =>
  [localKey, otherKey].find((key) => key.accessKeyId === accessKeyId) ?? null

/** What a client is made with: the stand-in's endpoint and key, or nothing but the region. */
export function clientOptions(
  endpoint: string,
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string } = localKey,
): { region: string; endpoint?: string; credentials?: typeof credentials; maxAttempts: number } {
  if (againstAws) return { region: process.env.AWS_REGION ?? 'us-east-1', maxAttempts: 3 }
  return { region: 'us-east-1', endpoint, credentials, maxAttempts: 1 }
}

/** A folder of its own, and what removes it. */
export function temporaryFolder(): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'stores-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** The name and status of what an SDK call was refused with; fails when it was not refused. */
export async function refusalOf(call: Promise<unknown>): Promise<{ name: string; status: number | undefined }> {
  try {
    await call
  } catch (error) {
    const { name, $metadata } = error as { name: string; $metadata?: { httpStatusCode?: number } }
    return { name, status: $metadata?.httpStatusCode }
  }
  throw new Error('the call was not refused')
}
