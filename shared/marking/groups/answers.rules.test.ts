import { expect, it } from 'vitest'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import { answersThere } from './answers.rules.ts'

const q = (id: string, group?: string): PaperQuestion =>
  ({
    questionId: id,
    number: id,
    unitType: 5,
    fullScore: 1000,
    ...(group ? { optional: { group, count: 1 } } : {}),
  }) as PaperQuestion
const questions = [q('20'), q('21'), q('22', 'a'), q('23', 'a')]
const candidates = { present: 58, absent: 1, missing: 1, incomplete: 3 }
const places = (pages: Record<string, number[]>) =>
  new Map(Object.entries(pages).map(([id, own]) => [id, new Set(own)]))
const on = places({ 20: [1], 21: [1, 2], 22: [2], 23: [2] })
const count = (of: object, pages = on) => [...answersThere(questions, { candidates, ...of }, pages).values()]

it('counts what was handed in: who chose an optional question, and no one whose page is missing', () => {
  expect(count({ missingOn: { 2: 1 }, picked: { 22: 30, 23: 27 } })).toEqual([58, 58, 30, 27])
  expect(count({ missingOn: { 1: 2, 2: 1 } })).toEqual([56, 57, 29, 29])
  // No one chose the second: it has none.
  expect(count({ picked: { 22: 57 } })).toEqual([58, 58, 57, 0])
  // Choices of a few of them are those that were counted anew: they say nothing of the others.
  expect(count({ picked: { 22: 2, 23: 1 } })).toEqual([58, 58, 29, 29])
  // Without a card, as when answers were cut elsewhere.
  expect(count({}, places({}))).toEqual([58, 58, 29, 29])
})
