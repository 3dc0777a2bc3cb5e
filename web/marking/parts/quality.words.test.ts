import { expect, it } from 'vitest'
import { findingsOf } from './quality.words.ts'

it('does not promise that more will tell where one teacher marks a question', () => {
  const nothing = { verdict: null, width: null, chance: null }
  expect(findingsOf(nothing).text).toBe('份数还少')
  expect(findingsOf(nothing, true)).toEqual({ meaning: 'none', text: '只有一位教师评' })
  expect(findingsOf({ ...nothing, verdict: 'even' }, true).text).toBe('看不出差异')
})
