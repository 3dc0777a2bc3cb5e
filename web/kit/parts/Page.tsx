import {
  Breadcrumb,
  BreadcrumbDivider,
  BreadcrumbItem,
  makeStyles,
  mergeClasses,
  tokens,
} from '@fluentui/react-components'
import { Fragment } from 'react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Action, Crumb, Fact } from '../screens/screen.types.ts'
import { ActionButton } from './ActionButton.tsx'

const useStyles = makeStyles({
  page: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    maxWidth: '1440px',
    marginInline: 'auto',
    padding: `${tokens.spacingVerticalL} ${tokens.spacingHorizontalXXL} ${tokens.spacingVerticalXXXL}`,
    '@media (max-width: 600px)': { padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalM}` },
    '@media print': { padding: 0, maxWidth: 'none' },
  },
  narrow: { maxWidth: '880px' },
  full: { maxWidth: 'none' },
  crumbs: {
    marginBottom: tokens.spacingVerticalXXS,
    fontSize: tokens.fontSizeBase200,
    // Long names of exams go on in the next line.
    '& > ol': { flexWrap: 'wrap' },
    '& li': { maxWidth: '100%' },
    '@media print': { display: 'none' },
  },
  crumb: {
    color: tokens.colorNeutralForeground3,
    textDecorationLine: 'none',
    fontSize: tokens.fontSizeBase200,
    ':hover': { color: tokens.colorBrandForeground1, textDecorationLine: 'underline' },
  },
  here: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalM },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
  },
  actions: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalS,
    marginLeft: 'auto',
    '@media (max-width: 600px)': { marginLeft: 0 },
    '@media print': { display: 'none' },
  },
  facts: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalXXL}`,
    margin: 0,
  },
  fact: { display: 'flex', flexDirection: 'column' },
  factName: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  factValue: { margin: 0, fontSize: tokens.fontSizeBase300, fontVariantNumeric: 'tabular-nums' },
})

/** The frame of every screen: breadcrumb, title, actions, content. The tab's title is the route's name, set by the shell. */
export const Page = (props: {
  title: string
  crumbs?: readonly Crumb[]
  badge?: ReactNode
  actions?: readonly Action[]
  width?: 'narrow' | 'full'
  children: ReactNode
}) => {
  const styles = useStyles()
  const { title, crumbs = [], actions = [] } = props
  return (
    <div
      className={mergeClasses(
        styles.page,
        props.width === 'narrow' && styles.narrow,
        props.width === 'full' && styles.full,
      )}
    >
      <div>
        {crumbs.length > 0 && (
          <Breadcrumb size="small" className={styles.crumbs} aria-label="位置">
            {crumbs.map((c, i) => (
              <Fragment key={c.name}>
                {i > 0 && <BreadcrumbDivider />}
                <BreadcrumbItem>
                  {c.to ? (
                    <Link to={c.to} className={styles.crumb}>
                      {c.name}
                    </Link>
                  ) : (
                    <span className={styles.here}>{c.name}</span>
                  )}
                </BreadcrumbItem>
              </Fragment>
            ))}
          </Breadcrumb>
        )}
        <div className={styles.head}>
          <h1 className={styles.title}>{title}</h1>
          {props.badge}
          {actions.length > 0 && (
            <div className={styles.actions}>
              {actions.map((a) => (
                <ActionButton key={a.name} action={a} />
              ))}
            </div>
          )}
        </div>
      </div>
      {props.children}
    </div>
  )
}

/** Names over values, side by side. */
export const Facts = ({ facts }: { facts: readonly Fact[] }) => {
  const styles = useStyles()
  if (facts.length === 0) return null
  return (
    <dl className={styles.facts}>
      {facts.map((f) => (
        <div key={f.name} className={styles.fact} title={f.hint}>
          <dt className={styles.factName}>{f.name}</dt>
          <dd className={styles.factValue}>{f.value}</dd>
        </div>
      ))}
    </dl>
  )
}
