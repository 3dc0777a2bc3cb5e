import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { SecretOf } from '../stores.types.ts'

/**
 * Signature Version 4, the server's side.
 * Source: "AWS Signature Version 4 for API requests" and AmazonS3 "Authenticating Requests: Using Query Parameters".
 */

/** A request that is not who it says it is. `code` is the name in S3's list of error responses. */
export class SignatureRefusal extends Error {
  readonly code: string
  readonly status: number
  constructor(code: string, message: string, status = 403) {
    super(message)
    this.name = 'SignatureRefusal'
    this.code = code
    this.status = status
  }
}

export type SignedRequest = {
  method: string
  /** The path as it came, still percent-encoded, without the query. */
  path: string
  query: ReadonlyArray<readonly [string, string]>
  headers: IncomingHttpHeaders
}

export type Signer = {
  accessKeyId: string
  /** What the signature says of the body: a hex sha256, UNSIGNED-PAYLOAD or a STREAMING-… name. */
  payload: string
  presigned: boolean
}

export type SignatureOptions = {
  service: string
  secretOf: SecretOf
  now: () => number
  /** The hex sha256 of a body already read: the JSON and query services sign it without a header. */
  payloadHash?: string
}

type Credential = { accessKeyId: string; date: string; region: string; service: string }

const fifteenMinutes = 15 * 60_000
const oneWeek = 7 * 24 * 3600
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Percent-encoding as SigV4 wants it: everything but A–Z a–z 0–9 - . _ ~. */
export function encodeStrictly(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (c) => '%' + c.charCodeAt(0).toString(16).toUpperCase())
}

/** decodeURIComponent that refuses a broken escape as S3 does. */
export function decodeStrictly(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new SignatureRefusal('InvalidURI', "Couldn't parse the specified URI.", 400)
  }
}

/** Splits a request target; query values are decoded, `+` stays a plus. */
export function splitTarget(target: string): { path: string; query: Array<[string, string]> } {
  const mark = target.indexOf('?')
  if (mark < 0) return { path: target, query: [] }
  const query = target
    .slice(mark + 1)
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair): [string, string] => {
      const equals = pair.indexOf('=')
      return equals < 0
        ? [decodeStrictly(pair), '']
        : [decodeStrictly(pair.slice(0, equals)), decodeStrictly(pair.slice(equals + 1))]
    })
  return { path: target.slice(0, mark), query }
}

/** The four-fold HMAC that a day, a region and a service sign with. */
export function signingKey(secretAccessKey: string, date: string, region: string, service: string): Buffer {
  return hmac(hmac(hmac(hmac('AWS4' + secretAccessKey, date), region), service), 'aws4_request')
}

/** Hex signature of a string under a secret: also what a POST policy is signed with. */
export function signText(
  secretAccessKey: string,
  credential: Pick<Credential, 'date' | 'region' | 'service'>,
  text: string,
): string {
  return hmac(signingKey(secretAccessKey, credential.date, credential.region, credential.service), text).toString('hex')
}

/** `AKID/20260101/region/service/aws4_request`; an access key id never holds a slash. */
export function parseCredential(text: string): Credential {
  const [accessKeyId, date, region, service, end, ...more] = text.split('/')
  if (!accessKeyId || !date || !region || !service || end !== 'aws4_request' || more.length > 0) {
    throw new SignatureRefusal('AuthorizationHeaderMalformed', 'The credential is malformed.', 400)
  }
  return { accessKeyId, date, region, service }
}

/** `20260101T000000Z` to UTC milliseconds. */
export function parseAmzDate(text: string): number {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text)
  if (!match)
    throw new SignatureRefusal('AccessDenied', 'AWS authentication requires a valid Date or x-amz-date header')
  const [year, month, day, hour, minute, second] = match.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

/** Compares two hex signatures in constant time. */
export function sameSignature(left: string, right: string): boolean {
  const a = Buffer.from(left)
  const b = Buffer.from(right)
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Finds the secret of a key, and refuses an unknown key or a session token that does not belong to it. */
export function secretFor(secretOf: SecretOf, accessKeyId: string, token: string | undefined): string {
  const secret = secretOf(accessKeyId)
  if (!secret) {
    throw new SignatureRefusal(
      'InvalidAccessKeyId',
      'The AWS Access Key Id you provided does not exist in our records.',
    )
  }
  if ((secret.sessionToken ?? '') !== (token ?? '')) {
    throw new SignatureRefusal('InvalidToken', 'The provided token is malformed or otherwise invalid.', 400)
  }
  return secret.secretAccessKey
}

function canonicalRequest(
  request: SignedRequest,
  service: string,
  signedHeaders: readonly string[],
  payload: string,
): string {
  const segments = request.path.split('/').map((part) => encodeStrictly(decodeStrictly(part)))
  // Every service but S3 encodes the path twice.
  const path = service === 's3' ? segments.join('/') : segments.map(encodeStrictly).join('/')
  const query = request.query
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => [encodeStrictly(name), encodeStrictly(value)] as const)
    .sort(([a, x], [b, y]) => (a === b ? (x < y ? -1 : x > y ? 1 : 0) : a < b ? -1 : 1))
    .map((pair) => pair.join('='))
    .join('&')
  const headers = signedHeaders.map((name) => {
    const value = request.headers[name]
    const text = Array.isArray(value) ? value.join(',') : (value ?? '')
    return `${name}:${text.trim().replace(/ +/g, ' ')}\n`
  })
  return [request.method, path || '/', query, headers.join(''), signedHeaders.join(';'), payload].join('\n')
}

function checkSignature(
  request: SignedRequest,
  credential: Credential,
  parts: { date: string; signedHeaders: string[]; signature: string; payload: string; secretAccessKey: string },
): void {
  const scope = `${credential.date}/${credential.region}/${credential.service}/aws4_request`
  const canonical = canonicalRequest(request, credential.service, parts.signedHeaders, parts.payload)
  const text = ['AWS4-HMAC-SHA256', parts.date, scope, sha256(canonical)].join('\n')
  if (!sameSignature(signText(parts.secretAccessKey, credential, text), parts.signature)) {
    throw new SignatureRefusal(
      'SignatureDoesNotMatch',
      'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
    )
  }
}

function checkScope(credential: Credential, date: string, service: string): void {
  if (credential.service !== service || !date.startsWith(credential.date)) {
    throw new SignatureRefusal('AuthorizationHeaderMalformed', 'The credential scope is not for this request.', 400)
  }
}

function requireSigned(request: SignedRequest, signedHeaders: readonly string[]): void {
  const bare = Object.keys(request.headers).find(
    (name) => (name === 'host' || name.startsWith('x-amz-')) && !signedHeaders.includes(name),
  )
  if (bare) {
    throw new SignatureRefusal(
      'AccessDenied',
      `There were headers present in the request which were not signed: ${bare}`,
    )
  }
}

function verifyPresigned(request: SignedRequest, options: SignatureOptions): Signer {
  const query = new Map(request.query)
  const read = (name: string): string => {
    const value = query.get(name)
    if (value === undefined) {
      throw new SignatureRefusal(
        'AuthorizationQueryParametersError',
        `Query-string authentication requires ${name}.`,
        400,
      )
    }
    return value
  }
  const credential = parseCredential(read('X-Amz-Credential'))
  const date = read('X-Amz-Date')
  const seconds = Number(read('X-Amz-Expires'))
  checkScope(credential, date, options.service)
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > oneWeek) {
    throw new SignatureRefusal('AuthorizationQueryParametersError', 'X-Amz-Expires must be between 1 and 604800.', 400)
  }
  const from = parseAmzDate(date)
  const secretAccessKey = secretFor(options.secretOf, credential.accessKeyId, query.get('X-Amz-Security-Token'))
  const signedHeaders = read('X-Amz-SignedHeaders').split(';')
  requireSigned(request, signedHeaders)
  const payload =
    query.get('X-Amz-Content-Sha256') ?? String(request.headers['x-amz-content-sha256'] ?? 'UNSIGNED-PAYLOAD')
  checkSignature(request, credential, {
    date,
    signedHeaders,
    signature: read('X-Amz-Signature'),
    payload,
    secretAccessKey,
  })
  const now = options.now()
  if (now > from + seconds * 1000) throw new SignatureRefusal('AccessDenied', 'Request has expired')
  if (now < from - fifteenMinutes) throw new SignatureRefusal('AccessDenied', 'Request is not yet valid')
  return { accessKeyId: credential.accessKeyId, payload, presigned: true }
}

/**
 * Proves who signed a request, by its Authorization header or its query.
 * Throws SignatureRefusal: no signature, unknown key, wrong signature, clock too far off, expired URL.
 */
export function verifySignature(request: SignedRequest, options: SignatureOptions): Signer {
  const header = request.headers.authorization
  if (header === undefined) {
    if (request.query.some(([name]) => name === 'X-Amz-Algorithm')) return verifyPresigned(request, options)
    throw new SignatureRefusal('AccessDenied', 'Access Denied')
  }
  const match = /^AWS4-HMAC-SHA256 +Credential=([^,\s]+), *SignedHeaders=([^,\s]+), *Signature=([0-9a-f]+)$/.exec(
    header,
  )
  if (!match) throw new SignatureRefusal('AuthorizationHeaderMalformed', 'The authorization header is malformed.', 400)
  const [, credentialText, headerNames, signature] = match as unknown as [string, string, string, string]
  const credential = parseCredential(credentialText)
  const date = String(request.headers['x-amz-date'] ?? '')
  const at = parseAmzDate(date)
  checkScope(credential, date, options.service)
  if (Math.abs(options.now() - at) > fifteenMinutes) {
    throw new SignatureRefusal(
      'RequestTimeTooSkewed',
      'The difference between the request time and the current time is too large.',
    )
  }
  const token = request.headers['x-amz-security-token']
  const secretAccessKey = secretFor(
    options.secretOf,
    credential.accessKeyId,
    token === undefined ? undefined : String(token),
  )
  const payload = options.payloadHash ?? String(request.headers['x-amz-content-sha256'] ?? '')
  if (payload === '') {
    throw new SignatureRefusal('InvalidRequest', 'Missing required header for this request: x-amz-content-sha256', 400)
  }
  const signedHeaders = headerNames.split(';')
  if (options.service === 's3') requireSigned(request, signedHeaders)
  checkSignature(request, credential, { date, signedHeaders, signature, payload, secretAccessKey })
  return { accessKeyId: credential.accessKeyId, payload, presigned: false }
}
