import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { askedBy, pieceAddress, pieceKey, pieceOf } from './piece.ts'

describe('a piece of an object', () => {
  it('is named by its bytes, and found by its name', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), (from, more) => {
        const range = { from, to: from + more }
        expect(pieceOf(pieceKey('ab/s-x/scan/pages/pieces.bin', range))).toEqual({
          object: 'ab/s-x/scan/pages/pieces.bin',
          range,
        })
        const url = 'https://store/ab/x?X-Amz-SignedHeaders=host%3Brange'
        expect(askedBy(pieceAddress(url, range))).toEqual({ url, range: `bytes=${from}-${from + more}` })
      }),
    )
  })

  it.each(['ab/s-x/scan/page.jpg', 'ab/x#', 'ab/x#1', 'ab/x#1-', 'ab/x#-1', 'ab/x#a-b', 'ab/x#1-2#3-4'])(
    'is not what only looks like one: %s',
    (key) => expect(pieceOf(key)).toEqual({ object: key }),
  )
})
