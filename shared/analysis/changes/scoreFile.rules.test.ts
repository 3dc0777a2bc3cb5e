import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import type { QuestionId } from '#shared/kit/ids.ts'
import { readScoreFile } from './scoreFile.rules.ts'
import type { KnownCandidate } from './scoreFile.rules.ts'

const question = (number: string, fullScore: number): PaperQuestion => ({
  questionId: `q${number}` as QuestionId,
  number,
  unitType: 5,
  fullScore,
})
const paper = [question('1', 1000), question('2', 500), question('17(2)', 300)]
const known = new Map<string, KnownCandidate>([
  ['1001', { name: '赵一', state: 'present', scores: [800, 500, 100] }],
  ['1002', { name: '钱二', state: 'present', scores: [0, 0, 0] }],
  ['1003', { name: '孙三', state: 'absent', scores: [] }],
])
const read = (lines: readonly string[], of: typeof known | null = known) =>
  readScoreFile(
    lines.map((line, i) => ({ row: i + 1, cells: line.split(',') })),
    paper,
    of,
  )

describe('a file of corrected scores', () => {
  it('gives what differs from what stands; empty cells and students that are not in it stay', () => {
    const file = read(['考号,姓名,班级,第1题,2,１７（２）,总分', '1001,赵一,1班,8,,2.5,15.5', '１００２,,,10,0,,10'])
    expect(file).toEqual({
      problems: [],
      students: 2,
      unchanged: 2,
      lines: [
        { number: '1001', questionId: 'q17(2)', score: 250 },
        { number: '1002', questionId: 'q1', score: 1000 },
      ],
    })
  })
  it.each<[string, string[], [number, string, string][]]>([
    ['empty', [], [[0, '', '文件是空的']]],
    ['without numbers', ['姓名,1', '赵一,3'], [[1, '', '第一行要有“考号”和各题题号']]],
    ['a subject too many', ['考号,1,物理', '1001,3,4'], [[1, '物理', '这份试卷没有第物理题']]],
    ['no question at all', ['考号,姓名', '1001,赵一'], [[1, '', '没有一列是题号']]],
    ['a column twice', ['考号,1,1', '1001,3,4'], [[1, '1', '“1”列出现了两次']]],
    ['a stranger', ['考号,1', '9999,3', '1001,3'], [[2, '考号', '考号9999不是本场考试的考生']]],
    ['a double', ['考号,1', '1001,3', '1001,4'], [[3, '考号', '考号1001与第2行重复']]],
    ['another’s name', ['考号,姓名,1', '1001,钱二,3'], [[2, '姓名', '名单中考号1001是赵一']]],
    ['above full', ['考号,2', '1001,5.5'], [[2, '2', '第2题的满分是5分']]],
    [
      'text, and less than nothing',
      ['考号,1,2', '1001,优,-1'],
      [
        [2, '1', '“优”不是得分'],
        [2, '2', '“-1”不是得分'],
      ],
    ],
    ['a total that is not the sum', ['考号,1,总分', '1001,3,10'], [[2, '总分', '总分是10，各题相加是9']]],
    ['one who was absent', ['考号,1', '1003,3'], [[2, '考号', '孙三缺考，没有得分可改']]],
    ['a row without a number', ['考号,1', ',3'], [[2, '考号', '没有考号']]],
    ['nothing to change', ['考号,1', '1001,8'], [[0, '', '文件里的得分都和现在一样，没有要改的']]],
    ['no candidates', ['考号,1'], [[0, '', '文件里没有考生']]],
  ])('%s: nothing of it is taken', (_, lines, said) => {
    const file = read(lines)
    expect(file.problems.map((p) => [p.row, p.column, p.text])).toEqual(said)
    expect(file.lines).toEqual([])
  })
  it('of a province is looked up later: numbers are not judged, and a sum that is not known is not held against', () => {
    const file = read(['考号,1,总分', '9999,3,99'], null)
    expect(file).toMatchObject({ problems: [], lines: [{ number: '9999', score: 300 }] })
  })
  it('gives edits or problems, never both, of any cells', () => {
    const cell = fc.oneof(
      fc.constantFrom('', '1001', '1002', '3', '5.5', '总分', '1', '考号', '缺考'),
      fc.string({ maxLength: 6 }),
    )
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { maxLength: 6 }), (rows) => {
        const file = readScoreFile(
          rows.map((cells, i) => ({ row: i + 1, cells })),
          paper,
          known,
        )
        expect(file.lines.length > 0).toBe(file.problems.length === 0)
      }),
      { numRuns: 300 },
    )
  })
})
