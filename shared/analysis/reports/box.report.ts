import type { ReportData } from './report.ts'
import { drawable, fact } from './report.parts.ts'
import { meansApart, points } from '../report.words.ts'
import { report } from './report.ts'
import { boxes } from './group.sections.ts'

/** Where the middle half lies widest. */
const widest = ({ groups }: ReportData): string => {
  const known = drawable(groups).flatMap((c) =>
    c.boxPlot ? [{ name: c.groupName, width: meansApart(c.boxPlot.q3, c.boxPlot.q1) }] : [],
  )
  const [first, ...rest] = known.sort((a, b) => b.width - a.width)
  if (!first) return '没有可以显示的箱线图。'
  const last = rest.at(-1)
  // Of equal ones none is wider; what is written alike is equal.
  if (last && points(last.width) === points(first.width))
    return `${rest.length === 1 ? '两组' : '各组'}的中间一半学生都相差${points(first.width)}分，一样分散。`
  const narrowest = last ? `，${last.name}最集中（${points(last.width)}分）` : ''
  return `${first.name}的中间一半学生相差${points(first.width)}分${last ? `，最分散${narrowest}` : ''}。`
}

export const boxReport = report('diagramBox', {
  question: (words) => `${words.each}的中间一半在哪里，有没有离群的学生？`,
  groups: ['group'],
  params: [],
  needs: { groups: true },
  build: (data) => ({
    sentence: widest(data),
    number: fact('全体中位数', data.overall.median, 'score'),
    facts: [fact('实考', data.overall.present, 'count')],
    sections: [boxes(data)],
  }),
})
