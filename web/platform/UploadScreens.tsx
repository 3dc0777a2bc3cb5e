import { useParams } from 'react-router'
import { UploadId } from '#shared/kit/ids.ts'
import { showTime } from '#shared/kit/time.ts'
import { myUpload, myUploads } from '#shared/platform/file.calls.ts'
import { DateCell } from '#web/kit/parts/Cells.tsx'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import { StateMark } from '#web/kit/parts/StateMark.tsx'
import { sizeText } from '#web/kit/progress.ts'
import { DetailScreen } from '#web/kit/screens/DetailScreen.tsx'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import { platformPaths, uploadPath } from './platform.paths.ts'
import { comeState, familiesOffered, familyNames, titleOf } from './uploadWords.ts'

/** What one has uploaded: whether it has come. */
export const UploadsScreen = () => (
  <ListScreen
    title="文件上传"
    call={myUploads}
    order="最近上传的在前"
    rowKey={(u) => u.uploadId}
    rowTo={(u) => uploadPath(u.uploadId)}
    columns={[
      { key: 'file', name: '文件', value: titleOf, width: 200 },
      { key: 'family', name: '用途', value: (u) => familyNames[u.family] },
      { key: 'bytes', name: '大小', value: (u) => sizeText(u.bytes), number: true },
      {
        key: 'come',
        name: '状态',
        value: (u) => comeState(u).text,
        cell: (u) => <StateMark {...comeState(u)} />,
      },
      { key: 'at', name: '时间', value: (u) => u.at, cell: (u) => <DateCell ms={u.at} time /> },
    ]}
    filters={[
      {
        field: 'family',
        label: '用途',
        mode: 'radio',
        options: familiesOffered.map((value) => ({ value, label: familyNames[value] })),
      },
    ]}
    empty={{
      title: '三十天内没有上传过文件',
      text: '扫描的答题卡、成绩表、名单和试卷文件在各自的页面上传，传过的会列在这里。',
    }}
  />
)

/** One upload, file by file. */
export const UploadScreen = () => {
  const uploadId = UploadId.safeParse(useParams()['uploadId']).data
  return (
    <DetailScreen
      call={myUpload}
      input={uploadId && { uploadId }}
      untitled="上传的文件"
      without={{ title: '没有这次上传', action: { name: '文件上传', to: platformPaths.uploads } }}
      refused={({ message }) => ({
        title: '没有这次上传',
        text: `${message}。上传的记录保留三十天，只有本人能看到。`,
        action: { name: '文件上传', to: platformPaths.uploads },
      })}
      title={titleOf}
      facts={(u) => [
        { name: '用途', value: familyNames[u.family] },
        { name: '大小', value: sizeText(u.bytes) },
        { name: '时间', value: showTime(u.at) },
      ]}
    >
      {(u) => (
        <>
          {u.files.length < u.fileCount && (
            <p>
              共{u.fileCount}个文件，这里列出前{u.files.length}个。
            </p>
          )}
          <DataTable
            label="文件"
            rows={u.files}
            rowKey={(f) => String(f.no)}
            columns={[
              { key: 'name', name: '文件', value: (f) => f.name, width: 200 },
              { key: 'bytes', name: '大小', value: (f) => sizeText(f.bytes), number: true },
              {
                key: 'there',
                name: '状态',
                value: (f) => (f.there === null ? 0 : 1),
                cell: (f) =>
                  f.there === null ? (
                    <StateMark
                      text={u.goesOn ? '还没有收到' : '没有收到或已到期清除'}
                      meaning={u.goesOn ? 'waits' : 'out'}
                    />
                  ) : (
                    <StateMark text="已收到" meaning="done" />
                  ),
              },
            ]}
          />
        </>
      )}
    </DetailScreen>
  )
}
