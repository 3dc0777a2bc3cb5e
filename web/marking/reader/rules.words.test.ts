import { expect, it } from 'vitest'
import { triedText } from './rules.words.ts'

it('tells what each rule takes, what is left, and how people marked the same answers', () => {
  const text = triedText({
    answers: 10,
    fits: [
      { score: 300, answers: 7, texts: ['12×6', '十二'] },
      { score: 150, answers: 0, texts: [] },
    ],
    rest: { answers: 3, texts: ['21×3'] },
    marked: 5,
    same: 4,
  })
  expect(text.split('\n')).toEqual([
    '试了10份读出的作答：',
    '第1条（3分）7份：12×6、十二',
    '第2条（1.5分）0份',
    '不合任何规则的3份，不给建议：21×3',
    '其中5份老师已评，4份与规则同分。',
    '规则只改变建议分，不改变任何评分；保存后要重新对照，可信了才向老师显示。',
  ])
  const none = triedText({ answers: 0, fits: [], rest: { answers: 0, texts: [] }, marked: 0, same: 0 })
  expect(none).toContain('还没有读出的作答可以试')
})
