import { makeStyles, tokens } from '@fluentui/react-components'
import { Link, useParams, useSearchParams } from 'react-router'
import type { BatchId, PaperId } from '#shared/kit/ids.ts'
import { batchDetail, sheetStatistic, undoSettlement, voidPage } from '#shared/scan/scan.calls.ts'
import type { PageRow } from '#shared/scan/scan.calls.ts'
import { doubtTexts } from '#shared/scan/scan.rules.ts'
import { showTime } from '#shared/kit/time.ts'
import { act, useAsk } from '#web/kit/ask.ts'
import { undoable } from '#web/kit/notices.ts'
import { RowActions } from '#web/kit/parts/RowActions.tsx'
import { StateBadge } from '#web/kit/parts/Cells.tsx'
import { FilterBar } from '#web/kit/parts/FilterBar.tsx'
import { Facts, Page } from '#web/kit/parts/Page.tsx'
import { KeysetPager } from '#web/kit/parts/KeysetPager.tsx'
import { Bars, EmptyState, ErrorState } from '#web/kit/parts/States.tsx'
import { examPath, examPaths } from '#web/exam/exam.paths.ts'
import { doubtsPath, scanPath } from './scan.paths.ts'
import { batchStates, pageStates } from './words.ts'

const useStyles = makeStyles({
  grid: {
    listStyle: 'none',
    margin: 0,
    padding: 0,
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(168px, 1fr))',
    gap: tokens.spacingHorizontalM,
  },
  card: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalXS,
    padding: tokens.spacingHorizontalS,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
    minWidth: 0,
  },
  picture: {
    width: '100%',
    aspectRatio: '210 / 297',
    objectFit: 'contain',
    backgroundColor: tokens.colorNeutralBackground3,
  },
  none: { display: 'grid', placeItems: 'center', color: tokens.colorNeutralForeground3 },
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalXS },
  small: {
    margin: 0,
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground3,
    overflowWrap: 'anywhere',
  },
})

const takeOut = async (p: PageRow): Promise<void> => {
  const at = { batchId: p.batchId, no: p.no }
  const done = await act(voidPage, { ...at, version: p.version, reason: '人工作废' })
  undoable('已作废这一页', () => act(undoSettlement, { ...at, version: done.version }))
}
const takeBack = (p: PageRow) => act(undoSettlement, { batchId: p.batchId, no: p.no, version: p.version })

const whose = (p: PageRow): string =>
  p.studentName ? `${p.studentName}　第${p.page ?? '?'}页` : p.page ? `第${p.page}页` : (p.number ?? '')

const Sheet = ({ page, paperId }: { page: PageRow; paperId: string }) => {
  const styles = useStyles()
  const state = page.recognised ? pageStates[page.state] : { text: '识别中', colour: 'brand' as const }
  return (
    <li className={styles.card}>
      {page.thumbUrl ? (
        <a
          href={page.imageUrl}
          target="_blank"
          rel="noreferrer"
          aria-label={`查看${page.name}第${page.filePage}页原图`}
        >
          <img className={styles.picture} src={page.thumbUrl} alt={`${page.name}第${page.filePage}页`} loading="lazy" />
        </a>
      ) : (
        <div className={`${styles.picture} ${styles.none}`}>没有图像</div>
      )}
      <div className={styles.line}>
        <StateBadge {...state} />
        {page.waits && page.state === 'matched' && <StateBadge text="有存疑" colour="warning" />}
        <span style={{ marginLeft: 'auto' }}>
          <RowActions
            actions={[
              ...(page.waits ? [{ name: '处理存疑', to: doubtsPath(paperId) }] : []),
              ...(page.undoable ? [{ name: '撤销上次处理', run: () => takeBack(page) }] : []),
              { name: '作废', danger: true, barred: page.state === 'voided' && '已经作废', run: () => takeOut(page) },
            ]}
          />
        </span>
      </div>
      <strong>{whose(page)}</strong>
      <p className={styles.small}>
        {page.name}
        {page.filePage > 1 && `　第${page.filePage}页`}
      </p>
      {page.doubts.slice(0, 2).map((d, i) => (
        <p key={i} className={styles.small}>
          {d.number ? `第${d.number}题` : ''}
          {d.detail ?? doubtTexts[d.kind].name}
        </p>
      ))}
      {page.reason && <p className={styles.small}>{page.reason}</p>}
    </li>
  )
}

const filter = {
  field: 'state',
  label: '页面',
  mode: 'radio',
  options: [
    { value: 'waiting', label: '有存疑' },
    { value: 'matched', label: '已匹配' },
    { value: 'duplicate', label: '重复' },
    { value: 'voided', label: '作废' },
    { value: 'open', label: '待处理' },
  ],
} as const

/** The pages of one batch in the order of scanning. */
export const BatchScreen = () => {
  const styles = useStyles()
  const { paperId, batchId } = useParams() as { paperId: PaperId; batchId: BatchId }
  const [query, setQuery] = useSearchParams()
  const state = query.get('state') ?? undefined
  const after = query.get('after') ?? undefined
  const asked = useAsk(batchDetail, {
    batchId,
    pageSize: 60,
    ...(after ? { after } : {}),
    ...(state ? { state: state as 'open' } : {}),
  })
  const exam = useAsk(sheetStatistic, { paperId }).data
  const data = asked.data
  if (!data)
    return (
      <Page title="扫描批次">
        {asked.error ? (
          <ErrorState error={asked.error} again={() => void asked.refetch()} />
        ) : (
          <Bars rows={10} height={24} />
        )}
      </Page>
    )
  const { batch } = data
  const go = (patch: Record<string, string | undefined>) => {
    const next = new URLSearchParams(query)
    for (const [k, v] of Object.entries(patch))
      if (v) next.set(k, v)
      else next.delete(k)
    setQuery(next, { replace: !('after' in patch) })
  }
  return (
    <Page
      title={`${showTime(batch.createdAt)} 的批次`}
      badge={<StateBadge {...batchStates[batch.state]} />}
      crumbs={[
        { name: '考试', to: examPaths.list },
        ...(exam ? [{ name: exam.examName, to: examPath(exam.examId) }] : []),
        { name: '扫描与识别', to: scanPath(paperId) },
        { name: '批次' },
      ]}
    >
      <Facts
        facts={[
          { name: '上传人', value: batch.uploaderName },
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
      />
      <FilterBar
        filters={[filter]}
        values={{ state: state ? [state] : [] }}
        onChange={(_, values) => go({ state: values[0], after: undefined })}
      />
      {data.list.length === 0 ? (
        <EmptyState empty={{ title: '没有这样的页面', text: '换一个筛选条件看看。' }} />
      ) : (
        <ol className={styles.grid} aria-label="页面">
          {data.list.map((p) => (
            <Sheet key={p.no} page={p} paperId={paperId} />
          ))}
        </ol>
      )}
      <KeysetPager total={data.total} after={after} next={data.next} onChange={(to) => go({ after: to })} />
    </Page>
  )
}
