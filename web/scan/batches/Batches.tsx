import type { PaperId } from '#shared/kit/ids.ts'
import { batchList, restartBatch } from '#shared/scan/scan.calls.ts'
import type { BatchRow } from '#shared/scan/scan.calls.ts'
import { scanConfig } from '#shared/scan/uploading/sheetCount.calls.ts'
import { act, useAsk } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'
import { DateCell } from '#web/kit/parts/Cells.tsx'
import { ListPart } from '#web/kit/parts/ListPart.tsx'
import { StateMark } from '#web/kit/parts/StateMark.tsx'
import { removeBatch } from '../parts/rollback.ts'
import { batchesName, batchPath, batchSheetsPath } from '../scan.paths.ts'
import { farOf } from '../stateWords.ts'
import { fedBar, fedForm, standsOf } from './sheetCount.ts'

const restart = async ({ batchId }: BatchRow, again: boolean) => {
  const started = await act(restartBatch, { batchId, again })
  toast('success', '已重新开始识别')
  return started
}

/**
 * The batches of a paper with where their pages are, the newest first, or those that want something of a person. Those that
 * are being read stand as they are in the ledger above, of the same moment.
 */
export const Batches = (props: { paperId: PaperId; mayManage: boolean; reading: readonly BatchRow[] }) => {
  const { paperId, mayManage } = props
  const config = useAsk(scanConfig, { paperId }).data
  const inLedger = new Map(props.reading.map((b) => [b.batchId, b]))
  const now = (b: BatchRow): BatchRow => inLedger.get(b.batchId) ?? b
  return (
    <>
      <ListPart
        label="批次"
        name={batchesName}
        call={batchList}
        input={{ paperId }}
        order="最近上传的在前"
        rowKey={(b) => b.batchId}
        rowTo={(b) => batchPath(b.paperId, b.batchId)}
        filters={[
          {
            field: 'only',
            label: '只看',
            mode: 'radio',
            options: [
              { value: 'settling', label: '有存疑' },
              { value: 'unequal', label: '页数不符' },
              { value: 'failed', label: '识别失败' },
            ],
          },
        ]}
        rowActions={(b) => [
          ...(b.state === 'failed' && mayManage ? [{ name: '继续识别', job: () => restart(b, false) }] : []),
          ...(mayManage && b.state !== 'recognising'
            ? [
                // Pages that lie with their candidates are not read again: without others there is nothing to offer.
                ...(b.counts.open > 0 ? [{ name: '重新识别未归位的页', job: () => restart(b, true) }] : []),
                // What keeps the ledger from balancing is looked at, or said, from where it is read.
                ...(fedBar(b) ? [{ name: '按张核对', to: batchSheetsPath(paperId, b.batchId) }] : []),
                {
                  name: b.fed ? '更正张数' : '登记张数',
                  form: () => fedForm(b, config?.sides ?? 'DOUBLE'),
                },
                { name: '删除批次', danger: true, job: () => removeBatch(b) },
              ]
            : []),
        ]}
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
            value: (b) => standsOf(now(b)).text,
            cell: (b) => (
              <span style={{ display: 'inline-flex', flexWrap: 'wrap', columnGap: '8px' }}>
                <StateMark {...standsOf(now(b))} />
                {farOf(now(b)) && <span>{farOf(now(b))}</span>}
                {now(b).state !== 'done' && fedBar(now(b)) && <StateMark text="页数不符" meaning="failed" />}
              </span>
            ),
          },
          { key: 'fed', name: '放入', unit: '张', value: (b) => b.fed?.sheets ?? '', number: true },
          { key: 'fileCount', name: '文件', unit: '个', value: (b) => b.fileCount, number: true },
          { key: 'pages', name: '页', value: (b) => now(b).counts.pages, number: true },
          { key: 'matched', name: '匹配', value: (b) => now(b).counts.matched, number: true },
          { key: 'duplicate', name: '重复', value: (b) => now(b).counts.duplicate, number: true },
          { key: 'voided', name: '作废', value: (b) => now(b).counts.voided, number: true },
          { key: 'waiting', name: '存疑', value: (b) => now(b).counts.waiting, number: true },
        ]}
        empty={{ title: '还没有扫描件', text: '把扫描好的答题卡拖到上面的方框里，就会开始识别。' }}
      />
    </>
  )
}
