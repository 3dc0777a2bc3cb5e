import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanText, fileName } from './text.ts'

describe('text at the boundary', () => {
  it.each([
    ['　期末考试（第一场）　', '期末考试（第一场）'],
    ['１２３ＡＢｃ', '123ABc'],
    ['王　 小明', '王 小明'],
    ['a\u0000b\u200b', 'a b'],
    ['①卷：Ⅱ', '1卷：II'],
    ['你好，世界！', '你好，世界！'],
    ['cafe\u0301', 'caf\u00e9'],
  ])('%j is %j', (text, clean) => expect(cleanText(text)).toBe(clean))

  it('changes nothing the second time, and leaves no control character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const once = cleanText(text)
        expect(cleanText(once)).toBe(once)
        expect(once).not.toMatch(/[\p{Cc}]|^\s|\s$/u)
      }),
    )
  })

  it('names a file that every system takes, at most 120 bytes long', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const name = fileName(text, 'xlsx')
        expect(name).toMatch(/\.xlsx$/)
        expect(name).not.toMatch(/[<>:"/\\|?*]/)
        expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(120)
      }),
    )
    expect(fileName('期末：成绩（高一）', 'xlsx')).toBe('期末：成绩（高一）.xlsx')
    expect(fileName('../../etc/passwd', 'pdf')).toBe('etcpasswd.pdf')
    expect(fileName('CON', 'pdf')).toBe('_CON.pdf')
  })
})
