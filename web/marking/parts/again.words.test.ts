import { expect, it } from 'vitest'
import { lookText, numbersIn } from './again.words.ts'

it.each([
  ['', []],
  [' 101，102、101\n103;104 ', ['101', '102', '103', '104']],
  [undefined, []],
])('numbers in %j', (typed, numbers) => expect(numbersIn(typed)).toEqual(numbers))

it('says how many marks are void before they are', () => {
  const look = {
    marks: 120,
    questions: [
      { number: '2', marks: 100 },
      { number: '3', marks: 20 },
    ],
    finals: 3,
    about: false,
    reopens: true,
    resumes: false,
  }
  expect(lookText(look, 'reset', 'void')).toBe(
    '将作废 120 个评分（第 2 题 100 个，第 3 题 20 个），其中仲裁 3 个。答卷退回待阅，重新评；作废的评分留在阅卷记录里，不能恢复。\n阅卷已经结束，将重新开启，评完后要再次结束阅卷；已经预约的成绩发布不再进行，要重新发布。',
  )
  expect(lookText({ ...look, about: true, reopens: false }, 'remark', 'both')).toBe(
    '将为约 120 份作答各加一次二评（第 2 题 100 个，第 3 题 20 个），由没有评过这份的老师评。原来的评分保留。',
  )
  expect(lookText({ ...look, marks: 0 }, 'reset', 'void')).toContain('没有可以重新评阅的')
  expect(lookText({ ...look, marks: 0, resumes: true }, 'reset', 'void')).toContain('接着做完')
})
