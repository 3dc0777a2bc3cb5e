import { useNavigate } from 'react-router'
import type { OutputOf } from '#shared/kit/call.ts'
import type { BatchId } from '#shared/kit/ids.ts'
import type { recognitionTasks } from '#shared/scan/uploading/sheetCount.calls.ts'
import type { BatchRow } from '#shared/scan/scan.calls.ts'
import { RowActions } from '#web/kit/parts/RowActions.tsx'
import { DateCell } from '#web/kit/parts/Cells.tsx'
import { StateMark } from '#web/kit/parts/StateMark.tsx'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import { batchPath } from '../scan.paths.ts'
import { batchStates, farOf } from '../words.ts'
import { fedBar } from './sheetCount.ts'
import type { Started } from '../parts/rollback.ts'

/** The batches of a paper with where their pages are. */
export const BatchTable = (props: {
  rows: readonly BatchRow[]
  /** How far those are that are being read. */
  tasks: OutputOf<typeof recognitionTasks>
  mayManage: boolean
  restart: (batchId: BatchId, again: boolean) => Promise<Started>
  remove: (batch: BatchRow) => Promise<Started>
}) => {
  const navigate = useNavigate()
  const far = (b: BatchRow): string => farOf(b, props.tasks)
  return (
    <DataTable
      label="批次"
      rows={props.rows}
      rowKey={(b) => b.batchId}
      onOpen={(b) => void navigate(batchPath(b.paperId, b.batchId))}
      rowActions={(b) => (
        <RowActions
          actions={[
            { name: '查看', to: batchPath(b.paperId, b.batchId) },
            ...(b.state === 'failed' && props.mayManage
              ? [{ name: '继续识别', job: () => props.restart(b.batchId, false) }]
              : []),
            ...(props.mayManage && b.state !== 'recognising'
              ? [
                  {
                    name: '重新识别存疑页',
                    barred: b.counts.open === 0 && '没有未匹配的页',
                    job: () => props.restart(b.batchId, true),
                  },
                  { name: '删除批次', danger: true, job: () => props.remove(b) },
                ]
              : []),
          ]}
        />
      )}
      columns={[
        {
          key: 'createdAt',
          name: '上传时间',
          value: (b) => b.createdAt,
          cell: (b) => <DateCell ms={b.createdAt} time />,
        },
        { key: 'uploaderName', name: '上传人', value: (b) => b.uploaderName },
        {
          key: 'state',
          name: '状态',
          value: (b) => batchStates[b.state].text,
          cell: (b) => (
            <span>
              <StateMark {...batchStates[b.state]} />
              {far(b) && ` ${far(b)}`}
              {fedBar(b) && <StateMark text="页数不符" meaning="failed" />}
            </span>
          ),
        },
        { key: 'fed', name: '放入', unit: '张', value: (b) => b.fed?.sheets ?? '', number: true },
        { key: 'fileCount', name: '文件', unit: '个', value: (b) => b.fileCount, number: true },
        { key: 'pages', name: '页', value: (b) => b.counts.pages, number: true },
        { key: 'matched', name: '匹配', value: (b) => b.counts.matched, number: true },
        { key: 'duplicate', name: '重复', value: (b) => b.counts.duplicate, number: true },
        { key: 'voided', name: '作废', value: (b) => b.counts.voided, number: true },
        { key: 'waiting', name: '存疑', value: (b) => b.counts.waiting, number: true },
      ]}
    />
  )
}
