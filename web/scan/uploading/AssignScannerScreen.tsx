import { MessageBar, MessageBarBody } from '@fluentui/react-components'
import { useParams } from 'react-router'
import type { PaperId } from '#shared/kit/ids.ts'
import { showTime } from '#shared/kit/time.ts'
import * as calls from '#shared/scan/uploading/uploader.calls.ts'
import type { UploaderRow } from '#shared/scan/uploading/uploader.calls.ts'
import { uploadStateNames } from '#shared/scan/uploading/uploader.types.ts'
import { act, ask, useAsk } from '#web/kit/ask.ts'
import { undoable } from '#web/kit/notices.ts'
import { StateMark } from '#web/kit/parts/StateMark.tsx'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import { UploadBox } from '#web/kit/parts/UploadBox.tsx'
import { pathTo } from '#web/kit/route.types.ts'
import { rollBackUploader } from '../parts/rollback.ts'
import { scanSiblings } from '../parts/scanSiblings.ts'
import { useSheets } from '../parts/useSheets.ts'
import { scanPaths, toPaper, uploaderPath } from '../scan.paths.ts'
import { uploadMeanings } from '../stateWords.ts'

const notManager = '只有考试的创建者和管理员可以分配'

const takeAway = async (paperId: PaperId, u: UploaderRow): Promise<void> => {
  const gone = await act(calls.deleteUploader, { paperId, userId: u.userId, version: u.version })
  undoable(`已取消${u.userName}的上传`, () =>
    act(calls.deleteUploader, { paperId, userId: u.userId, version: gone.version, undo: true }),
  )
}

/** Uploaders of a paper and their classes. */
export const AssignScannerScreen = () => {
  const paperId = useParams()['paperId'] as PaperId
  const data = useSheets(paperId)
  const free = useAsk(calls.unallottedClasses, { paperId }).data ?? []
  const barred = data?.mayManage ? null : notManager
  const add = { name: '添加上传人', to: toPaper(scanPaths.addScanner, paperId), primary: true, barred }
  return (
    <ListScreen
      title="分配上传人"
      siblings={scanSiblings(paperId, 'scanners')}
      call={calls.uploaderList}
      input={{ paperId }}
      order="按姓名"
      rowTo={(u) => (barred ? undefined : pathTo(scanPaths.allotScanner, { paperId, userId: u.userId }))}
      rowKey={(u) => u.userId}
      columns={[
        { key: 'userName', name: '上传人', value: (u) => u.userName },
        {
          key: 'classes',
          name: '班级',
          value: (u) => (u.classes.length === 0 ? '全部班级' : u.classes.map((c) => c.className).join('、')),
        },
        {
          key: 'status',
          name: '状态',
          value: (u) => uploadStateNames[u.status as 0],
          cell: (u) => <StateMark text={uploadStateNames[u.status as 0]} meaning={uploadMeanings[u.status]!} />,
        },
        { key: 'batches', name: '批次', value: (u) => u.batches, number: true },
        { key: 'pages', name: '页', value: (u) => u.pages, number: true },
        { key: 'finishedAt', name: '确认时间', value: (u) => (u.finishedAt ? showTime(u.finishedAt) : '') },
      ]}
      filters={[{ field: 'name', label: '查找', mode: 'search', placeholder: '姓名' }]}
      actions={[
        add,
        {
          name: '下载模板',
          run: async () => {
            const { url } = await ask(calls.uploaderTemplate, { examId: data!.examId })
            location.assign(url)
          },
          barred: !data ? '正在打开' : barred,
        },
        { name: '分配记录', to: toPaper(scanPaths.uploaderHistory, paperId) },
        { name: '导出', barred, job: () => act(calls.exportUploaders, { paperId }) },
      ]}
      rowActions={(u) => [
        { name: '分配班级', to: uploaderPath('allotScanner', paperId, u.userId), barred },
        { name: '换人', to: uploaderPath('handOver', paperId, u.userId), barred },
        {
          name: '回退确认',
          barred: barred ?? (u.finishedAt === undefined && '还没有确认上传完成'),
          job: () => rollBackUploader(paperId, u, false),
        },
        {
          name: '回退并清空上传',
          danger: true,
          barred: barred ?? (u.pages === 0 && '还没有上传'),
          job: () => rollBackUploader(paperId, u, true),
        },
        { name: '取消上传', danger: true, barred, run: () => takeAway(paperId, u) },
      ]}
      empty={{
        title: '还没有上传人',
        text: '不分配时，由考试的创建者和管理员上传。分配后，每位上传人只上传自己班级的答题卡。',
        action: add,
      }}
    >
      {free.length > 0 && (
        <MessageBar intent="warning">
          <MessageBarBody>
            还有{free.length}个班级没有上传人：
            {free
              .slice(0, 8)
              .map((c) => c.className)
              .join('、')}
            {free.length > 8 && ' 等'}
          </MessageBarBody>
        </MessageBar>
      )}
      <UploadBox
        family="roster"
        quiet
        hint="从表格导入：每行一位上传人，列为科目、上传人、班级（可下载模板填写）"
        barred={barred}
        job={({ files: [file] }) =>
          act(calls.importUploaders, { paperId, key: file!.key, fileName: file!.fileName }, { quiet: true })
        }
      />
    </ListScreen>
  )
}
