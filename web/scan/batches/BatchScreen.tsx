import {
  Button,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
  makeStyles,
  tokens,
} from '@fluentui/react-components'
import type { ReactNode } from 'react'
import { Link, Navigate, useParams } from 'react-router'
import type { BatchId, PaperId } from '#shared/kit/ids.ts'
import { showTime } from '#shared/kit/time.ts'
import { scanConfig } from '#shared/scan/uploading/sheetCount.calls.ts'
import { batchDetail } from '#shared/scan/scan.calls.ts'
import { useAsk } from '#web/kit/ask.ts'
import { openForm } from '#web/kit/notices.ts'
import { DetailScreen } from '#web/kit/screens/DetailScreen.tsx'
import { BatchFiles } from './BatchFiles.tsx'
import { BatchPages } from './BatchPages.tsx'
import { BatchSheets } from './BatchSheets.tsx'
import { fedBar, fedForm, fedText, standsOf } from './sheetCount.ts'
import { useSheets } from '../parts/useSheets.ts'
import { transferBatch } from '../parts/transfer.ts'
import { batchPath, doubtsPath } from '../scan.paths.ts'

const useStyles = makeStyles({
  part: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: tokens.spacingVerticalM },
})

const notManager = '只有考试的创建者和管理员可以转移'

/** One batch: by its pages, as the sheets that were fed, and by the files that were uploaded. */
export const BatchScreen = () => {
  const styles = useStyles()
  const { paperId, batchId } = useParams() as { paperId: PaperId; batchId: BatchId }
  const exam = useSheets(paperId)
  const config = useAsk(scanConfig, { paperId }).data
  const seen = useAsk(batchDetail, { batchId, pageSize: 1 })
  const own = seen.isPlaceholderData ? undefined : seen.data?.batch.paperId
  // The batch of another paper is shown under its own.
  if (own && own !== paperId) return <Navigate to={batchPath(own, batchId)} replace />
  return (
    <>
      <DetailScreen
        call={batchDetail}
        input={{ batchId, pageSize: 1 }}
        everyMs={5_000}
        title={({ batch }) => `${showTime(batch.createdAt)} 的批次`}
        badge={({ batch }) => standsOf(batch)}
        facts={({ batch }) => [
          { name: '上传人', value: batch.uploaderName },
          { name: '放入', value: fedText(batch) },
          { name: '文件', value: batch.fileCount },
          { name: '页', value: batch.counts.pages },
          { name: '匹配', value: batch.counts.matched },
          { name: '重复', value: batch.counts.duplicate },
          { name: '作废', value: batch.counts.voided },
          {
            name: '存疑',
            value: batch.counts.waiting === 0 ? 0 : <Link to={doubtsPath(paperId)}>{batch.counts.waiting}</Link>,
          },
        ]}
        actions={({ batch }) => [
          {
            name: batch.fed ? '更正张数' : '登记张数',
            form: () => fedForm(batch, config?.sides ?? 'DOUBLE'),
          },
          {
            name: '转到其他科目',
            barred:
              (!exam?.mayManage && notManager) ||
              (batch.state === 'recognising' && '正在识别，请等识别完成') ||
              (batch.counts.pages === batch.counts.voided && '没有可以转移的页面'),
            run: () => transferBatch({ examId: exam!.examId, paperId, batchId }),
          },
        ]}
        tabs={({ batch, whole }) => {
          const unequal = fedBar(batch)
          const shown = (content: ReactNode) => (
            <div className={styles.part}>
              {unequal && (
                <MessageBar intent="warning" layout="multiline">
                  <MessageBarBody>
                    <MessageBarTitle>页数与张数不符</MessageBarTitle>
                    {unequal}。请在“按张核对”中对照手中的纸，补扫缺少的，或更正张数。
                  </MessageBarBody>
                  <MessageBarActions>
                    <Button size="small" onClick={() => openForm(fedForm(batch, config?.sides ?? 'DOUBLE'))}>
                      更正张数
                    </Button>
                  </MessageBarActions>
                </MessageBar>
              )}
              {content}
            </div>
          )
          return [
            { key: 'pages', name: '页面', content: () => shown(<BatchPages batchId={batchId} paperId={paperId} />) },
            // Of a part of the classes pages are seen, never the whole pile and what its files are called.
            ...(whole
              ? [
                  {
                    key: 'sheets',
                    name: '按张核对',
                    content: () => shown(<BatchSheets batchId={batchId} paperId={paperId} />),
                  },
                  {
                    key: 'files',
                    name: '文件',
                    content: () =>
                      shown(
                        <BatchFiles batchId={batchId} barred={batch.state === 'recognising' ? '正在识别' : null} />,
                      ),
                  },
                ]
              : []),
          ]
        }}
      />
    </>
  )
}
