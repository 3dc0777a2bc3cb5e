import { expect, it } from 'vitest'
import type { ReplayTold } from '#shared/marking/rubric/replay.types.ts'
import { choiceText, toldText, wayText } from './replay.words.ts'

const points = [
  { id: 'a', name: '列式', score: 400, retired: true as const },
  { id: 'd', name: '列式', score: 500 },
  { id: 'b', name: '求解', score: 300 },
]
const told: ReplayTold = {
  ...{ byPoints: 1000, numbers: 0, marks: 0, lost: 0, up: 0, down: 0, waits: 0, settles: 0 },
  ways: [],
}

it('names what marks choose and what they choose then', () => {
  const way = { from: 'ab', to: 'db', before: 700, after: 800, marks: 3 }
  expect(wayText('add', points, way)).toBe('列式、求解：7分 → 8分')
  expect(wayText('add', points, { ...way, to: 'b', after: 300 })).toBe('列式、求解 → 求解：7分 → 3分')
  expect(choiceText('deduct', points, '')).toBe('没有扣分')
  expect(choiceText('add', points, 'x')).toBe('x')
})

it('says what becomes of the marks, and of which nothing can be said', () => {
  expect(toldText({ ...told, byPoints: 0 })).toBe('还没有按评分点给的分。')
  expect(toldText(told)).toBe('1000 个评分都不变。')
  expect(toldText({ ...told, marks: 640, up: 600, down: 10, waits: 4, settles: 2, lost: 3, numbers: 20 })).toBe(
    '1000 个评分中有 640 个改变：600 份答卷升分，10 份降分。4 份已评完的答卷分差变大，要再评或仲裁。2 份等待仲裁的答卷不用再评。3 个评分选的等级已删去，不能重算，请用“重评”。20 个直接给的分不变。',
  )
})
