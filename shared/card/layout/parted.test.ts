/** Frames for several answers on a card of 1.5.4: room, score boxes and a place for each. */
import { describe, expect, it } from 'vitest'
import { designFromPaper } from '#shared/card/card.rules.ts'
import type { CardDesign } from '#shared/card/card.types.ts'
import { holds } from './promises.fixture.ts'
import { cardOf, questionsOf, wordsOf } from './told.fixture.ts'

const sheets = [0, 1, 2, 3] as const

describe('frames for several answers', () => {
  const options = (count: number, choose: number, more: Partial<CardDesign> = {}, sheetType: 0 | 1 | 2 | 3 = 0) => ({
    ...designFromPaper({
      title: '期中考试',
      school: '青禾一中',
      sheetType,
      questions: questionsOf(
        [10, 1, 300, { optionCount: 4 }],
        [2, 8, 1000, { optional: { group: 'a', count: 1 } }],
        [count, 8, 1000, { optional: { group: 'b', count: choose } }],
      ),
      studentNumber: { length: 8 },
    }),
    ...more,
  })
  it.each([
    [3, 2],
    [6, 3],
    [5, 4],
  ] as const)('give each answer the room of its marks: any %2$i of %1$i', (count, choose) => {
    for (const sheetType of sheets) {
      const { pages } = holds(options(count, choose, {}, sheetType))
      const block = pages
        .flatMap((p) => p.blocks.map((b) => ({ ...b, page: p })))
        .find((b) => b.questionIds.length === count)!
      const { rect: r, page } = block
      const lines = page.draws.flatMap((d) =>
        d.kind === 'text' &&
        d.text === '第' &&
        d.rect.y > r.y &&
        d.rect.y < r.y + r.h &&
        d.rect.x >= r.x &&
        d.rect.x < r.x + r.w
          ? [d.rect.y - 0.8]
          : [],
      )
      expect(lines).toHaveLength(choose)
      for (const [i, y] of lines.entries()) expect((lines[i + 1] ?? r.y + r.h) - y).toBeGreaterThan(44.9)
    }
  })

  it('have score boxes for each question of which several are answered', () => {
    const { pages } = holds(options(3, 2, { templateType: 1 }))
    const rows = pages.flatMap((p) => p.scoreRows ?? []).map((r) => [r.questionIds.length, r.cells.at(-1)!.value])
    expect(rows).toEqual([
      [2, '10'],
      [1, '10'],
      [1, '10'],
      [1, '10'],
    ])
    expect(wordsOf(pages).filter((w) => ['13', '14', '15'].includes(w)).length).toBeGreaterThanOrEqual(6)
  })

  it('part the parts of one question by their marks', () => {
    const question = (number: string, fullScore: number) => ({ questionId: number, number, fullScore })
    const { pages } = holds({
      ...cardOf('few'),
      units: [
        {
          unitId: 'a',
          unitType: 5,
          title: '一、解答题',
          questions: [question('14(1)', 600), question('14（2）', 800)],
        },
        { unitId: 'b', unitType: 9, title: '二、综合题', questions: [question('15(1)', 600), question('15(2)', 800)] },
      ],
    })
    const words = wordsOf(pages)
    for (const said of ['14.（1）（6分）', '14.（2）（8分）', '（1）（6分）', '（2）（8分）'])
      expect(words).toContain(said)
    expect(words.filter((w) => w.startsWith('15'))).toEqual(['15.'])
    const page = pages.find((p) => p.blocks.some((b) => b.unitType === 9))!
    const r = page.blocks.find((b) => b.unitType === 9)!.rect
    const cut = page.draws.find((d) => d.kind === 'line' && d.dash && d.y1 > r.y && d.y1 < r.y + r.h)!
    expect(cut.kind === 'line' && (cut.y1 - r.y - 7) / (r.h - 7)).toBeCloseTo(6 / 14, 1)
  })
})
