import { definitions } from '../report.words.ts'
import { report } from './report.ts'
import type { ReportData } from './report.ts'
import { chartOf, count, fact, percent, section, tableOf, text } from './report.parts.ts'
import { sheetsOf, studentColumns } from './transcript.report.ts'

const usual = 20

/** How many of the listed students are in each class that is seen. */
export const countsByClass = ({ lines, seen }: ReportData, title: string) => {
  const counted = new Map<string, number>()
  for (const l of lines) counted.set(l.classId, (counted.get(l.classId) ?? 0) + 1)
  const rows = seen.map((c) => ({ ...c, count: counted.get(c.classId) ?? 0 }))
  return section('classes', title, {
    ...chartOf(lines, () => ({
      kind: 'bars',
      of: { type: 'count' },
      names: rows.map((r) => r.className),
      series: [{ name: '人数', values: rows.map((r) => r.count) }],
    })),
    table: tableOf(rows, [
      text('班级', (r) => r.className),
      count('人数', (r) => r.count, { unit: '人', sum: true }),
      percent('占名单', (r) => (lines.length > 0 ? r.count / lines.length : null)),
    ]),
  })
}

export const topReport = report('topStudent', {
  question: '前多少名是哪些学生，在哪些班？',
  groups: ['student', 'class'],
  params: [
    {
      field: 'count',
      label: '人数',
      mode: 'radio',
      options: ['10', '20', '50', '100', '200'].map((value) => ({ value, label: `前${value}名` })),
      start: [String(usual)],
    },
  ],
  needs: { lines: (_, { count: most = usual }) => ({ low: 0, high: Number.MAX_SAFE_INTEGER, most }) },
  build: (data, { count: most = usual }) => {
    const last = data.lines.at(-1)
    return {
      sentence: last ? `您所看班级的前${data.lines.length}名学生。` : '没有到考的学生。',
      ...(last ? { number: fact(`第${data.lines.length}名的总分`, last.total, 'score') } : {}),
      facts: [fact('要求人数', most, 'count'), fact('最高分', data.lines[0]?.total ?? null, 'score')],
      sections: [
        section('students', '名单', {
          table: tableOf(data.lines, studentColumns(data), sheetsOf(data)),
          definition: definitions.rank,
        }),
        countsByClass(data, '各班人数'),
      ],
    }
  },
})
