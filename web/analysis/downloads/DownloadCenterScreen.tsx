import { useParams } from 'react-router'
import { listFiles, takeFile } from '#shared/analysis/export.calls.ts'
import type { ExamId } from '#shared/kit/ids.ts'
import { showDate, showTime } from '#shared/kit/time.ts'
import { useTools } from '#web/exam/tools/useTool.public.tsx'
import { act } from '#web/kit/ask.ts'
import { sizeText } from '#web/kit/progress.ts'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import { pathTo } from '#web/kit/route.types.ts'
import { analysisPaths } from '../analysis.paths.ts'

/** Every file that was made of an exam: what, by whom, when, how large; and the ways to make one. */
export const DownloadCenterScreen = () => {
  const { examId } = useParams() as { examId: ExamId }
  const held = useTools(examId)
  const transcripts = pathTo(analysisPaths.transcripts, { examId })
  return (
    <ListScreen
      title="下载中心"
      call={listFiles}
      input={{ examId }}
      order="最近的在前"
      rowTo={{ none: 'a file is downloaded' }}
      rowKey={(f) => f.jobId}
      columns={[
        { key: 'name', name: '文件', value: (f) => f.name, width: 280 },
        { key: 'courseName', name: '科目', value: (f) => f.courseName },
        { key: 'what', name: '来自', value: (f) => f.what },
        { key: 'size', name: '大小', value: (f) => sizeText(f.size), number: true },
        { key: 'byName', name: '制作人', value: (f) => f.byName },
        { key: 'at', name: '时间', value: (f) => showTime(f.at), width: 144 },
        { key: 'until', name: '保存至', value: (f) => showDate(f.until) },
      ]}
      rowActions={(f) => [
        { name: '下载', run: async () => location.assign((await act(takeFile, { examId, jobId: f.jobId })).url) },
      ]}
      actions={[
        ...(held?.['transcript-download'] ? [{ name: '成绩单下载', to: transcripts }] : []),
        ...(held?.['good-answer-download']
          ? [{ name: '优秀答案下载', to: pathTo(analysisPaths.answers, { examId }) }]
          : []),
      ]}
      empty={{
        title: '还没有导出过文件',
        text: '成绩单、报告、答卷图片和优秀答案导出以后都列在这里，保存三十天。',
        ...(held?.['transcript-download'] ? { action: { name: '导出成绩单', to: transcripts } } : {}),
      }}
    />
  )
}
