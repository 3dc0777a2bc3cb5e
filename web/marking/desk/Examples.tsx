import { Button, Text, makeStyles, tokens } from '@fluentui/react-components'
import { showScore } from '#shared/kit/score.ts'
import type { examples } from '#shared/marking/quality/standard.calls.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { AnswerCrops } from '../parts/StandardCards.tsx'

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
})

/** The standards of the question in hand beside the answer: each with its mark and why. */
export const Examples = ({ list, onClose }: { list: OutputOf<typeof examples>['list']; onClose: () => void }) => {
  const styles = useStyles()
  return (
    <section className={styles.panel} aria-label="标杆卷">
      <div className={styles.head}>
        <h2 className={styles.title}>标杆卷 {list.length} 份</h2>
        <Button size="small" appearance="subtle" onClick={onClose}>
          收起（G）
        </Button>
      </div>
      <ul className={styles.list} tabIndex={0}>
        {list.map((s) => (
          <li key={s.key} className={styles.item}>
            <Text weight="semibold" className={styles.score}>
              {showScore(s.score)} 分
            </Text>
            <Text className={styles.reason}>{s.reason}</Text>
            <AnswerCrops images={s.images} />
          </li>
        ))}
      </ul>
    </section>
  )
}
