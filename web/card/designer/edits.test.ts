import { describe, expect, it } from 'vitest'
import { bigCard, smallCard } from '#shared/card/card.fixtures.ts'
import { cardProblems } from '#shared/card/card.rules.ts'
import { CardDesign } from '#shared/card/card.types.ts'
import { cardVersion } from '#shared/card/card.version.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import { layOut } from '#shared/card/layout/layOut.ts'
import { pictureProblems } from '#shared/card/layout/cardPictures.ts'
import {
  addPicture,
  addWords,
  batchScores,
  canJoin,
  joinUnit,
  moveUnit,
  patchPicture,
  patchUnit,
  reform,
  removePicture,
  removeWords,
  setContent,
  setOptions,
  splitUnit,
} from './edits.ts'

const idsOf = (d: CardDesign) => d.units.map((u) => u.unitId)
const questionsOf = (d: CardDesign) => d.units.flatMap((u) => u.questions.map((q) => q.questionId))

describe('edits of a design', () => {
  it('set and take away fields of one unit and leave the rest as it was', () => {
    const next = patchUnit(smallCard, 'u5', { height: 72 })
    expect(next.units[4]!.height).toBe(72)
    expect(next.units[3]).toBe(smallCard.units[3])
    expect('height' in patchUnit(next, 'u5', { height: undefined }).units[4]!).toBe(false)
    expect(patchUnit(smallCard, 'u5', { height: 50 })).toBe(smallCard)
    expect(patchUnit(smallCard, 'none', { height: 1 })).toBe(smallCard)
  })

  it('move a unit within the card', () => {
    expect(idsOf(moveUnit(smallCard, 'u2', -1)).slice(0, 2)).toEqual(['u2', 'u1'])
    expect(moveUnit(smallCard, 'u1', -1)).toBe(smallCard)
    expect(idsOf(moveUnit(smallCard, 'u1', 99)).at(-1)).toBe('u1')
    expect(moveUnit(smallCard, 'none', 1)).toBe(smallCard)
  })

  it('split and join without losing a question or its place', () => {
    const split = splitUnit(smallCard, 'u1', 'q4')
    expect(split.units[0]!.questions).toHaveLength(3)
    expect(split.units[1]!.questions[0]!.questionId).toBe('q4')
    expect(questionsOf(split)).toEqual(questionsOf(smallCard))
    expect(new Set(idsOf(split)).size).toBe(split.units.length)
    expect(joinUnit(split, split.units[1]!.unitId)).toEqual(smallCard)
    expect(splitUnit(smallCard, 'u1', 'q1')).toBe(smallCard)
    expect(canJoin(smallCard, 'u2')).toBe(false)
    expect(canJoin(smallCard, 'u6')).toBe(false)
    expect(canJoin(smallCard, 'u5')).toBe(true)
  })

  it('add words and take away only words', () => {
    const named = addWords(smallCard, 10, 'u4')
    expect(named.units[3]).toMatchObject({ unitType: 10, title: '第一卷', questions: [] })
    expect(cardProblems(named)).toEqual([])
    expect(removeWords(named, named.units[3]!.unitId)).toEqual(smallCard)
    expect(removeWords(smallCard, 'u1')).toBe(smallCard)
    expect(addWords(bigCard, 11).units.at(-1)!.unitType).toBe(11)
  })

  it('change how an answer is given, never whether a machine reads it', () => {
    const writing = reform(smallCard, 'u5', 7)
    expect(writing.units[4]).toMatchObject({ unitType: 7, totalNumber: 800 })
    const lines = reform(writing, 'u5', 6)
    expect(lines.units[4]).toMatchObject({ unitType: 6, rowNumber: 10 })
    expect('totalNumber' in lines.units[4]!).toBe(false)
    expect(reform(smallCard, 'u1', 5)).toBe(smallCard)
    expect(reform(smallCard, 'u5', 1)).toBe(smallCard)
    expect(reform(smallCard, 'u6', 8)).toBe(smallCard)
    expect(CardDesign.safeParse(lines).success).toBe(true)
  })

  it('make a card one of the present version where the first engine knew no such thing', () => {
    const paper = setOptions(smallCard, { isAB: true })
    expect([paper.cardVersion, paper.isAB]).toEqual([cardVersion, true])
    expect('isAB' in setOptions(paper, { isAB: undefined })).toBe(false)
    expect(setOptions(paper, { isAB: true })).toBe(paper)
    expect(setOptions({ ...smallCard, cardVersion: '1.4.4' }, { isAB: true }).cardVersion).toBe('1.4.4')
    expect(patchUnit(smallCard, 'u1', { groupNumber: 8 }).cardVersion).toBe(cardVersion)
    expect(patchUnit(smallCard, 'u5', { height: 72 }).cardVersion).toBeUndefined()
    const worded = setContent(smallCard, 'q17', '求____')
    expect([worded.cardVersion, worded.units[3]!.questions[0]!.content]).toEqual([cardVersion, '求____'])
    expect(setContent(worded, 'q17', ' ').units[3]!.questions[0]).toEqual(smallCard.units[3]!.questions[0])
  })

  it('set the scores of many questions at once, half scores of multiple-answer questions alone', () => {
    const questions = [1, 2, 2, 5].map((unitType, i) => ({
      questionId: `q${i}`,
      number: String(i + 1),
      unitType,
      fullScore: 300,
    })) as unknown as PaperQuestion[]
    const set = batchScores(questions, new Set(['q0', 'q1', 'q3']), 500)
    expect(set.map((q) => [q.fullScore, q.halfScore])).toEqual([
      [500, undefined],
      [500, 200],
      [300, undefined],
      [500, undefined],
    ])
    expect(batchScores(questions, new Set(['q1']), 500, 300)[1]!.halfScore).toBe(300)
  })
})

it('a new picture stands where it can be printed, at any shape; moved it is the same one, and it can go', () => {
  const plain = { ...smallCard, cardVersion }
  for (const [width, height] of [
    [1600, 1600],
    [1600, 40],
    [40, 1600],
    [30, 30],
  ] as const)
    for (const questionId of [undefined, 'q21']) {
      const of = { sha256: 'ab'.repeat(32), name: '图', width, height, ...(questionId ? { questionId } : {}) }
      const one = addPicture(plain, of, layOut(plain))
      // A ribbon as narrow as a hair is the author's to shorten.
      if (height < 1600 || width === height) expect(pictureProblems(one, layOut(one))).toEqual([])
      const two = addPicture(one, of, layOut(one))
      expect(two.pictures!.map((p) => p.pictureId)).toEqual(['p1', 'p2'])
      expect(patchPicture(two, 'p2', { x: 9 }).pictures).toMatchObject([{ x: two.pictures![0]!.x }, { x: 9 }])
      expect(addPicture(removePicture(two, 'p1'), of, layOut(one)).pictures!.map((p) => p.pictureId)).toEqual([
        'p2',
        'p3',
      ])
      expect(removePicture(one, 'p1')).toEqual(plain)
      expect(CardDesign.safeParse(two).success).toBe(true)
    }
})
