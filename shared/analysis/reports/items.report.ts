import { report } from './report.ts'
import { byGap, earned, questionRates } from './item.sections.ts'
import { coefficient, fact, itemWordsOf, wordsOf } from './report.parts.ts'
import type { Col } from './report.parts.ts'
import type { Item } from './report.ts'
import { decimal } from '#shared/kit/score.ts'

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
    const gap: Col<Item & { i: number }> = coefficient(`${each}相差`, ({ i }) => gaps.get(i) ?? null, {
      key: 'gap',
      unit: '个百分点',
      digits: 1,
    })
    const rates = questionRates(
      data,
      rows.map((r) => r.i),
      [gap],
    )
    return {
      sentence: first?.gap
        ? `${named(first.number)}${each}得分率相差最大（${decimal(first.gap, 1)}个百分点）。`
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
