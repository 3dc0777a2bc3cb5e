import { describe, expect, it } from 'vitest'
import { smallCard } from '#shared/card/card.fixtures.ts'
import { layOut } from '#shared/card/layout/layOut.ts'
import type { CardDesign } from '#shared/card/card.types.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import { mistakesOf } from './mistakes.ts'

const paper = smallCard.units.flatMap((u) =>
  u.questions.map((q) => ({ ...q, unitType: u.unitType })),
) as PaperQuestion[]
const told = (design: CardDesign, questions = paper) => mistakesOf(design, layOut(design), questions)

describe('mistakes of a card', () => {
  it('are none on a good one', () => expect(told(smallCard)).toEqual([]))

  it('stand at the unit that has them, or at the card', () => {
    const wrong = structuredClone(smallCard)
    wrong.title = ' '
    wrong.units[0]!.questions[0]!.fullScore = 0
    wrong.units[4]!.height = 20
    expect(told(wrong)).toEqual([
      { text: '第1题没有设置分值', unitId: 'u1', grave: true },
      { text: '第1题的分值与试卷不一致：试卷3分，答题卡0分', unitId: 'u1', grave: true, sync: true },
      { text: '请填写答题卡标题', grave: true },
      expect.objectContaining({ unitId: 'u5', grave: false }),
    ])
  })

  it('of a picture stand at its unit, and keep the card from being published', () => {
    const picture = {
      sha256: 'ab'.repeat(32),
      name: '图.png',
      width: 60,
      height: 60,
      x: 0,
      y: 0,
      w: 40,
      pictureId: 'p1',
    }
    const questionId = smallCard.units[4]!.questions[0]!.questionId
    expect(told({ ...smallCard, pictures: [{ ...picture, questionId, x: 170 }] }).slice(0, 2)).toMatchObject([
      { text: expect.stringContaining('第21题的图片') as string, unitId: 'u5', grave: true },
      { text: '图片“图.png”像素太少，印出来会模糊，请缩小或换一张', unitId: 'u5', grave: false },
    ])
  })

  it('of the paper’s size are the card’s, not the first unit’s', () => {
    const size = { ...smallCard, cardVersion: '1.4.9', customPageSize: { width: 100, height: 100 } }
    expect(told(size)).toEqual([{ text: '自定义纸张100×100毫米放不下1栏答题卡，请加大纸张或减少栏数', grave: true }])
  })

  it('tell that words run over what is printed of them', () => {
    const long = structuredClone(smallCard)
    long.units[4]!.questions[0]!.content = '阅读下面的材料，完成各题。'.repeat(60)
    expect(told(long)[0]).toEqual({ text: '第21题印上的文字超过8行，只印前8行', unitId: 'u5', grave: false })
    const drawn = layOut(long).pages.flatMap((p) => p.draws.filter((d) => d.kind === 'text' && d.text.includes('阅读')))
    expect(drawn).toHaveLength(8)
  })

  it('tell what the paper has and the card has not, once', () => {
    expect(told(smallCard, [...paper, { ...paper[0]!, questionId: 'new' as never, number: '24' }])).toEqual([
      { text: '试卷第24题不在答题卡上', grave: true, sync: true },
    ])
  })
})
