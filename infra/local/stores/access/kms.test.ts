import { statSync } from 'node:fs'
import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { join } from 'node:path'
import {
  DecryptCommand,
  DescribeKeyCommand,
  EncryptCommand,
  GenerateDataKeyCommand,
  GenerateDataKeyPairCommand,
  GenerateDataKeyPairWithoutPlaintextCommand,
  KMSClient,
} from '@aws-sdk/client-kms'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  againstAws,
  clientOptions,
  localKey,
  localSecrets,
  otherKey,
  refusalOf,
  temporaryFolder,
} from '../conformance.ts'
import { startKms } from './kms.ts'
import type { RunningKms } from './kms.ts'
import type { Access } from '../stores.types.ts'

const home = temporaryFolder()
const asked: Access[] = []
let running: RunningKms
let client: KMSClient
/** On AWS the key is given: making one costs money and a week's wait to remove it. */
let KeyId = process.env.QINGHE_CONFORMANCE_KMS_KEY ?? ''

const start = () =>
  startKms({
    dataDir: home.folder,
    secretOf: localSecrets,
    authorise: (access) => {
      asked.push(access)
      return access.accessKeyId !== otherKey.accessKeyId
    },
  })

beforeAll(async () => {
  running = await start()
  if (!againstAws) KeyId = running.ensureKey('11111111-2222-3333-4444-555555555555', 'alias/exam')
  client = new KMSClient(clientOptions(running.endpoint))
})

afterAll(async () => {
  client.destroy()
  await running.close()
  home.remove()
})

const bytes = (text: string) => new TextEncoder().encode(text)

describe('the key service', () => {
  it('seals and opens, under the same context only', async () => {
    // KMS API_Encrypt, API_Decrypt
    const EncryptionContext = { school: '1', kind: 'phone' }
    const { CiphertextBlob } = await client.send(
      new EncryptCommand({ KeyId, Plaintext: bytes('秘密'), EncryptionContext }),
    )
    const open = (more: object) => client.send(new DecryptCommand({ CiphertextBlob, ...more }))
    const reordered = { kind: 'phone', school: '1' }
    expect(Buffer.from((await open({ EncryptionContext: reordered })).Plaintext as Uint8Array).toString()).toBe('秘密')
    for (const wrong of [{}, { EncryptionContext: { school: '2', kind: 'phone' } }]) {
      expect(await refusalOf(open(wrong))).toEqual({ name: 'InvalidCiphertextException', status: 400 })
    }
    const changed = Uint8Array.from(CiphertextBlob as Uint8Array)
    changed[changed.length - 1] = (changed[changed.length - 1] as number) ^ 1
    expect(await refusalOf(open({ CiphertextBlob: changed, EncryptionContext }))).toMatchObject({
      name: 'InvalidCiphertextException',
    })
  })

  it('makes data keys that open again', async () => {
    // KMS API_GenerateDataKey
    const made = await client.send(new GenerateDataKeyCommand({ KeyId, KeySpec: 'AES_256' }))
    expect(made.Plaintext).toHaveLength(32)
    const { Plaintext } = await client.send(new DecryptCommand({ KeyId, CiphertextBlob: made.CiphertextBlob }))
    expect(Plaintext).toEqual(made.Plaintext)
  })

  it('makes pairs of P-256 that sign', async () => {
    // KMS API_GenerateDataKeyPair, API_GenerateDataKeyPairWithoutPlaintext
    const ask = { KeyId, KeyPairSpec: 'ECC_NIST_P256' as const }
    expect((await client.send(new GenerateDataKeyPairCommand(ask))).PrivateKeyPlaintext).toBeDefined()
    const pair = await client.send(new GenerateDataKeyPairWithoutPlaintextCommand(ask))
    expect(pair).not.toHaveProperty('PrivateKeyPlaintext')
    const { Plaintext } = await client.send(new DecryptCommand({ CiphertextBlob: pair.PrivateKeyCiphertextBlob }))
    const key = createPrivateKey({ key: Buffer.from(Plaintext as Uint8Array), format: 'der', type: 'pkcs8' })
    const open = createPublicKey({ key: Buffer.from(pair.PublicKey as Uint8Array), format: 'der', type: 'spki' })
    expect(verify('sha256', bytes('x'), open, sign('sha256', bytes('x'), key))).toBe(true)
  })

  it('describes a key, and knows no other', async () => {
    // KMS API_DescribeKey
    expect((await client.send(new DescribeKeyCommand({ KeyId }))).KeyMetadata).toMatchObject({
      KeyState: 'Enabled',
      KeySpec: 'SYMMETRIC_DEFAULT',
    })
    const none = '99999999-2222-3333-4444-555555555555'
    expect(await refusalOf(client.send(new DescribeKeyCommand({ KeyId: none })))).toMatchObject({
      name: 'NotFoundException',
    })
  })
})

describe.runIf(!againstAws)('our own hooks', () => {
  it('prove the signature, ask the policy with the context, keep the key to its owner and over a restart', async () => {
    const { CiphertextBlob } = await client.send(
      new EncryptCommand({ KeyId: 'alias/exam', Plaintext: bytes('x'), EncryptionContext: { a: 'b' } }),
    )
    expect(asked.at(-1)).toEqual({
      accessKeyId: 'LOCALADMIN',
      action: 'kms:Encrypt',
      resource: 'arn:aws:kms:us-east-1:000000000000:key/11111111-2222-3333-4444-555555555555',
      context: { 'kms:EncryptionContext:a': 'b' },
    })
    const decrypt = (credentials: typeof localKey) =>
      refusalOf(
        new KMSClient(clientOptions(running.endpoint, credentials)).send(new DecryptCommand({ CiphertextBlob })),
      )
    expect(await decrypt(otherKey)).toEqual({ name: 'AccessDeniedException', status: 400 })
    expect(await decrypt({ ...localKey, secretAccessKey: 'no' })).toEqual({
      name: 'InvalidSignatureException',
      status: 403,
    })
    expect(statSync(join(home.folder, 'kms.json')).mode & 0o777).toBe(0o600)
    await running.close()
    running = await start()
    client = new KMSClient(clientOptions(running.endpoint))
    const again = await client.send(new DecryptCommand({ CiphertextBlob, EncryptionContext: { a: 'b' } }))
    expect(Buffer.from(again.Plaintext as Uint8Array).toString()).toBe('x')
  })
})
