/** The transcript workbook: who got what, the classes beside each other, the questions. */
import { coefficient, definitions, deviationName, deviationOf, optionName } from '#shared/analysis/report.words.ts'
import { stateNames } from '#shared/analysis/publication.rules.ts'
import type { TranscriptRow } from '#shared/analysis/publication.types.ts'
import type { ClassFigures, GroupFigures, ItemFigures } from '#shared/analysis/analysis.types.ts'
import { plainCell } from '#shared/kit/csv.ts'
import { showTime } from '#shared/kit/time.ts'
import { streamBook } from './book.stream.ts'
import type { BookSheet, Cell, LongSheet } from './book.stream.ts'
import type { Shown } from './shown.ts'

const inPoints = (score: number | null): number | null => (score === null ? null : score / 100)
const inTenths = (value: number | null): number | null => (value === null ? null : Math.round(value * 10) / 10)

/** Lines made when they are asked for: a transcript may be long. */
async function* eachLine<T>(rows: Iterable<T> | AsyncIterable<T>, line: (row: T) => Cell[]): AsyncGenerator<Cell[]> {
  for await (const row of rows) yield line(row)
}

const transcriptSheet = ({ data, transcript, sight }: Shown): LongSheet => {
  const line = (r: TranscriptRow): Cell[] => [
    plainCell(r.studentNumber),
    plainCell(r.studentName),
    plainCell(r.className),
    stateNames[r.state],
    inPoints(r.total),
    ...(sight.totalRank ? [r.rank] : []),
    r.classRank,
    ...(sight.totalRank ? [inTenths(r.percentileRank), inTenths(r.t)] : []),
    ...data.questions.map((_, i) =>
      r.total === null ? null : r.notTaken?.includes(i) ? '未选' : inPoints(r.scores[i] ?? null),
    ),
  ]
  const head = [
    '考号',
    '姓名',
    '班级',
    '状态',
    '总分',
    ...(sight.totalRank ? ['总排名'] : []),
    '班级排名',
    ...(sight.totalRank ? ['百分等级', 'T分'] : []),
    ...data.questions.map((q) => `${q.number}（${q.fullScore / 100}分）`),
  ]
  return {
    name: '成绩单',
    head,
    rows: eachLine(transcript, line),
    widths: head.map((h, i) => (i === 0 ? 14 : i === 1 ? 10 : i === 2 ? 12 : Math.max(8, h.length + 4))),
    formats: head.map((_, i) => (i === 0 ? '@' : undefined)),
    frozen: { rows: 1, columns: 2 },
  }
}

const classSheet = ({ report, classes }: Shown): BookSheet => {
  const kind = report.settings.deviation
  const line = (name: string, g: GroupFigures, more: Partial<ClassFigures> = {}): Cell[] => [
    plainCell(name),
    g.registered,
    g.present,
    inPoints(g.mean),
    more.meanRank ?? null,
    inPoints(more.meanDifference ?? null),
    g.scoreRate,
    inPoints(deviationOf(g, kind)),
    inPoints(g.max),
    inPoints(g.median),
    inPoints(g.min),
    g.rates.excellent.rate,
    g.rates.good.rate,
    g.rates.pass.rate,
    g.rates.low.rate,
  ]
  const head = [
    '班级',
    '应考',
    '实考',
    '平均分',
    '均分排名',
    '均分差',
    '得分率',
    deviationName(kind),
    '最高分',
    '中位数',
    '最低分',
    '优秀率',
    '良好率',
    '及格率',
    '低分率',
  ]
  const rates = new Set([6, 11, 12, 13, 14])
  const scores = new Set([3, 5, 7])
  return {
    name: '班级对比',
    head,
    rows: [line('全体', report.overall), ...classes.map((c) => line(c.className, c, c))],
    widths: head.map((h) => Math.max(9, h.length * 2)),
    formats: head.map((_, i) => (rates.has(i) ? '0.0%' : scores.has(i) ? '0.00' : undefined)),
    frozen: { rows: 1, columns: 1 },
  }
}

const keyText = (answer: string | undefined): string => (answer ? optionName(answer) : '')

const itemSheet = ({ report, data }: Shown): BookSheet => {
  const optionText = (item: ItemFigures): string =>
    item.options.map((o) => `${optionName(o.option)} ${o.count}人`).join('，')
  const rounded = (value: number | null): number | null => (value === null ? null : Number(coefficient(value, 3)))
  const head = [
    '题号',
    '题型',
    '满分',
    '作答',
    '平均分',
    '难度P',
    '难度',
    '区分度D',
    '区分度',
    '点二列相关',
    '题总相关',
    '满分率',
    '零分率',
    '答案',
    '各选项人数',
  ]
  return {
    name: '试题分析',
    head,
    rows: [
      ...report.items.map((item, i): Cell[] => [
        plainCell(item.number),
        item.objective ? '客观题' : '主观题',
        inPoints(item.fullScore),
        item.answered ?? report.overall.present,
        inPoints(item.mean),
        rounded(item.difficulty),
        item.difficultyBand,
        rounded(item.discrimination),
        item.discriminationBand,
        rounded(item.pointBiserial),
        rounded(item.itemRest),
        item.full.rate,
        item.zero.rate,
        keyText(data.questions[i]?.answer),
        optionText(item),
      ]),
      [],
      ['说明'],
      [definitions.difficulty],
      [definitions.discrimination],
      ...(data.questions.some((q) => q.optional) ? [[definitions.optional]] : []),
      [definitions.reliability],
      [
        `Cronbach α：${coefficient(report.reliability.alpha, 3)}，按第${data.keyVersion}版答案，生成于${showTime(data.madeAt)}`,
      ],
    ],
    widths: head.map((h, i) => (i === 14 ? 60 : Math.max(8, h.length * 2 + 2))),
    formats: head.map((_, i) => (i === 11 || i === 12 ? '0.0%' : i === 4 ? '0.00' : undefined)),
    frozen: { rows: 1, columns: 1 },
  }
}

/** The workbook, as it is written; the same version gives the same bytes. */
export const transcriptBook = (shown: Shown): AsyncGenerator<Uint8Array> =>
  streamBook([transcriptSheet(shown), classSheet(shown), itemSheet(shown)], {
    title: `${shown.data.examName}成绩单`,
    made: new Date(shown.data.madeAt),
  })
