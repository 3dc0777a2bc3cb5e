import { Badge, Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { showScore } from '#shared/kit/score.ts'
import type { MarkRole, MarkValue } from '#shared/marking/marking.types.ts'
import { offered } from '#shared/marking/rubric/rubric.rules.ts'
import type { Rubric } from '#shared/marking/rubric/rubric.types.ts'
import { pointKeys } from './rubricKeys.ts'

const useStyles = makeStyles({
  points: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXS },
  point: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr) auto auto',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    minHeight: '40px',
    maxWidth: 'none',
    paddingInline: tokens.spacingHorizontalS,
    textAlign: 'left',
    fontWeight: tokens.fontWeightRegular,
  },
  name: { overflowWrap: 'anywhere' },
  score: { fontVariantNumeric: 'tabular-nums', fontWeight: tokens.fontWeightSemibold },
  hint: {
    opacity: 0.6,
    minWidth: '12px',
    font: 'inherit',
    fontSize: tokens.fontSizeBase200,
    textTransform: 'uppercase',
  },
  others: { display: 'flex', gap: '2px' },
})

const signs = { add: '+', deduct: '−', levels: '' } as const
const shortNames = { first: '一', second: '二', third: '三', final: '裁' } as const

/** The points of a rubric, a touch or a key each; beside each who chose it, where that is decided between. */
export const RubricPad = (props: {
  rubric: Pick<Rubric, 'kind' | 'points'>
  chosen: string
  others: readonly { role: MarkRole; value: MarkValue }[]
  /** A point was touched: its key. */
  onPoint: (key: string) => void
}) => {
  const { rubric, chosen, others } = props
  const styles = useStyles()
  return (
    <div className={styles.points} role="group" aria-label="评分细则">
      {offered(rubric).map((p, i) => {
        const on = chosen.includes(p.id)
        const by = others.filter((o) => o.value.kind === 'score' && o.value.points?.includes(p.id))
        return (
          <Button
            key={p.id}
            aria-pressed={on}
            appearance={on ? 'primary' : 'secondary'}
            className={styles.point}
            onClick={() => props.onPoint(pointKeys[i]!)}
          >
            <kbd className={styles.hint}>{pointKeys[i]}</kbd>
            <span className={styles.name}>{p.name}</span>
            <span className={styles.others}>
              {by.map((o) => (
                <Badge
                  key={o.role}
                  size="small"
                  appearance="tint"
                  color="informative"
                  title={`${shortNames[o.role]}评选了`}
                >
                  {shortNames[o.role]}
                </Badge>
              ))}
            </span>
            <span className={mergeClasses(styles.score)}>
              {signs[rubric.kind]}
              {showScore(p.score)}
            </span>
          </Button>
        )
      })}
    </div>
  )
}
