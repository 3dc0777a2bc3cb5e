import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { CheckmarkCircle20Filled } from '@fluentui/react-icons/svg/checkmark-circle'
import { Circle20Regular } from '@fluentui/react-icons/svg/circle'
import { RecordStop20Regular } from '@fluentui/react-icons/svg/record-stop'
import { Link } from 'react-router'
import type { ExamStep } from '../steps.ts'

const useStyles = makeStyles({
  steps: {
    listStyleType: 'none',
    margin: 0,
    padding: 0,
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(150px, 1fr))',
    gap: tokens.spacingHorizontalS,
  },
  step: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalXXS,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    minHeight: '64px',
    boxSizing: 'border-box',
    color: tokens.colorNeutralForeground1,
    textDecorationLine: 'none',
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  link: { ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover } },
  now: { border: `1px solid ${tokens.colorBrandStroke1}`, backgroundColor: tokens.colorBrandBackground2 },
  name: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    fontWeight: tokens.fontWeightSemibold,
  },
  done: { color: tokens.colorPaletteGreenForeground1 },
  later: { color: tokens.colorNeutralForeground3 },
  text: { fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
})

const words = { done: '已完成', now: '下一步', later: '未开始' }

/** The steps of a paper in a row, each a way to its place. */
export const Steps = (props: { steps: readonly ExamStep[]; to: (key: ExamStep['key']) => string | null }) => {
  const styles = useStyles()
  return (
    <ol className={styles.steps}>
      {props.steps.map((s) => {
        const to = props.to(s.key)
        const inside = (
          <>
            <span className={styles.name}>
              {s.state === 'done' ? (
                <CheckmarkCircle20Filled className={styles.done} aria-label={words.done} />
              ) : s.state === 'now' ? (
                <RecordStop20Regular aria-label={words.now} />
              ) : (
                <Circle20Regular className={styles.later} aria-label={words.later} />
              )}
              {s.name}
            </span>
            <span className={styles.text}>{s.text}</span>
          </>
        )
        const look = mergeClasses(styles.step, s.state === 'now' && styles.now)
        return (
          <li key={s.key}>
            {to ? (
              <Link
                to={to}
                className={mergeClasses(look, styles.link)}
                aria-current={s.state === 'now' ? 'step' : undefined}
              >
                {inside}
              </Link>
            ) : (
              <div className={look}>{inside}</div>
            )}
          </li>
        )
      })}
    </ol>
  )
}
