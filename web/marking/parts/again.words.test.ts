import { expect, it } from 'vitest'
import { lookText, numbersIn, secondText } from './again.words.ts'

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

it('says what second marks by a line would do, beside as many by chance', () => {
  const look = {
    ...{
      once: 2400,
      picks: 240,
      questions: [{ number: '13', picks: 240 }],
      candidates: 60,
      assumed: ['14'],
      reopens: false,
    },
    error: { now: 321, planned: 238, random: 305 },
  }
  expect(secondText(look)).toBe(
    '在一人评的 2400 份作答里，为分数线附近的 60 名考生挑出 240 份，各加一次二评（第 13 题 240 份）。\n分数线附近总分的误差：现在约 3.2 分，加评后约 2.4 分；随机加评同样多约 3.0 分。\n第 14 题还没有足够的双评，误差按满分的 8% 估计。',
  )
  expect(secondText({ ...look, picks: 0 })).toContain('附近没有考生')
  expect(secondText({ ...look, once: 0, picks: 0 })).toContain('没有一人评完')
})
