import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** A dialogue that stands open as it comes: no trigger of its own gets the focus when it goes. */
const bare = /<(?:Dialog|Popover)\s+open(?=[\s>])/
const isLost = (text: string): boolean => bare.test(text) && !text.includes('useFocusBack()')

it('tells a dialogue that loses the focus', () => {
  expect(isLost('<Dialog open onOpenChange={close}>')).toBe(true)
  expect(isLost('useFocusBack()\n<Dialog open onOpenChange={close}>')).toBe(false)
  expect(isLost('<Dialog open={asking} onOpenChange={close}>')).toBe(false)
})

it('a dialogue gives the focus back to what had it', () => {
  const lost = globSync('web/**/*.tsx', { exclude: ['web/dist/**'] })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => isLost(readFileSync(path, 'utf8')))
  expect(lost).toEqual([])
})
