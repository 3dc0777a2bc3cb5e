import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { undoSettlement, voidPage } from '#shared/scan/scan.calls.ts'
import type { PageRow } from '#shared/scan/scan.calls.ts'
import { doubtTexts } from '#shared/scan/scan.rules.ts'
import { Link } from 'react-router'
import { act } from '#web/kit/ask.ts'
import { undoable } from '#web/kit/notices.ts'
import { RowActions } from '#web/kit/parts/RowActions.tsx'
import { StateMark } from '#web/kit/parts/StateMark.tsx'
import { Picture } from '#web/kit/parts/Picture.tsx'
import { doubtsPath, pagePath } from '../scan.paths.ts'
import { pageStates } from '../stateWords.ts'

const useStyles = makeStyles({
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
  // A sheet of two halves lies across: its frame does, too.
  wide: { aspectRatio: '420 / 297' },
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

/** One scanned page, small: what it is, whose, and what may be done with it. */
export const PageCard = ({ page, paperId }: { page: PageRow; paperId: string }) => {
  const styles = useStyles()
  const state = page.recognised ? pageStates[page.state] : { text: '识别中', meaning: 'going' as const }
  return (
    <li className={styles.card}>
      {page.thumbUrl ? (
        <Link to={pagePath(paperId, page)} aria-label={`查看${page.name}第${page.filePage}页`}>
          <Picture
            className={mergeClasses(styles.picture, page.wide && styles.wide)}
            src={page.thumbUrl}
            alt={`${page.name}第${page.filePage}页`}
            loading="lazy"
          />
        </Link>
      ) : (
        <div className={`${styles.picture} ${styles.none}`}>没有图像</div>
      )}
      <div className={styles.line}>
        <StateMark {...state} />
        {page.waits && page.state === 'matched' && <StateMark text="有存疑" meaning="waits" />}
        <span style={{ marginLeft: 'auto' }}>
          <RowActions
            actions={[
              { name: '查看', to: pagePath(paperId, page) },
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
