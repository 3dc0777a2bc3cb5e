import { askedCuts } from '#shared/marking/cut/cut.calls.ts'
import { showTime } from '#shared/kit/time.ts'
import { examPaths } from '#web/exam/exam.paths.ts'
import { useAsk } from '#web/kit/ask.ts'
import { Section } from '#web/kit/parts/Section.tsx'
import { WorkList } from '#web/kit/parts/WorkList.tsx'
import { pathTo } from '#web/kit/route.types.ts'

/** Exams of which a colleague asks to end the marking: another agrees or does not; nothing where nothing waits. */
export const CutsWaiting = () => {
  const { data = [] } = useAsk(askedCuts, {}, { quiet: true, freshMs: 30_000 })
  const waiting = data.filter((d) => d.mayConfirm)
  if (waiting.length === 0) return null
  return (
    <Section title="等您确认的强制完成阅卷">
      <WorkList
        label="等您确认的强制完成阅卷"
        items={waiting.slice(0, 5).map((d) => ({
          key: d.examId,
          name: `${d.examName} ${d.courseNames.join('、')}`,
          text: `${d.askedByName}于${showTime(d.askedAt)}申请：${d.reason}`,
          action: { name: '去确认', to: pathTo(examPaths.cut, { examId: d.examId }) },
        }))}
      />
    </Section>
  )
}
