import { Button, Text, makeStyles, tokens } from '@fluentui/react-components'
import { AnswerCrops } from '../parts/StandardCards.tsx'
import type { Crops } from '../parts/StandardCards.tsx'

const useStyles = makeStyles({
  panel: {
    display: 'grid',
    gridTemplateRows: 'auto minmax(0, 1fr)',
    minHeight: 0,
    minWidth: 0,
    borderLeft: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground2,
  },
  head: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: tokens.spacingHorizontalS,
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM}`,
  },
  title: { margin: 0, fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  list: {
    listStyleType: 'none',
    margin: 0,
    padding: `0 ${tokens.spacingHorizontalM} ${tokens.spacingVerticalM}`,
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalL,
    overflowY: 'auto',
  },
  item: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXS },
  score: { fontSize: tokens.fontSizeBase400, fontVariantNumeric: 'tabular-nums' },
  reason: { overflowWrap: 'anywhere' },
  empty: { padding: `0 ${tokens.spacingHorizontalM}`, color: tokens.colorNeutralForeground3 },
})

export type Beside = { key: string; mark: string; reason?: string; images: Crops }
type Props = {
  title: string
  /** The key that puts them away. */
  hint: string
  list: readonly Beside[]
  empty: string
  onClose: () => void
}

/** Other answers of the question beside the one in hand, each with its mark: standards and why, or the own ones before it. */
export const Examples = ({ title, hint, list, empty, onClose }: Props) => {
  const styles = useStyles()
  return (
    <section className={styles.panel} aria-label={title}>
      <div className={styles.head}>
        <h2 className={styles.title}>
          {title} {list.length} 份
        </h2>
        <Button size="small" appearance="subtle" onClick={onClose}>
          收起（{hint}）
        </Button>
      </div>
      {list.length === 0 ? (
        <Text className={styles.empty}>{empty}</Text>
      ) : (
        <ul className={styles.list} tabIndex={0}>
          {list.map((s) => (
            <li key={s.key} className={styles.item}>
              <Text weight="semibold" className={styles.score}>
                {s.mark}
              </Text>
              {s.reason !== undefined && <Text className={styles.reason}>{s.reason}</Text>}
              <AnswerCrops images={s.images} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
