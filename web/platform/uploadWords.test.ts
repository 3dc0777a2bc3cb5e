import { expect, it } from 'vitest'
import { comeState, titleOf } from './uploadWords.ts'

it.each([
  [{ firstName: '试卷.pdf', fileCount: 1 }, '试卷.pdf'],
  [{ firstName: '1.jpg', fileCount: 60 }, '1.jpg 等60个'],
  [{ firstName: '', fileCount: 3 }, '3个文件'],
])('names an upload %j %s', (of, said) => {
  expect(titleOf(of)).toBe(said)
})

it.each([
  [{ come: 2, fileCount: 2 }, '到齐', 'done'],
  [{ come: 1, fileCount: 2 }, '收到 1/2', 'waits'],
  [{ come: 0, fileCount: 2 }, '收到 0/2', 'none'],
  [{ come: null, fileCount: 2000 }, '点开查看', 'none'],
])('says of an upload %j %s', (of, text, meaning) => {
  expect(comeState(of)).toEqual({ text, meaning })
})
