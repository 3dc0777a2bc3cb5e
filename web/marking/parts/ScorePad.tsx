import { Button, makeStyles, tokens } from '@fluentui/react-components'
import type { ReactNode } from 'react'
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
  /** Points of a rubric in the place of numbers, with what they come to, all of them, and none. */
  points?: { pad: ReactNode; mark: MarkValue | null; full: MarkValue | null; zero: MarkValue | null } | null
}

/** All marks of a question, one touch each; the keys beside them. */
export const ScorePad = (props: PadProps) => {
  const { standing, choices, full, chosen, asking, onGive, onKey, onAsk, points } = props
  const styles = useStyles()
  const score = (n: number): MarkValue => ({ kind: 'score', score: n })
  const ready = points ? points.mark : standing === null ? null : score(standing)
  const [whole, nothing] = points ? [points.full, points.zero] : [score(full), score(0)]
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
      {points ? (
        points.pad
      ) : choices.length <= mostButtons ? (
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
      {ready !== null && (
        <Button className={styles.key} appearance="primary" onClick={() => onGive(ready)}>
          给 {valueText(ready)}
          <kbd className={styles.hint}>Enter</kbd>
        </Button>
      )}
      <div className={styles.row}>
        {whole && (
          <Button className={styles.key} onClick={() => onGive(whole)}>
            满分<kbd className={styles.hint}>F</kbd>
          </Button>
        )}
        {nothing && (
          <Button className={styles.key} onClick={() => onGive(nothing)}>
            零分<kbd className={styles.hint}>0</kbd>
          </Button>
        )}
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
