import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blankCount, contentProblem, formulaText, piecesOf } from './card.content.ts'
import { bigCard, englishCard, smallCard } from './card.fixtures.ts'
import {
  cardProblems,
  chineseNumeral,
  defaultHalfScore,
  designFromPaper,
  renumber,
  totalScore,
  withParts,
  numberLength,
} from './card.rules.ts'
import { parseQr, qrPayload } from './geometry/geometry.types.ts'

describe('a card of a paper with variants', () => {
  it('asks for paper A or B, and which optional questions were answered', () => {
    const optional = { group: '选做', count: 1 }
    const design = designFromPaper({
      title: '测试',
      questions: [
        { questionId: 'q1', number: '1', unitType: 1, fullScore: 300, paperB: { answer: 'B' } },
        { questionId: 'q2', number: '2', unitType: 5, fullScore: 1000, optional },
        { questionId: 'q3', number: '3', unitType: 5, fullScore: 1000, optional },
        { questionId: 'q4', number: '4', unitType: 5, fullScore: 1000 },
      ],
    })
    expect(design.isAB).toBe(true)
    expect(design.units.map((u) => [u.unitType, u.optionalCount, u.questions.map((q) => q.number).join(' ')])).toEqual([
      [1, undefined, '1'],
      [8, 1, '2 3'],
      [5, undefined, '4'],
    ])
    expect(totalScore(design)).toBe(2300)
  })
})

describe('scores', () => {
  it('sums a card in hundredths', () => expect(totalScore(smallCard)).toBe(10_000))
  it('counts of optional questions only those to be answered', () => {
    const only = { units: [{ ...bigCard.units.at(-1)!, optionalCount: 1 }] }
    expect(totalScore(only)).toBe(1000)
  })
  it('halves in whole points, up for course 3, down otherwise', () => {
    expect(defaultHalfScore(500)).toBe(200)
    expect(defaultHalfScore(500, 3)).toBe(300)
    expect(defaultHalfScore(600, 3)).toBe(300)
  })
})

describe('numbers', () => {
  it('numbers on through the units and keeps parts together', () => {
    const units = [
      { unitId: 'a', unitType: 1, questions: ['3', '9'] },
      { unitId: 'b', unitType: 5, questions: ['17(1)', '17(2)', '18', '19(1)', '21(1)'] },
    ].map((u) => ({
      ...u,
      questions: u.questions.map((number, i) => ({ questionId: u.unitId + i, number, fullScore: 100 })),
    }))
    expect(renumber({ units }).units.flatMap((u) => u.questions.map((q) => q.number))).toEqual([
      '1',
      '2',
      '3(1)',
      '3(2)',
      '4',
      '5(1)',
      '6(1)',
    ])
  })
  it('speaks Chinese numerals', () => {
    expect([1, 10, 11, 20, 34].map(chineseNumeral)).toEqual(['一', '十', '十一', '二十', '三十四'])
  })
})

describe('a default card', () => {
  it('groups neighbours of one type and gives each essay its own unit', () => {
    const types = [1, 1, 2, 3, 4, 5, 5, 7, 7]
    const questions = types.map((unitType, i) => ({
      questionId: `q${i}`,
      number: String(i + 1),
      unitType,
      fullScore: 200,
    }))
    const design = designFromPaper({ title: '测试', questions })
    expect(design.units.map((u) => [u.unitType, u.questions.length])).toEqual([
      [1, 2],
      [2, 1],
      [3, 1],
      [4, 1],
      [5, 2],
      [7, 1],
      [7, 1],
    ])
    expect(design.units[0]!.title).toBe('一、单项选择题')
    expect(cardProblems(design)).toEqual([])
  })
})

describe('problems of a design', () => {
  it('finds none in the fixtures', () => {
    for (const card of [smallCard, bigCard, englishCard]) expect(cardProblems(card)).toEqual([])
  })
  it('names what is wrong', () => {
    const unit = smallCard.units[0]!
    const twice = { ...smallCard, units: [unit, { ...unit, unitId: 'x' }] }
    expect(cardProblems(twice)).toContain('第1题在答题卡中出现了两次')
    const empty = { ...smallCard, units: [{ ...unit, questions: [] }] }
    expect(cardProblems(empty)).toEqual(['“一、单项选择题”没有题目', '答题卡没有题目'])
    const bare = { ...smallCard, units: [{ ...unit, questions: [{ questionId: 'a', number: '1', fullScore: 0 }] }] }
    expect(cardProblems(bare)).toEqual(['第1题没有设置分值', '第1题没有设置选项数量'])
    expect(cardProblems({ ...smallCard, title: '' })[0]).toMatch(/title/)
  })
})

describe('the QR payload', () => {
  it('reads back what it wrote, and nothing else', () => {
    const card = { code: 'AB12CD34', version: 3, hash: '00ff12ab' }
    expect(parseQr(qrPayload(card, 2, '2026010203'))).toEqual({ ...card, page: 2, studentNumber: '2026010203' })
    expect(parseQr(qrPayload(card, 1))).toEqual({ ...card, page: 1 })
    expect(parseQr('https://example.com')).toBeNull()
  })
})

describe('parts', () => {
  it('stand before what is read by machine and before what is written, and go again', () => {
    const parted = withParts(smallCard, true)
    expect(parted.units.flatMap((u, i) => (u.unitType === 10 ? [`${i} ${u.title}`] : []))).toEqual([
      '0 第一卷',
      '4 第二卷',
    ])
    expect(withParts(parted, true).units.map((u) => u.unitId)).toEqual(parted.units.map((u) => u.unitId))
    expect(withParts(parted, false)).toEqual(smallCard)
    expect(
      withParts({ ...smallCard, units: smallCard.units.slice(3) }, true).units.filter((u) => u.unitType === 10),
    ).toHaveLength(1)
  })
})

describe('a card that cannot be', () => {
  const one = (content: string) => {
    const units = structuredClone(smallCard.units)
    units[3]!.questions[0]!.content = content
    return cardProblems({ ...smallCard, units })
  }
  it('is told why', () => {
    expect(cardProblems({ ...smallCard, cardVersion: '1.6' })).toEqual([
      '这张答题卡由更新版本（1.6）的设计器制作，请刷新页面后再打开',
    ])
    expect(cardProblems({ ...smallCard, customPageSize: { width: 120, height: 120 } })).toEqual([
      '自定义纸张120×120毫米放不下1栏答题卡，请加大纸张或减少栏数',
    ])
    expect(cardProblems({ ...smallCard, units: [{ ...smallCard.units[0]!, questions: [] }] })).toContain(
      '答题卡没有题目',
    )
    const many = smallCard.units.slice(0, 2).map((u, i) => ({
      ...u,
      questions: Array.from({ length: 201 }, (_, n) => ({
        ...u.questions[0]!,
        questionId: `${i}.${n}`,
        number: `${i}.${n}`,
      })),
    }))
    expect(cardProblems({ ...smallCard, units: many })).toEqual(['答题卡最多400道题，现有402道'])
    expect(one('长'.repeat(300_000))).toEqual(['内容超过2000字，请精简后重试'])
    expect(one('$\\frac{1}{2$')).toEqual(['第17题：公式“\\frac{1}{2”有误：花括号没有配对'])
    expect(one('$\\nosuch{1}$')).toEqual(['第17题：公式“\\nosuch{1}”有误：不认识的命令\\nosuch'])
    expect(one('价格为$5')).toEqual(['第17题：公式的“$”没有配对'])
    expect(one('价格为\\$5，______')).toEqual([])
  })
})

describe('words', () => {
  it('know their blanks from three underscores on', () => {
    expect([blankCount('a__b'), blankCount('a___b'), blankCount('______和______')]).toEqual([0, 1, 2])
  })
  it('hold no picture: it would be missing in print', () => {
    for (const content of ['见图 <img src="a.png">', '![图1](http://x/1.png) 求面积'])
      expect(contentProblem(content)).toBe('答题卡上不能印图片，请删去文字中的图片')
    expect(contentProblem('a < img > b，[1](2)')).toBeUndefined()
  })
  it('say a formula on one line', () => {
    expect(
      ['x^2+y_1', '\\frac{1}{2}', '\\sqrt[3]{a+b}', '\\angle ABC=60^\\circ', '10^{-3}', 'a^{m}'].map(formulaText),
    ).toEqual(['x²+y₁', '1/2', '³√(a+b)', '∠ ABC=60°', '10⁻³', 'a^m'])
  })
  it('never lose a character of any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', maxLength: 60 }), (s) => {
        const plain = s.replace(/[$\\]/g, '')
        const back = piecesOf(plain).map((p) =>
          p.kind === 'text' ? p.text : p.kind === 'blank' ? '_'.repeat(p.length) : '',
        )
        expect(back.join('')).toBe(plain)
        expect(() => [piecesOf(s), contentProblem(s)]).not.toThrow()
      }),
    )
  })
})

it.each([
  [['20260001', '20260002'], 8],
  // One student of another school's way of numbering bars no other.
  [['11026000001', '20269999'], 11],
  [['新生1', '123'], undefined],
  [['1234567890123456789', '20260001'], 8],
  [[], undefined],
])('the number of a card has as many digits as the longest that fits: %j', (numbers, digits) => {
  expect(numberLength(numbers)).toBe(digits)
})
