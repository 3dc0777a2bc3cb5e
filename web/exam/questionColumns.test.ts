import { describe, expect, it } from 'vitest'
import { paperFaults } from '#shared/exam/exam.rules.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import type { QuestionId } from '#shared/kit/ids.ts'
import { pasteAt, putCell } from '#web/kit/grid.ts'
import { questionColumns } from './questionColumns.ts'

const columns = questionColumns({ fixed: false, barred: false })
const column = (key: string, of = columns) => of.find((c) => c.key === key)!
const single = (number: string): PaperQuestion => ({
  questionId: `qu_${number}` as QuestionId,
  number,
  unitType: 1,
  fullScore: 300,
  optionCount: 4,
  answer: 'A',
})
const multiple: PaperQuestion = { ...single('2'), unitType: 2, halfScore: 100 }
const essay: PaperQuestion = { questionId: 'qu_3' as QuestionId, number: '3', unitType: 5, fullScore: 1000, markers: 2 }

describe('the cells of a question', () => {
  it.each([
    [single('1'), ['1', '1', '3', 'A', '4', null, null, null, null]],
    [multiple, ['2', '2', '3', 'A', '4', '1', null, null, null]],
    [{ ...single('1'), unitType: 3, answer: 'T' }, ['1', '3', '3', '对', null, null, null, null, null]],
    [essay, ['3', '5', '10', null, null, null, '100', '2', '0']],
  ])('%#: are those that its type has', (question, cells) => {
    expect(columns.map((c) => c.text(question))).toEqual(cells)
  })

  it('say of an optional question with which others it stands', () => {
    const note = (optional?: PaperQuestion['optional']) =>
      column('number').note!({ ...essay, ...(optional ? { optional } : {}) })
    expect([note(), note({ group: '19、20', count: 1 }), note({ group: '选做', count: 1 })]).toEqual([
      null,
      { text: '选做', title: '选做 19、20' },
      { text: '选做', title: '选做' },
    ])
    // Of a paper that is known: of how many one chooses how many.
    const groups = new Map([['g', ['37', '38', '39']]])
    const [of] = questionColumns({ fixed: false, barred: false, groups })
    expect(of!.note!({ ...essay, optional: { group: 'g', count: 2 } })).toEqual({
      text: '3选2',
      title: '第37、38、39题选做2题',
    })
  })

  it.each([
    ['fullScore', '２．５', { fullScore: 250 }],
    ['fullScore', '0', null],
    ['fullScore', '很多', null],
    ['answer', 'ｂ', { answer: 'B' }],
    ['optionCount', '1', null],
    ['optionCount', '5', { optionCount: 5 }],
    ['halfScore', '1', null],
  ])('%s takes %s: %j', (key, text, patch) => {
    expect(putCell(column(key), single('1'), text)).toEqual(patch && { ...single('1'), ...patch })
  })

  it('keep their structure once marking has begun, and take key and scores', () => {
    const of = questionColumns({ fixed: true, barred: false })
    expect(of.filter((c) => c.barred).map((c) => c.key)).toEqual(['number', 'unitType', 'optionCount'])
    expect(questionColumns({ fixed: false, barred: true }).every((c) => c.barred)).toBe(true)
  })

  it('are filled by what a spreadsheet copied', () => {
    const { rows } = pasteAt(
      [single('1'), single('2'), essay],
      columns,
      { row: 0, column: 1 },
      '单选题\t5\tC\n多选题\t4\tBD',
    )
    expect(rows[0]).toMatchObject({ unitType: 1, fullScore: 500, answer: 'C' })
    expect(rows[1]).toMatchObject({ unitType: 2, fullScore: 400, answer: 'BD' })
    expect(rows[2]).toBe(essay)
  })
})

it('what is wrong names its question and its field', () => {
  const wrong = paperFaults([single('1'), { ...single('1'), questionId: 'qu_9' as QuestionId, answer: 'E' }])
  expect(wrong.map(({ questionIds, field }) => [questionIds, field])).toEqual([
    [['qu_9'], 'number'],
    [['qu_9'], 'answer'],
  ])
  for (const { field } of wrong) expect(columns.map((c) => c.key)).toContain(field)
})
