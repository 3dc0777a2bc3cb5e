import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { coverage, pointsOf, readTree } from './knowledge.rules.ts'
import { shippedTree } from './knowledge.tree.ts'

describe('the tree of knowledge points', () => {
  it('is shipped for the nine subjects, each point once in its chapter; of another course there is none', () => {
    for (const course of ['语文', '数学', '英语', '物理', '化学', '生物', '历史', '地理', '政治']) {
      const points = pointsOf(shippedTree(course))
      expect(points.length, course).toBeGreaterThan(20)
      expect(new Set(points).size, course).toBe(points.length)
      for (const point of points) expect(point, course).toMatch(/^[^/]+\/[^/]+$/)
    }
    expect(shippedTree('信息技术')).toEqual([])
  })

  it('is read from two columns, a chapter said once or on every line', () => {
    expect(readTree('函数\t单调性\n\t奇偶性\n函数，周期性\n\n数列\t求和\n函数\t单调性')).toEqual({
      tree: [
        { chapter: '函数', points: ['单调性', '奇偶性', '周期性'] },
        { chapter: '数列', points: ['求和'] },
      ],
      points: 4,
      wrong: [],
    })
  })

  it.each([
    ['\t单调性', 1, '没有章节'],
    ['函数\t单调性\n数列', 2, '没有知识点：两列，章节和知识点'],
    ['函数\t单调/奇偶', 1, '不能有“/”'],
    [`函数\t${'长'.repeat(41)}`, 1, '超过40个字'],
    [Array.from({ length: 101 }, (_, i) => `章${i}\t点`).join('\n'), 0, '最多100章'],
    [Array.from({ length: 1001 }, (_, i) => `章\t点${i}`).join('\n'), 0, '最多1000个知识点'],
  ])('of %j says what is wrong', (text, line, why) => expect(readTree(text).wrong).toEqual([{ line, why }]))

  it('read again from what was read is the same', () => {
    const word = fc.stringMatching(/^[\u4e00-\u9fa5a-z]{1,8}$/)
    fc.assert(
      fc.property(fc.array(fc.tuple(word, word), { minLength: 1, maxLength: 30 }), (lines) => {
        const { tree } = readTree(lines.map((l) => l.join('\t')).join('\n'))
        const text = tree.flatMap((c) => c.points.map((p) => `${c.chapter}\t${p}`)).join('\n')
        expect(readTree(text).tree).toEqual(tree)
      }),
    )
  })
})

it('a paper asks of a point what its questions are worth, the most first', () => {
  const q = (number: string, fullScore: number, ...points: string[]) => ({ number, fullScore, points })
  expect(coverage([q('1', 500, 'a/x'), q('2', 1000, 'a/x', 'b/y', 'b/y'), q('3', 300)])).toEqual([
    { point: 'a/x', numbers: ['1', '2'], fullScore: 1500 },
    { point: 'b/y', numbers: ['2'], fullScore: 1000 },
  ])
})
