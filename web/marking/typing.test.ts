import { describe, expect, it } from 'vitest'
import { nothingTyped, ownMarks, typed } from './typing.ts'

const upTo = (full: number, step = 100) => Array.from({ length: full / step + 1 }, (_, i) => i * step)

describe('typed', () => {
  it('gives one digit at once where no longer score begins with it', () => {
    expect(typed(upTo(900), '', '7')).toEqual({ text: '7', score: 700, sure: true })
    expect(typed(upTo(1200), '', '1')).toEqual({ text: '1', score: 100, sure: false })
    expect(typed(upTo(1200), '1', '2')).toEqual({ text: '12', score: 1200, sure: true })
    expect(typed(upTo(1200), '', '5')).toEqual({ text: '5', score: 500, sure: true })
  })
  it('takes halves by a point', () => {
    const halves = upTo(300, 50)
    expect(typed(halves, '', '2')).toEqual({ text: '2', score: 200, sure: false })
    expect(typed(halves, '2', '.')).toEqual({ text: '2.', score: null, sure: false })
    expect(typed(halves, '2.', '5')).toEqual({ text: '2.5', score: 250, sure: true })
  })
  it('begins anew with what cannot go on, and drops what begins nothing', () => {
    expect(typed(upTo(1200), '1', '9')).toEqual({ text: '9', score: 900, sure: true })
    expect(typed(upTo(300), '', '9')).toEqual(nothingTyped)
  })
})

describe('ownMarks', () => {
  it('counts', () => {
    expect(ownMarks(upTo(200), [0, 200, 200])).toEqual({ n: 3, mean: 400 / 3, counts: [1, 0, 2] })
    expect(ownMarks(upTo(200), []).mean).toBeNull()
  })
})
