import { Readable } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { receiveText } from './body.ts'
import { readRange } from '../dynamo/conditions.ts'
import { checksumOf, checksumOfParts } from './digest.ts'
import { parseXml, textOf, xmlDocument } from '../xml.ts'

const bytesOf = fc.uint8Array({ maxLength: 200 })

describe('checksums', () => {
  it('have their known values', () => {
    // The check values of "123456789" in the catalogue of parametrised CRC algorithms: CRC-32/ISO-HDLC and CRC-32/ISCSI
    const nine = Buffer.from('123456789')
    expect(Buffer.from(checksumOf('CRC32', nine), 'base64').toString('hex')).toBe('cbf43926')
    expect(Buffer.from(checksumOf('CRC32C', nine), 'base64').toString('hex')).toBe('e3069283')
  })

  it('of the parts make that of the whole', () => {
    fc.assert(
      fc.property(
        fc.array(bytesOf, { minLength: 1, maxLength: 5 }),
        fc.constantFrom('CRC32' as const, 'CRC32C' as const),
        (parts, algorithm) => {
          const sums = parts.map((part) => ({ value: checksumOf(algorithm, part), size: part.length }))
          expect(checksumOfParts(algorithm, 'FULL_OBJECT', sums)).toBe(checksumOf(algorithm, Buffer.concat(parts)))
        },
      ),
    )
  })
})

describe('an aws-chunked body', () => {
  const encode = (chunks: string[], trailer: string): Buffer =>
    Buffer.from(
      chunks.map((chunk) => `${Buffer.byteLength(chunk).toString(16)}\r\n${chunk}\r\n`).join('') +
        `0\r\n${trailer}\r\n`,
    )
  const receive = (body: Buffer, cuts: number[], decodedLength: number): Promise<string> => {
    const points = [0, ...cuts.map((cut) => cut % (body.length + 1)).sort((a, b) => a - b), body.length]
    const pieces = points.slice(1).map((point, index) => body.subarray(points[index], point))
    return receiveText(Readable.from(pieces.filter((piece) => piece.length > 0)), {
      payload: 'STREAMING-UNSIGNED-PAYLOAD-TRAILER',
      decodedLength,
      checksum: { algorithm: 'CRC32' },
    })
  }

  it('comes out whole wherever the network cut it', async () => {
    const chunk = fc.string({ minLength: 1, maxLength: 30, unit: fc.constantFrom('a', '\r', '\n', '0', '青') })
    await fc.assert(
      fc.asyncProperty(
        fc.array(chunk, { maxLength: 5 }),
        fc.array(fc.nat(300), { maxLength: 6 }),
        async (chunks, cuts) => {
          const text = chunks.join('')
          const trailer = `x-amz-checksum-crc32:${checksumOf('CRC32', Buffer.from(text))}\r\n`
          expect(await receive(encode(chunks, trailer), cuts, Buffer.byteLength(text))).toBe(text)
        },
      ),
    )
  })

  it('is refused when cut short, or when its trailer says otherwise', async () => {
    const good = encode(['hello'], `x-amz-checksum-crc32:${checksumOf('CRC32', Buffer.from('hello'))}\r\n`)
    await expect(receive(good.subarray(0, 6), [], 5)).rejects.toMatchObject({ code: 'IncompleteBody' })
    await expect(receive(good, [], 6)).rejects.toMatchObject({ code: 'IncompleteBody' })
    await expect(receive(encode(['hello'], 'x-amz-checksum-crc32:AAAAAA==\r\n'), [], 5)).rejects.toMatchObject({
      code: 'BadDigest',
    })
  })
})

describe('a range', () => {
  it('is the slice that it names', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), fc.option(fc.nat(60)), fc.option(fc.nat(60)), (size, from, to) => {
        const bytes = Array.from({ length: size }, (_, n) => n)
        const expected =
          from === null
            ? to === null
              ? null
              : to === 0
                ? []
                : bytes.slice(-to)
            : bytes.slice(from, to === null ? size : to + 1)
        const ignored = expected === null || (from !== null && to !== null && to < from)
        const read = () => readRange(`bytes=${from ?? ''}-${to ?? ''}`, size)
        if (ignored) expect(read()).toBeNull()
        else if (expected.length === 0) expect(read).toThrow('not satisfiable')
        else {
          const range = read()
          expect(bytes.slice(range?.start, (range?.start ?? 0) + (range?.length ?? 0))).toEqual(expected)
        }
      }),
    )
  })
})

describe('XML', () => {
  it('reads back what it wrote', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '<', '>', '&', '"', "'", ' ', '\n', '青', ']') }), (text) => {
        expect(textOf(parseXml(xmlDocument('A', { B: text })), 'B')).toBe(text)
      }),
    )
  })

  it('refuses what is not one well-formed document', () => {
    for (const bad of [
      '',
      '<a>',
      '<a></b>',
      '<a/><b/>',
      '</a>',
      '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>',
      '<a>&x;</a>',
    ]) {
      expect(() => parseXml(bad)).toThrow(SyntaxError)
    }
  })
})
