import { expect, it } from 'vitest'
import { findingsOf } from './quality.words.ts'

it('does not promise that more will tell where one teacher marks a question', () => {
  const nothing = { verdict: null, width: null, chance: null, marked: 56, problems: 0, settled: 0 }
  expect(findingsOf(nothing).text).toBe('份数还少')
  expect(findingsOf(nothing, true)).toEqual({ meaning: 'none', text: '只有一位教师评' })
  expect(findingsOf({ ...nothing, verdict: 'even' }, true).text).toBe('看不出差异')
})

it('says of an arbitrator that nothing else was given', () => {
  const one = { verdict: null, width: null, chance: null, marked: 3, problems: 1, settled: 2 }
  expect(findingsOf(one).text).toBe('只做仲裁')
  expect(findingsOf({ ...one, marked: 4 }, true).text).toBe('只有一位教师评')
})
