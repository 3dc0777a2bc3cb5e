import { failedJobs } from '#shared/platform/platform.calls.ts'
import { listSchools } from '#shared/school/school.calls.ts'
import { showTime } from '#shared/kit/time.ts'
import { useAsk } from '#web/kit/ask.ts'
import { ActionButton } from '#web/kit/parts/ActionButton.tsx'
import { Section } from '#web/kit/parts/Section.tsx'
import { StateMark } from '#web/kit/parts/StateMark.tsx'
import { WorkList } from '#web/kit/parts/WorkList.tsx'
import { platformPaths } from './platform.paths.ts'

/** So many stand on the home. */
const most = 6

/** What failed in the last days, whose it is and why; nothing where nothing did. */
export const FailedJobs = () => {
  const { data = [] } = useAsk(failedJobs, {}, { quiet: true, freshMs: 30_000, everyMs: 60_000 })
  const some = data.length > 0 ? { pageNumber: 1, pageSize: 200 } : undefined
  const schools = useAsk(listSchools, some, { quiet: true, freshMs: 300_000 }).data?.list ?? []
  if (data.length === 0) return null
  const nameOf = new Map(schools.map((s) => [`s:${s.schoolId}`, s.schoolName]))
  return (
    <Section title={`三天内失败的任务 ${data.length}`}>
      <WorkList
        label="失败的任务"
        items={data.slice(0, most).map((j) => ({
          key: j.uuid,
          mark: <StateMark meaning="failed" />,
          name: [nameOf.get(j.tenant), j.title].filter(Boolean).join('：'),
          text: `${showTime(j.lastTimestamps)} · ${j.message}`,
        }))}
      />
      <span>
        <ActionButton size="small" appearance="subtle" action={{ name: '数据处理', to: platformPaths.processes }} />
      </span>
    </Section>
  )
}
