/**
 * Personal fields at rest: AES-256-GCM under a data key that the key service wraps, opened once a process; and a blind
 * index (HMAC) under a second key, by which a value is found without being readable. Only a room whose role may use the
 * key can read them.
 */
import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto'
import { DecryptCommand, GenerateDataKeyCommand } from '@aws-sdk/client-kms'
import * as z from 'zod'
import { env, setting } from './clients.ts'
import { kms } from './kms.ts'
import { now, randomOf } from './ports.ts'
import { stays } from './kinds.ts'
import { rows } from './table.ts'

const FieldKey = z.object({ schema: z.literal(1), keyId: z.string(), wrapped: z.string(), createdAt: z.int() })
const fieldKeys = rows({
  schema: FieldKey,
  hangsOn: stays('what is sealed under it is kept as long'),
  personal: 'nothing',
  key: (of: { keyId: string }) => ({ pk: `fieldKey#${of.keyId}`, sk: 'fieldKey' }),
})

type Keys = { seal: Buffer; blind: Buffer }
/** The key that new values are sealed with; older ones stay readable under theirs. */
const currentKey = 'k1'
/** What a data key was wrapped for: each room may open its own and no other's. */
const context = () => ({ purpose: setting('FIELD_PURPOSE') ?? 'qinghe-fields' })
const opened = new Map<string, Promise<Keys>>()

const split = (plain: Uint8Array): Keys => ({
  seal: Buffer.from(plain.slice(0, 32)),
  blind: Buffer.from(plain.slice(32)),
})

const load = async (keyId: string): Promise<Keys> => {
  const client = kms()
  let row = await fieldKeys.get({ keyId })
  if (!row && keyId === currentKey) {
    const made = await client.send(
      new GenerateDataKeyCommand({ KeyId: env('KEY_ID'), NumberOfBytes: 64, EncryptionContext: context() }),
    )
    const wrapped = Buffer.from(made.CiphertextBlob!).toString('base64')
    if (await fieldKeys.create({ schema: 1, keyId, wrapped, createdAt: now() })) return split(made.Plaintext!)
    // Another process was first: its key is the key.
    row = await fieldKeys.get({ keyId })
  }
  if (!row) throw new Error(`no field key ${keyId}`)
  const plain = await client.send(
    new DecryptCommand({ CiphertextBlob: Buffer.from(row.wrapped, 'base64'), EncryptionContext: context() }),
  )
  return split(plain.Plaintext!)
}

const keysOf = (keyId: string): Promise<Keys> => {
  const name = `${env('TABLE')}/${keyId}`
  const known = opened.get(name)
  if (known) return known
  const asked = load(keyId).catch((error: unknown) => {
    opened.delete(name)
    throw error
  })
  opened.set(name, asked)
  return asked
}

/** Seals a value for one place (`where`: table, row and field): moved elsewhere it does not open. */
export const sealField = async (where: string, text: string): Promise<string> => {
  const { seal } = await keysOf(currentKey)
  const nonce = randomOf(12)
  const cipher = createCipheriv('aes-256-gcm', seal, nonce).setAAD(Buffer.from(where))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return `${currentKey}.${Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64url')}`
}

/** @throws when it was sealed for another place or was changed. */
export const openField = async (where: string, sealed: string): Promise<string> => {
  const [keyId = '', body = ''] = sealed.split('.')
  const { seal } = await keysOf(keyId)
  const bytes = Buffer.from(body, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', seal, bytes.subarray(0, 12), { authTagLength: 16 })
    .setAAD(Buffer.from(where))
    .setAuthTag(bytes.subarray(-16))
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8')
}

/** The same value of the same kind, always the same text; it can be made and tested only with the key. */
export const blindIndex = async (kind: string, text: string): Promise<string> => {
  const { blind } = await keysOf(currentKey)
  return createHmac('sha256', blind).update(`${kind}\n${text}`).digest('base64url').slice(0, 32)
}
