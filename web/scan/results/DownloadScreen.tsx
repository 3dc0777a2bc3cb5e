import { useParams } from 'react-router'
import type { ExamId } from '#shared/kit/ids.ts'
import { exportScans } from '#shared/analysis/export.calls.ts'
import { uploadStatistic } from '#shared/scan/uploading/uploader.calls.ts'
import { act } from '#web/kit/ask.ts'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import { RowActions } from '#web/kit/parts/RowActions.tsx'
import { DetailScreen } from '#web/kit/screens/DetailScreen.tsx'
import { scanPath } from '../scan.paths.ts'

/** The scanned cards of an exam as zips, a folder a class and a picture a page. */
export const DownloadScreen = () => {
  const examId = useParams()['examId'] as ExamId
  return (
    <DetailScreen
      call={uploadStatistic}
      input={{ examId }}
      title={() => '答题卡下载'}
      facts={(d) => [
        { name: '科目', value: d.papers.length },
        { name: '已匹配的扫描件', value: `${d.papers.reduce((n, p) => n + p.present, 0)} 份` },
      ]}
    >
      {(d) => (
        <DataTable
          label="各科答题卡"
          rows={d.papers}
          rowKey={(p) => p.paperId}
          columns={[
            { key: 'courseName', name: '科目', value: (p) => p.courseName },
            { key: 'present', name: '已交', unit: '份', value: (p) => p.present, number: true },
            { key: 'handed', name: '扫描', unit: '页', value: (p) => p.handed, number: true },
            { key: 'open', name: '未归位', unit: '页', value: (p) => p.open, number: true },
          ]}
          rowActions={(p) => (
            <RowActions
              actions={[
                {
                  name: '打包下载',
                  barred: p.present === 0 && '还没有匹配的答题卡',
                  job: () => act(exportScans, { paperId: p.paperId }),
                },
                { name: '扫描与识别', to: scanPath(p.paperId) },
              ]}
            />
          )}
        />
      )}
    </DetailScreen>
  )
}
