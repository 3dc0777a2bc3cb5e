/** What is done a piece at a time is so by the kit's functions (`functions/kit/turns.ts`), and by no loop of its own. */
import { expect, it } from 'vitest'
import { houseFiles, isTest } from './sources.ts'

/** A loop in steps over a list that it cuts itself. */
const cutsByHand = (text: string): boolean =>
  [...text.matchAll(/for \(let (\w+) = [^;]*; [^;]*; \1 \+= /g)].some(({ 1: at, index }) =>
    new RegExp(`\\.slice\\(${at}, ${at} \\+ `).test(text.slice(index, index + 300)),
  )

it('no function cuts a list into pieces by a loop of its own', () => {
  const found = houseFiles()
    .filter(({ path }) => path.startsWith('functions/') && !isTest(path) && path !== 'functions/kit/turns.ts')
    .filter(({ text }) => cutsByHand(text))
  expect(found.map(({ path }) => path)).toEqual([])
})

it('such a loop would be found', () => {
  const loop = 'for (let at = 0; at < all.length; at += 25) await Promise.all(all.slice(at, at + 25).map(put))'
  expect(cutsByHand(loop)).toBe(true)
  expect(cutsByHand('for (const some of inPieces(all, 25)) await put(some)')).toBe(false)
})
