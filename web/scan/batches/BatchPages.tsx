import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { useSearchParams } from 'react-router'
import type { BatchId } from '#shared/kit/ids.ts'
import { batchDetail } from '#shared/scan/scan.calls.ts'
import { useAsk } from '#web/kit/ask.ts'
import { FilterBar } from '#web/kit/parts/FilterBar.tsx'
import { KeysetPager } from '#web/kit/parts/KeysetPager.tsx'
import { EmptyState, Waiting } from '#web/kit/parts/States.tsx'
import { PageCard } from './PageCard.tsx'
import { usePatch } from '../parts/usePatch.ts'

const useStyles = makeStyles({
  grid: {
    listStyle: 'none',
    margin: 0,
    padding: 0,
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(168px, 1fr))',
    gap: tokens.spacingHorizontalM,
    '@media (max-width: 420px)': { gridTemplateColumns: '1fr 1fr' },
  },
  // Half of a sheet that lies across is as wide as a page.
  wide: {
    gridTemplateColumns: 'repeat(auto-fill, minmax(320px, 1fr))',
    '@media (max-width: 420px)': { gridTemplateColumns: '1fr' },
  },
})

const filter = {
  field: 'state',
  label: '页面',
  mode: 'radio',
  options: [
    { value: 'waiting', label: '有存疑' },
    { value: 'matched', label: '已匹配' },
    { value: 'duplicate', label: '重复' },
    { value: 'voided', label: '作废' },
    { value: 'open', label: '未归位' },
  ],
} as const

/** The pages of a batch in the order of scanning. */
export const BatchPages = ({ batchId, paperId }: { batchId: BatchId; paperId: string }) => {
  const styles = useStyles()
  const [query] = useSearchParams()
  const patch = usePatch()
  const state = filter.options.find((o) => o.value === query.get('state'))?.value
  const after = query.get('after') ?? undefined
  const asked = useAsk(batchDetail, {
    batchId,
    pageSize: 60,
    ...(after ? { after } : {}),
    ...(state ? { state } : {}),
  })
  const { data } = asked
  if (!data) return <Waiting asked={asked} rows={10} height={24} />
  return (
    <>
      <FilterBar
        filters={[filter]}
        values={{ state: state ? [state] : [] }}
        onChange={(_, values) => patch({ state: values[0], after: undefined })}
      />
      {data.list.length === 0 ? (
        <EmptyState
          empty={
            state
              ? { title: '没有这样的页面', text: '换一个筛选条件看看。' }
              : { title: '还没有页面', text: '文件正在打开，打开后每一页会出现在这里。' }
          }
        />
      ) : (
        <ol className={mergeClasses(styles.grid, data.list.some((p) => p.wide) && styles.wide)} aria-label="页面">
          {data.list.map((p) => (
            <PageCard key={p.no} page={p} paperId={paperId} />
          ))}
        </ol>
      )}
      <KeysetPager total={data.total} after={after} next={data.next} onChange={(to) => patch({ after: to }, false)} />
    </>
  )
}
