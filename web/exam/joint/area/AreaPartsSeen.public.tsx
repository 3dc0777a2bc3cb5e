import { listAreaParts } from '#shared/exam/joint/area.calls.ts'
import { showDate } from '#shared/kit/time.ts'
import { useAsk } from '#web/kit/ask.ts'
import { Section } from '#web/kit/parts/Section.tsx'
import { WorkList } from '#web/kit/parts/WorkList.tsx'
import { serverNow } from '#web/kit/ports.ts'
import { examPaths } from '../../exam.paths.ts'
import { schoolsNamed, standSaid } from './areaWords.ts'

/** An exam is news on the home for so long after its day. */
const newsMs = 90 * 86_400_000

/** Joint exams of other areas that schools of one's own sit and whose results are not there yet; nothing where there is none. */
export const AreaPartsSeen = () => {
  const { data = [] } = useAsk(listAreaParts, {}, { quiet: true, freshMs: 60_000 })
  const at = serverNow()
  // What can be read is among the newest results.
  const news = data.filter((p) => !p.readable && at - p.examDate < newsMs)
  if (news.length === 0) return null
  return (
    <Section title="其他区域的联考">
      <WorkList
        label="其他区域的联考"
        items={news.slice(0, 5).map((p) => ({
          key: p.examId,
          name: p.examName,
          text: `${p.organiser}组织，${showDate(p.examDate)}，本区${schoolsNamed(p)}，${p.candidateCount}名考生：${standSaid(p).text}`,
          action: { name: '查看', to: examPaths.areaParts },
        }))}
      />
    </Section>
  )
}
