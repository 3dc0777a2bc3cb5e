import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanProse, cleanText, fileName, line, prose } from './text.ts'

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

  it.each([
    [' 第1行\r\n  x²＋①  \r第3行\u0000\n\n\n\n末 ', '第1行\n  x²＋①\n第3行\n\n末'],
    ['cafe\u0301', 'caf\u00e9'],
    ['\n \t\n', ''],
  ])('of several lines: %j is %j', (text, clean) => expect(cleanProse(text)).toBe(clean))

  it('of several lines changes nothing the second time, and keeps breaks alone', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const once = cleanProse(text)
        expect(cleanProse(once)).toBe(once)
        expect(once.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
      }),
    )
  })

  it('is as long as people count it, and says what is missing or too much', () => {
    const said = (schema: ReturnType<typeof line>, text: unknown) => schema.safeParse(text).error?.issues[0]?.message
    expect(said(line('姓名', 3), '𠮷田䶮')).toBeUndefined()
    expect(said(line('姓名', 3), '𠮷田䶮㛃')).toBe('姓名不能超过3个字')
    expect(said(line('姓名', 3), ' \u200b ')).toBe('姓名不能为空')
    expect(said(line('姓名', 3), 7)).toBe('姓名不能为空')
    expect(said(prose('请填写原因', 2, 4), '一\n二')).toBeUndefined()
    expect(said(prose('请填写原因', 2, 4), ' 一 ')).toBe('请填写原因')
    expect(said(prose('请填写原因', 2, 4), '一二三四五')).toBe('最多4个字')
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
