import { Link, makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { Link as Route } from 'react-router'
import type { PaperId } from '#shared/kit/ids.ts'
import { studentFirstPage } from '#shared/scan/candidate.calls.ts'
import { pageDetail } from '#shared/scan/uploading/sheetCount.calls.ts'
import { ask, useAsk } from '#web/kit/ask.ts'
import { Picture } from '#web/kit/parts/Picture.tsx'
import { openSigned } from '#web/kit/signed.ts'
import { isOfPage, printed } from './doubtItems.ts'
import type { DoubtItem } from './doubtItems.ts'
import { scanPath, studentPath } from '../scan.paths.ts'

const useStyles = makeStyles({
  view: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minWidth: 0 },
  picture: {
    display: 'block',
    maxWidth: '100%',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
  },
  // Its height is known before it is there, so that the choices below do not jump.
  crop: { width: '100%', height: 'min(46dvh, 55vw)', objectFit: 'contain' },
  piece: { position: 'relative', maxWidth: '100%', margin: 0 },
  whole: { position: 'absolute', inset: 0, width: '100%', height: '100%', boxSizing: 'border-box' },
  row: {
    position: 'relative',
    overflow: 'hidden',
    maxWidth: '100%',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
  },
  onPhone: { display: 'none', '@media (max-width: 600px)': { display: 'block' } },
  // Beside the print and never over it.
  asked: {
    position: 'absolute',
    boxSizing: 'border-box',
    border: `${tokens.strokeWidthThick} solid ${tokens.colorBrandStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    pointerEvents: 'none',
  },
  page: { width: '100%', maxHeight: '120dvh', objectFit: 'contain', objectPosition: 'left top' },
  pair: {
    display: 'grid',
    gridTemplateColumns: '1fr 1fr',
    gap: tokens.spacingHorizontalM,
    '@media (max-width: 600px)': { gridTemplateColumns: '1fr' },
  },
  figure: { margin: 0, minWidth: 0 },
  caption: { marginBottom: tokens.spacingVerticalXS, fontWeight: tokens.fontWeightSemibold },
  cells: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalM,
    fontVariantNumeric: 'tabular-nums',
    margin: 0,
  },
  faint: {
    margin: 0,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    overflowWrap: 'anywhere',
  },
  summary: { cursor: 'pointer' },
})

type Doubt = DoubtItem['doubt']

const numberKinds: ReadonlySet<Doubt['kind']> = new Set(['studentNumber', 'unknownStudent', 'noNumber', 'uploader'])

const cellWords = { empty: '空', filled: '已涂', doubt: '不清' }

const Shown = ({ url, name, className }: { url: string | undefined; name: string; className: string }) =>
  url ? <Picture src={url} alt={name} className={className} /> : <p>没有图像</p>

const percent = (thousandths: number): string => `${thousandths / 10}%`

/** The piece at its own shape, with a frame about what is asked; `tall` is the height that it may have. */
const Piece = ({ url, asked, tall }: { url: string; asked: NonNullable<Doubt['asked']>; tall: string }) => {
  const styles = useStyles()
  const { x, y, w, h, wide } = asked
  return (
    <figure className={styles.piece} style={{ width: `calc(${tall} * ${wide / 1000})`, aspectRatio: wide / 1000 }}>
      <Picture src={url} alt="存疑处" className={mergeClasses(styles.picture, styles.whole)} />
      <div
        data-asked
        className={styles.asked}
        style={{ left: percent(x), top: percent(y), width: percent(w), height: percent(h) }}
      />
    </figure>
  )
}

/** What is framed alone, large, of a piece that is mostly something else; `more` of its height is seen above and below. */
const FramedAlone = (props: {
  url: string
  asked: NonNullable<Doubt['asked']>
  more: number
  tall: string
  className?: string
}) => {
  const styles = useStyles()
  const { url, asked, more, tall } = props
  const y = Math.max(0, asked.y - more * asked.h)
  const h = Math.min(1000, asked.y + (1 + more) * asked.h) - y
  const shape = (asked.w * asked.wide) / 1000 / h
  return (
    <div
      data-row
      className={mergeClasses(styles.row, props.className)}
      style={{ width: `calc(${tall} * ${shape})`, aspectRatio: shape }}
    >
      <Picture
        src={url}
        alt="填涂处"
        style={{
          position: 'absolute',
          width: percent(1e6 / asked.w),
          height: percent(1e6 / h),
          left: percent((-1000 * asked.x) / asked.w),
          top: percent((-1000 * y) / h),
        }}
      />
    </div>
  )
}

/** What there is of a script that lacks a page, and where to go for the page. */
const Lacking = ({ row, paperId }: { row: DoubtItem['row']; paperId: PaperId }) => {
  const styles = useStyles()
  const student = row.student!
  const first = useAsk(studentFirstPage, { paperId, studentId: student.studentId }, { quiet: true }).data
  return (
    <div className={styles.view}>
      <p className={styles.faint}>
        {student.className} {student.studentName} {student.studentNumber}　缺答题卡第{row.page}页。 找到这一页就
        <Route to={scanPath(paperId)}>补扫上传</Route>，补上后这一项自动消失；也可以
        <Route to={studentPath(paperId, student.studentId)}>查看该考生的全部页面</Route>。
      </p>
      {first && (
        <Shown url={first.url} name={`已有的第${first.page}页`} className={`${styles.picture} ${styles.page}`} />
      )}
    </div>
  )
}

/** The page's picture at an address of now: a doubt may lie in front of a person for long. */
const freshImage = async ({ batchId, no }: DoubtItem['row']): Promise<string | undefined> =>
  batchId && no ? (await ask(pageDetail, { batchId, no })).imageUrl : undefined

/** The doubt, large: the piece that it is about with its neighbours, what was read, and the whole page below. */
export const DoubtView = ({ item, paperId }: { item: DoubtItem; paperId: PaperId }) => {
  const styles = useStyles()
  const { row, doubt } = item
  const big = `${styles.picture} ${styles.page}`
  // Which of the optional questions was answered stands in the writing, which is in the piece.
  const byWriting = doubt.kind === 'pick'
  // The name stands beside the number: on a phone the number alone would be too small there.
  const byNumber = numberKinds.has(doubt.kind)
  if (row.kind === 'duplicate')
    return (
      <div className={styles.view}>
        <div className={styles.pair}>
          <figure className={styles.figure}>
            <figcaption className={styles.caption}>1　原来的</figcaption>
            <Shown url={row.rival?.imageUrl} name="原来的扫描件" className={big} />
            <p className={styles.faint}>{row.rival?.source}</p>
          </figure>
          <figure className={styles.figure}>
            <figcaption className={styles.caption}>2　新的</figcaption>
            <Shown url={row.imageUrl} name="新的扫描件" className={big} />
            <p className={styles.faint}>{row.source}</p>
          </figure>
        </div>
      </div>
    )
  // Of a whole page there is no piece: all of it is looked at.
  const crop = isOfPage(item) ? undefined : doubt.cropUrl
  if (item.mode === 'missing' && row.student) return <Lacking row={row} paperId={paperId} />
  return (
    <div className={styles.view}>
      {crop && doubt.asked && byWriting && (
        <FramedAlone url={crop} asked={doubt.asked} more={0.5} tall="min(18dvh, 30vw)" />
      )}
      {crop && doubt.asked && byNumber && (
        <FramedAlone url={crop} asked={doubt.asked} more={0} tall="38dvh" className={styles.onPhone} />
      )}
      {crop &&
        (doubt.asked ? (
          <Piece url={crop} asked={doubt.asked} tall={byWriting ? 'min(60dvh, 150vw)' : 'min(46dvh, 55vw)'} />
        ) : (
          <Shown url={crop} name="存疑处" className={mergeClasses(styles.picture, styles.crop)} />
        ))}
      {!isOfPage(item) && doubt.cells && (
        <p className={styles.cells}>
          {doubt.cells.map((c) => (
            <span key={c.value}>
              {printed(c.value, doubt)} {cellWords[c.state]} {Math.round(c.ink * 100)}%
            </span>
          ))}
        </p>
      )}
      <p className={styles.faint}>
        {row.source}
        {row.page && `　答题卡第${row.page}页`}
        {row.student && `　${row.student.className} ${row.student.studentName} ${row.student.studentNumber}`}
      </p>
      {row.imageUrl && (
        <details key={item.key} open={!crop || (byWriting && !doubt.asked)}>
          <summary className={styles.summary}>整页</summary>
          <Link
            href={row.imageUrl}
            target="_blank"
            rel="noreferrer"
            onClick={openSigned(row.imageUrl, () => freshImage(row))}
          >
            在新窗口打开
          </Link>
          <Shown url={row.imageUrl} name="整页" className={big} />
        </details>
      )}
    </div>
  )
}
