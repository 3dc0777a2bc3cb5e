import { askedDeletions } from '#shared/exam/tools/maintenance.calls.ts'
import { showTime } from '#shared/kit/time.ts'
import { useAsk } from '#web/kit/ask.ts'
import { Section } from '#web/kit/parts/Section.tsx'
import { WorkList } from '#web/kit/parts/WorkList.tsx'
import { pathTo } from '#web/kit/route.types.ts'
import { examPaths } from './exam.paths.ts'

/** Exams that a colleague asks to delete: another agrees or does not; nothing where nothing waits. */
export const DeletionsWaiting = () => {
  const { data = [] } = useAsk(askedDeletions, {}, { quiet: true, freshMs: 30_000 })
  const waiting = data.filter((d) => d.mayConfirm)
  if (waiting.length === 0) return null
  return (
    <Section title="等您确认的删除">
      <WorkList
        label="等您确认的删除"
        items={waiting.slice(0, 5).map((d) => ({
          key: d.examId,
          name: d.examName,
          text: `${d.askedByName}于${showTime(d.askedAt)}申请删除：${d.reason}`,
          action: { name: '去确认', to: pathTo(examPaths.maintenance, { examId: d.examId }) },
        }))}
      />
    </Section>
  )
}
