import { mostWaitingCounted, waitingApplications } from '#shared/exam/joint/application.calls.ts'
import { useAsk } from '#web/kit/ask.ts'
import { Section } from '#web/kit/parts/Section.tsx'
import { WorkList } from '#web/kit/parts/WorkList.tsx'
import { applicationWords } from './applicationWords.ts'
import { applicationsPath } from '../exam.paths.ts'

/** What schools of one's joint exams have applied for and wait for; nothing where nothing waits. */
export const ApplicationsWaiting = () => {
  const { data = [] } = useAsk(waitingApplications, {}, { quiet: true, freshMs: 60_000 })
  if (data.length === 0) return null
  return (
    <Section title="等您审核的申报">
      <WorkList
        label="等您审核的申报"
        items={data.slice(0, 5).map(({ examId, examName, kind, count }) => ({
          key: `${examId} ${kind}`,
          name: `${applicationWords[kind].title} ${count}${count === mostWaitingCounted ? '人以上' : '人'}`,
          text: examName,
          action: { name: '去审核', to: applicationsPath(kind, examId) },
        }))}
      />
    </Section>
  )
}
