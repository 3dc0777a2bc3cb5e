import { makeStyles, tokens } from '@fluentui/react-components'
import { Link } from 'react-router'
import { ActionButton } from '#web/kit/parts/ActionButton.tsx'
import { Section } from '#web/kit/parts/Section.tsx'
import { StateMark } from '#web/kit/parts/StateMark.tsx'
import { nextOf, pathOf } from './firstExam.ts'
import type { PathFacts } from './firstExam.ts'

const useStyles = makeStyles({
  list: {
    listStyle: 'none',
    margin: 0,
    padding: `${tokens.spacingVerticalXS} 0`,
    maxWidth: '960px',
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  step: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalS,
    minHeight: '32px',
    padding: `2px ${tokens.spacingHorizontalL}`,
    boxSizing: 'border-box',
  },
  now: { backgroundColor: tokens.colorBrandBackground2, minHeight: '44px' },
  name: { minWidth: '8em', color: tokens.colorNeutralForeground1, textDecorationLine: 'none' },
  strong: { fontWeight: tokens.fontWeightSemibold },
  text: { flex: '1 1 240px', minWidth: 0, color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
})

/** A checklist that follows what is really there, and leads to the next screen. */
export const FirstExam = (facts: PathFacts) => {
  const styles = useStyles()
  const steps = pathOf(facts)
  const next = nextOf(steps)
  const done = steps.filter((s) => s.done).length
  return (
    <Section title={next ? `第一场考试 ${done} / ${steps.length}` : '第一场考试已完成'}>
      <ol className={styles.list} aria-label="第一场考试">
        {steps.map((s) => (
          <li
            key={s.key}
            className={s === next ? `${styles.step} ${styles.now}` : styles.step}
            aria-current={s === next ? 'step' : undefined}
          >
            <StateMark meaning={s.done ? 'done' : s === next ? 'going' : 'none'} />
            {s.to && s.done ? (
              <Link to={s.to} className={styles.name}>
                {s.name}
              </Link>
            ) : (
              <span className={s === next ? `${styles.name} ${styles.strong}` : styles.name}>{s.name}</span>
            )}
            <span className={styles.text}>{s.text}</span>
            {s === next && s.to && <ActionButton action={{ name: '去做', to: s.to }} size="small" />}
          </li>
        ))}
      </ol>
    </Section>
  )
}
