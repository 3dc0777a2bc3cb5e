/** Twenty cards that together tell of everything that a card can have. */
import { bigCard, englishCard, smallCard } from '../card.fixtures.ts'
import { withParts } from '../card.rules.ts'
import type { CardDesign } from '../card.types.ts'

const now = { cardVersion: '1.4.9' } as const
const more = (from: number, count: number, optionCount?: number) =>
  Array.from({ length: count }, (_, i) => ({
    questionId: `m${from + i}`,
    number: String(from + i),
    fullScore: 1000,
    ...(optionCount ? { optionCount } : {}),
  }))
const written = smallCard.units.map((u) =>
  u.unitType === 4
    ? {
        ...u,
        questions: u.questions.map((q) => ({ ...q, content: '若 $x^2=\\frac{a+1}{2}$，则 x＝______，或____。' })),
      }
    : u,
)
export const tellingCards: Record<string, CardDesign> = {
  'first engine, A4': smallCard,
  'first engine, A3 of three columns, sealed': bigCard,
  'first engine, A3 of two columns': englishCard,
  'present, A4, parts, A and B, score boxes': {
    ...withParts(smallCard, true),
    ...now,
    isAB: true,
    templateType: 1,
    showDecimal: true,
  },
  'present, A3, optional questions, score boxes': { ...bigCard, ...now, templateType: 1 },
  'number across, seal on the right': {
    ...smallCard,
    ...now,
    studentNumber: { length: 12, mode: 'bubbles', orientation: 'horizontal' },
    showSealLine: true,
    sealLinePosition: 'right',
  },
  'bar code on 8K': {
    ...englishCard,
    ...now,
    studentNumber: { length: 10, mode: 'barcode' },
    customPageSize: { width: 368, height: 260 },
  },
  'QR alone, A4 of two columns': { ...smallCard, ...now, sheetType: 3, studentNumber: { length: 10, mode: 'qr' } },
  'blocks of set heights': { ...smallCard, ...now, customHeightMode: true },
  'words, blanks and formulas': { ...smallCard, ...now, units: written },
  'bare: no titles, scores, foot, mark of absence': {
    ...smallCard,
    ...now,
    showUnitTitle: false,
    hideScore: true,
    showFooter: false,
    absentLabelMode: 'none',
  },
  'number on every front, eighteen digits': {
    ...smallCard,
    ...now,
    addStudentNumRegion: true,
    studentNumber: { length: 18, mode: 'printed' },
    units: [
      {
        unitId: 's',
        unitType: 5,
        height: 230,
        questions: [21, 22, 23, 24].map((n) => ({ questionId: `q${n}`, number: `${n}`, fullScore: 1500 })),
      },
    ],
  },
  'filled columns, A4, sealed, school': {
    ...smallCard,
    cardVersion: '1.5',
    school: '青禾市第一中学',
    showSealLine: true,
    units: smallCard.units.map(({ height: _, ...u }) => u),
  },
  'filled columns, A3 of two columns, optional questions': {
    ...bigCard,
    cardVersion: '1.5',
    school: '青禾市第一中学',
    sheetType: 1,
    showSealLine: false,
    units: bigCard.units
      .map(({ height: _, ...u }) => (u.unitId === 'u1' ? { ...u, questions: u.questions.slice(0, 8) } : u))
      .map((u) => (u.unitId === 'u4' ? { ...u, questions: u.questions.slice(0, 4) } : u)),
  },
  'one line of whose it is, A4, sealed': {
    ...smallCard,
    cardVersion: '1.5.2',
    school: '青禾市第一中学',
    showSealLine: true,
    units: [
      ...smallCard.units.map(({ height: _, ...u }) =>
        u.unitId === 'u1' ? { ...u, questions: [...u.questions, ...more(31, 4, 4)] } : u,
      ),
      { unitId: 'u7', unitType: 8, title: '七、选做题', questions: more(40, 2), optionalCount: 1 },
    ],
  },
  'one line of whose it is, A3 of two columns, two sheets': {
    ...bigCard,
    cardVersion: '1.5.2',
    sheetType: 1,
    showUnitTitle: false,
    units: bigCard.units.map(({ height: _, ...u }) => u),
  },
  'every place says what it is for, A4, sealed, bar code, score boxes': {
    ...smallCard,
    cardVersion: '1.5.4',
    school: '青禾市第一中学',
    showSealLine: true,
    studentNumber: { length: 10, mode: 'barcode' },
    templateType: 1,
    trueOrFalseType: 'sign',
    units: [
      ...smallCard.units.map(({ height: _, ...u }) => u),
      { unitId: 'u7', unitType: 8, title: '七、选做题', questions: more(40, 3), optionalCount: 2 },
    ],
  },
  'options in bands, writings on one side, A3 of two columns': {
    ...englishCard,
    cardVersion: '1.5.4',
    school: '青禾市第一中学',
    subtitle: '八年级英语　答题卡',
    studentNumber: { length: 12, mode: 'bubbles' },
    units: [
      {
        unitId: 'u1',
        unitType: 1,
        title: '一、选择题',
        questions: englishCard.units.slice(0, 3).flatMap((u) => u.questions),
      },
      ...englishCard.units.slice(3, 5),
      { unitId: 'u8', unitType: 7, title: '六、作文', questions: more(70, 1), totalNumber: 600 },
    ],
  },
  'level columns, even groups, one system of score boxes, A4 of two columns': {
    ...smallCard,
    cardVersion: '1.5.5',
    school: '青禾市第一中学',
    sheetType: 3,
    templateType: 1,
    units: [
      ...smallCard.units.map(({ height: _, ...u }) => u),
      { unitId: 'u7', unitType: 8, title: '七、选做题', questions: more(40, 3), optionalCount: 2 },
    ],
  },
  'lines below blanks, rests filled, A3 of three columns, sealed': {
    ...englishCard,
    cardVersion: '1.5.5',
    school: '青禾市第一中学',
    sheetType: 2,
    showSealLine: true,
    templateType: 1,
    units: [
      { unitId: 'u1', unitType: 1, title: '一、选择题', questions: more(10, 16, 4) },
      { unitId: 'u2', unitType: 4, title: '二、填空题', questions: more(40, 10) },
      { unitId: 'u3', unitType: 6, title: '三、应用文写作', questions: more(60, 1), rowNumber: 10 },
      { unitId: 'u4', unitType: 6, title: '四、读后续写', questions: more(61, 1), rowNumber: 18 },
    ],
  },
}
