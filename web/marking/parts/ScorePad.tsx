import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { showScore } from '#shared/kit/score.ts'
import { problemReasons } from '#shared/marking/marking.types.ts'
import type { MarkValue } from '#shared/marking/marking.types.ts'

const useStyles = makeStyles({
  pad: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS },
  grid: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(52px, 1fr))',
    gap: tokens.spacingHorizontalXS,
  },
  keypad: { display: 'grid', gridTemplateColumns: 'repeat(4, 1fr)', gap: tokens.spacingHorizontalXS },
  key: { minWidth: 0, fontVariantNumeric: 'tabular-nums', minHeight: '40px' },
  row: { display: 'grid', gridTemplateColumns: '1fr 1fr', gap: tokens.spacingHorizontalXS },
  hint: { opacity: 0.6, marginLeft: '6px', font: 'inherit', fontSize: tokens.fontSizeBase200 },
  ask: { margin: 0, fontWeight: tokens.fontWeightSemibold },
})

export const reasons = Object.entries(problemReasons).map(([reason, name], i) => ({
  key: String(i + 1),
  name,
  value: { kind: 'problem', reason } as MarkValue,
}))

/** The name of a mark as a marker reads it. */
export const valueText = (value: MarkValue): string =>
  value.kind === 'score'
    ? `${showScore(value.score)} 分`
    : value.kind === 'noAnswer'
      ? '未作答'
      : problemReasons[value.reason]

/** More choices than this are typed on a number pad. */
const mostButtons = 21

export type PadProps = {
  /** What stands typed and can be given. */
  standing: number | null
  choices: readonly number[]
  full: number
  chosen: MarkValue | undefined
  asking: boolean
  onGive: (value: MarkValue) => void
  onKey: (key: string) => void
  onAsk: (asking: boolean) => void
}

/** All marks of a question, one touch each; the keys beside them. */
export const ScorePad = ({ standing, choices, full, chosen, asking, onGive, onKey, onAsk }: PadProps) => {
  const styles = useStyles()
  const score = (n: number): MarkValue => ({ kind: 'score', score: n })
  if (asking)
    return (
      <div className={styles.pad}>
        <p className={styles.ask}>这份答卷有什么问题？</p>
        {reasons.map((r) => (
          <Button key={r.key} className={styles.key} onClick={() => onGive(r.value)}>
            {r.name}
            <kbd className={styles.hint}>{r.key}</kbd>
          </Button>
        ))}
        <Button appearance="subtle" onClick={() => onAsk(false)}>
          取消<kbd className={styles.hint}>Esc</kbd>
        </Button>
      </div>
    )
  return (
    <div className={styles.pad}>
      {choices.length <= mostButtons ? (
        <div className={styles.grid} role="group" aria-label="给分">
          {choices.map((n) => (
            <Button
              key={n}
              className={styles.key}
              appearance={chosen?.kind === 'score' && chosen.score === n ? 'primary' : 'secondary'}
              onClick={() => onGive(score(n))}
            >
              {showScore(n)}
            </Button>
          ))}
        </div>
      ) : (
        <div className={styles.keypad} role="group" aria-label="数字键盘">
          {[...'123', '退格', ...'456', '.', ...'789', '0'].map((k) => (
            <Button key={k} className={styles.key} onClick={() => onKey(k === '退格' ? 'Backspace' : k)}>
              {k}
            </Button>
          ))}
        </div>
      )}
      {standing !== null && (
        <Button className={styles.key} appearance="primary" onClick={() => onGive(score(standing))}>
          给 {showScore(standing)} 分<kbd className={styles.hint}>Enter</kbd>
        </Button>
      )}
      <div className={styles.row}>
        <Button className={styles.key} onClick={() => onGive(score(full))}>
          满分<kbd className={styles.hint}>F</kbd>
        </Button>
        <Button className={styles.key} onClick={() => onGive(score(0))}>
          零分<kbd className={styles.hint}>0</kbd>
        </Button>
        <Button
          className={styles.key}
          appearance={chosen?.kind === 'noAnswer' ? 'primary' : 'secondary'}
          onClick={() => onGive({ kind: 'noAnswer' })}
        >
          未作答<kbd className={styles.hint}>B</kbd>
        </Button>
        <Button
          className={styles.key}
          appearance={chosen?.kind === 'problem' ? 'primary' : 'secondary'}
          onClick={() => onAsk(true)}
        >
          有问题<kbd className={styles.hint}>S</kbd>
        </Button>
      </div>
    </div>
  )
}
