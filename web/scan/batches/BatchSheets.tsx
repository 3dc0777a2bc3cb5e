import { MessageBar, MessageBarBody, makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { Link, useSearchParams } from 'react-router'
import type { BatchId } from '#shared/kit/ids.ts'
import { sheetGroups } from '#shared/scan/uploading/sheetCount.calls.ts'
import { scanModeNames } from '#shared/scan/helper/sheetCount.types.ts'
import type { OutputOf } from '#shared/kit/call.ts'
import { useAsk } from '#web/kit/ask.ts'
import { StateMark } from '#web/kit/parts/StateMark.tsx'
import { KeysetPager } from '#web/kit/parts/KeysetPager.tsx'
import { EmptyState, Waiting } from '#web/kit/parts/States.tsx'
import { Picture } from '#web/kit/parts/Picture.tsx'
import { pagePath } from '../scan.paths.ts'
import { pageStates } from '../stateWords.ts'
import { usePatch } from '../parts/usePatch.ts'

type Group = OutputOf<typeof sheetGroups>['list'][number]

const useStyles = makeStyles({
  list: { listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: tokens.spacingVerticalXS },
  sheet: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    padding: tokens.spacingHorizontalS,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  torn: { border: `1px solid ${tokens.colorPaletteRedBorder2}` },
  no: { minWidth: '72px', fontVariantNumeric: 'tabular-nums', fontWeight: tokens.fontWeightSemibold },
  side: {
    color: tokens.colorBrandForegroundLink,
    textDecorationLine: 'none',
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    minWidth: '220px',
  },
  picture: { width: '34px', height: '48px', objectFit: 'cover', backgroundColor: tokens.colorNeutralBackground3 },
  wide: { width: '68px' },
})

const Sheet = ({ of, paperId }: { of: Group; paperId: string }) => {
  const styles = useStyles()
  return (
    <li className={`${styles.sheet} ${of.torn ? styles.torn : ''}`}>
      <span className={styles.no}>第{of.sheet}张</span>
      {of.pages.map((p) => (
        <Link key={p.no} className={styles.side} to={pagePath(paperId, p)}>
          {p.thumbUrl && (
            <Picture
              className={mergeClasses(styles.picture, p.wide && styles.wide)}
              src={p.thumbUrl}
              alt=""
              loading="lazy"
            />
          )}
          <span>
            {p.studentName ?? p.number ?? '未识别'}
            {p.page ? `　第${p.page}页` : ''}
          </span>
          <StateMark {...pageStates[p.state]} />
        </Link>
      ))}
      {of.half && <StateMark text="只有一面" meaning="waits" />}
      {of.torn && <StateMark text="正反面不是同一考生" meaning="failed" />}
    </li>
  )
}

/** A batch as the sheets that went through the feeder: to be held against the pile of paper. */
export const BatchSheets = ({ batchId, paperId }: { batchId: BatchId; paperId: string }) => {
  const styles = useStyles()
  const [query] = useSearchParams()
  const patch = usePatch()
  const after = query.get('after') ?? undefined
  const asked = useAsk(sheetGroups, { batchId, pageSize: 60, ...(after ? { after } : {}) })
  const { data } = asked
  if (!data) return <Waiting asked={asked} rows={10} height={32} />
  if (data.list.length === 0)
    return <EmptyState empty={{ title: '还没有页面', text: '文件打开后，每张纸会列在这里。' }} />
  return (
    <>
      <MessageBar>
        <MessageBarBody>
          按进纸顺序、{scanModeNames[data.mode]}扫描排列，可与手中的纸逐张核对。
          {data.list.some((s) => s.half || s.torn) &&
            '“只有一面”的多半是漏扫或粘连；标红的正反面不是同一考生，请对照手中的纸核对。'}
        </MessageBarBody>
      </MessageBar>
      <ol className={styles.list} aria-label="纸张">
        {data.list.map((s) => (
          <Sheet key={s.sheet} of={s} paperId={paperId} />
        ))}
      </ol>
      <KeysetPager total={data.total} after={after} next={data.next} onChange={(to) => patch({ after: to }, false)} />
    </>
  )
}
