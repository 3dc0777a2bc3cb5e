import { makeStyles, tokens } from '@fluentui/react-components'
import { Link, useParams } from 'react-router'
import type { BatchId, PaperId } from '#shared/kit/ids.ts'
import { showTime } from '#shared/kit/time.ts'
import { restorePages } from '#shared/scan/act.calls.ts'
import { pageDetail } from '#shared/scan/fed.calls.ts'
import { undoSettlement, voidPage } from '#shared/scan/scan.calls.ts'
import { doubtTexts } from '#shared/scan/scan.rules.ts'
import type { OutputOf } from '#shared/kit/call.ts'
import { act } from '#web/kit/ask.ts'
import { toast, undoable } from '#web/kit/notices.ts'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import { EmptyState } from '#web/kit/parts/States.tsx'
import { DetailScreen } from '#web/kit/screens/DetailScreen.tsx'
import type { Action } from '#web/kit/screens/screen.types.ts'
import { why } from './parts/rollback.ts'
import { transfer } from './parts/transfer.ts'
import { useScanCrumbs } from './parts/useScanCrumbs.ts'
import { batchPath, doubtsPath, scanPaths, studentPath, toPaper } from './scan.paths.ts'
import { actWords, pageStates } from './words.ts'

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

const Picture = ({ of }: { of: PageOf }) => {
  const styles = useStyles()
  return of.imageUrl ? (
    <a href={of.imageUrl} target="_blank" rel="noreferrer" aria-label="在新窗口查看原图">
      <img className={styles.picture} src={of.imageUrl} alt={of.name} width={of.width} height={of.height} />
    </a>
  ) : (
    <EmptyState
      empty={{ title: '没有图像', text: of.doubts[0]?.detail ?? of.reason ?? '这个文件没有能打开的页面。' }}
    />
  )
}

const Read = ({ of }: { of: PageOf }) =>
  of.choices.length === 0 ? (
    <EmptyState empty={{ title: '没有客观题', text: '这一页没有识别出客观题。' }} />
  ) : (
    <DataTable
      label="客观题"
      rows={of.choices}
      rowKey={(c) => c.number}
      columns={[
        { key: 'number', name: '题号', value: (c) => c.number },
        { key: 'chosen', name: '选择', value: (c) => (c.chosen === null ? '存疑' : c.chosen || '未作答') },
        { key: 'settled', name: '来源', value: (c) => (c.settled ? '人工' : '识别') },
      ]}
    />
  )

const History = ({ of }: { of: PageOf }) =>
  of.journal.length === 0 ? (
    <EmptyState empty={{ title: '没有人工处理', text: '这一页的去向由识别得出。' }} />
  ) : (
    <DataTable
      label="处理记录"
      rows={of.journal}
      rowKey={(r) => `${r.at}${r.act}${r.note}`}
      columns={[
        { key: 'at', name: '时间', value: (r) => showTime(r.at) },
        { key: 'byName', name: '处理人', value: (r) => r.byName },
        { key: 'act', name: '处理', value: (r) => actWords[r.act] ?? r.act },
        { key: 'note', name: '内容', value: (r) => r.note },
      ]}
    />
  )

const notManager = '只有考试的创建者和管理员可以处理'

/** One scanned page whole: in the recycle bin, in a script, or waiting. */
export const PageScreen = () => {
  const styles = useStyles()
  const { paperId, batchId, no: named } = useParams() as { paperId: PaperId; batchId: BatchId; no: string }
  const no = named.replaceAll('-', '.')
  const { crumbs, data: exam } = useScanCrumbs(paperId, '页面')
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
      badge={(p) => (p.recognised ? pageStates[p.state] : { text: '识别中', colour: 'brand' })}
      crumbs={(p) => [
        ...crumbs.slice(0, -1),
        p.state === 'voided'
          ? { name: '回收站', to: toPaper(scanPaths.bin, paperId) }
          : { name: '批次', to: batchPath(paperId, batchId) },
        { name: '页面' },
      ]}
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
              <Picture of={p} />
            </>
          ),
        },
        { key: 'read', name: '识别结果', content: () => <Read of={p} /> },
        { key: 'history', name: '处理记录', count: p.journal.length, content: () => <History of={p} /> },
      ]}
    />
  )
}
