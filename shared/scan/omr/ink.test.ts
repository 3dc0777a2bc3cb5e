import { describe, expect, it } from 'vitest'
import { printIn } from './ink.ts'

describe('what a sign prints in its cells', () => {
  it.each<[string, number[], number, number]>([
    ['like cells', [0.07, 0.08, 0.08, 0.09, 0.6], 0.1, 0.08],
    ['four cells, one of them marked with a light pencil and one erased', [0.08, 0.08, 0.13, 0.21], 0.1, 0.08],
    ['cells of which one lies under correction fluid', [0.01, 0.08, 0.08, 0.08, 0.6], 0.1, 0.08],
    ['cells that nearly all are marked', [0.55, 0.56, 0.6, 0.61], 0.1, 0.1],
    ['too few cells', [0.2, 0.2, 0.2], 0.1, 0.1],
  ])('is told by %s', (_, raws, base, expected) => {
    expect(printIn(raws, base)).toBeCloseTo(expected, 3)
  })
})
