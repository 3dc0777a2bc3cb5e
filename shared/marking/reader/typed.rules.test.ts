import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ruleFor, rulesOf, scoreByRules } from './typed.rules.ts'

const any = (score: number): boolean => score % 50 === 0 && score <= 400
const rules = (text: string) => {
  const of = rulesOf(text, any)
  if ('why' in of) throw new Error(of.why)
  return of.rules
}
const scores = (text: string, ...said: string[]) => said.map((s) => scoreByRules(rules(text), s))

describe('rules for answers that are text', () => {
  it('fit as they are written, widths and spaces aside; the first that fits says it', () => {
    expect(scores('3：12 | 十二\n1.5分: 1 2 3', ' １２ ', '十二', '123', '13', '')).toEqual([300, 300, 150, null, null])
    expect(scores('2: a\n1: a', 'a')).toEqual([200])
    expect(scores('1: g', 'G')).toEqual([null])
  })

  it('fit parts in any order, all of them and no other', () => {
    const text = '4: 各 北京，上海、广州'
    expect(scores(text, '上海 广州 北京', '北京;上海;广州', '北京和上海', '北京,上海,广州,广州')).toEqual([
      ...[400, 400],
      ...[null, null],
    ])
  })

  it('fit numbers within a tolerance and with their unit', () => {
    const text = '3: 数 9.8±0.1 m/s^2'
    expect(scores(text, '9.8m/s^2', '９．９ m/s^2', '9.7 m/s^2', '9.91m/s^2', '9.8', '9.8 m/s', '九点八')).toEqual([
      ...[300, 300, 300],
      ...[null, null, null, null],
    ])
    expect(scores('1: 数 -3', '−3', '-3.0', '3', '-3x')).toEqual([100, 100, null, null])
  })

  it('fit formulas by value, and patterns as a whole', () => {
    expect(scores('2: 式 (x+1)^2', 'x^2+2x+1', '(1+x)(x+1)', 'x^2+1', 'y^2+2y+1')).toEqual([200, 200, null, null])
    expect(scores('2: 形 \\d+cm', '12cm', '12 cm', 'cm', '12cm2')).toEqual([200, 200, null, null])
  })

  it.each([
    ['12', '第1行：先写分数和冒号，如 3：12'],
    ['3: 12\n\n9: 1', '第3行：这道题不能给9分'],
    ['0.3: 1', '第1行：这道题不能给0.3分'],
    ['1: 各 北京', '第1行：“各”后面写2到12项，用逗号分开'],
    ['1: 数 很多', '第1行：“数”后面写数值，如 9.8±0.1m/s'],
    ['1: 式 x=1', '第1行：“式”后面写一个算式，如 2x+1；不带等号'],
    ['1: 形 (a', '第1行：( 没有对应的 )'],
    ['1: |', '第1行：写1到20种写法，用 | 分开'],
    [`1: ${'x'.repeat(201)}`, '第1行：最多200个字'],
    [Array.from({ length: 41 }, () => '1: a').join('\n'), '最多40行'],
  ])('%j is refused with its line', (text, why) => expect(rulesOf(text, any)).toEqual({ why }))

  it('say one thing of any text, and never throw', () => {
    const of = rules('3: 12\n2: 各 a,b\n2: 数 1±1\n1: 式 x+1\n1: 形 a*')
    fc.assert(
      fc.property(fc.string({ maxLength: 200, unit: 'grapheme' }), (text) => {
        const at = ruleFor(of, text)
        expect(at === null || (at >= 0 && at < of.length)).toBe(true)
        expect(ruleFor(of, text)).toBe(at)
      }),
    )
    fc.assert(fc.property(fc.string(), (text) => void expect('why' in rulesOf(text, any) || true).toBe(true)))
  })
})
