import { useParams } from 'react-router'
import type { PaperId } from '#shared/kit/ids.ts'
import { confirmMany } from '#shared/scan/doubts/exception.calls.ts'
import { deleteSizeExceptions, sizeExceptions } from '#shared/scan/batches/size.calls.ts'
import type { SizeRow } from '#shared/scan/batches/size.calls.ts'
import { act } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import { stateColumn } from '../parts/columns.tsx'
import { why } from '../parts/rollback.ts'
import { useSheets } from '../parts/useSheets.ts'
import { doubtsPath, pagePath } from '../scan.paths.ts'
import { pageStates } from '../stateWords.ts'

/** A page under its version, as the key of its row. */
const keyOf = (p: SizeRow): string => [p.batchId, p.no, p.version].join('|')
const pageIn = (key: string) => {
  const [batchId, no, version] = key.split('|') as [SizeRow['batchId'], string, string]
  return { batchId, no, version: Number(version) }
}

const keep = async (paperId: PaperId, keys: readonly string[]): Promise<void> => {
  const pages = keys.map((k) => ({ ...pageIn(k), accept: ['scale' as const] }))
  const { confirmed, refused } = await act(confirmMany, { paperId, pages })
  const rest = refused.length > 0 ? `，${refused.length}页已有变化，未处理` : ''
  toast(refused.length > 0 ? 'warning' : 'success', `已确认${confirmed}页${rest}`)
}

const takeOut = async (paperId: PaperId, keys: readonly string[]): Promise<void> => {
  const reason = await why(
    '作废打印比例不对的页',
    `${keys.length}页会移到回收站，可以随时恢复。请按100%重新打印、重新扫描。`,
  )
  if (reason === null) return
  const { deleted, kept } = await act(deleteSizeExceptions, { paperId, pages: keys.map(pageIn), reason })
  toast(kept > 0 ? 'warning' : 'success', `已作废${deleted}页${kept > 0 ? `，${kept}页已有变化，未处理` : ''}`)
}

/** Pages printed at another size than designed: by how much, and what becomes of them, many at a time. */
export const SizeScreen = () => {
  const paperId = useParams()['paperId'] as PaperId
  const data = useSheets(paperId)
  const barred = data?.mayManage ? null : '只有考试的创建者和管理员可以处理'
  return (
    <ListScreen
      title="打印比例不对的页"
      call={sizeExceptions}
      input={{ paperId, pageSize: 50 }}
      order="先扫描的在前"
      rowKey={keyOf}
      rowTo={(p) => pagePath(paperId, p)}
      columns={[
        { key: 'studentName', name: '考生', value: (p) => p.studentName ?? p.number ?? '未知' },
        { key: 'className', name: '班级', value: (p) => p.className },
        { key: 'page', name: '页', value: (p) => p.page, number: true },
        {
          key: 'scale',
          name: '打印比例',
          unit: '%',
          value: (p) => (p.scale === undefined ? '' : Math.round(p.scale * 100)),
          number: true,
        },
        stateColumn<SizeRow>((p) => pageStates[p.state]),
        { key: 'name', name: '文件', value: (p) => p.name },
      ]}
      facts={(d) => [{ name: '等待处理', value: `${d.total} 页` }]}
      rowActions={(p) => [
        { name: '看整页', to: pagePath(paperId, p) },
        { name: '识别无误，确认', barred, run: () => keep(paperId, [keyOf(p)]) },
        { name: '作废重扫', danger: true, barred, run: () => takeOut(paperId, [keyOf(p)]) },
      ]}
      bulkActions={(keys) => [
        { name: '识别无误，确认', barred, run: () => keep(paperId, keys) },
        { name: '作废重扫', danger: true, barred, run: () => takeOut(paperId, keys) },
      ]}
      exportName="打印比例不对的页"
      empty={{
        title: '没有打印比例不对的页',
        text: '答题卡都是按设计的大小打印的，或者已经处理完。',
        action: { name: '回到处理存疑', to: doubtsPath(paperId) },
      }}
    />
  )
}
