import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Hash } from 'node:crypto'

/** Checksums of S3. Source: AmazonS3 User Guide, "Checking object integrity for data uploads". */

export type ChecksumAlgorithm = 'CRC32' | 'CRC32C' | 'SHA1' | 'SHA256'
export type ChecksumType = 'FULL_OBJECT' | 'COMPOSITE'
export type Checksum = { algorithm: ChecksumAlgorithm; value: string; type: ChecksumType }

export const checksumAlgorithms: readonly ChecksumAlgorithm[] = ['CRC32', 'CRC32C', 'SHA1', 'SHA256']

const castagnoli = new Uint32Array(256).map((_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0x82f63b78 : value >>> 1
  return value >>> 0
})

function crc32c(chunk: Uint8Array, previous: number): number {
  let value = ~previous >>> 0
  for (const byte of chunk) value = ((castagnoli[(value ^ byte) & 0xff] as number) ^ (value >>> 8)) >>> 0
  return ~value >>> 0
}

const bigEndian = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value >>> 0)
  return bytes
}

export type Digest = { update(chunk: Uint8Array): void; value(): Buffer }

/** A running checksum. */
export function startChecksum(algorithm: ChecksumAlgorithm): Digest {
  if (algorithm === 'SHA1' || algorithm === 'SHA256') {
    const hash: Hash = createHash(algorithm)
    return { update: (chunk) => void hash.update(chunk), value: () => hash.digest() }
  }
  const step = algorithm === 'CRC32' ? crc32 : crc32c
  let value = 0
  return { update: (chunk) => void (value = step(chunk, value)), value: () => bigEndian(value) }
}

/** Base64 checksum of bytes in memory. */
export function checksumOf(algorithm: ChecksumAlgorithm, bytes: Uint8Array): string {
  const digest = startChecksum(algorithm)
  digest.update(bytes)
  return digest.value().toString('base64')
}

function timesMatrix(matrix: number[], vector: number): number {
  let sum = 0
  for (let index = 0; vector !== 0; index++, vector >>>= 1) if (vector & 1) sum ^= matrix[index] as number
  return sum >>> 0
}

const squareMatrix = (matrix: number[]): number[] => matrix.map((column) => timesMatrix(matrix, column))

/**
 * The CRC of two runs of bytes put together, from their CRCs and the second's length.
 * Source: crc32_combine of zlib (matrices over GF(2)); the reversed polynomial tells CRC32 from CRC32C.
 */
function combineCrc(polynomial: number, first: number, second: number, secondLength: number): number {
  let odd = [polynomial, ...Array.from({ length: 31 }, (_, bit) => (1 << bit) >>> 0)]
  odd = squareMatrix(squareMatrix(odd)) // one byte of zeros is eight bits: this is four, and the loop squares first
  let crc = first >>> 0
  for (let length = secondLength; length > 0; length = Math.floor(length / 2)) {
    odd = squareMatrix(odd)
    if (length % 2 === 1) crc = timesMatrix(odd, crc)
  }
  return (crc ^ second) >>> 0
}

/**
 * The checksum of an object made of parts: COMPOSITE is the checksum of the parts' checksums with `-N`,
 * FULL_OBJECT (the CRCs only) is that of all the bytes.
 */
export function checksumOfParts(
  algorithm: ChecksumAlgorithm,
  type: ChecksumType,
  parts: ReadonlyArray<{ value: string; size: number }>,
): string {
  const values = parts.map((part) => Buffer.from(part.value, 'base64'))
  if (type === 'COMPOSITE') return `${checksumOf(algorithm, Buffer.concat(values))}-${parts.length}`
  const polynomial = algorithm === 'CRC32' ? 0xedb88320 : 0x82f63b78
  let crc = 0
  parts.forEach((part, index) => {
    crc = combineCrc(polynomial, crc, (values[index] as Buffer).readUInt32BE(), part.size)
  })
  return bigEndian(crc).toString('base64')
}
