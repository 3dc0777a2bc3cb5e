import { Button, ToggleButton, makeStyles, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import type { PaperId } from '#shared/kit/ids.ts'
import { wholeSheet } from '#shared/marking/own.calls.ts'
import { useAsk } from '#web/kit/ask.ts'
import { Bars, EmptyState, ErrorState } from '#web/kit/parts/States.tsx'
import type { Entry } from './entries.ts'

const useStyles = makeStyles({
  frame: {
    display: 'grid',
    gridTemplateRows: 'auto minmax(0, 1fr)',
    minHeight: 0,
    minWidth: 0,
    backgroundColor: tokens.colorNeutralBackground4,
  },
  bar: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalXS, padding: tokens.spacingHorizontalS },
  missing: { alignSelf: 'center', color: tokens.colorNeutralForeground2 },
  scroll: { overflow: 'auto', padding: tokens.spacingHorizontalS },
  picture: {
    display: 'block',
    margin: '0 auto',
    width: '100%',
    maxWidth: '1100px',
    height: 'auto',
    backgroundColor: '#fff',
    boxShadow: tokens.shadow4,
  },
})

/** So much of the white head stays in sight, in pixels. */
const margin = 24

/** The sheet that an answer stands on, page by page; whose it is is white. */
export const WholeSheet = (props: { paperId: PaperId; entry: Entry; onBack?: () => void }) => {
  const styles = useStyles()
  const { bundle, answer } = props.entry
  const [page, setPage] = useState<number | undefined>(undefined)
  const asked = useAsk(
    wholeSheet,
    {
      paperId: props.paperId,
      bundleId: bundle.bundleId,
      epoch: bundle.epoch,
      studentId: answer.studentId,
      ...(page === undefined ? {} : { page }),
    },
    { freshMs: 600_000 },
  )
  const { data, error } = asked
  return (
    <div className={styles.frame}>
      <div className={styles.bar} role="toolbar" aria-label="整张答题卡">
        {props.onBack && (
          <Button size="small" onClick={props.onBack}>
            返回作答（W）
          </Button>
        )}
        {(data?.pages ?? []).map((n) => (
          <ToggleButton key={n} size="small" checked={n === data?.page} onClick={() => setPage(n)}>
            第 {n} 页
          </ToggleButton>
        ))}
        {(data?.missing.length ?? 0) > 0 && (
          <span className={styles.missing}>缺页：第 {data!.missing.join('、')} 页</span>
        )}
      </div>
      <div className={styles.scroll} tabIndex={0} role="region" aria-label="整页图像">
        {!data ? (
          error ? (
            <ErrorState error={error} again={() => void asked.refetch()} />
          ) : (
            <Bars rows={4} height={64} />
          )
        ) : data.picture ? (
          <img
            data-paper
            className={styles.picture}
            src={data.picture.image}
            width={data.picture.width}
            height={data.picture.height}
            alt={`答题卡第${data.page}页，姓名和考号已遮盖`}
            draggable={false}
            // Above is whose it is, and white: the sheet opens where something stands.
            onLoad={(e) => {
              const { clientHeight, parentElement } = e.currentTarget
              parentElement!.scrollTop = clientHeight * data.picture!.from - margin
            }}
          />
        ) : (
          <EmptyState
            empty={{ title: '这一页不能显示', text: '在这一页上找不到姓名和考号的位置，为不泄露考生信息没有显示。' }}
          />
        )}
      </div>
    </div>
  )
}
