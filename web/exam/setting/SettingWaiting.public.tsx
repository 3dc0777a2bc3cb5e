import { ownSettingTasks } from '#shared/exam/setting/questionSetting.calls.ts'
import { showTime } from '#shared/kit/time.ts'
import { useAsk } from '#web/kit/ask.ts'
import { Section } from '#web/kit/parts/Section.tsx'
import { WorkList } from '#web/kit/parts/WorkList.tsx'
import { settingTaskPath } from '../exam.paths.ts'

/** What one is asked to set and has not submitted; nothing where nothing waits. */
export const SettingWaiting = () => {
  const { data } = useAsk(ownSettingTasks, {}, { quiet: true, freshMs: 60_000 })
  const waiting = (data?.list ?? []).filter((t) => t.state === 'open' || t.state === 'returned')
  if (waiting.length === 0) return null
  return (
    <Section title="命题">
      <WorkList
        label="等您命题的试卷"
        items={waiting.slice(0, 5).map((t) => ({
          key: `${t.paperId} ${t.teacherId}`,
          name: `${t.examName} ${t.courseName}`,
          text: t.state === 'returned' ? `已退回：${t.review ?? ''}` : `${t.ask}（${showTime(t.dueAt)}前）`,
          action: { name: '去命题', to: settingTaskPath(t) },
        }))}
      />
    </Section>
  )
}
