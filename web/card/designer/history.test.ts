import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { begin, redo, settle, step, undo } from './history.ts'

describe('history', () => {
  it('comes back to where it was, however many steps, and forward again', () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { minLength: 1, maxLength: 300 }), (steps) => {
        let h = begin<object>({ n: 'first' })
        const first = h.present
        for (const n of steps) h = step(h, { n })
        const last = h.present
        for (let i = 0; i < steps.length; i++) h = undo(h)
        expect(h.present).toBe(first)
        expect(undo(h)).toBe(h)
        for (let i = 0; i < steps.length; i++) h = redo(h)
        expect(h.present).toBe(last)
        expect(redo(h)).toBe(h)
      }),
    )
  })

  it('joins steps about the same thing until it is settled', () => {
    let h = begin('')
    for (const text of ['期', '期中', '期中考']) h = step(h, text, 'title')
    h = step(settle(h), '期中考试', 'title')
    expect(h.past).toEqual(['', '期中考'])
    expect(undo(undo(h)).present).toBe('')
  })

  it('forgets what was undone when something else is done, and nothing when nothing is', () => {
    let h = undo(step(begin(1), 2))
    expect(step(h, 1)).toBe(h)
    expect(h.future).toEqual([2])
    h = step(h, 3)
    expect(h.future).toEqual([])
  })
})
