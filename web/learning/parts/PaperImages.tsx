import { makeStyles, tokens } from '@fluentui/react-components'
import type { ownResult } from '#shared/analysis/analysis.calls.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { Signs } from './Signs.tsx'
import { SheetPicture } from '#web/kit/picture/SheetPicture.tsx'

type PageImage = OutputOf<typeof ownResult>['pages'][number]
type Items = OutputOf<typeof ownResult>['items']

const useStyles = makeStyles({
  head: {
    margin: `0 0 ${tokens.spacingVerticalS}`,
    fontSize: tokens.fontSizeBase400,
    fontWeight: tokens.fontWeightSemibold,
  },
  note: { margin: `0 0 ${tokens.spacingVerticalS}`, color: tokens.colorNeutralForeground3 },
  pages: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(320px, 100%), 1fr))',
    gap: tokens.spacingVerticalM,
  },
})

/** The own paper, always to be seen: each page opens large. Where it is known where an answer stands its score stands there. */
export const PaperImages = ({ pages, items }: { pages: readonly PageImage[]; items: Items }) => {
  const styles = useStyles()
  if (pages.length === 0) return null
  return (
    <section aria-label="答卷">
      <h2 className={styles.head}>答卷</h2>
      {pages.some((p) => p.regions?.length) && (
        <p className={styles.note}>
          红字是各题得分：✓ 满分，½ 部分得分，× 未得分。
          {items.some((i) => i.notes) && '画在作答上的勾、线和文字是老师的批注。'}
        </p>
      )}
      <div className={styles.pages}>
        {pages.map((p) => (
          <SheetPicture key={p.page} page={p} over={<Signs page={p} items={items} />} />
        ))}
      </div>
    </section>
  )
}
