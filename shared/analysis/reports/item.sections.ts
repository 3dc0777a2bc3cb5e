/** Sections of the items: how hard they are, how they part, what was chosen, how the groups did. */
import type { Item, ReportData } from './report.ts'
import { unitTypes } from '#shared/card/card.types.ts'
import type { ReportSection } from '#shared/kit/report/report.types.ts'
import { itemWords } from './report.ts'
import { definitions, optionName, percentsApart, toTeachAgain } from '../report.words.ts'
import {
  chartOf,
  coefficient,
  count,
  crossed,
  drawable,
  itemWordsOf,
  mean,
  percent,
  score,
  section,
  tableOf,
  text,
  wordsOf,
} from './report.parts.ts'
import type { Col } from './report.parts.ts'
import { ratesOfSets } from '../publication.rules.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import type { QuestionGroups } from '#shared/exam/questionGroup.types.ts'
import type { PointCount, PointFigures } from '#shared/marking/rubric/rubric.types.ts'
import { pointWords } from '#shared/marking/rubric/rubric.types.ts'

/** Of which type each item is, as the paper says. */
const typesIn = ({ questions }: Pick<ReportData, 'questions'>): ((i: Item) => number | undefined) => {
  const types = new Map(questions.map((q) => [q.questionId as string, q.unitType]))
  return (i) => types.get(i.questionId)
}

const typeName = (type: number | undefined): string | null => unitTypes[type as keyof typeof unitTypes] ?? null

/** What an item is worth in the paper: of optional items its share of the group. */
const worth = (i: Item): number => i.weight ?? i.fullScore

const low = 0.2

/** Where the axis begins: at nothing, or at the tick below what lies under it. */
export const floorOf = (values: readonly number[]): number => Math.min(0, Math.floor(Math.min(0, ...values) * 5) / 5)

export const placed = ({ items, subject }: ReportData): ReportSection => {
  const { head, named, unit } = itemWords[subject]
  const known = items.filter((i) => i.difficulty !== null && i.discrimination !== null)
  // Those that the sentence names are found in the picture.
  const again = new Set(toTeachAgain(items).map((i) => i.number))
  return section('place', '难度与区分度', {
    ...chartOf(known, () => ({
      kind: 'scatter',
      x: { name: '难度P（越右越容易）', of: { type: 'coefficient' }, max: 1 },
      y: { name: '区分度D', of: { type: 'coefficient' }, min: floorOf(known.map((i) => i.discrimination!)) },
      points: known.map((i) => ({
        name: named(i.number),
        x: i.difficulty!,
        y: i.discrimination!,
        mark: i.discrimination! < low || i.difficulty! < 0.405 || again.has(i.number),
      })),
      levels: [
        { name: '较差 0.20', value: low },
        { name: '很好 0.40', value: 0.4 },
      ],
    })),
    table: tableOf(items, [
      text(head, (i) => i.number),
      coefficient('难度P', (i) => i.difficulty),
      coefficient('区分度D', (i) => i.discrimination),
    ]),
    definition: `${definitions.difficulty}\n${definitions.discrimination}`,
    note: `图中只标出得分率低、偏难或区分度偏低的${unit}。`,
  })
}

export const bands = ({ items, subject }: ReportData): ReportSection => {
  const bandNames = ['容易', '较易', '中等', '较难', '难', '很难'] as const
  const all = [...bandNames, null].map((band) => {
    const own = items.filter((i) => i.difficultyBand === band)
    return { name: band ?? '无人作答', count: own.length, worth: own.reduce((sum, i) => sum + worth(i), 0) }
  })
  // An optional item without a chooser is in no band, and in the paper all the same: the bands add up to it.
  const rows = all.filter((r) => r.name !== '无人作答' || r.count > 0)
  return section('bands', '难度构成', {
    ...chartOf(items, () => ({
      kind: 'bars',
      of: { type: 'score' },
      names: rows.map((r) => r.name),
      series: [{ name: '分值', values: rows.map((r) => r.worth) }],
    })),
    table: tableOf(rows, [
      text('难度', (r) => r.name, { sortable: false }),
      count(itemWords[subject].count, (r) => r.count, { sum: true }),
      score('分值', (r) => r.worth, { sum: true }),
    ]),
    definition: items.some((i) => worth(i) !== i.fullScore)
      ? `${definitions.difficulty}\n各档分值之和等于卷面满分：一组选做题按应做题数计，平分到各题。`
      : definitions.difficulty,
  })
}

export const figures = (data: ReportData): ReportSection => {
  const { items, overall, subject } = data
  const typeOf = typesIn(data)
  const isTotal = subject === 'total'
  const chosen = items.some((i) => i.answered !== undefined && i.answered !== overall.present)
  return section('items', isTotal ? '各科分析' : '试题分析', {
    table: {
      // A phone compares down two columns, what is to be taught again first.
      brief: { columns: ['number', 'p', 'd'], sort: 'p' },
      ...tableOf(items, [
        text(itemWords[subject].head, (i) => i.number, { key: 'number' }),
        ...(isTotal ? [] : [text<Item>('题型', (i) => typeName(typeOf(i)))]),
        score('满分', (i) => i.fullScore),
        ...(chosen
          ? [count<Item>(isTotal ? '选考' : '作答', (i) => i.answered ?? overall.present, { unit: '人' })]
          : []),
        mean('平均分', (i) => i.mean),
        coefficient('P', (i) => i.difficulty, { group: '难度', key: 'p' }),
        text('等级', (i) => i.difficultyBand, { group: '难度' }),
        coefficient('D', (i) => i.discrimination, { group: '区分度', key: 'd' }),
        text('等级', (i) => i.discriminationBand, { group: '区分度' }),
        coefficient('点二列', (i) => i.pointBiserial, { group: '相关' }),
        coefficient(isTotal ? '科总' : '题总', (i) => i.itemRest, { group: '相关' }),
        coefficient('删后α', (i) => i.alphaIfDeleted, { extra: true }),
        percent('满分率', (i) => i.full.rate),
        percent('零分率', (i) => i.zero.rate),
      ]),
    },
    definition: [
      definitions.difficulty,
      definitions.discrimination,
      isTotal ? definitions.subjectTotal : definitions.pointBiserial,
      isTotal ? definitions.chosenSubjects : definitions.optional,
    ].join('\n'),
  })
}

/** The key stands beside the shares: no colour is needed to see it. */
export const options = (data: ReportData): ReportSection[] => {
  const objective = data.items.filter((i) => i.options.length > 0)
  if (objective.length === 0) return []
  const typeOf = typesIn(data)
  const nameOf = (i: Item, letters: string): string => optionName(letters, typeOf(i) === 3)
  const there = [...new Set(objective.flatMap((i) => i.options.map((o) => nameOf(i, o.option))))]
  // As the card prints them: letters, true before false; blanks come last.
  const last = ['对', '错', '未答']
  const names = [...there.filter((name) => !last.includes(name)).sort(), ...last.filter((name) => there.includes(name))]
  return [
    section('options', '选项选择率', {
      table: tableOf(objective, [
        text('题号', (i) => i.number),
        text('答案', (i) => (i.answer ? nameOf(i, i.answer) : null)),
        ...names.map((name): Col<Item> =>
          percent(name, (i) => i.options.find((o) => nameOf(i, o.option) === name)?.rate ?? null),
        ),
      ]),
      definition: definitions.options,
    }),
  ]
}

export const questionRates = (
  data: ReportData,
  order = data.items.map((_, i) => i),
  first: readonly Col<Item & { i: number }>[] = [],
) =>
  section('questions', `各${itemWordsOf(data).unit}得分率`, {
    table: crossed(data, {
      rows: order.map((i) => ({ ...data.items[i]!, i })),
      name: text<Item & { i: number }>(itemWordsOf(data).head, (q) => q.number, { key: 'number' }),
      more: [...first, score<Item>('满分', (q) => q.fullScore)],
      all: (q) => q.difficulty,
      cell: (q, c) => c.itemScoreRates[q.i] ?? null,
      as: percent,
    }),
    definition: definitions.scoreRate,
  })

/** Items by how far apart the groups are, the widest first; null where fewer than two are told. */
export const byGap = (data: ReportData) => {
  const groups = drawable(data.groups)
  return data.items
    .map((item, i) => {
      const known = groups.flatMap((c) => c.itemScoreRates[i] ?? [])
      return {
        number: item.number,
        i,
        gap: known.length > 1 ? percentsApart(Math.max(...known), Math.min(...known)) : null,
      }
    })
    .sort((a, b) => (b.gap ?? 0) - (a.gap ?? 0))
}

const shareOf = ({ answers, have }: PointCount = { answers: 0, have: 0 }): number | null =>
  answers === 0 ? null : have / answers

/** What share of the answers has each point of a rubric. */
export const earned = (data: ReportData): ReportSection[] => {
  const rows = (data.points ?? []).filter((p) => p.all.answers > 0)
  if (rows.length === 0) return []
  return [
    section('points', `${wordsOf(data).each}得分点`, {
      table: crossed(data, {
        rows,
        name: text<PointFigures>('得分点', (p) => `${p.number}题 ${p.name}${p.retired ? '（已停用）' : ''}`, {
          key: 'point',
        }),
        more: [text<PointFigures>('方式', (p) => pointWords[p.kind]), score<PointFigures>('分值', (p) => p.score)],
        all: (p) => (data.overall.hidden ? false : shareOf(p.all)),
        cell: (p, c) => shareOf(p.groups[c.groupId]),
        as: percent,
      }),
      definition:
        '按评分细则选点给分的作答中，得到（或被扣、评为该等级）这一点的比例。两评选点不同、直接按分数给分的作答不在其中。按现在的评分统计，更正一份成绩后随之变化。',
    }),
  ]
}

type SetRow = { scoreRate: number | null; rates: ReadonlyMap<number, number | null> }
/** What the figures of sets of questions come to where the whole is hidden. */
export const toldOf = <R extends { mean: number | null; scoreRate: number | null }>(
  { overall }: ReportData,
  rows: readonly R[],
): R[] => rows.map((r) => (overall.hidden ? { ...r, mean: null, scoreRate: null } : r))
/** What sets of questions earn (types, points of knowledge): those that are `drawn` as bars, all of them by groups. */
export const setRates = <R extends SetRow>(
  data: ReportData,
  [key, title]: readonly [key: string, title: string],
  of: { rows: readonly R[]; drawn: readonly R[]; nameOf: (row: R) => string; head: string; more: Col<R>[] },
  definition: string,
): ReportSection =>
  section(key, title, {
    ...chartOf(of.drawn, () => ({
      kind: 'bars',
      of: { type: 'percent' },
      max: 1,
      names: of.drawn.map(of.nameOf),
      series: [{ name: '得分率', values: of.drawn.map((r) => r.scoreRate) }],
    })),
    table: crossed(data, {
      rows: of.rows,
      name: text<R>(of.head, of.nameOf),
      more: of.more,
      all: (r) => r.scoreRate,
      cell: (r, c) => r.rates.get(c.classIndex) ?? null,
      as: percent,
    }),
    definition,
  })

const groupRate = definitions.typeRate + '分组以现在的为准，在考试工具“知识点关联”里设置。'
const ofNone = '未分组'
/** By the groups that the paper's questions were put into; nothing where none was. */
export const byQuestionGroup = (
  data: ReportData,
  [key, head]: readonly [key: string, head: string],
  groupOf: (of: QuestionGroups) => string | undefined,
) => {
  const { questions, items, groups, overall, questionGroups = {} } = data
  const nameOf = ({ questionId }: PaperQuestion): string => groupOf(questionGroups[questionId] ?? {}) ?? ofNone
  const names = [...new Set(questions.map(nameOf))]
  if (names.every((name) => name === ofNone)) return []
  // What is in no group stands last, so that the rows add up to the paper.
  const ordered = [...names.filter((n) => n !== ofNone), ...names.filter((n) => n === ofNone)]
  const sets = ordered.map((name) => ({ name, of: (q: PaperQuestion): boolean => nameOf(q) === name }))
  const told = groups.filter((g) => !g.hidden)
  const rows = toldOf(data, ratesOfSets(questions, { items, overall, groups: told }, sets))
  type Rated = (typeof rows)[number]
  const more = [
    count<Rated>('题数', (r) => r.count, { sum: true }),
    score<Rated>('满分', (r) => r.fullScore, { sum: true }),
    mean<Rated>('折合平均分', (r) => r.mean),
  ]
  const drawn = rows.filter((r) => r.scoreRate !== null)
  return [setRates(data, [key, `各${head}得分率`], { rows, drawn, nameOf: (r) => r.name, head, more }, groupRate)]
}
