import { describe, expect, it } from 'vitest'
import { nextStep, stepsOf } from './steps.ts'

const paper = { questionCount: 20, missingKeys: 0, cardId: 'ca_1' }
const next = (status: number, markingProgress: number, more: Partial<typeof paper> & { cardId?: undefined } = {}) =>
  nextStep(stepsOf({ status, markingProgress }, { ...paper, ...more }))?.key

describe('the next step of an exam', () => {
  it.each([
    ['no questions', next(1, 1, { questionCount: 0 }), 'paper'],
    ['keys missing', next(1, 1, { missingKeys: 3 }), 'paper'],
    ['no card', next(1, 2, { cardId: undefined }), 'card'],
    ['card there', next(1, 2), 'scan'],
    ['scanned', next(1, 3), 'doubts'],
    ['settled', next(1, 4), 'marking'],
    ['being marked', next(1, 5), 'marking'],
    ['marked', next(2, 6), 'publish'],
    ['published', next(3, 6), undefined],
  ])('%s', (_, got, wanted) => {
    expect(got).toBe(wanted)
  })
  it('says what is missing', () => {
    expect(stepsOf({ status: 1, markingProgress: 1 }, { ...paper, missingKeys: 3 })[0]?.text).toBe(
      '20题，3题还没有答案',
    )
  })
})
