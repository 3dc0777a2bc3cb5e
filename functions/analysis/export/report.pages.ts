/** The printed report: the answer first, then the pictures, the tables, and how each figure was computed. */
import type { GroupFigures } from '#shared/analysis/analysis.types.ts'
import {
  coefficient,
  definitions,
  deviationName,
  deviationOf,
  none,
  optionName,
  percent,
  points,
  rankSectionName,
  sectionName,
  summarySentence,
  teachAgainSentence,
} from '#shared/analysis/report.words.ts'
import { showScore } from '#shared/kit/score.ts'
import { showDate, showTime } from '#shared/kit/time.ts'
import { reportSections } from '#shared/school/setting.types.ts'
import type { SettingValues } from '#shared/school/setting.types.ts'
import { bars, boxes, scatter } from './report.charts.ts'
import { Pen, paper } from './report.pen.ts'
import type { Stroke } from './report.pen.ts'
import type { Shown } from './shown.ts'

export type Template = SettingValues<'reportTemplate'>
export type BoxPlot = NonNullable<GroupFigures['boxPlot']>

/** Whole percents, where a line of them must fit. */
const whole = (share: number | null): string => (share === null ? none : `${Math.round(share * 100)}%`)

const head = (pen: Pen, { data, report, schoolName }: Shown, { heading }: Template): void => {
  const over = schoolName && !heading.includes(schoolName) ? `${schoolName}　${heading}` : heading
  pen.text(pen.left, pen.y, over, { size: 9, ink: 'brand', bold: true })
  pen.y += 16
  pen.text(pen.left, pen.y, data.examName, { size: 20, bold: true })
  pen.y += 30
  pen.text(
    pen.left,
    pen.y,
    `${data.gradeName}　${data.courseName}　考试日期 ${showDate(data.examDate)}　满分 ${showScore(report.fullScore)} 分`,
    { size: 9.5, ink: 'faint' },
  )
  pen.y += 22
  pen.line(
    [
      [pen.left, pen.y],
      [pen.left + pen.width, pen.y],
    ],
    'brand',
    1.2,
  )
  pen.y += 14
}

const answer = (pen: Pen, { report }: Shown): void => {
  const { overall } = report
  pen.text(pen.left, pen.y, points(overall.mean), { size: 34, bold: true, ink: 'brand', width: 150 })
  pen.text(pen.left, pen.y + 42, '平均分', { size: 9, ink: 'faint', width: 150 })
  const kind = report.settings.deviation
  const facts: [string, string][] = [
    ['得分率', percent(overall.scoreRate)],
    ['最高分', points(overall.max)],
    ['中位数', points(overall.median)],
    ['最低分', points(overall.min)],
    [deviationName(kind), points(deviationOf(overall, kind))],
    ['优秀率', percent(overall.rates.excellent.rate)],
    ['及格率', percent(overall.rates.pass.rate)],
    ['低分率', percent(overall.rates.low.rate)],
    ['良好率', percent(overall.rates.good.rate)],
  ]
  facts.forEach(([name, value], i) => {
    const x = pen.left + 160 + (i % 3) * 115
    const y = pen.y + Math.floor(i / 3) * 22
    pen.text(x, y + 1, name, { size: 8, ink: 'faint', width: 74 })
    pen.text(x + 50, y, value, { size: 10, bold: true, width: 58, align: 'right' })
  })
  pen.y += 74
  pen.paragraph(`${summarySentence(overall, report.fullScore)}${teachAgainSentence(report.items)}`)
}

const distribution = (pen: Pen, { report }: Shown): void => {
  pen.heading('成绩分布', definitions.sections)
  bars(
    pen,
    [...report.overall.sections]
      .reverse()
      .map((s) => ({ name: sectionName(s), value: s.count, text: String(s.count) })),
  )
  pen.table(
    [
      { name: '等级', width: 60 },
      { name: '起点（占满分）', width: 90, align: 'right' },
      { name: '人数', width: 70, align: 'right' },
      { name: '比例', width: 80, align: 'right' },
    ],
    report.overall.levels.map((l) => [l.name, percent(l.from), String(l.count), percent(l.rate)]),
  )
}

const classes = (pen: Pen, { report, classes: shown }: Shown): void => {
  if (shown.length === 0) return
  pen.heading('班级对比', `${definitions.meanDifference} ${definitions.rates(report.settings.rates)}`, 300)
  bars(
    pen,
    shown.map((c) => ({ name: c.className, value: (c.mean ?? 0) / 100, text: points(c.mean, 1) })),
    { most: report.fullScore / 100, height: 120 },
  )
  const kind = report.settings.deviation
  const number = { align: 'right' } as const
  pen.table(
    [
      { name: '班级', width: 70 },
      { name: '实考', width: 34, ...number },
      { name: '平均分', width: 44, ...number },
      { name: '均分差', width: 44, ...number },
      { name: '排名', width: 30, ...number },
      { name: '标准差', width: 42, ...number },
      { name: '最高', width: 40, ...number },
      { name: '最低', width: 40, ...number },
      { name: '优秀率', width: 46, ...number },
      { name: '及格率', width: 46, ...number },
      { name: '低分率', width: 46, ...number },
    ],
    [{ ...report.overall, className: '全体', meanDifference: null, meanRank: null }, ...shown].map((c) => [
      c.className,
      String(c.present),
      points(c.mean),
      c.meanDifference === null ? '' : `${c.meanDifference > 0 ? '+' : ''}${points(c.meanDifference)}`,
      c.meanRank === null ? '' : String(c.meanRank),
      points(deviationOf(c, kind)),
      points(c.max, 1),
      points(c.min, 1),
      percent(c.rates.excellent.rate),
      percent(c.rates.pass.rate),
      percent(c.rates.low.rate),
    ]),
  )
  const boxed = shown.flatMap((c) => (c.boxPlot ? [{ name: c.className, box: c.boxPlot }] : []))
  if (boxed.length > 0) {
    pen.heading('各班分数箱线图', definitions.boxPlot)
    boxes(pen, boxed, report.fullScore)
  }
  const sections = report.classes[0]?.rankSections ?? []
  if (sections.length > 1) {
    pen.heading('各班名次段人数', definitions.rank)
    pen.table(
      [{ name: '班级', width: 90 }, ...sections.map((s) => ({ name: rankSectionName(s), width: 60, ...number }))],
      shown.map((c) => [c.className, ...c.rankSections.map((s) => String(s.count))]),
    )
  }
}

const items = (pen: Pen, { report, data }: Shown): void => {
  pen.heading('试题分析', `${definitions.difficulty} ${definitions.discrimination}`, 340)
  const placed = report.items.flatMap((i) =>
    i.difficulty === null || i.discrimination === null
      ? []
      : [{ name: i.number, p: i.difficulty, d: i.discrimination }],
  )
  if (placed.length > 0) {
    pen.text(pen.left, pen.y, '横轴：难度 P（越右越容易）；纵轴：区分度 D；区分度低于 0.20 的题以暖色标出', {
      size: 8,
      ink: 'faint',
    })
    pen.y += 12
    scatter(pen, placed)
  }
  const number = { align: 'right' } as const
  pen.table(
    [
      { name: '题号', width: 28 },
      { name: '满分', width: 30, ...number },
      { name: '均分', width: 36, ...number },
      { name: '难度P', width: 36, ...number },
      { name: '', width: 28 },
      { name: '区分度D', width: 42, ...number },
      { name: '', width: 28 },
      { name: '点二列', width: 38, ...number },
      { name: '答案', width: 32 },
      { name: '各选项选择率', width: 201 },
    ],
    report.items.map((i, k) => [
      i.number,
      showScore(i.fullScore),
      points(i.mean),
      coefficient(i.difficulty),
      i.difficultyBand ?? '',
      coefficient(i.discrimination),
      i.discriminationBand ?? '',
      coefficient(i.pointBiserial),
      data.questions[k]?.answer ? optionName(data.questions[k].answer) : '',
      i.options.map((o) => `${optionName(o.option)} ${whole(o.rate)}`).join(' '),
    ]),
  )
}

const explained = (pen: Pen, { report, data }: Shown): void => {
  pen.heading('指标说明')
  for (const text of [
    ...(data.questions.some((q) => q.optional) ? [definitions.optional] : []),
    definitions.scoreRate,
    definitions.rates(report.settings.rates),
    definitions.pointBiserial,
    `${definitions.reliability} 本卷 α 为 ${coefficient(report.reliability.alpha)}。`,
  ])
    pen.paragraph(text, 'faint', 8.5)
}

const madeFrom = (pen: Pen, { data, version }: Shown): void =>
  pen.paragraph(`成绩第${version}版（${showTime(data.madeAt)}生成），按第${data.keyVersion}版答案。`, 'faint', 8.5)

/** What a school may leave out of its reports (its report template), in the order of the report. */
const parts: Record<(typeof reportSections)[number], (pen: Pen, shown: Shown) => void> = {
  summary: answer,
  sections: distribution,
  classes,
  items,
  definitions: explained,
}

/** The pages of a report as strokes, numbered. */
export const reportPages = (shown: Shown, template: Template): Stroke[][] => {
  const pen = new Pen()
  head(pen, shown, template)
  for (const section of reportSections) if (template.sections.includes(section)) parts[section](pen, shown)
  madeFrom(pen, shown)
  return pen.pages.map((strokes, i) => [
    ...strokes,
    {
      kind: 'text',
      x: paper.margin,
      y: paper.height - 40,
      width: pen.width,
      text: `${template.footer ? `${template.footer}　` : ''}${shown.data.examName} ${shown.data.courseName} 质量分析报告　成绩第${shown.version}版　第 ${i + 1} / ${pen.pages.length} 页`,
      size: 7.5,
      bold: false,
      align: 'center',
      ink: 'faint',
    },
  ])
}
