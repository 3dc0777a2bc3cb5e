import { Button, Link, makeStyles, tokens } from '@fluentui/react-components'
import { CheckmarkCircle16Regular } from '@fluentui/react-icons/svg/checkmark-circle'
import { ErrorCircle16Regular } from '@fluentui/react-icons/svg/error-circle'
import { Warning16Regular } from '@fluentui/react-icons/svg/warning'
import type { Mistake } from './mistakes.ts'

const useStyles = makeStyles({
  list: {
    listStyle: 'none',
    margin: 0,
    padding: 0,
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalXS,
    fontSize: tokens.fontSizeBase200,
  },
  item: { display: 'flex', gap: tokens.spacingHorizontalXS, alignItems: 'flex-start' },
  grave: { color: tokens.colorPaletteRedForeground1, flexShrink: 0, marginTop: '2px' },
  advice: { color: tokens.colorPaletteDarkOrangeForeground1, flexShrink: 0, marginTop: '2px' },
  good: { color: tokens.colorPaletteGreenForeground1, flexShrink: 0, marginTop: '2px' },
  text: { textAlign: 'left', fontSize: tokens.fontSizeBase200 },
})

/** What is wrong, each leading to its place. */
export const Mistakes = (props: {
  mistakes: readonly Mistake[]
  onChoose: (unitId: string) => void
  onSync: () => void
}) => {
  const styles = useStyles()
  const { mistakes } = props
  const shown = mistakes.slice(0, 30)
  return (
    <div role="status" aria-label="检查结果">
      {mistakes.some((m) => m.sync) && (
        <Button size="small" style={{ marginBottom: 8 }} onClick={props.onSync}>
          同步试卷题目
        </Button>
      )}
      <ul className={styles.list}>
        {shown.length === 0 && (
          <li className={styles.item}>
            <CheckmarkCircle16Regular className={styles.good} />
            没有发现问题
          </li>
        )}
        {shown.map((m) => (
          <li key={m.text} className={styles.item}>
            {m.grave ? (
              <ErrorCircle16Regular className={styles.grave} aria-label="错误" />
            ) : (
              <Warning16Regular className={styles.advice} aria-label="提醒" />
            )}
            {m.unitId === undefined ? (
              m.text
            ) : (
              <Link as="button" className={styles.text} onClick={() => props.onChoose(m.unitId!)}>
                {m.text}
              </Link>
            )}
          </li>
        ))}
        {mistakes.length > shown.length && <li>还有{mistakes.length - shown.length}条</li>}
      </ul>
    </div>
  )
}
