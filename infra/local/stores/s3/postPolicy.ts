import busboy from 'busboy'
import { rm } from 'node:fs/promises'
import { claimedChecksum, receiveFile } from './body.ts'
import { describe, making, sendEmpty, sendXml } from '../exchange.ts'
import { accessDenied, Failure, invalidArgument, noSuchBucket } from '../failure.ts'
import { commitFile } from './objects.ts'
import { parseCredential, sameSignature, secretFor, signText } from '../access/signature.ts'
import { childrenOf, parseXml, textOf, xmlDocument } from '../xml.ts'
import type { Readable } from 'node:stream'
import type { Received } from './body.ts'
import type { Exchange, Warehouse } from '../exchange.ts'
import type { SecretOf } from '../stores.types.ts'

/** Browser uploads by form. Source: AmazonS3 "Authenticating Requests: Browser-Based Uploads Using POST", "POST Policy". */

type Policy = {
  expiration: string
  conditions: Array<Record<string, string> | [string, string | number, string | number]>
}

export type PostFields = Record<string, string>

const refusedByPolicy = (why: string): Failure => accessDenied(`Invalid according to Policy: ${why}`)

function readPolicy(base64: string): Policy {
  try {
    const policy = JSON.parse(Buffer.from(base64, 'base64').toString('utf8')) as Policy
    if (typeof policy.expiration === 'string' && Array.isArray(policy.conditions)) return policy
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new Failure('InvalidPolicyDocument', 'Invalid Policy: Invalid JSON.', 400)
}

const fieldName = (name: string | number): string => String(name).replace(/^\$/, '').toLowerCase()

/**
 * Holds a form against its policy: not expired, every condition met, every field covered by one (but for file, policy,
 * x-amz-signature and x-ignore-…). Answers the bounds of the file's size. Throws AccessDenied with the condition.
 */
export function checkPolicy(
  policyField: string,
  fields: PostFields,
  bucket: string,
  now: number,
): { least: number; most: number } {
  const policy = readPolicy(policyField)
  const expires = Date.parse(policy.expiration)
  if (!(expires > now)) throw refusedByPolicy('Policy expired.')
  const values: PostFields = { ...fields, bucket }
  const covered = new Set(['file', 'policy', 'x-amz-signature', 'bucket'])
  const bounds = { least: 0, most: 5 * 1024 ** 3 }
  for (const condition of policy.conditions) {
    if (!Array.isArray(condition)) {
      for (const [name, value] of Object.entries(condition)) {
        covered.add(name.toLowerCase())
        if (values[name.toLowerCase()] !== String(value))
          throw refusedByPolicy(`Policy Condition failed: ["eq", "$${name}", "${value}"]`)
      }
      continue
    }
    const [operator, first, second] = condition
    if (operator === 'content-length-range') {
      bounds.least = Math.max(bounds.least, Number(first))
      bounds.most = Math.min(bounds.most, Number(second))
      continue
    }
    const name = fieldName(first)
    const value = values[name] ?? ''
    covered.add(name)
    const met =
      operator === 'eq' ? value === String(second) : operator === 'starts-with' && value.startsWith(String(second))
    if (!met) throw refusedByPolicy(`Policy Condition failed: ["${operator}", "$${name}", "${second}"]`)
  }
  const extra = Object.keys(fields).find((name) => !covered.has(name) && !name.startsWith('x-ignore-'))
  if (extra !== undefined) throw refusedByPolicy(`Extra input fields: ${extra}`)
  return bounds
}

/** Proves who signed the policy. Throws a SignatureRefusal or AccessDenied; answers the access key id. */
export function checkPolicySignature(fields: PostFields, secretOf: SecretOf): string {
  const { policy, 'x-amz-credential': credentialText, 'x-amz-signature': signature } = fields
  if (policy === undefined || credentialText === undefined || signature === undefined) throw accessDenied()
  if (fields['x-amz-algorithm'] !== 'AWS4-HMAC-SHA256')
    throw invalidArgument('X-Amz-Algorithm must be AWS4-HMAC-SHA256')
  const credential = parseCredential(credentialText)
  const secret = secretFor(secretOf, credential.accessKeyId, fields['x-amz-security-token'])
  if (credential.service !== 's3' || !sameSignature(signText(secret, credential, policy), signature)) {
    throw new Failure(
      'SignatureDoesNotMatch',
      'The request signature we calculated does not match the signature you provided.',
      403,
    )
  }
  return credential.accessKeyId
}

function readTags(xml: string): string {
  try {
    const set = childrenOf(parseXml(xml), 'TagSet').flatMap((element) => childrenOf(element, 'Tag'))
    const pairs = set.map((tag): [string, string] => [textOf(tag, 'Key') ?? '', textOf(tag, 'Value') ?? ''])
    return new URLSearchParams(pairs).toString()
  } catch {
    throw new Failure('MalformedXML', 'The tagging field is not a tag set.', 400)
  }
}

type Form = { fields: PostFields; received: Received; incoming: string }

/**
 * Reads a form: its fields, then its file streamed to disk. `judge` is asked between the two, so that a form that its
 * policy refuses never writes a byte; the file's size is cut off at the policy's bound.
 */
function readForm(
  house: Warehouse,
  exchange: Exchange,
  judge: (fields: PostFields, fileName: string) => { least: number; most: number },
): Promise<Form> {
  const fields: PostFields = {}
  return new Promise((resolve, reject) => {
    let parser: busboy.Busboy
    try {
      parser = busboy({
        headers: exchange.request.headers,
        defParamCharset: 'utf8',
        limits: { fieldSize: 64 * 1024, fields: 100, files: 1 },
      })
    } catch {
      return reject(
        new Failure('PreconditionFailed', 'Bucket POST must be of the enclosure-type multipart/form-data', 412),
      )
    }
    let taken = false
    let job: Promise<Form> | null = null
    const take = async (source: Readable, fileName: string): Promise<Form> => {
      const bounds = judge(fields, fileName)
      const incoming = house.shelf.incoming()
      let size = 0
      source.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > bounds.most)
          source.destroy(new Failure('EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size', 400))
      })
      const checksum = claimedChecksum(fields)
      const received = await receiveFile(source, incoming, {
        payload: 'UNSIGNED-PAYLOAD',
        contentMd5: fields['content-md5'],
        checksum,
      })
      if (received.size < bounds.least) {
        await rm(incoming, { force: true })
        throw new Failure('EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size', 400)
      }
      return { fields, received, incoming }
    }
    const fail = (error: unknown): void => {
      exchange.request.unpipe(parser)
      exchange.request.resume()
      reject(error)
    }
    parser.on('field', (name, value) => {
      // Fields after the file are ignored, as S3 does.
      if (!taken) fields[name.toLowerCase()] = value
    })
    parser.on('file', (name, stream, info) => {
      if (taken || name.toLowerCase() !== 'file') return void stream.resume()
      taken = true
      job = take(stream, info.filename ?? '')
      job.catch((error: unknown) => {
        stream.resume()
        fail(error)
      })
    })
    parser.on('error', () =>
      fail(
        new Failure(
          'MalformedPOSTRequest',
          'The body of your POST request is not well-formed multipart/form-data.',
          400,
        ),
      ),
    )
    parser.on('close', () => {
      if (job) job.then(resolve, reject)
      else reject(invalidArgument('POST requires exactly one file upload per request.'))
    })
    exchange.request.once('aborted', () => fail(new Failure('RequestTimeout', 'The form ended early.', 400)))
    exchange.request.pipe(parser)
  })
}

/** Answers `POST /bucket` with a form. Source: AmazonS3 RESTObjectPOST. */
export async function postObject(
  house: Warehouse,
  exchange: Exchange,
  hooks: { secretOf: SecretOf; exchangeFor(accessKeyId: string, key: string): Exchange },
): Promise<void> {
  const { bucket } = exchange
  let signed: Exchange | null = null
  const form = await readForm(house, exchange, (fields, fileName) => {
    const accessKeyId = checkPolicySignature(fields, hooks.secretOf)
    const key = (fields.key ?? '').replace('${filename}', () => fileName)
    if (key === '') throw invalidArgument("Bucket POST must contain a field named 'key'.")
    fields.key = key
    const bounds = checkPolicy(fields.policy ?? '', fields, bucket, house.now())
    signed = hooks.exchangeFor(accessKeyId, key)
    // A form has no condition of its own.
    signed.require('s3:PutObject', making({}))
    if (fields.tagging) signed.require('s3:PutObjectTagging')
    if (!house.catalogue.hasBucket(bucket)) throw noSuchBucket(bucket)
    return bounds
  })
  const by = signed as Exchange | null
  if (!by) throw accessDenied()
  const { fields, received, incoming } = form
  const description = describe({ ...fields, 'x-amz-tagging': fields.tagging ? readTags(fields.tagging) : undefined })
  const stored = await commitFile(house, { headers: {} }, { incoming, bucket, key: by.key, description, received })
  house.emit('ObjectCreated:Post', by, stored)
  const location = `http://${exchange.request.headers.host ?? ''}/${bucket}/${encodeURIComponent(stored.key)}`
  const etag = `"${stored.etag}"`
  const redirect = fields.success_action_redirect ?? fields.redirect
  if (redirect && URL.canParse(redirect)) {
    const target = new URL(redirect)
    for (const [name, value] of Object.entries({ bucket, key: stored.key, etag })) target.searchParams.set(name, value)
    return sendEmpty(exchange, 303, { location: target.href, etag })
  }
  if (fields.success_action_status === '201') {
    exchange.response.setHeader('etag', etag)
    exchange.response.setHeader('location', location)
    return sendXml(
      exchange,
      201,
      xmlDocument('PostResponse', { Location: location, Bucket: bucket, Key: stored.key, ETag: etag }),
    )
  }
  const status = fields.success_action_status === '200' ? 200 : 204
  sendEmpty(exchange, status, { etag, location })
}
