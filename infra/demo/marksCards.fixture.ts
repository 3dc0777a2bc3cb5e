/** Cards that ask for more than letters: paper A or B, optional questions, scores given on paper, a bar code. */
import type { CardDesign, CardQuestion } from '#shared/card/card.types.ts'

const run = (from: number, count: number, fullScore: number, optionCount?: number): CardQuestion[] =>
  Array.from({ length: count }, (_, i) => ({
    questionId: `m${from + i}`,
    number: String(from + i),
    fullScore,
    ...(optionCount ? { optionCount } : {}),
  }))

/** Boxes for each score and halves, A and B papers, three optional questions of which two count; the number is bubbles. */
const tickCard: CardDesign = {
  schema: 1,
  title: '青禾中学高二历史期中考试',
  sheetType: 0,
  cardVersion: '1.4.9',
  studentNumber: { length: 8, mode: 'bubbles' },
  showSealLine: false,
  isAB: true,
  templateType: 1,
  showDecimal: true,
  pageCount: 4,
  units: [
    { unitId: 'u1', unitType: 1, title: '一、选择题', questions: run(1, 20, 200, 4) },
    { unitId: 'u2', unitType: 5, title: '二、材料题', questions: run(21, 3, 1200), height: 45 },
    { unitId: 'u3', unitType: 5, title: '三、论述题', questions: run(24, 2, 600), height: 45 },
    { unitId: 'u4', unitType: 8, title: '四、选做题', questions: run(26, 3, 1000), height: 60, optionalCount: 2 },
  ],
}

/** Tens, ones and halves; the number is a printed bar code. */
const tensCard: CardDesign = {
  ...tickCard,
  title: '青禾中学高二地理期中考试',
  sheetType: 1,
  studentNumber: { length: 10, mode: 'barcode' },
  isAB: false,
  templateType: 2,
  units: [
    { unitId: 'u1', unitType: 1, title: '一、选择题', questions: run(1, 15, 300, 4) },
    { unitId: 'u2', unitType: 5, title: '二、综合题', questions: run(16, 4, 2500), height: 70 },
    { unitId: 'u3', unitType: 8, title: '三、选做题', questions: run(20, 2, 1000), height: 70, optionalCount: 1 },
  ],
}

export const marksCards: readonly CardDesign[] = [tickCard, tensCard]
