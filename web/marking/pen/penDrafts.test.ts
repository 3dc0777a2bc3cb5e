import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { PenNote } from '#shared/kit/pen/pen.types.ts'
import type { Store } from '#web/kit/ports.ts'
import { penDrafts } from './penDrafts.ts'

const memory = (begins: Record<string, string> = {}): Store => {
  const kept = new Map(Object.entries(begins))
  return {
    get: (k) => kept.get(k) ?? null,
    set: (k, v) => void kept.set(k, v),
    remove: (k) => void kept.delete(k),
    clear: () => kept.clear(),
  }
}
const tick = (x: number): PenNote => ({ kind: 'tick', on: 0, at: [x, 80], size: 30 })
const day = 86_400_000

it('gives back what was last written on each answer, in any order of writing and taking away', () => {
  const step = fc.record({ of: fc.constantFrom('a', 'b', 'c'), x: fc.option(fc.nat(900), { nil: undefined }) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const store = memory()
      const wanted = new Map<string, PenNote[]>()
      for (const { of, x } of steps) {
        const notes = x === undefined ? undefined : [tick(x)]
        penDrafts(store, () => 0, 'us.pa.qu').keep(of, notes)
        if (notes) wanted.set(of, notes)
        else wanted.delete(of)
      }
      const read = penDrafts(store, () => 0, 'us.pa.qu').read()
      expect(Object.fromEntries(read)).toEqual(Object.fromEntries(wanted))
      expect(store.get('marking.notes.us.pa.qu') === null).toBe(wanted.size === 0)
    }),
  )
})

it('is each marker’s and question’s own, and gone after two days', () => {
  const store = memory()
  let at = 0
  const own = penDrafts(store, () => at, 'us.pa.qu')
  own.keep('a', [tick(1)])
  at = day
  own.keep('b', [])
  expect(penDrafts(store, () => at, 'other.pa.qu').read().size).toBe(0)
  // All of it taken away is a draft too: the mark has other notes.
  expect([...own.read()]).toEqual([
    ['a', [tick(1)]],
    ['b', []],
  ])
  at = 2 * day
  expect([...own.read().keys()]).toEqual(['b'])
})

it('keeps the newest sixty, and of what it cannot read nothing', () => {
  const store = memory()
  const own = penDrafts(store, () => 0, 'us.pa.qu')
  for (let i = 0; i < 61; i++) own.keep(`a${i}`, [tick(i)])
  const kept = [...own.read().keys()]
  expect([kept.length, kept[0], kept.at(-1)]).toEqual([60, 'a1', 'a60'])
  for (const text of ['', '[', 'null', '7', '{"a":{"at":0,"notes":[{"kind":"image"}]}}', '{"a":null}'])
    expect([text, penDrafts(memory({ 'marking.notes.x': text }), () => 0, 'x').read().size]).toEqual([text, 0])
})
