import { describe, expect, it } from 'vitest'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import type { QuestionId } from '#shared/kit/ids.ts'
import { readNumbers, readScoreLines } from './scoreLines.rules.ts'

const question = (number: string, fullScore = 1000): PaperQuestion => ({
  questionId: `q${number}` as QuestionId,
  number,
  unitType: 5,
  fullScore,
})
const paper = [question('1'), question('2', 500), question('17(2)')]
const read = (text: string) => readScoreLines(text, paper)

describe('scores of a table', () => {
  it('are a line each, with or without a head, set apart by any sign', () => {
    const lines = [
      { number: '1001', questionId: 'q1', score: 850 },
      { number: '1002', questionId: 'q17(2)', score: 0 },
    ]
    expect(read('1001 1 8.5\n1002\t17(2)\t0\n')).toEqual({ lines, faults: [] })
    expect(read('\uFEFF考号,题号,得分\r\n1001,1,8.50\r\n１００２，１７（２），０')).toEqual({ lines, faults: [] })
  })
  it('are a line a student where the head has the questions; an empty cell changes nothing', () => {
    expect(read('考号,1,第2题\n1001,3,\n1002,,5').lines).toEqual([
      { number: '1001', questionId: 'q1', score: 300 },
      { number: '1002', questionId: 'q2', score: 500 },
    ])
  })
  it.each([
    ['1001 1', '第1行：每行要有考号、题号、得分三项'],
    ['1001 9 5', '第1行：没有第9题'],
    ['1001 1 很好', '第1行：“很好”不是得分'],
    ['1001 1 -1', '第1行：“-1”不是得分'],
    ['1001 2 5.5', '第1行：第2题的满分是5分'],
    ['1001 1 5\n1001 1 6', '第2行：考号1001第1题与第1行重复'],
    ['考号,1,8\n1001,3,4', '第2行：没有第8题'],
    ['考号,1\n,3', '第2行：没有考号'],
    ['  \n', '没有读到得分'],
  ])('%s: %s', (text, fault) => expect(read(text).faults).toEqual([fault]))
  it('say no more faults than are read', () => {
    const { faults } = read(Array.from({ length: 30 }, (_, i) => `${i} 9 1`).join('\n'))
    expect([faults.length, faults.at(-1)]).toEqual([21, '等30处'])
  })
  it('name candidates once each', () => {
    expect(readNumbers(' 1001、1002，1001\n１００３;1004 ')).toEqual(['1001', '1002', '1003', '1004'])
  })
})
