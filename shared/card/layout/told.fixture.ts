/** Papers as schools set them, for what 1.5.4 promises of their cards. For tests. */
import { type PaperQuestion, designFromPaper } from '#shared/card/card.rules.ts'
import type { CardDesign } from '#shared/card/card.types.ts'
import type { Draw, PageGeometry } from '#shared/card/geometry/geometry.types.ts'

type Run = [count: number, unitType: number, fullScore: number, more?: Partial<PaperQuestion>]

/** Questions numbered through the runs. */
export const questionsOf = (...runs: readonly Run[]): PaperQuestion[] =>
  runs
    .flatMap(([count, unitType, fullScore, more]) =>
      Array.from({ length: count }, () => ({ unitType, fullScore, ...more })),
    )
    .map((q, i) => ({ ...q, questionId: `q${i + 1}`, number: String(i + 1) }))

const options = (optionCount: number) => ({ optionCount })
const choice = (group: string, count: number) => ({ optional: { group, count } })

export const papers = {
  maths: questionsOf([20, 1, 300, options(4)], [4, 4, 500], [5, 5, 1200]),
  gaokao: questionsOf(
    [8, 1, 500, options(4)],
    [3, 2, 600, { ...options(4), halfScore: 300 }],
    [3, 4, 500],
    [1, 5, 1300],
    [2, 5, 1500],
    [2, 5, 1700],
  ),
  chinese: questionsOf([10, 1, 300, options(4)], [4, 4, 200], [4, 5, 600], [1, 7, 6000]),
  history: questionsOf(
    [16, 1, 300, options(4)],
    [3, 5, 1200],
    [2, 8, 1000, choice('a', 1)],
    [3, 8, 1000, choice('b', 2)],
  ),
  english: questionsOf(
    [20, 1, 150, options(3)],
    [15, 1, 250, options(4)],
    [5, 1, 250, options(7)],
    [15, 1, 100, options(4)],
    [10, 4, 150],
    [1, 6, 1500],
    [1, 6, 2500],
  ),
  large: questionsOf(
    [40, 1, 100, options(3)],
    [40, 1, 100, options(4)],
    [20, 1, 100, options(7)],
    [10, 4, 200],
    [4, 5, 1000],
  ),
  judged: questionsOf([20, 1, 200, options(4)], [5, 2, 400, options(5)], [10, 3, 200], [6, 4, 200], [2, 5, 1200]),
  sheets: questionsOf([20, 1, 200, options(4)], [6, 4, 300], [26, 5, 1700]),
  few: questionsOf([20, 1, 500, options(4)]),
} as const

export const cardOf = (
  name: keyof typeof papers,
  sheetType: CardDesign['sheetType'] = 0,
  more: Partial<CardDesign> = {},
): CardDesign => ({
  ...designFromPaper({
    title: '2026—2027学年度第一学期期中考试',
    school: '青禾一中',
    subtitle: '高一数学　答题卡',
    questions: papers[name],
    sheetType,
    studentNumber: { length: 8 },
  }),
  ...more,
})

type Text = Extract<Draw, { kind: 'text' }>
export const textsOf = (draws: readonly Draw[]): Text[] => draws.flatMap((d) => (d.kind === 'text' ? [d] : []))
export const wordsOf = (pages: readonly Pick<PageGeometry, 'draws'>[]): string[] =>
  pages.flatMap((p) => textsOf(p.draws).map((d) => d.text))
