import { makeStyles, tokens } from '@fluentui/react-components'
import { useRef, useState } from 'react'
import { useParams } from 'react-router'
import type { PaperId } from '#shared/kit/ids.ts'
import { scanConfig } from '#shared/scan/uploading/sheetCount.calls.ts'
import { createBatch } from '#shared/scan/scan.calls.ts'
import { finishUploading, myUploader } from '#shared/scan/uploading/uploader.calls.ts'
import { unlockExam } from '#shared/scan/batches/unlock.calls.ts'
import { examUploaderIdOf } from '#shared/scan/batches/unlock.rules.ts'
import { uploadState } from '#shared/scan/uploading/uploader.types.ts'
import type { OutputOf } from '#shared/kit/call.ts'
import { act, useAsk } from '#web/kit/ask.ts'
import { Page } from '#web/kit/parts/Page.tsx'
import { Waiting } from '#web/kit/parts/States.tsx'
import { UploadBox } from '#web/kit/parts/UploadBox.tsx'
import { Batches } from './Batches.tsx'
import { CheckView } from './CheckView.tsx'
import { ClassTable } from './ClassTable.tsx'
import { FedField, fedOf, noFed } from './FedField.tsx'
import type { FedDraft } from './FedField.tsx'
import { hasSheets, isReading, ledgerFacts, LedgerView } from './LedgerView.tsx'
import { nextStep } from './nextStep.ts'
import { toMarking, toMissing } from '../parts/afterScan.ts'
import { ScanFacts } from './ScanFacts.tsx'
import { useFigures } from '../parts/useFigures.ts'
import { leftFacts } from '../parts/leftFacts.tsx'
import { ScannerPanel } from './ScannerPanel.tsx'
import { rollBackPaper, switchMode } from '../parts/rollback.ts'
import { isBarred, Unseen } from '../parts/Unseen.tsx'
import { scanSiblings } from '../parts/scanSiblings.ts'
import { doubtsPath } from '../scan.paths.ts'

const useStyles = makeStyles({
  part: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS },
  // Where there is nothing to say, there is no gap either.
  after: { ':empty': { display: 'none' } },
  note: { margin: 0, color: tokens.colorNeutralForeground3 },
  head: { margin: 0, fontSize: tokens.fontSizeBase400, fontWeight: tokens.fontWeightSemibold },
})

const uploadBar = (own: OutputOf<typeof myUploader> | undefined): string => {
  // Who may is not known yet: nothing is refused that may be allowed in a moment.
  if (!own) return '正在打开…'
  if (!own.uploader) return '只有考试的创建者、管理员和分配的上传人可以上传'
  return own.uploader.status === uploadState.uploaded
    ? '您已确认上传完成。还有答题卡要上传，请点“继续上传”'
    : '已经开始阅卷，要再上传请联系考试管理员回退'
}

/** Scans in, pages accounted for: upload, batches, the sheet ledger and the classes of one paper. */
export const ScanTaskScreen = () => {
  const styles = useStyles()
  const paperId = useParams()['paperId'] as PaperId
  const [fed, showFed] = useState<FedDraft>(noFed)
  // An upload that has begun was given this render's words: what is said since is read when it ends.
  const said = useRef<FedDraft>(noFed)
  const setFed = (to: FedDraft): void => {
    said.current = to
    showFed(to)
  }
  const [scanning, setScanning] = useState(false)
  const [sending, setSending] = useState(false)
  // What had come is looked at first; what comes while one is here is put behind the box that it came by, which stays as it
  // is and where it is.
  const [first, setFirst] = useState<{ sheets: boolean; small: boolean }>()
  // What others scan is seen too.
  const asked = useFigures(paperId)
  const config = useAsk(scanConfig, { paperId }, { quiet: true }).data
  const ownUploader = useAsk(myUploader, { paperId }, { quiet: true })
  const data = asked.data
  if (!data && isBarred(asked.error)) return <Unseen title="扫描与识别" />
  if (!data)
    return (
      <Page title="扫描与识别">
        <Waiting asked={asked} rows={10} height={24} />
      </Page>
    )
  const step = nextStep(data)
  const small = first?.small ?? step !== 'scans'
  const order = (later: number) => ({ order: (first?.sheets ?? hasSheets(data)) ? 0 : later })
  if (!first) setFirst({ sheets: hasSheets(data), small })
  const bar = !data.hasCard
    ? '请先发布答题卡，再上传扫描件'
    : ownUploader.data?.mayUpload
      ? null
      : uploadBar(ownUploader.data)
  const uploader = ownUploader.data?.uploader
  const whose = uploader ? examUploaderIdOf({ paperId, ...uploader }) : paperId
  return (
    <Page
      siblings={scanSiblings(paperId, 'task')}
      title={`${data.courseName}　扫描与识别`}
      facts={ledgerFacts(data, paperId)}
      actions={[
        ...(ownUploader.data?.uploader && ownUploader.data.uploader.status < uploadState.uploaded
          ? [{ name: '确认上传完成', run: () => act(finishUploading, { paperId }) }]
          : []),
        ...(ownUploader.data?.uploader?.status === uploadState.uploaded
          ? [{ name: '继续上传', run: () => act(unlockExam, { paperId, userId: ownUploader.data!.uploader!.userId }) }]
          : []),
        ...(data.mayManage
          ? [
              { name: '识别模式', job: () => switchMode(paperId) },
              {
                name: '整科回退',
                danger: true,
                barred: data.ledger.handed === 0 && '还没有上传',
                job: () => rollBackPaper(paperId),
              },
            ]
          : []),
        step === 'marking' && data.mayManage
          ? { ...toMarking(data, paperId), primary: !scanning }
          : step === 'missing'
            ? { ...toMissing(data, paperId), primary: !scanning }
            : {
                name: data.doubts > 0 ? `处理存疑（${data.doubts}页）` : '处理存疑',
                to: doubtsPath(paperId),
                primary: step === 'doubts' && !scanning,
                barred: data.doubts === 0 && (step === 'wait' ? '正在识别，还没有存疑' : '没有存疑'),
              },
      ]}
    >
      <LedgerView data={data} paperId={paperId} />
      <div data-list="" className={styles.part} style={order(1)}>
        {/* Under files that are on their way it is not said that there are none. */}
        {(hasSheets(data) || !sending) && (
          <Batches paperId={paperId} mayManage={data.mayManage} reading={data.reading} />
        )}
      </div>
      {!bar && <FedField value={fed} sides={config?.sides ?? 'DOUBLE'} onChange={setFed} />}
      <UploadBox
        family="scan"
        quiet={scanning || small}
        primary={!scanning && step === 'scans'}
        hint="把扫描件拖到这里，也可以装在一个 zip 里；双面扫描请保持正反面相邻"
        barred={bar}
        onBusy={setSending}
        source={(add, busy) => (
          <ScannerPanel
            paperId={paperId}
            whose={whose}
            busy={busy}
            onPages={add}
            onCounted={setFed}
            onOpen={setScanning}
          />
        )}
        job={async ({ files }) => {
          const sent = files.map(({ key, fileName, size, sha256 }) => ({ key, name: fileName, size, sha256 }))
          const as = uploader ? { examUploaderId: whose } : {}
          const sending = { paperId, files: sent, ...as, ...fedOf(said.current, config?.sides) }
          const started = await act(createBatch, sending, { hideMessage: true })
          setFed(noFed)
          return started
        }}
      />
      {data.ledger.handed > 0 && (
        <div className={styles.after} style={order(2)}>
          <CheckView data={data} paperId={paperId} />
        </div>
      )}
      <div className={styles.after} style={order(2)}>
        <ScanFacts paperId={paperId} of={data.counters} left={leftFacts(paperId, data)} />
      </div>
      <section className={styles.part} style={{ order: 3 }}>
        <h2 className={styles.head}>各班交卷情况</h2>
        {isReading(data) && <p className={styles.note}>有批次正在识别，交卷人数随识别增加，识别完才是最终的人数。</p>}
        <ClassTable paperId={paperId} barred={data.mayManage ? null : '只有考试的创建者和管理员可以回退'} />
      </section>
    </Page>
  )
}
