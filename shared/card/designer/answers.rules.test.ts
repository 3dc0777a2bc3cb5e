import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import { answerHead, answerRows, planAnswers } from './answers.rules.ts'

const question = (number: string, unitType: number, more: Partial<PaperQuestion> = {}): PaperQuestion => ({
  questionId: `qu_${number.padStart(26, '0')}` as PaperQuestion['questionId'],
  number,
  unitType,
  fullScore: 200,
  ...(unitType <= 2 ? { optionCount: 4 } : {}),
  ...more,
})
const paper = [question('1', 1), question('2', 1), question('3', 2), question('4', 3), question('5', 5)]
const sheet = (...rows: string[][]) => [[...answerHead], ...rows].map((cells, i) => ({ row: i + 1, cells }))
const fill = (...pairs: [string, string][]) => sheet(...pairs.map(([n, a]) => [n, '', '', a]))

describe('answers from a sheet', () => {
  it('are read as people write them', () => {
    const plan = planAnswers(fill(['1', ' b '], ['2', 'Ｃ'], ['3', 'd、a'], ['4', '√']), paper)
    expect(plan.problems).toEqual([])
    expect(plan.questions.map((q) => q.answer)).toEqual(['B', 'C', 'AD', 'T', undefined])
    expect([plan.rows, plan.changed]).toEqual([4, 4])
    // The same again changes nothing.
    expect(planAnswers(fill(['1', 'B'], ['3', 'AD']), plan.questions).changed).toBe(0)
  })

  it('leave alone what has no answer in the sheet', () => {
    const keyed = paper.map((q) => (q.number === '2' ? { ...q, answer: 'D' } : q))
    const plan = planAnswers(fill(['1', 'A'], ['2', '']), keyed)
    expect(plan.questions.map((q) => q.answer)).toEqual(['A', 'D', undefined, undefined, undefined])
  })

  it('are refused as a whole, with row and column of every mistake', () => {
    const plan = planAnswers(
      fill(['1', 'AB'], ['2', 'E'], ['3', 'AA'], ['4', '也许'], ['5', 'A'], ['9', 'A'], ['1', 'A'], ['', 'A']),
      paper,
    )
    expect(plan.problems).toEqual([
      { row: 2, column: '答案', text: '第1题：单选题只能有一个答案' },
      { row: 3, column: '答案', text: '第2题：“E”超出选项范围A到D' },
      { row: 4, column: '答案', text: '第3题：“AA”的选项重复' },
      { row: 5, column: '答案', text: '第4题：“也许”不是对或错' },
      { row: 6, column: '答案', text: '第5题是主观题，没有可以导入的答案' },
      { row: 7, column: '题号', text: '试卷没有第9题' },
      { row: 8, column: '题号', text: '第1题在第2行已经有了' },
      { row: 9, column: '题号', text: '没有题号' },
    ])
    expect(plan.questions).toEqual(paper)
    expect(planAnswers([{ row: 1, cells: ['姓名'] }], paper).problems[0]!.text).toContain('前十行没有“题号”')
    expect(planAnswers(fill(['1', '']), paper).problems[0]!.text).toBe('没有填写任何答案')
  })

  it('go out and come back as they were', () => {
    const keyed = fc.array(
      fc.tuple(fc.constantFrom(1, 2, 3), fc.subarray(['A', 'B', 'C', 'D'], { minLength: 1 }), fc.boolean()),
      { minLength: 1, maxLength: 40 },
    )
    fc.assert(
      fc.property(keyed, (of) => {
        const questions = of.map(([type, letters, right], i) =>
          question(String(i + 1), type, {
            answer: type === 3 ? (right ? 'T' : 'F') : type === 1 ? letters[0]! : letters.join(''),
          }),
        )
        const rows = answerRows(questions, true).map((cells, i) => ({ row: i + 1, cells }))
        const bare = questions.map(({ answer: _, ...q }) => q)
        expect(planAnswers(rows, bare).questions).toEqual(questions)
      }),
    )
  })
})
