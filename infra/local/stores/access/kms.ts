import { createCipheriv, createDecipheriv, generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CallFailure, startCallServer } from '../callServer.ts'
import { localPlace } from '../stores.types.ts'
import type { Authorise, Place, Running, SecretOf } from '../stores.types.ts'

type Json = Record<string, unknown>
type Context = Record<string, string>

/** The master keys: key id to base64 of 32 bytes, alias to key id. */
type KeyFile = { keys: Record<string, string>; aliases: Record<string, string> }

export type KmsOptions = {
  dataDir: string
  port?: number
  host?: string
  secretOf: SecretOf
  authorise?: Authorise
  place?: Place
  now?: () => number
}

export type RunningKms = Running & {
  /** Makes sure of a symmetric key, and of an alias (`alias/…`) for it; answers its ARN. */
  ensureKey(keyId?: string, alias?: string): string
}

const version = 1

/** The sealing's associated data: the key and the context, in the context's sorted order. */
const associated = (keyId: string, context: Context): Buffer =>
  Buffer.from(JSON.stringify([keyId, Object.entries(context).sort(([a], [b]) => (a < b ? -1 : 1))]))

/** AES-256-GCM: version, length of the key's id, the id, 12 bytes of nonce, 16 of tag, the text. */
function seal(key: Buffer, keyId: string, context: Context, plain: Buffer): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(associated(keyId, context))
  const text = Buffer.concat([cipher.update(plain), cipher.final()])
  const id = Buffer.from(keyId)
  return Buffer.concat([Buffer.from([version, id.length]), id, nonce, cipher.getAuthTag(), text])
}

function keyIdOf(blob: Buffer): string {
  const length = blob[1] ?? 0
  if (blob[0] !== version || blob.length < 2 + length + 28) throw new CallFailure('InvalidCiphertextException', '')
  return blob.toString('utf8', 2, 2 + length)
}

function unseal(key: Buffer, keyId: string, context: Context, blob: Buffer): Buffer {
  const at = 2 + (blob[1] ?? 0)
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, blob.subarray(at, at + 12), { authTagLength: 16 })
      .setAAD(associated(keyId, context))
      .setAuthTag(blob.subarray(at + 12, at + 28))
    return Buffer.concat([decipher.update(blob.subarray(at + 28)), decipher.final()])
  } catch {
    throw new CallFailure('InvalidCiphertextException', '')
  }
}

/** The keys in their file, readable by its owner only, written whole by rename. */
class KeyRing {
  readonly #file: string
  readonly #kept: KeyFile

  constructor(dataDir: string) {
    mkdirSync(dataDir, { recursive: true })
    this.#file = join(dataDir, 'kms.json')
    this.#kept = existsSync(this.#file)
      ? (JSON.parse(readFileSync(this.#file, 'utf8')) as KeyFile)
      : { keys: {}, aliases: {} }
    if (existsSync(this.#file)) chmodSync(this.#file, 0o600)
  }

  ensure(keyId: string, alias?: string): void {
    const known = keyId in this.#kept.keys && (alias === undefined || this.#kept.aliases[alias] === keyId)
    if (known) return
    this.#kept.keys[keyId] ??= randomBytes(32).toString('base64')
    if (alias !== undefined) this.#kept.aliases[alias] = keyId
    writeFileSync(`${this.#file}.new`, JSON.stringify(this.#kept), { mode: 0o600 })
    renameSync(`${this.#file}.new`, this.#file)
  }

  /** The id behind an id, an ARN or an alias. Throws NotFoundException. */
  idOf(name: unknown): string {
    const text = String(name ?? '').replace(/^arn:[^:]+:kms:[^:]*:[^:]*:(key\/)?/, '')
    const keyId = text.startsWith('alias/') ? this.#kept.aliases[text] : text
    if (keyId === undefined || !Object.hasOwn(this.#kept.keys, keyId)) {
      throw new CallFailure('NotFoundException', `Key '${String(name)}' does not exist`)
    }
    return keyId
  }

  secret(keyId: string): Buffer {
    return Buffer.from(this.#kept.keys[keyId] as string, 'base64')
  }
}

const bytesOf = (value: unknown): Buffer => Buffer.from(String(value ?? ''), 'base64')
const contextOf = (body: Json): Context => (body.EncryptionContext ?? {}) as Context

function dataKeyLength(body: Json): number {
  const { KeySpec, NumberOfBytes } = body
  if (KeySpec === 'AES_256' && NumberOfBytes === undefined) return 32
  if (KeySpec === 'AES_128' && NumberOfBytes === undefined) return 16
  if (KeySpec === undefined && typeof NumberOfBytes === 'number' && NumberOfBytes >= 1 && NumberOfBytes <= 1024)
    return NumberOfBytes
  throw new CallFailure('ValidationException', 'Please specify either number of bytes or key spec.')
}

/**
 * Starts the local KMS: Encrypt, Decrypt, GenerateDataKey (WithoutPlaintext), GenerateDataKeyPair (WithoutPlaintext,
 * ECC_NIST_P256) and DescribeKey over symmetric keys that stay in `dataDir/kms.json`.
 */
export async function startKms(options: KmsOptions): Promise<RunningKms> {
  const place = options.place ?? localPlace
  const ring = new KeyRing(options.dataDir)
  const arnOf = (keyId: string): string => `arn:${place.partition}:kms:${place.region}:${place.account}:key/${keyId}`

  const perform = (operation: string, body: Json, accessKeyId: string): Json => {
    const blob = operation === 'Decrypt' ? bytesOf(body.CiphertextBlob) : Buffer.alloc(0)
    const keyId = ring.idOf(operation === 'Decrypt' ? keyIdOf(blob) : body.KeyId)
    const encryption = contextOf(body)
    const context = Object.fromEntries(
      Object.entries(encryption).map(([name, value]) => [`kms:EncryptionContext:${name}`, value]),
    )
    const resource = arnOf(keyId)
    if (!(options.authorise?.({ accessKeyId, action: `kms:${operation}`, resource, context }) ?? true)) {
      throw new CallFailure(
        'AccessDeniedException',
        `User: ${accessKeyId} is not authorized to perform: kms:${operation} on resource: ${resource}`,
      )
    }
    const sealed = (plain: Buffer): string => seal(ring.secret(keyId), keyId, encryption, plain).toString('base64')
    switch (operation) {
      case 'DescribeKey':
        return {
          KeyMetadata: {
            AWSAccountId: place.account,
            KeyId: keyId,
            Arn: resource,
            Enabled: true,
            KeyState: 'Enabled',
            KeyUsage: 'ENCRYPT_DECRYPT',
            KeySpec: 'SYMMETRIC_DEFAULT',
            EncryptionAlgorithms: ['SYMMETRIC_DEFAULT'],
            KeyManager: 'CUSTOMER',
            Origin: 'AWS_KMS',
          },
        }
      case 'Encrypt': {
        const plain = bytesOf(body.Plaintext)
        if (plain.length < 1 || plain.length > 4096)
          throw new CallFailure('ValidationException', 'Plaintext has 1 to 4096 bytes')
        return { KeyId: resource, CiphertextBlob: sealed(plain), EncryptionAlgorithm: 'SYMMETRIC_DEFAULT' }
      }
      case 'Decrypt': {
        if (body.KeyId !== undefined && ring.idOf(body.KeyId) !== keyId) {
          throw new CallFailure(
            'IncorrectKeyException',
            'The key ID in the request does not identify a CMK that can perform this operation.',
          )
        }
        const plain = unseal(ring.secret(keyId), keyId, encryption, blob)
        return { KeyId: resource, Plaintext: plain.toString('base64'), EncryptionAlgorithm: 'SYMMETRIC_DEFAULT' }
      }
      case 'GenerateDataKey':
      case 'GenerateDataKeyWithoutPlaintext': {
        const plain = randomBytes(dataKeyLength(body))
        const both = operation === 'GenerateDataKey' ? { Plaintext: plain.toString('base64') } : {}
        return { KeyId: resource, CiphertextBlob: sealed(plain), ...both }
      }
      case 'GenerateDataKeyPair':
      case 'GenerateDataKeyPairWithoutPlaintext': {
        if (body.KeyPairSpec !== 'ECC_NIST_P256') {
          throw new CallFailure(
            'UnsupportedOperationException',
            `The local KMS makes no pair of ${String(body.KeyPairSpec)}`,
          )
        }
        const { privateKey, publicKey } = generateKeyPairSync('ec', {
          namedCurve: 'P-256',
          privateKeyEncoding: { type: 'pkcs8', format: 'der' },
          publicKeyEncoding: { type: 'spki', format: 'der' },
        })
        return {
          KeyId: resource,
          KeyPairSpec: 'ECC_NIST_P256',
          PublicKey: publicKey.toString('base64'),
          PrivateKeyCiphertextBlob: sealed(privateKey),
          ...(operation === 'GenerateDataKeyPair' ? { PrivateKeyPlaintext: privateKey.toString('base64') } : {}),
        }
      }
      default:
        throw new CallFailure('UnknownOperationException', `The local KMS does not know ${operation}`)
    }
  }

  const running = await startCallServer({
    service: 'kms',
    port: options.port,
    host: options.host,
    secretOf: options.secretOf,
    now: options.now ?? Date.now,
    contentType: 'application/x-amz-json-1.1',
    handle({ request, body, accessKeyId }) {
      const operation = String(request.headers['x-amz-target'] ?? '').replace(/^TrentService\./, '')
      let parsed: Json
      try {
        parsed = JSON.parse(body) as Json
      } catch {
        throw new CallFailure('SerializationException', 'The body is not JSON')
      }
      return JSON.stringify(perform(operation, parsed, accessKeyId))
    },
    fail: ({ code, message }) => JSON.stringify({ __type: code, message }),
  })
  return {
    ...running,
    ensureKey(keyId = randomUUID(), alias) {
      ring.ensure(keyId, alias)
      return arnOf(keyId)
    },
  }
}
