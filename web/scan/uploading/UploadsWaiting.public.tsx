import { openUploadTasks } from '#shared/scan/uploading/uploader.calls.ts'
import { uploadStateNames } from '#shared/scan/uploading/uploader.types.ts'
import { useAsk } from '#web/kit/ask.ts'
import { Section } from '#web/kit/parts/Section.tsx'
import { WorkList } from '#web/kit/parts/WorkList.tsx'
import { scanPath } from '../scan.paths.ts'

const mostShown = 5

/** The papers that were given to oneself to scan and are not handed in; nothing where nothing waits. */
export const UploadsWaiting = () => {
  const { data } = useAsk(openUploadTasks, { pageNumber: 1, pageSize: mostShown }, { quiet: true, freshMs: 60_000 })
  const waiting = data?.list ?? []
  if (waiting.length === 0) return null
  return (
    <Section title="扫描">
      <WorkList
        label="等您上传的答题卡"
        items={waiting.map((t) => ({
          key: t.paperId,
          name: `${t.examName} ${t.courseName}`,
          text: [
            t.classes.length === 0 ? '全部班级' : t.classes.map((c) => c.className).join('、'),
            uploadStateNames[t.status as 0],
          ].join(' · '),
          action: { name: '去上传', to: scanPath(t.paperId) },
        }))}
      />
    </Section>
  )
}
