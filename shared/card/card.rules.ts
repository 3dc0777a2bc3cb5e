import { contentProblem } from './card.content.ts'
import type { CardDesign, CardQuestion, CardUnit } from './card.types.ts'
import { CardDesign as CardDesignSchema, unitTypes } from './card.types.ts'
import { cardVersion, versionProblem } from './card.version.ts'
import { paperNames } from './layout/headings.ts'
import { sizeProblem } from './layout/sheet.ts'

const objective = new Set([1, 2, 3])
/** Units that stand for words only: volume names and type headings. */
const wordsOnly = new Set([10, 11])

/** The score of one unit, in hundredths: of optional questions only those to be answered count (2 §5). */
export const unitScore = (unit: CardUnit): number => {
  if (unit.unitType !== 8) return unit.questions.reduce((sum, q) => sum + q.fullScore, 0)
  const pick = Math.min(unit.optionalCount ?? 1, unit.questions.length)
  return [...unit.questions]
    .map((q) => q.fullScore)
    .sort((a, b) => b - a)
    .slice(0, pick)
    .reduce((a, b) => a + b, 0)
}

/** The card's full score, in hundredths. */
export const totalScore = (design: Pick<CardDesign, 'units'>): number =>
  design.units.reduce((sum, unit) => sum + unitScore(unit), 0)

/**
 * The score of an incomplete answer to a multiple-choice question unless its author says otherwise: half of the full
 * score in whole points, rounded up for course 3 and down otherwise (2 §5). Hundredths in, hundredths out.
 */
export const defaultHalfScore = (fullScore: number, courseId?: number): number => {
  const half = fullScore / 200
  return (courseId === 3 ? Math.ceil(half) : Math.floor(half)) * 100
}

/** Numbers the questions 1, 2, 3… through the card; parts of one question (17(1), 17(2)) keep one number. */
export const renumber = <T extends Pick<CardDesign, 'units'>>(design: T): T => {
  let current = 0
  let before: string | undefined
  const units = design.units.map((unit) => ({
    ...unit,
    questions: unit.questions.map((q) => {
      const [, base, part = ''] = /^(\d+)(.*)$/.exec(q.number) ?? [undefined, undefined, '']
      if (!part || base === undefined || base !== before) current++
      before = part ? base : undefined
      return { ...q, number: `${current}${part}` }
    }),
  }))
  return { ...design, units }
}

export type PaperQuestion = {
  questionId: string
  number: string
  unitType: number
  fullScore: number
  optionCount?: number
  halfScore?: number
  optional?: { group: string; count: number } | undefined
  paperB?: object | undefined
}
export type PaperOutline = {
  title: string
  school?: string
  subtitle?: string
  questions: readonly PaperQuestion[]
  sheetType?: CardDesign['sheetType']
  studentNumber?: Partial<CardDesign['studentNumber']>
  showSealLine?: boolean
}

const numerals = ['', '一', '二', '三', '四', '五', '六', '七', '八', '九', '十']
/** 1…99 as Chinese numerals: 12 is 十二, 20 is 二十. */
export const chineseNumeral = (n: number): string =>
  n <= 10 ? numerals[n]! : `${n < 20 ? '' : numerals[Math.floor(n / 10)]}十${numerals[n % 10]}`

const titles: Partial<Record<number, string>> = {
  ...paperNames,
  1: '单项选择题',
  2: '多项选择题',
  9: '综合题',
  12: '其他题',
}
/** Squares of a composition: 800 (2 §9); one of 50 points or more asks for that many at least, and its writer goes on. */
export const squaresFor = (fullScore: number): number => (fullScore >= 5000 ? 1000 : 800)

/** Lines of a writing in English: ten for a letter of 15 points, eighteen for a story of 25. */
export const linesFor = (fullScore: number): number =>
  Math.min(30, Math.max(10, Math.ceil(10 + (fullScore / 100 - 15) * 0.8)))

/** Each question of these is a unit of its own. */
const alone = new Set([6, 7])

const withOptions = (q: PaperQuestion): CardQuestion => ({
  questionId: q.questionId,
  number: q.number,
  fullScore: q.fullScore,
  ...(q.unitType === 3 ? { optionCount: 2 } : objective.has(q.unitType) ? { optionCount: q.optionCount ?? 4 } : {}),
  ...(q.unitType === 2 && q.halfScore !== undefined ? { halfScore: q.halfScore } : {}),
})

/** A letter and a story of these points are what the college entrance examination asks. */
const letter = 1500
const story = 2500

/**
 * What the writings of a paper are called: one by its type; a letter and a story by what they are, several others as the
 * parts of one task, so that no two bear one name.
 */
const writingNames = (writings: readonly Pick<PaperQuestion, 'questionId' | 'unitType' | 'fullScore'>[]) => {
  const names = new Map<string, string>()
  for (const unitType of alone) {
    const same = writings.filter((q) => q.unitType === unitType)
    if (same.length < 2) continue
    const gaokao = unitType === 6 && same.map((q) => q.fullScore).join() === `${letter},${story}`
    for (const [i, { questionId }] of same.entries())
      names.set(
        questionId,
        gaokao ? ['应用文写作', '读后续写'][i]! : `${titles[unitType]}　第${chineseNumeral(i + 1)}节`,
      )
  }
  return names
}

/** A paper's default card: neighbours of one type make a unit, and optional questions of one group, headed 一、二、三…; defaults of the specification. */
export const designFromPaper = (paper: PaperOutline): CardDesign => {
  const units: CardUnit[] = []
  const optional = new Map<string, CardUnit>()
  const writings = writingNames(paper.questions.filter((q) => !q.optional))
  for (const q of paper.questions) {
    if (q.optional) {
      const { group, count } = q.optional
      const there = optional.get(group)
      const unit: CardUnit = there ?? {
        unitId: `u${units.length + 1}`,
        unitType: 8,
        title: `${chineseNumeral(units.length + 1)}、${unitTypes[8]}`,
        questions: [],
        optionalCount: count,
      }
      if (!there) units.push(unit)
      optional.set(group, unit)
      unit.questions.push(withOptions(q))
      continue
    }
    const last = units.at(-1)
    if (last && last.unitType === q.unitType && !alone.has(q.unitType)) {
      last.questions.push(withOptions(q))
      continue
    }
    const name =
      writings.get(q.questionId) ?? titles[q.unitType] ?? unitTypes[q.unitType as keyof typeof unitTypes] ?? '题目'
    units.push({
      unitId: `u${units.length + 1}`,
      unitType: q.unitType,
      title: `${chineseNumeral(units.length + 1)}、${name}`,
      questions: [withOptions(q)],
      ...(q.unitType === 6 ? { rowNumber: linesFor(q.fullScore) } : {}),
      ...(q.unitType === 7 ? { totalNumber: squaresFor(q.fullScore) } : {}),
    })
  }
  return {
    schema: 1,
    title: paper.title,
    ...(paper.school ? { school: paper.school.slice(0, 60) } : {}),
    ...(paper.subtitle ? { subtitle: paper.subtitle } : {}),
    sheetType: paper.sheetType ?? 0,
    studentNumber: { length: 10, mode: 'bubbles', ...paper.studentNumber },
    showSealLine: paper.showSealLine ?? false,
    ...(paper.questions.some((q) => q.paperB) ? { isAB: true } : {}),
    cardVersion,
    units,
  }
}

/** Titles of the parts (2 §9): what is read by machine, and what is written. */
const partTitles = { 1: '第一卷', 2: '第二卷' } as const

/**
 * Puts the volume names 第一卷 before the first and 第二卷 before the first written unit, or takes all volume names away.
 * A card of one kind of questions has a first part alone.
 */
export const withParts = (design: CardDesign, shown: boolean): CardDesign => {
  const units = design.units.filter((u) => u.unitType !== 10)
  if (!shown) return units.length > 0 ? { ...design, units } : design
  const free = (wanted: string) => (units.some((u) => u.unitId === wanted) ? `${wanted}-` : wanted)
  const part = (n: 1 | 2): CardUnit => ({ unitId: free(`part${n}`), unitType: 10, title: partTitles[n], questions: [] })
  const written = units.findIndex((u) => !objective.has(u.unitType) && u.unitType !== 11)
  // A type's heading right before the written units belongs to them.
  const cut = written > 0 && units[written - 1]!.unitType === 11 ? written - 1 : written
  return {
    ...design,
    units: cut > 0 ? [part(1), ...units.slice(0, cut), part(2), ...units.slice(cut)] : [part(1), ...units],
  }
}

/** A card takes more questions than any exam has; beyond it no person turns the pages. */
export const mostQuestions = 400

/** What keeps a design from being printed, in words for its author; empty when nothing does. */
export const cardProblems = (design: CardDesign): string[] => {
  const problems: string[] = []
  const shape = CardDesignSchema.safeParse(design)
  if (!shape.success) {
    for (const { path, message } of shape.error.issues) {
      // The schema's own sentences are Chinese; zod's are not for an author.
      problems.push(/\p{Script=Han}/u.test(message) ? message : `答题卡数据有误：${path.join('.') || '整体'}`)
    }
    return problems
  }
  const newer = versionProblem(design)
  if (newer) return [newer]
  const size = sizeProblem(design)
  if (size) problems.push(size)
  const count = design.units.reduce((n, u) => n + u.questions.length, 0)
  if (count > mostQuestions) problems.push(`答题卡最多${mostQuestions}道题，现有${count}道`)
  if (!design.title.trim()) problems.push('请填写答题卡标题')
  const ids = new Set<string>()
  const numbers = new Set<string>()
  const unitIds = new Set<string>()
  for (const [i, unit] of design.units.entries()) {
    const name = unit.title?.trim() || unitTypes[unit.unitType as keyof typeof unitTypes]
    if (unitIds.has(unit.unitId)) problems.push(`第${i + 1}个题组的编号重复`)
    unitIds.add(unit.unitId)
    if (!unit.questions.length && !wordsOnly.has(unit.unitType)) problems.push(`“${name}”没有题目`)
    if (unit.questions.length && wordsOnly.has(unit.unitType)) problems.push(`“${name}”是标题，不能包含题目`)
    if (unit.unitType === 8 && (unit.optionalCount ?? 1) >= unit.questions.length && unit.questions.length) {
      problems.push(`“${name}”的选做数量应少于题目数量`)
    }
    for (const q of unit.questions) {
      if (ids.has(q.questionId)) problems.push(`第${q.number}题在答题卡中出现了两次`)
      ids.add(q.questionId)
      if (numbers.has(q.number)) problems.push(`题号${q.number}重复`)
      numbers.add(q.number)
      const wrong = q.content && contentProblem(q.content)
      if (wrong) problems.push(`第${q.number}题：${wrong}`)
      if (q.halfScore !== undefined && q.halfScore > q.fullScore) problems.push(`第${q.number}题的部分得分超过了满分`)
      if (q.fullScore === 0) problems.push(`第${q.number}题没有设置分值`)
      if ((unit.unitType === 1 || unit.unitType === 2) && !q.optionCount)
        problems.push(`第${q.number}题没有设置选项数量`)
      if (unit.unitType === 3 && q.optionCount !== undefined && q.optionCount !== 2) {
        problems.push(`第${q.number}题是判断题，只能有两个选项`)
      }
    }
  }
  if (!ids.size) problems.push('答题卡没有题目')
  return problems
}

/**
 * As many digits as the longest of the roster's numbers that a card can have: schools number in their own ways, and a
 * shorter number of one student leaves room to all others. Nothing where there is none.
 */
export const numberLength = (numbers: readonly string[]): number | undefined =>
  numbers.reduce<number | undefined>(
    (most, n) => (/^\d{4,18}$/.test(n) ? Math.max(most ?? 0, n.length) : most),
    undefined,
  )
