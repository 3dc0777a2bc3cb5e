/**
 * AWS Signature Version 4 for S3 over WebCrypto, on headers. Amplify's Storage speaks to local endpoints on one fixed
 * port only, and knows no resume of a multipart upload; this is what an upload needs and no more.
 */
import { isoOf } from './ports.ts'
import { hex } from '#shared/kit/sha256.ts'

export type Credentials = { accessKeyId: string; secretAccessKey: string; sessionToken: string }
export type SignedRequest = { method: string; url: string; headers: Record<string, string> }

const encoder = new TextEncoder()
const hmac = async (key: BufferSource, text: string): Promise<ArrayBuffer> =>
  crypto.subtle.sign(
    'HMAC',
    await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']),
    encoder.encode(text),
  )
export const sha256 = async (bytes: BufferSource): Promise<string> =>
  hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))

const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

/** Signs a request to S3. `path` begins with a slash and is not yet encoded; `payloadHash` is the body's sha256 in hex. */
export const signS3 = async (request: {
  method: string
  origin: string
  path: string
  query?: Readonly<Record<string, string>>
  headers?: Readonly<Record<string, string>>
  payloadHash: string
  region: string
  credentials: Credentials
  /** UTC ms. */
  at: number
}): Promise<SignedRequest> => {
  const { credentials, region } = request
  const stamp = `${isoOf(request.at).slice(0, 19).replace(/[-:]/g, '')}Z`
  const day = stamp.slice(0, 8)
  const path = request.path.split('/').map(encoded).join('/')
  const query = Object.entries(request.query ?? {})
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([n, v]) => `${encoded(n)}=${encoded(v)}`)
    .join('&')
  const headers: Record<string, string> = {
    ...request.headers,
    'x-amz-content-sha256': request.payloadHash,
    'x-amz-date': stamp,
    'x-amz-security-token': credentials.sessionToken,
  }
  const signed: Record<string, string> = { ...headers, host: new URL(request.origin).host }
  const names = Object.keys(signed).sort()
  const canonical = [
    request.method,
    path,
    query,
    ...names.map((n) => `${n}:${signed[n]!.trim()}`),
    '',
    names.join(';'),
    request.payloadHash,
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', stamp, scope, await sha256(encoder.encode(canonical))].join('\n')
  let key: ArrayBuffer = await hmac(encoder.encode(`AWS4${credentials.secretAccessKey}`), day)
  for (const part of [region, 's3', 'aws4_request']) key = await hmac(key, part)
  const signature = hex(new Uint8Array(await hmac(key, text)))
  return {
    method: request.method,
    url: `${request.origin}${path}${query ? `?${query}` : ''}`,
    headers: {
      ...headers,
      authorization: `AWS4-HMAC-SHA256 Credential=${credentials.accessKeyId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`,
    },
  }
}
