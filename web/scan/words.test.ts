import { expect, it } from 'vitest'
import { doubtsLine } from './words.ts'

it('doubts that bar marking are counted apart from those that can wait', () => {
  expect(doubtsLine({ doubtful: 2 }, 10)).toBe(
    '还有 2 页没有归位，处理完才能开始阅卷；另有 8 页里有题目存疑，可以稍后处理。',
  )
  expect(doubtsLine({ doubtful: 2 }, 2)).toBe('还有 2 页没有归位，处理完才能开始阅卷。')
  expect(doubtsLine({ doubtful: 0 }, 8)).toBe('还有 8 页里有题目存疑，可以边阅卷边处理。')
  expect(doubtsLine({ doubtful: 0 }, 0)).toBe('')
})
