/**
 * The chain's copies in a bucket of their own, whose objects cannot be changed or removed for years (object lock). A
 * segment is a stretch of a tenant's chain with its records; its key says from where to where it goes and the hash that
 * it ends with, so that a list of keys is enough to hold the table's chain against.
 */
import { dayStart } from '#shared/kit/time.ts'
import { audits } from '#functions/kit/audit.ts'
import { env, s3 } from '#functions/kit/clients.ts'
import { now } from '#functions/kit/ports.ts'
import { entriesFrom } from './audit.chain.ts'

const archive = (): string => env('AUDIT_BUCKET')
const folder = (tenant: string): string => `${tenant.replace(':', '-')}/`
const padded = (seq: number): string => String(seq).padStart(12, '0')

export type Segment = { from: number; to: number; root: string; key: string }

/** A tenant's segments in order, as the bucket lists them. */
export const segmentsOf = async (tenant: string): Promise<Segment[]> => {
  const { ListObjectsV2Command } = await import('@aws-sdk/client-s3')
  const client = await s3()
  const found: Segment[] = []
  let token: string | undefined
  do {
    const answer = await client.send(
      new ListObjectsV2Command({
        Bucket: archive(),
        Prefix: folder(tenant),
        ...(token ? { ContinuationToken: token } : {}),
      }),
    )
    for (const { Key = '' } of answer.Contents ?? []) {
      const m = /\/(\d{12})-(\d{12})-([0-9a-f]{64})\.jsonl$/.exec(Key)
      if (m) found.push({ from: Number(m[1]), to: Number(m[2]), root: m[3]!, key: Key })
    }
    token = answer.NextContinuationToken
  } while (token)
  return found
}

const most = 2_000

/**
 * Puts away what was chained before this day began, each entry with its record as it stands; answers how many segments. The same again finds its key taken, which
 * is as good: nothing there is ever replaced.
 */
export const archiveChain = async (tenant: string): Promise<number> => {
  const { PutObjectCommand } = await import('@aws-sdk/client-s3')
  const client = await s3()
  const before = dayStart(now())
  let from = ((await segmentsOf(tenant)).at(-1)?.to ?? 0) + 1
  for (let count = 0; ; count++) {
    const own = (await entriesFrom(tenant, from, most)).filter((e) => e.chainedAt < before)
    const last = own.at(-1)
    if (!last) return count
    const found = new Map((await audits.getMany(own)).map((r) => [r.auditId, r]))
    const lines = own.map((entry) => JSON.stringify({ entry, record: found.get(entry.auditId) ?? null }))
    try {
      await client.send(
        new PutObjectCommand({
          Bucket: archive(),
          Key: `${folder(tenant)}${padded(from)}-${padded(last.seq)}-${last.hash}.jsonl`,
          Body: lines.join('\n'),
          ContentType: 'application/jsonl',
          // Object lock wants a checksum.
          ChecksumAlgorithm: 'SHA256',
          IfNoneMatch: '*',
        }),
      )
    } catch (error) {
      if (!(error instanceof Error && error.name === 'PreconditionFailed')) throw error
    }
    from = last.seq + 1
  }
}
