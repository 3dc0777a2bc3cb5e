import { makeStyles, tokens } from '@fluentui/react-components'
import { Link, Navigate, useParams } from 'react-router'
import type { BatchId, PaperId } from '#shared/kit/ids.ts'
import { showTime } from '#shared/kit/time.ts'
import { restorePages } from '#shared/scan/act.calls.ts'
import { studentBlocks } from '#shared/scan/doubts/exception.calls.ts'
import { pageDetail } from '#shared/scan/uploading/sheetCount.calls.ts'
import { undoSettlement, voidPage } from '#shared/scan/scan.calls.ts'
import { doubtTexts } from '#shared/scan/scan.rules.ts'
import { scorePage } from '#shared/scan/results/score.calls.ts'
import type { OutputOf } from '#shared/kit/call.ts'
import { act, useAsk } from '#web/kit/ask.ts'
import { toast, undoable } from '#web/kit/notices.ts'
import { EmptyState, Waiting } from '#web/kit/parts/States.tsx'
import { DetailScreen } from '#web/kit/screens/DetailScreen.tsx'
import { openSigned } from '#web/kit/signed.ts'
import type { Action } from '#web/kit/screens/screen.types.ts'
import { assignTo } from '../parts/assignTo.ts'
import { JournalTable } from '../parts/JournalTable.tsx'
import { PageProof } from './PageProof.tsx'
import { PaperScores } from '../parts/PaperScores.tsx'
import { why } from '../parts/rollback.ts'
import { useSheets } from '../parts/useSheets.ts'
import { transfer } from '../parts/transfer.ts'
import { doubtsPath, pagePath, studentPath } from '../scan.paths.ts'
import { pageStates } from '../stateWords.ts'

type PageOf = OutputOf<typeof pageDetail>

const useStyles = makeStyles({
  picture: {
    width: '100%',
    maxWidth: '900px',
    height: 'auto',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
  },
  doubts: { margin: 0, paddingLeft: tokens.spacingHorizontalL },
})

const takeOut = async (p: PageOf): Promise<void> => {
  const reason = await why('作废这一页', '作废后移到回收站，可以随时恢复。')
  if (reason === null) return
  const at = { batchId: p.batchId, no: p.no }
  const done = await act(voidPage, { ...at, version: p.version, reason })
  undoable('已作废这一页', () => act(undoSettlement, { ...at, version: done.version }))
}
const restore = async (p: PageOf): Promise<void> => {
  const { waiting } = await act(restorePages, { paperId: p.paperId, pages: [{ batchId: p.batchId, no: p.no }] })
  toast('success', waiting === 0 ? '已恢复' : '已恢复，这一页等待核对（位置已有扫描件或原来就存疑）')
}

const Picture = ({ of, again }: { of: PageOf; again: () => Promise<string | undefined> }) => {
  const styles = useStyles()
  return of.imageUrl ? (
    <a
      href={of.imageUrl}
      target="_blank"
      rel="noreferrer"
      aria-label="在新窗口查看原图"
      onClick={openSigned(of.imageUrl, again)}
    >
      <img data-paper className={styles.picture} src={of.imageUrl} alt={of.name} width={of.width} height={of.height} />
    </a>
  ) : (
    <EmptyState
      empty={{ title: '没有图像', text: of.doubts[0]?.detail ?? of.reason ?? '这个文件没有能打开的页面。' }}
    />
  )
}

/** The scores on paper of one page of a script. */
const PageScores = ({ of }: { of: PageOf }) => {
  const asked = useAsk(studentBlocks, { paperId: of.paperId, studentId: of.studentId! })
  const pieces = asked.data
  if (!pieces) return <Waiting asked={asked} rows={6} height={64} />
  const own = pieces.filter((b) => b.batchId === of.batchId && b.no === of.no)
  const at = { batchId: of.batchId, no: of.no, version: of.version }
  return (
    <PaperScores
      of={own}
      barred={of.mayManage ? undefined : notManager}
      save={async (scores) => {
        await act(scorePage, { ...at, scores })
        return true
      }}
    />
  )
}

const notManager = '只有考试的创建者和管理员可以处理'

/** One scanned page whole: in the recycle bin, in a script, or waiting. */
export const PageScreen = () => {
  const styles = useStyles()
  const { paperId, batchId, no: named } = useParams() as { paperId: PaperId; batchId: BatchId; no: string }
  const no = named.replaceAll('-', '.')
  const exam = useSheets(paperId)
  const seen = useAsk(pageDetail, { batchId, no })
  const own = seen.isPlaceholderData ? undefined : seen.data?.paperId
  // The page of another paper is shown under its own.
  if (own && own !== paperId) return <Navigate to={pagePath(own, { batchId, no })} replace />
  const actionsOf = (p: PageOf): Action[] => {
    const barred = !p.mayManage && notManager
    const out: Action[] =
      p.state === 'voided'
        ? [{ name: '恢复', primary: true, barred, run: () => restore(p) }]
        : [{ name: '作废', danger: true, barred, run: () => takeOut(p) }]
    return [
      ...(p.waits ? [{ name: '处理存疑', primary: true, to: doubtsPath(paperId, p.doubts[0]?.kind) }] : []),
      ...(p.undoable
        ? [{ name: '撤销上次处理', barred, run: () => act(undoSettlement, { batchId, no, version: p.version }) }]
        : []),
      ...(p.state === 'voided' || p.page === undefined
        ? []
        : [
            {
              name: p.studentId ? '归到其他考生' : '指定考生',
              barred,
              run: () =>
                assignTo(
                  { paperId, batchId, no, version: p.version },
                  {
                    page: p.page!,
                    owner: p.state === 'matched' ? p.studentName : undefined,
                    released: p.released,
                  },
                ),
            },
          ]),
      ...(p.state === 'voided' || !p.imageUrl
        ? []
        : [{ name: '转到其他科目', barred, run: () => transfer({ examId: exam!.examId, paperId, batchId }, [no]) }]),
      ...out,
    ]
  }
  return (
    <DetailScreen
      call={pageDetail}
      input={{ batchId, no }}
      title={(p) => (p.studentName ? `${p.studentName}　第${p.page ?? '?'}页` : `${p.name}　第${p.filePage}页`)}
      badge={(p) => (p.recognised ? pageStates[p.state] : { text: '识别中', meaning: 'going' })}
      facts={(p) => [
        { name: '文件', value: `${p.name}${p.filePage > 1 ? ` 第${p.filePage}页` : ''}` },
        { name: '上传', value: `${p.uploaderName} ${showTime(p.uploadedAt)}` },
        {
          name: '考生',
          value: p.studentId ? (
            <Link to={studentPath(paperId, p.studentId)}>
              {p.className} {p.studentName}
            </Link>
          ) : p.before ? (
            `原为 ${p.before.studentName}`
          ) : (
            (p.number ?? '未知')
          ),
        },
        ...(p.code ? [{ name: '答题卡编号', value: p.code }] : []),
        ...(p.reason ? [{ name: '原因', value: p.reason }] : []),
      ]}
      actions={actionsOf}
      tabs={(p) => [
        {
          key: 'picture',
          name: '图像',
          content: () => (
            <>
              {p.waits && (
                <ul className={styles.doubts}>
                  {p.doubts.map((d, i) => (
                    <li key={i}>
                      {d.number && `第${d.number}题：`}
                      {d.detail ?? doubtTexts[d.kind].name}。{doubtTexts[d.kind].todo}
                    </li>
                  ))}
                </ul>
              )}
              <Picture of={p} again={async () => (await seen.refetch()).data?.imageUrl} />
            </>
          ),
        },
        { key: 'read', name: '识别结果', content: () => <PageProof of={p} at={{ batchId, no }} /> },
        ...(p.state === 'matched' && p.studentId
          ? [{ key: 'scores', name: '卷面分', content: () => <PageScores of={p} /> }]
          : []),
        {
          key: 'history',
          name: '处理记录',
          count: p.journal.length,
          content: () => <JournalTable of={p.journal} none="这一页的去向由识别得出。" />,
        },
      ]}
    />
  )
}
