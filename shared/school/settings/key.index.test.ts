import fc from 'fast-check'
import { expect, it } from 'vitest'
import { keyIndex } from './key.index.ts'

it('knows what a map would know, at any size', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string({ maxLength: 12 }), fc.nat(4_000_000_000))), (pairs) => {
      const [index, map] = [keyIndex(), new Map(pairs)]
      for (const [text, value] of pairs) index.set(text, value)
      expect(index.size).toBe(map.size)
      for (const [text, value] of map) expect(index.get(text)).toBe(value)
      expect(index.get('not among them')).toBe(map.get('not among them'))
    }),
  )
})

it('a hundred thousand numbers and names are told apart', () => {
  const index = keyIndex()
  const texts = Array.from({ length: 100_000 }, (_, i) => (i % 2 ? String(50_000_000 + i) : `赵子涵${i}`))
  texts.forEach((text, i) => index.set(text, i))
  expect(index.size).toBe(100_000)
  expect(texts.every((text, i) => index.get(text) === i)).toBe(true)
  expect(index.get('50000000')).toBeUndefined()
})
