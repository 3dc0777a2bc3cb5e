/** Scores on paper: told twice, late or out of order, what the pages say last is the mark. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { StudentId } from '#shared/kit/ids.ts'
import { scoresOf } from './script.rules.ts'
import type { StudentReading } from '#shared/scan/ledger.types.ts'
import { actAs } from '#functions/kit/testing.ts'
import { seat } from './marking.fixtures.ts'
import { readingOf } from './scanned.fixtures.ts'
import type { Sitting } from './marking.fixtures.ts'
import { answers } from './marking.store.ts'
import { paperMarker } from './paperMarks.ts'
import { scriptsOf, headsOfStudents, takeIn } from './scripts.ts'

beforeAll(() => actAs('marking-work'))

const saying = (of: Sitting, student: StudentId, seq: number, score: number | null): StudentReading => ({
  ...readingOf(of, student),
  seq,
  ...(score === null ? {} : { scores: { [of.essay.questionId]: { score, seq } } }),
})
const scoreOf = async (of: Sitting, student: StudentId): Promise<number> => {
  const [script] = await scriptsOf(of.paper, await headsOfStudents(of.paper.paperId, [student]))
  return scoresOf(script!, [of.essay])[0]!
}

describe('a score that was given on paper', () => {
  it.each([
    ['read', [[1, 700]], 700],
    [
      'told twice',
      [
        [1, 700],
        [1, 700],
      ],
      700,
    ],
    [
      'corrected by a person',
      [
        [1, 700],
        [2, 800],
      ],
      800,
    ],
    [
      'corrected, and told again as it was',
      [
        [1, 700],
        [2, 800],
        [1, 700],
      ],
      800,
    ],
    [
      'the correction first',
      [
        [2, 800],
        [1, 700],
      ],
      800,
    ],
    [
      'taken back',
      [
        [1, 700],
        [2, null],
      ],
      -1,
    ],
    [
      'taken back, told out of order',
      [
        [2, null],
        [1, 700],
      ],
      -1,
    ],
    [
      'taken back and given again',
      [
        [1, 700],
        [2, null],
        [3, 900],
      ],
      900,
    ],
    ['between the steps, or too high', [[1, 720]], -1],
    ['beyond the full score', [[1, 1100]], -1],
  ] as [string, [number, number | null][], number][])('%s', async (_, told, score) => {
    const of = await seat(1, {}, 0)
    const [student] = of.students
    for (const [seq, given] of told) await takeIn(of.paper, saying(of, student!, seq, given))
    expect(await scoreOf(of, student!)).toBe(score)
  })

  it('decides where two would mark it on the screen, and gives way to who has marked it there', async () => {
    const of = await seat(2, { markers: 2, tolerance: 100 }, 0)
    const [one, other] = of.students
    await takeIn(of.paper, saying(of, one!, 1, 800))
    expect(await scoreOf(of, one!)).toBe(800)
    const at = { paperId: of.paper.paperId, studentId: other!, questionId: of.essay.questionId }
    await takeIn(of.paper, saying(of, other!, 1, null))
    const mark = {
      value: { kind: 'score' as const, score: 300 },
      by: of.manager.userId,
      at: 1,
      epoch: 1,
      imageVersion: 1,
    }
    await answers.update(at, { final: { ...mark, attemptId: 'at_00000000000000000000000001' as never } })
    await takeIn(of.paper, saying(of, other!, 2, 800))
    expect(await scoreOf(of, other!)).toBe(300)
    const item = (await answers.get({ ...at, studentId: one! }))!
    expect(item.final?.by).toBe(paperMarker)
  })
})
