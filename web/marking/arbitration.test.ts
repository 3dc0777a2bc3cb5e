import { expect, it } from 'vitest'
import type { QuestionId } from '#shared/kit/ids.ts'
import { toArbitrate } from './arbitration.ts'

const id = 'qu_17' as QuestionId
const other = { questionId: 'qu_14' as QuestionId, total: 58, done: 58, needFinal: 0 }
const waits = { questionId: id, total: 58, done: 49, needFinal: 9 }

it.each([
  [
    'only decisions are left, and they are the viewer’s',
    { state: 'open', arbitrates: [id], questions: [other, waits] },
    id,
  ],
  ['markers are not done', { state: 'open', arbitrates: [id], questions: [{ ...other, done: 57 }, waits] }, undefined],
  ['another person decides', { state: 'open', arbitrates: [], questions: [other, waits] }, undefined],
  ['marking is closed', { state: 'closed', arbitrates: [id], questions: [other, waits] }, undefined],
  ['all is decided', { state: 'open', arbitrates: [id], questions: [other] }, undefined],
] as const)('the next step is a decision between two marks when %s', (_, data, next) => {
  expect(toArbitrate({ ...data, arbitrates: [...data.arbitrates] })?.questionId).toBe(next)
})
