import type { ReportSection } from '#shared/kit/report/report.types.ts'
import { pointWords } from '#shared/marking/rubric/rubric.types.ts'
import type { PointCount, PointFigures } from '#shared/marking/rubric/rubric.types.ts'
import { decimal } from '#shared/kit/score.ts'
import { report } from './report.ts'
import type { Item, ReportData } from './report.ts'
import { questionRates } from './contrast.report.ts'
import {
  coefficient,
  crossed,
  drawable,
  fact,
  itemWordsOf,
  percent,
  score,
  section,
  text,
  wordsOf,
} from './report.parts.ts'
import type { Col } from './report.parts.ts'

/** Items by how far apart the groups are, the widest first; null where fewer than two are told. */
const byGap = (data: ReportData) => {
  const groups = drawable(data.groups)
  return data.items
    .map((item, i) => {
      const known = groups.flatMap((c) => c.itemScoreRates[i] ?? [])
      return { number: item.number, i, gap: known.length > 1 ? Math.max(...known) - Math.min(...known) : null }
    })
    .sort((a, b) => (b.gap ?? 0) - (a.gap ?? 0))
}

const shareOf = ({ answers, have }: PointCount = { answers: 0, have: 0 }): number | null =>
  answers === 0 ? null : have / answers

/** What share of the answers has each point of a rubric. */
const earned = (data: ReportData): ReportSection[] => {
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

export const itemsReport = report('questionItem', {
  question: (words) => `哪些题${words.each}差得最远？`,
  groups: ['group'],
  params: [],
  needs: { groups: true, points: true },
  build: (data) => {
    const rows = byGap(data)
    const [first] = rows
    const gaps = new Map(rows.map((r) => [r.i, r.gap]))
    const { each, name } = wordsOf(data)
    const { count, named, unit } = itemWordsOf(data)
    const gap: Col<Item & { i: number }> = coefficient(
      `${each}相差`,
      ({ i }) => {
        const apart = gaps.get(i) ?? null
        return apart === null ? null : apart * 100
      },
      { key: 'gap', unit: '个百分点', digits: 1 },
    )
    const rates = questionRates(
      data,
      rows.map((r) => r.i),
      [gap],
    )
    return {
      sentence: first?.gap
        ? `${named(first.number)}${each}得分率相差最大（${decimal(first.gap * 100, 1)}个百分点）。`
        : `${each}的各${unit}得分率没有可以比较的差距。`,
      facts: [fact(count, data.items.length, 'count'), fact(name, data.groups.length, 'count')],
      sections: [
        {
          ...rates,
          // Where each group is a row there is no such column, and a phone shows cards.
          table: rates.table.columns.some((c) => c.key === 'gap')
            ? { brief: { columns: ['number', 'gap', 'all'] }, ...rates.table }
            : rates.table,
          note: `相差大的${unit}排在前面；颜色是与全体之差：蓝色高于全体，棕色低于全体，深色相差15个百分点以上。`,
        },
        ...earned(data),
      ],
    }
  },
})
