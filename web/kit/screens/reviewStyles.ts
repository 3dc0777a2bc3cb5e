/** How a queue of decisions lies on a page, and on a phone. */
import { makeStyles, tokens } from '@fluentui/react-components'

const phone = '@media (max-width: 600px)'
/** What stands over the foot of a phone is as high as its choices need. */
export const barHeight = '--review-bar'

export const useStyles = makeStyles({
  progress: {
    width: '200px',
    fontSize: tokens.fontSizeBase200,
    lineHeight: '16px',
    fontVariantNumeric: 'tabular-nums',
    [phone]: { width: '128px' },
  },
  columns: {
    display: 'grid',
    gridTemplateColumns: '200px minmax(0, 1fr) 300px',
    gap: tokens.spacingHorizontalL,
    alignItems: 'start',
    scrollMarginTop: '72px',
    '@media (max-width: 1000px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
    // What is decided with stands over the foot of the page, and nothing ends behind it.
    [phone]: {
      display: 'flex',
      flexDirection: 'column',
      alignItems: 'stretch',
      gap: tokens.spacingVerticalS,
      paddingBottom: `calc(var(${barHeight}, 176px) + ${tokens.spacingVerticalS})`,
    },
  },
  queue: {
    listStyle: 'none',
    margin: 0,
    padding: 0,
    maxHeight: 'calc(100dvh - 280px)',
    overflowY: 'auto',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
    // What there is to decide comes first, then what is looked at, however long it is.
    '@media (max-width: 1000px)': { maxHeight: '132px', order: 4 },
  },
  entry: {
    display: 'block',
    width: '100%',
    minHeight: '32px',
    padding: `${tokens.spacingVerticalXXS} ${tokens.spacingHorizontalM}`,
    textAlign: 'left',
    font: 'inherit',
    color: 'inherit',
    background: 'none',
    border: 'none',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
  },
  here: { backgroundColor: tokens.colorBrandBackground2, fontWeight: tokens.fontWeightSemibold },
  done: { color: tokens.colorNeutralForeground3, textDecorationLine: 'line-through' },
  item: { minWidth: 0 },
  side: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    '@media (max-width: 1000px)': { order: -1, gap: tokens.spacingVerticalS },
    [phone]: { display: 'contents' },
  },
  reason: {
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
    [phone]: { order: -1, fontSize: tokens.fontSizeBase300, lineHeight: tokens.lineHeightBase300 },
  },
  // Under the thumb, however long that is what is looked at.
  bar: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    [phone]: {
      position: 'fixed',
      insetInline: 0,
      bottom: 0,
      // Over paper, which lies over the watermark.
      zIndex: 6,
      maxHeight: '60dvh',
      overflowY: 'auto',
      boxSizing: 'border-box',
      gap: tokens.spacingVerticalXS,
      padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
      paddingBottom: `max(${tokens.spacingVerticalS}, env(safe-area-inset-bottom))`,
      backgroundColor: tokens.colorNeutralBackground1,
      boxShadow: tokens.shadow16,
      ':empty': { display: 'none' },
    },
  },
  choices: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalS,
    ':empty': { display: 'none' },
  },
  choice: {
    minWidth: '88px',
    minHeight: '40px',
    whiteSpace: 'nowrap',
    [phone]: { flex: '1 1 72px', minWidth: 'max-content', minHeight: '48px' },
  },
  aside: { [phone]: { flex: '0 0 auto', minWidth: 'max-content', marginLeft: 'auto' } },
  matches: { listStyleType: 'none', margin: 0, padding: 0 },
  match: { width: '100%', justifyContent: 'flex-start' },
  keys: {
    margin: 0,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    [phone]: { display: 'none' },
  },
})
