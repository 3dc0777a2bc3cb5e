import { useParams } from 'react-router'
import type { BatchId, PaperId } from '#shared/kit/ids.ts'
import { binList, restorePages } from '#shared/scan/act.calls.ts'
import { pageDetail } from '#shared/scan/uploading/sheetCount.calls.ts'
import { act, ask } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'
import { DateCell } from '#web/kit/parts/Cells.tsx'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import { Picture } from '#web/kit/parts/Picture.tsx'
import { openSigned } from '#web/kit/signed.ts'
import { scanSiblings } from '../parts/scanSiblings.ts'
import { useSheets } from '../parts/useSheets.ts'
import { pagePath, scanPath } from '../scan.paths.ts'

const keyOf = (p: { batchId: string; no: string }): string => `${p.batchId} ${p.no}`

const restore = async (paperId: PaperId, keys: readonly string[]): Promise<void> => {
  const pages = keys.map((key) => {
    const [batchId, no] = key.split(' ') as [BatchId, string]
    return { batchId, no }
  })
  const { restored, waiting } = await act(restorePages, { paperId, pages: pages.slice(0, 200) })
  toast(
    'success',
    waiting === 0 ? `已恢复${restored}页` : `已恢复${restored}页，${waiting}页等待核对（位置已有扫描件或原来就存疑）`,
  )
}

/** The picture of one page, at an address of now: the list may have been open for long. */
const freshImage = async ({ batchId, no }: { batchId: BatchId; no: string }): Promise<string | undefined> =>
  (await ask(pageDetail, { batchId, no })).imageUrl

/** Pages that people have taken out, to put back. */
export const RecycleBinScreen = () => {
  const paperId = useParams()['paperId'] as PaperId
  const data = useSheets(paperId)
  const barred = data?.mayManage ? null : '只有考试的创建者和管理员可以恢复'
  return (
    <ListScreen
      title="回收站"
      siblings={scanSiblings(paperId, 'bin')}
      call={binList}
      input={{ paperId }}
      order="最近移入的在前"
      rowKey={keyOf}
      rowTo={(p) => pagePath(paperId, p)}
      columns={[
        {
          key: 'thumb',
          name: '图像',
          value: () => '',
          width: 72,
          cell: (p) =>
            p.thumbUrl ? (
              <a
                href={p.imageUrl}
                target="_blank"
                rel="noreferrer"
                onClick={p.imageUrl ? openSigned(p.imageUrl, () => freshImage(p)) : undefined}
              >
                <Picture src={p.thumbUrl} alt={p.name} height={72} loading="lazy" />
              </a>
            ) : (
              '无'
            ),
        },
        { key: 'name', name: '文件', value: (p) => p.name },
        { key: 'studentName', name: '考生', value: (p) => p.studentName ?? p.number ?? '' },
        { key: 'page', name: '页', value: (p) => p.page ?? '', number: true },
        { key: 'reason', name: '原因', value: (p) => p.reason ?? '' },
        { key: 'settledBy', name: '操作人', value: (p) => p.settledBy ?? '' },
        { key: 'binnedAt', name: '时间', value: (p) => p.binnedAt, cell: (p) => <DateCell ms={p.binnedAt} time /> },
      ]}
      rowActions={(p) => [
        { name: '查看', to: pagePath(paperId, p) },
        { name: '恢复', barred, run: () => restore(paperId, [keyOf(p)]) },
      ]}
      bulkActions={(keys) => [{ name: '恢复', barred, run: () => restore(paperId, keys) }]}
      empty={{
        title: '回收站是空的',
        text: '作废、回退和删除的页面会放在这里，随时可以恢复。',
        action: { name: '回到扫描与识别', to: scanPath(paperId) },
      }}
    />
  )
}
