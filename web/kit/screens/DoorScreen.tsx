import { makeStyles, tokens } from '@fluentui/react-components'
import type { ReactNode } from 'react'
import { brand } from '../brand.ts'
import { Mark } from '../parts/Mark.tsx'

const useStyles = makeStyles({
  place: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    gap: tokens.spacingVerticalL,
    padding: `14vh ${tokens.spacingHorizontalM} ${tokens.spacingVerticalXXXL}`,
    '@media (max-width: 600px)': { paddingTop: tokens.spacingVerticalXXXL },
  },
  title: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    margin: 0,
    fontSize: tokens.fontSizeBase600,
    lineHeight: tokens.lineHeightBase600,
    fontWeight: tokens.fontWeightSemibold,
  },
  mark: { color: tokens.colorBrandForeground1, display: 'inline-flex' },
  card: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    width: '100%',
    maxWidth: '480px',
    boxSizing: 'border-box',
    padding: tokens.spacingHorizontalXL,
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    '@media (max-width: 600px)': { padding: tokens.spacingHorizontalL },
  },
})

/** Before there is a session, with no shell around it: the product's mark, its name, one card in the middle. */
export const DoorScreen = ({ role, children }: { role?: 'alert' | 'status'; children: ReactNode }) => {
  const styles = useStyles()
  return (
    <div className={styles.place}>
      <h1 className={styles.title}>
        <span className={styles.mark}>
          <Mark mark={brand.mark} />
        </span>
        登录{brand.name}
      </h1>
      <div className={styles.card} role={role}>
        {children}
      </div>
    </div>
  )
}
