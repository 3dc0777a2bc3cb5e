import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { Link } from 'react-router'
import type { PaperId, StudentId } from '#shared/kit/ids.ts'
import { errorCards, resultErrors } from '#shared/scan/results/result.calls.ts'
import { useAsk } from '#web/kit/ask.ts'
import { EmptyState, Waiting } from '#web/kit/parts/States.tsx'
import { openSigned } from '#web/kit/signed.ts'
import { Picture } from '#web/kit/parts/Picture.tsx'
import { isOfPage, itemsOf, reasonOf } from '../doubts/doubtItems.ts'
import { doubtsPath, pagePath } from '../scan.paths.ts'

const useStyles = makeStyles({
  list: { listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: tokens.spacingVerticalL },
  item: { minWidth: 0, display: 'grid', gap: tokens.spacingVerticalXS },
  files: { marginTop: 0 },
  head: { margin: 0, fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  line: { margin: 0, display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalM },
  crop: {
    display: 'block',
    maxWidth: '100%',
    maxHeight: '240px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
  },
})

/** Everything of one candidate that waits: why, the piece that it is about, and the way to settle it. */
export const StudentErrors = ({ of }: { of: { paperId: PaperId; studentId: StudentId } }) => {
  const styles = useStyles()
  const asked = useAsk(resultErrors, of)
  const rows = asked.data?.list
  const askedFiles = useAsk(errorCards, rows && rows.length > 0 && asked.data?.takesOut ? of : undefined)
  const files = askedFiles.data ?? []
  if (!rows) return <Waiting asked={asked} rows={4} height={32} />
  if (rows.length === 0)
    return <EmptyState empty={{ title: '没有存疑', text: '这名考生的答题卡没有等待处理的地方。' }} />
  return (
    <>
      <p className={mergeClasses(styles.line, styles.files)}>
        {files.map((f) => (
          <a
            key={f.name}
            href={f.url}
            download={f.name}
            onClick={openSigned(
              f.url,
              async () => (await askedFiles.refetch()).data?.find((now) => now.name === f.name)?.url,
            )}
          >
            下载{f.page ? `第${f.page}页` : ''}（{f.reason}）
          </a>
        ))}
      </p>
      <ol className={styles.list} aria-label="存疑">
        {rows.flatMap((row) =>
          itemsOf([row]).map((item) => (
            <li key={item.key} className={styles.item}>
              <h3 className={styles.head}>
                {row.page && `第${row.page}页　`}
                {reasonOf(item)}
              </h3>
              {!isOfPage(item) && item.doubt.cropUrl && (
                <Picture className={styles.crop} src={item.doubt.cropUrl} alt="存疑处" loading="lazy" />
              )}
              <p className={styles.line}>
                <Link to={doubtsPath(of.paperId, item.doubt.kind)}>去处理</Link>
                {row.batchId && row.no && (
                  <Link to={pagePath(of.paperId, { batchId: row.batchId, no: row.no })}>看整页</Link>
                )}
              </p>
            </li>
          )),
        )}
      </ol>
    </>
  )
}
