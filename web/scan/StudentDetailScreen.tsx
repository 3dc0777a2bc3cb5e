import { makeStyles, tokens } from '@fluentui/react-components'
import { Link, useParams } from 'react-router'
import type { PaperId, StudentId } from '#shared/kit/ids.ts'
import { showTime } from '#shared/kit/time.ts'
import { studentCards, studentPapers } from '#shared/scan/candidate.calls.ts'
import * as calls from '#shared/scan/exception.calls.ts'
import { confirmReading, studentSheets } from '#shared/scan/scan.calls.ts'
import type { OutputOf } from '#shared/kit/call.ts'
import { act, useAsk } from '#web/kit/ask.ts'
import { prompt, toast } from '#web/kit/notices.ts'
import { StateBadge } from '#web/kit/parts/Cells.tsx'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import { RowActions } from '#web/kit/parts/RowActions.tsx'
import { Bars, EmptyState } from '#web/kit/parts/States.tsx'
import { DetailScreen } from '#web/kit/screens/DetailScreen.tsx'
import { useScanCrumbs } from './parts/useScanCrumbs.ts'
import { declarePath, pagePath, scanPaths, studentPath, toPaper } from './scan.paths.ts'
import { actWords, pageStates, scriptStates } from './words.ts'

const useStyles = makeStyles({
  pictures: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(360px, 100%), 1fr))',
    gap: tokens.spacingHorizontalM,
  },
  picture: {
    width: '100%',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
  },
  figure: { margin: 0 },
})

type Of = { paperId: PaperId; studentId: StudentId }
type Choice = OutputOf<typeof calls.studentChoices>['choices'][number]
const onPage = (c: Choice) => ({ batchId: c.batchId, no: c.no, version: c.version })

const change = async (c: Choice): Promise<void> => {
  const letters = await prompt({
    title: `第${c.number}题`,
    text: `现在是“${c.chosen === null ? '存疑' : c.chosen || '未作答'}”。请对照图像填写考生选了什么，未作答填 0。`,
    input: {
      label: '选项字母',
      check: (t) => (/^[A-Za-z]+$|^0$/.test(t.trim()) ? null : '请输入选项字母，未作答填 0'),
    },
  })
  if (letters === null) return
  const said = letters.trim() === '0' ? '' : letters.trim().toUpperCase()
  await act(confirmReading, { ...onPage(c), answers: [{ questionId: c.questionId, letters: said }] })
  toast('success', `第${c.number}题已改为“${said || '未作答'}”`)
}

const suspect = async (c: Choice): Promise<void> => {
  const reason = await prompt({
    title: `标记第${c.page}页疑似有误`,
    text: '标记后这一页进入“处理存疑”，由处理人对照图像核对。',
    input: { label: '疑点', check: (t) => (t.trim().length >= 2 ? null : '请写明疑点') },
  })
  if (reason !== null) await act(calls.suspectPage, { ...onPage(c), reason: reason.trim() })
}

const Choices = ({ of, mayManage }: { of: Choice[]; mayManage: boolean }) =>
  of.length === 0 ? (
    <EmptyState empty={{ title: '没有客观题', text: '答题卡还没有识别，或这张卡没有客观题。' }} />
  ) : (
    <DataTable
      label="客观题"
      rows={of}
      rowKey={(c) => c.questionId}
      columns={[
        { key: 'number', name: '题号', value: (c) => c.number },
        { key: 'page', name: '页', value: (c) => c.page, number: true },
        { key: 'chosen', name: '选择', value: (c) => (c.chosen === null ? '存疑' : c.chosen || '未作答') },
        { key: 'settled', name: '来源', value: (c) => (c.settled ? '人工' : '识别') },
      ]}
      rowActions={(c) => (
        <RowActions
          actions={[
            { name: '修改', barred: !mayManage && '只有处理人可以修改', run: () => change(c) },
            ...(c.settled
              ? [
                  {
                    name: '恢复识别结果',
                    run: () => act(calls.resetChoices, { ...onPage(c), questionIds: [c.questionId] }),
                  },
                ]
              : []),
            { name: '标记疑似有误', barred: !mayManage && '请用异常申报', run: () => suspect(c) },
          ]}
        />
      )}
    />
  )

const Pictures = ({ of }: { of: Of }) => {
  const styles = useStyles()
  const { data } = useAsk(studentSheets, of)
  if (!data) return <Bars rows={6} height={64} />
  if (data.pages.length === 0) return <EmptyState empty={{ title: '没有答题卡图像' }} />
  return (
    <div className={styles.pictures}>
      {data.pages.map((p) => (
        <figure key={p.page} className={styles.figure}>
          <figcaption>第{p.page}页</figcaption>
          <a href={p.url} target="_blank" rel="noreferrer">
            <img
              className={styles.picture}
              src={p.url}
              alt={`第${p.page}页`}
              width={p.width}
              height={p.height}
              style={{ height: 'auto' }}
            />
          </a>
        </figure>
      ))}
    </div>
  )
}

const Blocks = ({ of }: { of: Of }) => {
  const styles = useStyles()
  const { data } = useAsk(calls.studentBlocks, of)
  if (!data) return <Bars rows={6} height={64} />
  return data.length === 0 ? (
    <EmptyState empty={{ title: '没有主观题' }} />
  ) : (
    <div>
      {data.map((b) => (
        <figure key={`${b.blockId}${b.url}`} className={styles.figure}>
          <figcaption>
            第{b.numbers}题{b.likelyBlank && '（可能未作答）'}
          </figcaption>
          <img className={styles.picture} src={b.url} alt={`第${b.numbers}题`} loading="lazy" />
        </figure>
      ))}
    </div>
  )
}

const Scans = ({ of }: { of: Of }) => {
  const rows = useAsk(studentCards, of).data
  if (!rows) return <Bars rows={4} height={24} />
  return rows.length === 0 ? (
    <EmptyState empty={{ title: '没有扫描到这名考生的页面' }} />
  ) : (
    <DataTable
      label="扫描页"
      rows={rows}
      rowKey={(p) => p.scanId}
      columns={[
        {
          key: 'name',
          name: '文件',
          value: (p) => p.name,
          cell: (p) => <Link to={pagePath(of.paperId, p)}>{p.name}</Link>,
        },
        { key: 'page', name: '页', value: (p) => p.page ?? '', number: true },
        {
          key: 'state',
          name: '状态',
          value: (p) => pageStates[p.state].text,
          cell: (p) => <StateBadge {...pageStates[p.state]} />,
        },
        { key: 'inScript', name: '在答卷中', value: (p) => (p.inScript ? '是' : '') },
        { key: 'uploaderName', name: '上传人', value: (p) => p.uploaderName },
        { key: 'reason', name: '原因', value: (p) => p.reason ?? '' },
      ]}
    />
  )
}

const Papers = ({ of }: { of: Of }) => {
  const rows = useAsk(studentPapers, of).data
  if (!rows) return <Bars rows={4} height={24} />
  return (
    <DataTable
      label="各科答题卡"
      rows={rows}
      rowKey={(r) => r.paperId}
      columns={[
        {
          key: 'courseName',
          name: '科目',
          value: (r) => r.courseName,
          cell: (r) => <Link to={studentPath(r.paperId, of.studentId)}>{r.courseName}</Link>,
        },
        {
          key: 'state',
          name: '状态',
          value: (r) => scriptStates[r.state].text,
          cell: (r) => <StateBadge {...scriptStates[r.state]} />,
        },
        { key: 'pages', name: '已有页', value: (r) => r.pages.join('、') },
        { key: 'missingPages', name: '缺少页', value: (r) => r.missingPages.join('、') },
        { key: 'doubtful', name: '存疑', unit: '题', value: (r) => r.doubtful || '', number: true },
      ]}
    />
  )
}

const History = ({ of }: { of: Of }) => {
  const rows = useAsk(calls.studentState, of).data?.settlements ?? []
  return rows.length === 0 ? (
    <EmptyState empty={{ title: '没有人工处理', text: '这名考生的答题卡全部由识别得出。' }} />
  ) : (
    <DataTable
      label="处理记录"
      rows={rows}
      rowKey={(r) => `${r.at}${r.act}${r.note}`}
      columns={[
        { key: 'at', name: '时间', value: (r) => showTime(r.at) },
        { key: 'byName', name: '处理人', value: (r) => r.byName },
        { key: 'act', name: '处理', value: (r) => actWords[r.act] ?? r.act },
        { key: 'note', name: '内容', value: (r) => r.note },
      ]}
    />
  )
}

/** One candidate's cards: the pictures, what was read, who changed what. */
export const StudentDetailScreen = () => {
  const of = useParams() as unknown as Of
  const { crumbs } = useScanCrumbs(of.paperId, '考生详情')
  return (
    <DetailScreen
      call={calls.studentChoices}
      input={of}
      title={(d) => `${d.studentName}　${d.studentNumber}`}
      crumbs={(d) => [
        ...crumbs.slice(0, -1),
        { name: '考生状态', to: toPaper(scanPaths.students, of.paperId) },
        { name: d.studentName },
      ]}
      badge={(d) => scriptStates[d.state]}
      facts={(d) => [
        { name: '班级', value: d.className },
        { name: '客观题', value: `${d.choices.length} 题` },
        { name: '存疑', value: d.choices.filter((c) => c.chosen === null).length },
      ]}
      actions={() => [{ name: '异常申报', to: declarePath(of.paperId, of.studentId) }]}
      tabs={(d) => [
        { key: 'pages', name: '答题卡', content: () => <Pictures of={of} /> },
        { key: 'choices', name: '客观题', content: () => <Choices of={d.choices} mayManage={d.mayManage} /> },
        { key: 'blocks', name: '主观题', content: () => <Blocks of={of} /> },
        { key: 'scans', name: '全部扫描页', content: () => <Scans of={of} /> },
        { key: 'papers', name: '各科', content: () => <Papers of={of} /> },
        { key: 'history', name: '处理记录', content: () => <History of={of} /> },
      ]}
    />
  )
}
