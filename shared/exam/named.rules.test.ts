import fc from 'fast-check'
import { expect, it } from 'vitest'
import { holdsWords, mostRuns, runsIn, runsOf } from './named.rules.ts'

it.each([
  ['期中', '高一', ['期', '期中', '中', '高', '高一', '一']],
  ['AbAb', '', ['a', 'ab', 'aba', 'b', 'ba', 'bab']],
  ['𠮷田', '𠮷', ['𠮷', '𠮷田', '田']],
])('keeps %s of %s by its runs, each once', (examName, gradeName, runs) => {
  expect(runsOf({ examName, gradeName })).toEqual(runs)
})

it.each([
  [['期中'], ['期中']],
  [['第9次'], ['第9次']],
  [['第19次A'], ['第19', '9次a']],
  [['2026年'], ['202', '26年']],
  [
    ['高一', '期中考试'],
    ['高一', '期中考', '中考试'],
  ],
  [[''], []],
])('looks for %j by %j', (words, runs) => {
  expect(runsIn(words)).toEqual(runs)
})

const sign = fc.constantFrom('期', '中', '第', '1', '2', 'A', 'b', '𠮷', ' ')
const text = (most: number) => fc.array(sign, { minLength: 1, maxLength: most }).map((s) => s.join(''))

it('finds at its runs each exam that holds the words', () => {
  fc.assert(
    fc.property(
      text(30),
      text(6),
      fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 3 }),
      (examName, gradeName, at) => {
        const signs = [...examName.toLowerCase()]
        const words = at.map(([from, length]) =>
          signs
            .slice(from % signs.length)
            .slice(0, 1 + (length % 9))
            .join(''),
        )
        const of = { examName, gradeName }
        expect(holdsWords(of, words)).toBe(true)
        const kept = new Set(runsOf(of))
        expect(runsIn(words).filter((run) => !kept.has(run))).toEqual([])
        expect(runsIn(words).length).toBeLessThanOrEqual(mostRuns)
      },
    ),
  )
})

it('means by a short word what it is found at', () => {
  fc.assert(
    fc.property(text(12), text(3), (examName, word) => {
      const of = { examName, gradeName: '' }
      const small = word.toLowerCase()
      expect(runsOf(of).includes(runsIn([small])[0]!)).toBe(holdsWords(of, [small]))
    }),
  )
})
