import { reportingTasks } from '#shared/exam/joint/reporting.calls.ts'
import { useAsk } from '#web/kit/ask.ts'
import { Section } from '#web/kit/parts/Section.tsx'
import { WorkList } from '#web/kit/parts/WorkList.tsx'
import { boardPath } from '../exam.paths.ts'

/** What schools have answered, or not, to the joint exams that one organises; nothing where all take part. */
export const AnswersWaiting = () => {
  const { data = [] } = useAsk(reportingTasks, {}, { quiet: true, freshMs: 60_000 })
  const items = data.flatMap(({ examId, examName, as, owed, declined }) => {
    const silent = owed.find((o) => o.what === 'answer')?.n ?? 0
    const said = [declined > 0 ? `${declined}所学校不参加` : '', silent > 0 ? `${silent}所学校没有回复` : '']
    return as === 'organiser' && declined + silent > 0
      ? [{ key: examId, name: examName, text: said.filter(Boolean).join('，') }]
      : []
  })
  if (items.length === 0) return null
  return (
    <Section title="学校的回复">
      <WorkList
        label="学校的回复"
        items={items.slice(0, 5).map((i) => ({ ...i, action: { name: '考试监控', to: boardPath(i.key) } }))}
      />
    </Section>
  )
}
