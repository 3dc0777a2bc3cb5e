import { expect, it } from 'vitest'
import { changeText, paperBefore } from './before.public.tsx'

const exam = (n: number, more: object = {}) => ({
  ...{ examId: `ex${n}`, examName: `第${n}次`, examDate: n, gradeName: '高一', schoolCount: 1, classCount: 2 },
  courses: [{ paperId: `pa${n}`, courseName: '数学' }],
  ...more,
})

it.each([
  ['the one right before it', [exam(1), exam(2), exam(5)], 'pa2'],
  ['none that came later or is the same', [exam(3), exam(4)], undefined],
  ['none of another grade', [exam(2, { gradeName: '高二' })], undefined],
  ['none of other classes', [exam(1), exam(2, { classCount: 1 })], 'pa1'],
  ['none of many schools', [exam(1), exam(2, { schoolCount: 6 })], 'pa1'],
  ['one that has the subject', [exam(1), exam(2, { courses: [{ paperId: 'x', courseName: '语文' }] })], 'pa1'],
])('a paper stands beside %s', (_, exams, paperId) => {
  expect(paperBefore(exams, exam(3), '数学')?.paperId).toBe(paperId)
})

it.each([
  [0.69, 0.669, '+2.1'],
  [0.5, 0.6, '−10.0'],
  [0.5, 0.5004, '持平'],
  // 30.6 % and 30.0 % stand beside it, though they are 0.68 apart.
  [0.3064, 0.2996, '+0.6'],
  [0.5, null, ''],
  [null, 0.5, ''],
])('say the change from %o, before %o: %s', (now, before, text) => {
  expect(changeText(now, before)).toBe(text)
})
