import { percent as said } from '../report.words.ts'
import { report } from './report.ts'
import type { ReportData } from './report.ts'
import { questionRates } from './contrast.report.ts'
import { chartOf, drawable, fact } from './report.parts.ts'

/** Items by how far apart the classes are, the widest first. */
const byGap = (data: ReportData) => {
  const classes = drawable(data.classes)
  return data.items
    .map((item, i) => {
      const rates = classes.map((c) => c.itemScoreRates[i] ?? null)
      const known = rates.filter((r) => r !== null)
      return { number: item.number, i, rates, gap: known.length > 1 ? Math.max(...known) - Math.min(...known) : 0 }
    })
    .sort((a, b) => b.gap - a.gap)
}

export const itemsReport = report('questionItem', {
  question: '哪些题各班差得最远？',
  groups: ['class'],
  params: [],
  needs: { classes: true },
  build: (data) => {
    const rows = byGap(data)
    const [first] = rows
    return {
      sentence:
        first && first.gap > 0
          ? `第${first.number}题各班得分率相差最大（${said(first.gap)}）。`
          : '各班的小题得分率没有可以比较的差距。',
      facts: [fact('题数', data.items.length, 'count'), fact('班级', data.classes.length, 'count')],
      sections: [
        {
          ...questionRates(
            data,
            rows.map((r) => r.i),
          ),
          ...chartOf(drawable(data.classes), () => ({
            kind: 'heat',
            of: { type: 'percent', digits: 0 },
            columns: drawable(data.classes).map((c) => c.className),
            rows: rows.map((r) => `第${r.number}题`),
            values: rows.map((r) => r.rates),
          })),
          note: '差距大的题排在前面。',
        },
      ],
    }
  },
})
