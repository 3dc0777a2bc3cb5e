import { MessageBar, MessageBarBody, MessageBarTitle, makeStyles, tokens } from '@fluentui/react-components'
import { Link, useParams, useSearchParams } from 'react-router'
import type { PaperId } from '#shared/kit/ids.ts'
import { batchList, classSheets, createBatch, restartBatch, sheetStatistic } from '#shared/scan/scan.calls.ts'
import { finishUploading, myUploader } from '#shared/scan/uploader.calls.ts'
import { unlockExam } from '#shared/scan/unlock.calls.ts'
import { examUploaderIdOf } from '#shared/scan/unlock.rules.ts'
import { uploadState } from '#shared/scan/uploader.types.ts'
import type { OutputOf } from '#shared/kit/call.ts'
import { act, refresh, useAsk } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import { Facts, Page } from '#web/kit/parts/Page.tsx'
import { Pager } from '#web/kit/parts/Pager.tsx'
import { Bars, EmptyState, ErrorState } from '#web/kit/parts/States.tsx'
import { examPath, examPaths } from '#web/exam/exam.paths.ts'
import { JobProgress } from '#web/platform/JobProgress.public.tsx'
import { UploadBox } from '#web/platform/UploadBox.public.tsx'
import { BatchTable } from './parts/BatchTable.tsx'
import { ScannerPanel } from './parts/ScannerPanel.tsx'
import { removeBatch, rollBackPaper, switchMode } from './parts/rollback.ts'
import { ScanTabs } from './parts/ScanTabs.tsx'
import { doubtsPath } from './scan.paths.ts'
import { ledgerLine } from './words.ts'

const useStyles = makeStyles({
  part: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS },
  head: { margin: 0, fontSize: tokens.fontSizeBase400, fontWeight: tokens.fontWeightSemibold },
  sum: {
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    fontVariantNumeric: 'tabular-nums',
    fontWeight: tokens.fontWeightSemibold,
  },
})

type Statistic = OutputOf<typeof sheetStatistic>

const Ledger = ({ data, paperId }: { data: Statistic; paperId: PaperId }) => {
  const styles = useStyles()
  const { ledger } = data
  if (ledger.handed === 0) return null
  const settled = ledger.balanced && data.doubts === 0
  return (
    <section className={styles.part} aria-live="polite">
      <p className={styles.sum}>{ledgerLine(ledger)}</p>
      <MessageBar intent={settled ? 'success' : 'warning'}>
        <MessageBarBody>
          <MessageBarTitle>
            {settled ? '每一页都有着落，没有存疑' : ledger.balanced ? '每一页都有着落' : '账目还没有平'}
          </MessageBarTitle>
          {!settled && data.doubts > 0 && <>还有 {data.doubts} 页存疑等待处理。</>}
          {!ledger.balanced && '账目平了才能开始阅卷。'}
        </MessageBarBody>
      </MessageBar>
      <Facts
        facts={[
          { name: '考生', value: ledger.candidates.present + ledger.candidates.absent + ledger.candidates.missing },
          { name: '已有答题卡', value: ledger.candidates.present },
          { name: '缺考', value: ledger.candidates.absent },
          { name: '未交', value: ledger.candidates.missing },
          { name: '缺页', value: ledger.candidates.incomplete },
          { name: '存疑', value: data.doubts === 0 ? 0 : <Link to={doubtsPath(paperId)}>{data.doubts}</Link> },
        ]}
      />
    </section>
  )
}

const classPage = 50
const Classes = ({ paperId }: { paperId: PaperId }) => {
  const [query, setQuery] = useSearchParams()
  const pageNumber = Number(query.get('classes') ?? 1)
  const asked = useAsk(classSheets, { paperId, pageNumber, pageSize: classPage })
  const total = asked.data?.total ?? 0
  return (
    <>
      <DataTable
        label="各班交卷情况"
        rows={asked.data?.list ?? []}
        rowKey={(c) => c.classId}
        columns={[
          { key: 'className', name: '班级', value: (c) => c.className },
          { key: 'total', name: '考生', unit: '人', value: (c) => c.total, number: true },
          { key: 'present', name: '已交', unit: '人', value: (c) => c.present, number: true },
          { key: 'absent', name: '缺考', unit: '人', value: (c) => c.absent, number: true },
          { key: 'missing', name: '未交', unit: '人', value: (c) => c.missing, number: true },
          { key: 'incomplete', name: '缺页', unit: '人', value: (c) => c.incomplete, number: true },
        ]}
      />
      {total > classPage && (
        <Pager
          total={total}
          pageNumber={pageNumber}
          pageSize={classPage}
          onChange={(n) => setQuery({ classes: String(n) })}
        />
      )}
    </>
  )
}

/** Scan progress is asked for every three seconds (2 §4). */
const pollMs = 3_000

const uploadBar = (own: OutputOf<typeof myUploader> | undefined): string => {
  if (!own?.uploader) return '只有考试的创建者、管理员和分配的上传人可以上传'
  return own.uploader.status === uploadState.uploaded
    ? '您已确认上传完成。还有答题卡要上传，请点“继续上传”'
    : '已经开始阅卷，要再上传请联系考试管理员回退'
}

/** Scans in, pages accounted for: upload, batches, the sheet ledger and the classes of one paper. */
export const ScanTaskScreen = () => {
  const styles = useStyles()
  const paperId = useParams()['paperId'] as PaperId
  const [query, setQuery] = useSearchParams()
  const uuid = query.get('job')
  // Others scan too: without a job of one's own it is looked for more seldom.
  const batches = useAsk(batchList, { paperId, pageSize: 100 }, { everyMs: uuid ? pollMs : 5 * pollMs })
  const reading = batches.data?.list.some((b) => b.state === 'recognising') === true
  const asked = useAsk(sheetStatistic, { paperId }, reading ? { everyMs: pollMs } : {})
  const own = useAsk(myUploader, { paperId })
  const data = asked.data
  if (!data)
    return (
      <Page title="扫描与识别">
        {asked.error ? (
          <ErrorState error={asked.error} again={() => void asked.refetch()} />
        ) : (
          <Bars rows={10} height={24} />
        )}
      </Page>
    )
  const follow = (job: string | null) => setQuery(job ? { job } : {}, { replace: true })
  const followOr = (job: string | null) => (job ? follow(job) : undefined)
  const finished = async (): Promise<void> => {
    follow(null)
    await refresh(['scans', 'doubts', 'ledger'])
  }
  const bar = !data.hasCard ? '请先发布答题卡，再上传扫描件' : own.data?.mayUpload ? null : uploadBar(own.data)
  return (
    <Page
      title={`${data.courseName}　扫描与识别`}
      crumbs={[
        { name: '考试', to: examPaths.list },
        { name: data.examName, to: examPath(data.examId) },
        { name: '扫描与识别' },
      ]}
      actions={[
        ...(own.data?.uploader && own.data.uploader.status < uploadState.uploaded
          ? [{ name: '确认上传完成', run: () => act(finishUploading, { paperId }) }]
          : []),
        ...(own.data?.uploader?.status === uploadState.uploaded
          ? [{ name: '继续上传', run: () => act(unlockExam, { paperId, userId: own.data!.uploader!.userId }) }]
          : []),
        ...(data.mayManage
          ? [
              { name: '识别模式', run: async () => followOr(await switchMode(paperId)) },
              {
                name: '整科回退',
                danger: true,
                barred: data.ledger.handed === 0 && '还没有上传',
                run: async () => followOr(await rollBackPaper(paperId)),
              },
            ]
          : []),
        {
          name: data.doubts > 0 ? `处理存疑（${data.doubts}页）` : '处理存疑',
          to: doubtsPath(paperId),
          primary: data.doubts > 0,
          barred: data.doubts === 0 && '没有存疑',
        },
      ]}
    >
      <ScanTabs paperId={paperId} here="task" />
      <Ledger data={data} paperId={paperId} />
      <UploadBox
        family="scan"
        hint="扫描件：JPEG、PNG、TIFF、PDF，或把它们装在一个 zip 里；双面扫描请保持正反面相邻"
        barred={bar}
        source={(add, busy) => <ScannerPanel paperId={paperId} busy={busy} onPages={add} />}
        onUploaded={async ({ files }) => {
          const sent = files.map(({ key, fileName, size, sha256 }) => ({ key, name: fileName, size, sha256 }))
          const as = own.data?.uploader ? { examUploaderId: examUploaderIdOf({ paperId, ...own.data.uploader }) } : {}
          const sending = { paperId, files: sent, ...as }
          const started = await act(createBatch, sending, { hideMessage: true })
          follow(started.uuid)
        }}
      />
      {uuid && <JobProgress uuid={uuid} onDone={() => void finished()} onFailed={() => void finished()} />}
      <section className={styles.part}>
        <h2 className={styles.head}>批次</h2>
        {batches.data && batches.data.list.length === 0 ? (
          <EmptyState empty={{ title: '还没有扫描件', text: '把扫描好的答题卡拖到上面的方框里，就会开始识别。' }} />
        ) : (
          <BatchTable
            rows={batches.data?.list}
            mayManage={data.mayManage}
            restart={async (batchId, again) => {
              follow((await act(restartBatch, { batchId, again })).uuid)
              toast('success', '已重新开始识别')
            }}
            remove={async (b) => followOr(await removeBatch(b))}
          />
        )}
      </section>
      <section className={styles.part}>
        <h2 className={styles.head}>各班交卷情况</h2>
        <Classes paperId={paperId} />
      </section>
    </Page>
  )
}
