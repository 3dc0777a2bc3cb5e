import type { CardDesign, CardQuestion } from './card.types.ts'

const run = (from: number, count: number, fullScore: number, optionCount?: number): CardQuestion[] =>
  Array.from({ length: count }, (_, i) => ({
    questionId: `q${from + i}`,
    number: String(from + i),
    fullScore,
    ...(optionCount ? { optionCount } : {}),
  }))

/** An A4 card with every common kind of question. */
export const smallCard: CardDesign = {
  schema: 1,
  title: '2026—2027学年度第一学期期中考试',
  subtitle: '高一语文　答题卡',
  sheetType: 0,
  studentNumber: { length: 10, mode: 'bubbles' },
  showSealLine: false,
  units: [
    { unitId: 'u1', unitType: 1, title: '一、单项选择题', questions: run(1, 8, 300, 4) },
    { unitId: 'u2', unitType: 2, title: '二、多项选择题', questions: run(9, 4, 400, 4) },
    { unitId: 'u3', unitType: 3, title: '三、判断题', questions: run(13, 4, 200, 2) },
    { unitId: 'u4', unitType: 4, title: '四、填空题', questions: run(17, 4, 300) },
    { unitId: 'u5', unitType: 5, title: '五、解答题', questions: run(21, 2, 1000), height: 50 },
    { unitId: 'u6', unitType: 7, title: '六、作文', questions: run(23, 1, 2000), totalNumber: 300 },
  ],
}

/** An A3 card of three columns with sixty choice questions. */
export const bigCard: CardDesign = {
  schema: 1,
  title: '2027届高三第二次模拟考试　理科综合能力测试',
  subtitle: '答题卡',
  sheetType: 2,
  studentNumber: { length: 10, mode: 'printed' },
  showSealLine: true,
  units: [
    { unitId: 'v1', unitType: 10, title: '第Ⅰ卷（选择题）', questions: [] },
    { unitId: 'u1', unitType: 1, title: '一、单项选择题', questions: run(1, 50, 200, 4) },
    { unitId: 'u2', unitType: 2, title: '二、多项选择题', questions: run(51, 10, 400, 5) },
    { unitId: 'v2', unitType: 10, title: '第Ⅱ卷（非选择题）', questions: [] },
    { unitId: 'u3', unitType: 4, title: '三、填空题', questions: run(61, 6, 300), perRow: 2 },
    { unitId: 'u4', unitType: 5, title: '四、解答题', questions: run(67, 10, 1200) },
    { unitId: 'u5', unitType: 9, title: '五、实验题', questions: run(77, 2, 900), height: 70 },
    { unitId: 'u6', unitType: 8, title: '六、选做题', questions: run(79, 2, 1000), height: 80, optionalCount: 1 },
  ],
}

/** An English card on A3 with two columns: listening, reading, writing lines. */
export const englishCard: CardDesign = {
  schema: 1,
  title: '青禾中学八年级英语期末质量监测',
  sheetType: 1,
  studentNumber: { length: 8, mode: 'bubbles' },
  showSealLine: false,
  units: [
    { unitId: 'u1', unitType: 1, title: '一、听力理解', questions: run(1, 20, 100, 3) },
    { unitId: 'u2', unitType: 1, title: '二、完形填空', questions: run(21, 15, 100, 4) },
    { unitId: 'u3', unitType: 1, title: '三、阅读理解', questions: run(36, 20, 200, 7) },
    { unitId: 'u4', unitType: 4, title: '四、语法填空', questions: run(56, 10, 100), perRow: 5 },
    { unitId: 'u5', unitType: 6, title: '五、应用文写作', questions: run(66, 1, 1500), rowNumber: 10 },
    { unitId: 'u6', unitType: 6, title: '六、读后续写', questions: run(67, 1, 2500), rowNumber: 18 },
  ],
}
