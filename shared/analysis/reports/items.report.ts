import { decimal } from '#shared/kit/score.ts'
import { report } from './report.ts'
import type { ReportData } from './report.ts'
import { questionRates } from './contrast.report.ts'
import { chartOf, drawable, fact, itemWordsOf, wordsOf } from './report.parts.ts'

/** Items by how far apart the groups are, the widest first. */
const byGap = (data: ReportData) => {
  const groups = drawable(data.groups)
  return data.items
    .map((item, i) => {
      const rates = groups.map((c) => c.itemScoreRates[i] ?? null)
      const known = rates.filter((r) => r !== null)
      return { number: item.number, i, rates, gap: known.length > 1 ? Math.max(...known) - Math.min(...known) : 0 }
    })
    .sort((a, b) => b.gap - a.gap)
}

export const itemsReport = report('questionItem', {
  question: (words) => `哪些题${words.each}差得最远？`,
  groups: ['group'],
  params: [],
  needs: { groups: true },
  build: (data) => {
    const rows = byGap(data)
    const [first] = rows
    const { each, name } = wordsOf(data)
    const { count, named, unit } = itemWordsOf(data)
    return {
      sentence:
        first && first.gap > 0
          ? `${named(first.number)}${each}得分率相差最大（${decimal(first.gap * 100, 1)}个百分点）。`
          : `${each}的各${unit}得分率没有可以比较的差距。`,
      facts: [fact(count, data.items.length, 'count'), fact(name, data.groups.length, 'count')],
      sections: [
        {
          ...questionRates(
            data,
            rows.map((r) => r.i),
          ),
          ...chartOf(drawable(data.groups), () => ({
            kind: 'heat',
            of: { type: 'percent', digits: 0 },
            columns: drawable(data.groups).map((c) => c.groupName),
            rows: rows.map((r) => named(r.number)),
            values: rows.map((r) => r.rates),
          })),
          note: `差距大的${unit}排在前面。`,
        },
      ],
    }
  },
})
