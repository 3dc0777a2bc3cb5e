import { expect, it } from 'vitest'
import { changedWords, confirmWords } from './changedWords.ts'

const none = { changed: 0, up: 0, down: 0, come: 0, present: 30 }

it.each([
  [
    { ...none, changed: 9, come: 9 },
    '将有9名学生第一次有总分；其余21名到考学生的总分不变，名次和百分等级可能随之改变',
    '9名学生将第一次看到成绩；其余21名到考学生的总分不变，名次和百分等级可能随之改变。确定发布吗？',
  ],
  [
    { ...none, changed: 5, up: 2, down: 1, come: 2 },
    '将有3名学生的总分变化（升2人，降1人）；另有2名学生第一次有总分；其余25名到考学生的总分不变，名次和百分等级可能随之改变',
    '将改变3名学生已经看到的成绩；2名学生将第一次看到成绩；其余25名到考学生的总分不变，名次和百分等级可能随之改变。确定发布吗？',
  ],
  [
    { ...none, changed: 30, up: 30 },
    '将有30名学生的总分变化（升30人，降0人）',
    '将改变30名学生已经看到的成绩。确定发布吗？',
  ],
])('%o', (of, said, asked) => {
  expect([changedWords(of), confirmWords(of)]).toEqual([said, asked])
})
