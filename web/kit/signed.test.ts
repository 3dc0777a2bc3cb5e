import { describe, expect, it } from 'vitest'
import { isSpent } from './signed.ts'

const signed = Date.UTC(2026, 10, 26, 3, 0, 0)
const url = 'https://files.example.cn/a.pdf?X-Amz-Date=20261126T030000Z&X-Amz-Expires=600&X-Amz-Signature=x'

describe('a signed address', () => {
  it.each([
    ['as it was signed', 0, false],
    ['while there is time to ask', 569_000, false],
    ['as its time ends', 570_000, true],
    ['an hour later', 3_600_000, true],
  ])('is over in its time: %s', (_, later, over) => expect(isSpent(url, signed + later)).toBe(over))
  it.each(['blob:made', '/a.pdf', 'https://files.example.cn/a.pdf?X-Amz-Expires=600', url.replace('T03', 'x03'), ''])(
    'is not judged where it is none: %s',
    (other) => expect(isSpent(other, signed * 2)).toBe(false),
  )
})
