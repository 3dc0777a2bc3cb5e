import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nameEnds, soundsLike, syllablesOf } from './sound.rules.ts'

describe('how names sound', () => {
  it.each([
    ['wangxiaoming wxm', 'wang xiao ming'],
    ['xian xa', 'xi an'],
    ['xian x', 'xian'],
    ['lvbu lb', 'lv bu'],
    ['ouyangxiu oyx', 'ou yang xiu'],
    ['zhangeer zee', 'zhang e er'],
    ['fanganan faa', 'fang an an'],
  ])('%s is %s', (pinyin, syllables) => expect(syllablesOf(pinyin)?.join(' ')).toBe(syllables))
  it('letters are no syllables', () => {
    expect(syllablesOf('tomsmith t')).toBeNull()
    expect(syllablesOf('')).toBeNull()
  })
  it('a name is found from every character on, in characters, sound and initials', () => {
    expect(nameEnds('王小明', 'wangxiaoming wxm')).toEqual([
      { text: '王小明', full: 'wangxiaoming', initials: 'wxm' },
      { text: '小明', full: 'xiaoming', initials: 'xm' },
      { text: '明', full: 'ming', initials: 'm' },
    ])
    expect(nameEnds('Tom', 'tom t').map((e) => [e.text, e.full])).toEqual([
      ['Tom', 'tom'],
      ['om', ''],
      ['m', ''],
    ])
  })
  it.each(['wang', 'wangxiao', 'xiaom', 'ming', 'wxm', 'xm', 'm'])('%s sounds like 王小明', (typed) =>
    expect(soundsLike(typed, 'wangxiaoming wxm')).toBe(true),
  )
  it.each(['ang', 'iao', 'wm', 'mx', 'xiaoming1'])('%s does not', (typed) =>
    expect(soundsLike(typed, 'wangxiaoming wxm')).toBe(false),
  )
  it('at most five ways for any name, each an end of it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 12 }), (name) => {
        const ends = nameEnds(name, 'a a')
        expect(ends.length).toBeLessThanOrEqual(5)
        for (const { text } of ends) expect(name.endsWith(text)).toBe(true)
      }),
    )
  })
})
