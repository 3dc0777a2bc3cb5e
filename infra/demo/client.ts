/** A user of the API as any program may be one: signs in, asks calls, uploads, waits for jobs. Nothing is reached past the API. */
import { createHash } from 'node:crypto'
import type { webcrypto } from 'node:crypto'
import { S3Client, PutObjectCommand } from '@aws-sdk/client-s3'
import { postForm } from '#functions/kit/postForm.testing.ts'
import { signIn } from '#shared/identity/identity.calls.ts'
import { prove } from '#shared/identity/accounts/prove.calls.ts'
import { askedBy } from '#shared/kit/piece.ts'
import { sessionProblems } from '#shared/kit/problem.ts'
import { sealPassword } from '#shared/identity/signIn/password.seal.ts'
import type { WebCrypto } from '#shared/identity/signIn/password.seal.ts'
import { sealKey } from '#shared/identity/signIn/signIn.calls.ts'
import type { SignedIn } from '#shared/identity/identity.types.ts'
import type { AnyCall, OutputOf, SentOf } from '#shared/kit/call.ts'
import type { Envelope } from '#shared/kit/envelope.ts'
import { asyncStatus, grantUpload } from '#shared/platform/platform.calls.ts'
import type { AsyncStatus, UploadFamily } from '#shared/platform/platform.types.ts'

/** A call that answered anything but status 0. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly http: number
  readonly status: number
  constructor(call: string, http: number, status: number, message: string) {
    super(`${call}: ${http}/${status} ${message}`)
    this.http = http
    this.status = status
  }
}

/** A job that ended without what it was asked for. */
export class JobFailed extends Error {
  override name = 'JobFailed'
  readonly timedOut: boolean
  constructor({ title, message }: Pick<AsyncStatus, 'title' | 'message'>) {
    super(`${title}: ${message}`)
    this.timedOut = message.startsWith('任务超时')
  }
}

export type Uploaded = { key: string; name: string; size: number; sha256: string }

export type Client = {
  user: SignedIn['user']
  ask: <C extends AnyCall>(call: C, input: SentOf<C>) => Promise<OutputOf<C>>
  upload: (family: UploadFamily, files: readonly { name: string; bytes: Uint8Array }[]) => Promise<Uploaded[]>
  /** Waits until a job is done. @throws with its message when it failed. */
  job: (uuid: string, seconds?: number) => Promise<AsyncStatus>
  download: (url: string) => Promise<Buffer>
}

const send = async <C extends AnyCall>(
  address: string,
  call: C,
  input: SentOf<C>,
  token?: string,
): Promise<OutputOf<C>> => {
  const values = input as Record<string, unknown>
  const path = call.path.replace(/:(\w+)/g, (_, hole: string) => encodeURIComponent(String(values[hole])))
  const reads = call.method === 'GET'
  const query = new URLSearchParams()
  if (reads)
    for (const [k, v] of Object.entries(values))
      if (v !== undefined) query.set(k, Array.isArray(v) ? v.join(',') : String(v))
  const response = await fetch(`${address}${path}${reads && query.size > 0 ? `?${query}` : ''}`, {
    method: call.method,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(reads ? {} : { body: JSON.stringify(values) }),
  })
  const envelope = (await response.json()) as Envelope<OutputOf<C>>
  if (envelope.status !== 0)
    throw new Refusal(`${call.method} ${call.path}`, response.status, envelope.status, envelope.message)
  return envelope.data
}

/**
 * A job to its end, as a person has it done: what a busy machine did not do in time is asked for again, twice at most. What
 * failed by itself fails again, and is told at once.
 */
export const jobDone = async (
  { job }: Pick<Client, 'job'>,
  start: () => Promise<{ uuid: string }>,
  seconds?: number,
): Promise<AsyncStatus> => {
  for (let again = 0; ; again++)
    try {
      return await job((await start()).uuid, seconds)
    } catch (error) {
      if (!(error instanceof JobFailed) || !error.timedOut || again === 2) throw error
    }
}

/** Between a call without an answer in time and the same again, ms. */
const unansweredPauses = [2_000, 10_000, 30_000]

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

/** A password as the sign-in call takes it: sealed under a key that is good for this one time. */
const signInOnce = async (address: string, accountName: string, password: string): Promise<SignedIn> => {
  const key = await send(address, sealKey, {})
  const sealed = await sealPassword(crypto as unknown as WebCrypto<webcrypto.CryptoKey>, key, password)
  return send(address, signIn, { accountName, sealed })
}

/** Signs in. The token is renewed by signing in again before it runs out: a demo lives longer than ten minutes. */
export const signInAs = async (address: string, accountName: string, password: string): Promise<Client> => {
  let signedIn = await signInOnce(address, accountName, password)
  let until = performance.now() + signedIn.expiresIn - 60_000
  const token = async (): Promise<string> => {
    if (performance.now() > until) {
      signedIn = await signInOnce(address, accountName, password)
      until = performance.now() + signedIn.expiresIn - 60_000
    }
    return signedIn.accessToken
  }
  const ask: Client['ask'] = async (call, input) => {
    // Unanswered on a busy machine: what was sent twice is done once.
    for (const ms of unansweredPauses)
      try {
        return await askOnce(call, input)
      } catch (error) {
        if (!(error instanceof Refusal) || error.http !== 503) throw error
        await pause(ms)
      }
    return askOnce(call, input)
  }
  const askOnce: Client['ask'] = async (call, input) => {
    try {
      return await send(address, call, input, await token())
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== sessionProblems.proofNeeded.status) throw error
      await send(address, prove, { password }, await token())
      return send(address, call, input, await token())
    }
  }
  return {
    user: signedIn.user,
    ask,
    upload: async (family, files) => {
      const grant = await ask(grantUpload, {
        family,
        files: files.map((f) => ({ name: f.name, size: f.bytes.length })),
      })
      const s3 = new S3Client({
        region: grant.region,
        ...(grant.credentials ? { credentials: { ...grant.credentials, expiration: undefined } } : {}),
        ...(grant.endpoint ? { endpoint: grant.endpoint, forcePathStyle: true } : {}),
      })
      const sent: Uploaded[] = []
      for (const [i, file] of files.entries()) {
        const digest = createHash('sha256').update(file.bytes).digest()
        const { key, form } = grant.files[i]!
        const checksum = digest.toString('base64')
        if (form) {
          const posted = await postForm(grant, { ...form, 'x-amz-checksum-sha256': checksum }, file.bytes)
          if (!posted.ok) throw new Error(`${file.name}: ${posted.status} ${await posted.text()}`)
        } else
          await s3.send(
            new PutObjectCommand({
              Bucket: grant.bucket,
              Key: key,
              Body: file.bytes,
              ChecksumSHA256: checksum,
              IfNoneMatch: '*',
              ...(grant.tagging ? { Tagging: grant.tagging } : {}),
            }),
          )
        sent.push({ key, name: file.name, size: file.bytes.length, sha256: digest.toString('hex') })
      }
      s3.destroy()
      return sent
    },
    job: async (uuid, seconds = 300) => {
      const end = performance.now() + seconds * 1000
      for (let wait = 100; performance.now() < end; wait = Math.min(1000, wait * 1.5)) {
        const status = await ask(asyncStatus, { uuid: uuid as never })
        if (status.status === 40) return status
        if (status.status === 30) throw new JobFailed(status)
        await pause(wait)
      }
      throw new Error(`job ${uuid} took longer than ${seconds} s`)
    },
    download: async (url) => {
      const { url: address, range } = askedBy(url)
      const response = await fetch(address, range ? { headers: { range } } : {})
      if (!response.ok) throw new Error(`${response.status} for a signed URL`)
      return Buffer.from(await response.arrayBuffer())
    },
  }
}
