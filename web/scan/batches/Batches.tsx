import { useSearchParams } from 'react-router'
import type { PaperId } from '#shared/kit/ids.ts'
import { recognitionTasks } from '#shared/scan/uploading/sheetCount.calls.ts'
import { batchList, batchWants, restartBatch } from '#shared/scan/scan.calls.ts'
import { act, useAsk } from '#web/kit/ask.ts'
import { positive } from '#web/kit/filters.ts'
import { toast } from '#web/kit/notices.ts'
import { FilterBar } from '#web/kit/parts/FilterBar.tsx'
import { Pager } from '#web/kit/parts/Pager.tsx'
import { EmptyState, Waiting } from '#web/kit/parts/States.tsx'
import { BatchTable } from './BatchTable.tsx'
import { removeBatch } from '../parts/rollback.ts'
import { usePatch } from '../parts/usePatch.ts'

const pageSize = 20
/** So many batches are looked over without a filter. */
const few = 5

const wants = {
  field: 'only',
  label: '只看',
  mode: 'radio',
  options: [
    { value: 'settling', label: '有存疑' },
    { value: 'unequal', label: '页数不符' },
    { value: 'failed', label: '识别失败' },
  ],
} as const

/** The batches of a paper, the newest first, or those that want something of a person. */
export const Batches = ({ paperId, mayManage }: { paperId: PaperId; mayManage: boolean }) => {
  const [query] = useSearchParams()
  const patch = usePatch()
  const pageNumber = positive(query.get('batches'), 1, 1_000_000)
  const only = batchWants.find((w) => w === query.get('only'))
  const asked = useAsk(batchList, { paperId, pageNumber, pageSize, ...(only ? { only } : {}) })
  const { data } = asked
  const reading = data?.list.some((b) => b.state === 'recognising') === true
  const tasks = useAsk(recognitionTasks, reading ? { paperId } : undefined, { everyMs: 3_000 }).data
  if (!data) return <Waiting asked={asked} rows={4} height={20} />
  const empty = only
    ? { title: '没有这样的批次', text: '换一个筛选条件看看。' }
    : { title: '还没有扫描件', text: '把扫描好的答题卡拖到上面的方框里，就会开始识别。' }
  return (
    <>
      {(only ?? data.total > few) && (
        <FilterBar
          filters={[wants]}
          values={{ only: only ? [only] : [] }}
          onChange={(_, values) => patch({ only: values[0], batches: undefined })}
        />
      )}
      {data.list.length === 0 ? (
        <EmptyState empty={empty} />
      ) : (
        <BatchTable
          rows={data.list}
          tasks={tasks ?? []}
          mayManage={mayManage}
          restart={async (batchId, again) => {
            const started = await act(restartBatch, { batchId, again })
            toast('success', '已重新开始识别')
            return started
          }}
          remove={removeBatch}
        />
      )}
      {data.total > pageSize && (
        <Pager
          total={data.total}
          pageNumber={pageNumber}
          pageSize={pageSize}
          onChange={(n) => patch({ batches: String(n) }, false)}
        />
      )}
    </>
  )
}
