import { expect, it } from 'vitest'
import { judgedLetters, judgedTyped, judgedWords } from './judged.ts'

it('true and false are read as words and typed in any way', () => {
  expect(judgedWords('TF')).toBe('对错')
  expect(judgedWords('')).toBe('')
  expect(['对', '√', '✓', '错', '×', '✗', 'TF'].map(judgedTyped)).toEqual(['T', 'T', 'T', 'F', 'F', 'F', 'TF'])
  for (const letter of judgedLetters) expect(judgedTyped(judgedWords(letter))).toBe(letter)
})
