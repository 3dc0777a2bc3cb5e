import { useParams } from 'react-router'
import type { PaperId } from '#shared/kit/ids.ts'
import { uploaderHistory } from '#shared/scan/uploading/uploader.calls.ts'
import { DateCell } from '#web/kit/parts/Cells.tsx'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import { scanPaths, toPaper } from '../scan.paths.ts'
import { uploaderActWords } from '../stateWords.ts'

/** What was done about a paper's uploaders. */
export const UploaderHistoryScreen = () => {
  const paperId = useParams()['paperId'] as PaperId
  const back = toPaper(scanPaths.assignScanner, paperId)
  return (
    <ListScreen
      title="分配记录"
      call={uploaderHistory}
      input={{ paperId }}
      order="最近的在前"
      rowTo={{ none: 'an act is told whole in its row' }}
      rowKey={(a) => `${a.at}${a.userId}${a.act}`}
      columns={[
        { key: 'at', name: '时间', value: (a) => a.at, cell: (a) => <DateCell ms={a.at} time /> },
        { key: 'userName', name: '上传人', value: (a) => a.userName },
        { key: 'act', name: '操作', value: (a) => uploaderActWords[a.act] },
        { key: 'note', name: '内容', value: (a) => a.note },
        { key: 'byName', name: '操作人', value: (a) => a.byName },
      ]}
      exportName="分配记录"
      empty={{
        title: '还没有分配记录',
        text: '添加上传人、分配班级、确认和回退会记在这里。',
        action: { name: '分配上传人', to: back },
      }}
    />
  )
}
