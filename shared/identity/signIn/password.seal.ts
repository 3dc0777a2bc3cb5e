/**
 * How a client seals a password for the server: a compact JWE (RFC 7516) with ECDH-ES on P-256 and A256GCM, whose text
 * is `{ password, stamp }`. The stamp is the server's, good once and for minutes, so that a recorded body is worth
 * nothing. Pure: the caller gives its WebCrypto.
 */
import { utf8 } from '#shared/kit/text.ts'
import type { SealKey } from './signIn.types.ts'

type Jwk = { kty?: string | undefined; crv?: string | undefined; x?: string | undefined; y?: string | undefined }
type Bytes = Uint8Array<ArrayBuffer>

/** What is used of WebCrypto; `crypto.subtle` of a browser or of Node fits. */
export type Subtle<K> = {
  generateKey(
    algorithm: { name: string; namedCurve: string },
    extractable: boolean,
    usages: 'deriveBits'[],
  ): Promise<{ publicKey: K; privateKey: K }>
  importKey(
    format: 'jwk',
    key: Jwk,
    algorithm: { name: string; namedCurve: string },
    extractable: boolean,
    usages: [],
  ): Promise<K>
  importKey(
    format: 'raw',
    key: Bytes,
    algorithm: { name: string },
    extractable: boolean,
    usages: 'encrypt'[],
  ): Promise<K>
  exportKey(format: 'jwk', key: K): Promise<Jwk>
  deriveBits(algorithm: { name: string; public: K }, key: K, length: number): Promise<ArrayBuffer>
  digest(algorithm: string, data: Bytes): Promise<ArrayBuffer>
  encrypt(algorithm: { name: string; iv: Bytes; additionalData: Bytes }, key: K, data: Bytes): Promise<ArrayBuffer>
}
export type WebCrypto<K> = { subtle: Subtle<K>; getRandomValues(into: Bytes): unknown }

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const base64url = (bytes: Uint8Array): string => {
  let text = ''
  for (let i = 0; i < bytes.length; i += 3) {
    const n = (bytes[i]! << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0)
    for (let k = 0; k < Math.min(4, bytes.length - i + 1); k++) text += letters[(n >> (18 - 6 * k)) & 63]!
  }
  return text
}

const word = (n: number): number[] => [n >>> 24, (n >>> 16) & 255, (n >>> 8) & 255, n & 255]

/** The Concat KDF of RFC 7518, 4.6.2, for 256 bits: one round, no party info. */
const concatInput = (shared: ArrayBuffer, algorithm: string): Bytes =>
  Uint8Array.from([
    ...word(1),
    ...new Uint8Array(shared),
    ...word(algorithm.length),
    ...utf8(algorithm),
    ...word(0),
    ...word(0),
    ...word(256),
  ])

/** What goes into `sealed` of the sign-in call. */
export const sealPassword = async <K>(crypto: WebCrypto<K>, key: SealKey, password: string): Promise<string> => {
  const { subtle } = crypto
  const curve = { name: 'ECDH', namedCurve: 'P-256' }
  const [own, server] = await Promise.all([
    subtle.generateKey(curve, true, ['deriveBits']),
    subtle.importKey('jwk', key.publicJwk, curve, false, []),
  ])
  const [{ x, y }, shared] = await Promise.all([
    subtle.exportKey('jwk', own.publicKey),
    subtle.deriveBits({ name: 'ECDH', public: server }, own.privateKey, 256),
  ])
  const secret = new Uint8Array(await subtle.digest('SHA-256', concatInput(shared, 'A256GCM')))
  const content = await subtle.importKey('raw', secret, { name: 'AES-GCM' }, false, ['encrypt'])
  const head = base64url(
    utf8(JSON.stringify({ alg: 'ECDH-ES', enc: 'A256GCM', kid: key.kid, epk: { kty: 'EC', crv: 'P-256', x, y } })),
  )
  const iv = new Uint8Array(12)
  crypto.getRandomValues(iv)
  const plain = utf8(JSON.stringify({ password, stamp: key.stamp }))
  const out = new Uint8Array(await subtle.encrypt({ name: 'AES-GCM', iv, additionalData: utf8(head) }, content, plain))
  return [head, '', base64url(iv), base64url(out.subarray(0, -16)), base64url(out.subarray(-16))].join('.')
}
