/** No test may fail because the machine is busy: what is to come is waited for, up to two minutes or more, and never for less. */
import { expect, it } from 'vitest'
import { houseFiles } from './sources.ts'

const least = 120_000
const number = (text: string): number => Number(text.replaceAll('_', ''))
const isOfTests = (path: string): boolean => /\.(test|testing|fixtures|journey|rig)\.tsx?$/.test(path)

/** The limits of a test file: its own tests' and hooks', and those of what it waits for. */
const limitsIn = (text: string): number[] =>
  [...text.matchAll(/\n *\}, ?([\d_]+)\)\n|\btimeout: ?([\d_]+)|\bwaitFor\((?:.|\n){0,400}?\}, ?([\d_]+)\)/g)].flatMap(
    (m) => m.slice(1).flatMap((n) => (n === undefined ? [] : [number(n)])),
  )
/** Vitest's own wait is a second. */
const hasty = (text: string): string[] => text.match(/\bvi\.waitFor\(\(\) => [^\n{]+\)\)\n/g) ?? []

it('a test file sets no limit that a busy machine could pass', () => {
  const short = houseFiles()
    .filter((f) => isOfTests(f.path) && !f.path.endsWith('house/patience.test.ts'))
    .flatMap(({ path, text }) => [
      // Below a second it is how often, not how long.
      ...limitsIn(text)
        .filter((ms) => ms >= 1000 && ms < least)
        .map((ms) => `${path}: ${ms} ms`),
      ...hasty(text).map((line) => `${path}: ${line.trim()}`),
    ])
  expect(short).toEqual([])
})

it('finds them', () => {
  expect(limitsIn("it('x', () => {\n  x()\n}, 60_000)\n")).toEqual([60_000])
  expect(limitsIn('await expect.poll(look, { timeout: 5000 }).toBe(1)')).toEqual([5000])
  expect(hasty('  await vi.waitFor(() => expect(a()).toBe(1))\n')).toHaveLength(1)
})
