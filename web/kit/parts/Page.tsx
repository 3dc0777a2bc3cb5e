import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { ChevronRight12Regular } from '@fluentui/react-icons/svg/chevron-right'
import { Suspense, lazy, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { trueMinus } from '#shared/kit/score.ts'
import { arriving } from '../chunks.ts'
import { hostForms } from '../notices.ts'
import type { OpenForm } from '../notices.ts'
import type { Action, Crumb, Fact, Siblings } from '../screens/screen.types.ts'
import type { DialogForm } from './FormDialog.tsx'
import { FollowJob, useFollowedJob } from './followJob.ts'
import { HeadActions } from './HeadActions.tsx'
import { useCrumbs } from './useCrumbs.ts'
import { useNarrow } from './useNarrow.ts'
import { Rail, SiblingTabs, SiblingsAround, most } from './Siblings.tsx'

const JobDock = lazy(() => arriving(async () => ({ default: (await import('./JobDock.tsx')).JobDock })))

const FormDialog = lazy(() => arriving(async () => ({ default: (await import('./FormDialog.tsx')).FormDialog })))

/** Shows what `openForm` asks, within the page: what it starts is the page's job, and it goes with the page. */
export const FormHost = () => {
  const [open, setOpen] = useState<{ of: OpenForm; form: DialogForm; key: number } | null>(null)
  const asked = useRef(0)
  useEffect(() => hostForms((of) => setOpen({ of, form: of.make(), key: ++asked.current })), [])
  const follow = (of: OpenForm) => (): (() => void) => {
    of.renewed = () => setOpen((now) => now && { ...now, form: now.of.make() })
    of.renewed()
    return () => (of.renewed = undefined)
  }
  return (
    open && (
      <Suspense>
        <FormDialog key={open.key} form={open.form} close={() => setOpen(null)} follow={follow(open.of)} />
      </Suspense>
    )
  )
}

const phone = '@media (max-width: 600px)'
const useStyles = makeStyles({
  page: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    maxWidth: '1680px',
    boxSizing: 'border-box',
    marginInline: 'auto',
    padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalXXL} ${tokens.spacingVerticalXXXL}`,
    [phone]: { padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalM}` },
    '@media print': { padding: 0, maxWidth: 'none' },
  },
  railed: {
    '@media screen and (min-width: 1000px)': {
      gridTemplateColumns: '168px minmax(0, 1fr)',
      columnGap: tokens.spacingHorizontalXXL,
    },
  },
  content: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS, minWidth: 0 },
  narrow: { maxWidth: '960px' },
  full: { maxWidth: 'none' },
  // What does not fit beside the title goes under it.
  head: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalL,
    rowGap: tokens.spacingVerticalXS,
    minHeight: '28px',
  },
  way: {
    display: 'flex',
    [phone]: { flexWrap: 'wrap' },
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalM,
    minHeight: '16px',
    lineHeight: '16px',
    // Crumbs stand on the title, the content under both.
    marginBottom: `calc(-1 * ${tokens.spacingVerticalS})`,
    '@media print': { display: 'none' },
  },
  // Long names of exams go on in the next line.
  crumbs: { display: 'flex', flexWrap: 'wrap', listStyleType: 'none', margin: 0, padding: 0 },
  step: { display: 'inline-flex', alignItems: 'center', maxWidth: '100%' },
  divider: { color: tokens.colorNeutralForeground3, marginInline: tokens.spacingHorizontalXXS },
  crumb: {
    color: tokens.colorNeutralForeground3,
    textDecorationLine: 'none',
    fontSize: tokens.fontSizeBase200,
    lineHeight: '16px',
    // Large enough to be pressed, upwards: tabs may stand right under it.
    display: 'inline-block',
    paddingTop: tokens.spacingVerticalS,
    marginTop: `calc(-1 * ${tokens.spacingVerticalS})`,
    ':hover': { color: tokens.colorBrandForeground1, textDecorationLine: 'underline' },
  },
  here: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, lineHeight: '16px' },
  name: { minWidth: 0, display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
  },
  tools: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS}`,
    minWidth: 0,
    '@media print': { display: 'none' },
  },
  end: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    marginLeft: 'auto',
    [phone]: { marginLeft: 0 },
    '@media print': { display: 'none' },
  },
  facts: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'baseline',
    gap: `0 ${tokens.spacingHorizontalL}`,
    margin: 0,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
  },
  inLine: { fontSize: tokens.fontSizeBase200, lineHeight: '16px', color: tokens.colorNeutralForeground3 },
  line: { display: 'flex', alignItems: 'flex-start', flex: '1 1 0', minWidth: 0, [phone]: { flexBasis: 'auto' } },
  oneLine: { overflow: 'hidden' },
  more: {
    flexShrink: 0,
    minWidth: '24px',
    padding: 0,
    border: 'none',
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground3,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase300,
    lineHeight: '16px',
    cursor: 'pointer',
    ':hover': { color: tokens.colorBrandForeground1 },
  },
  // A value may hold a button, which is taller than the words beside it.
  fact: { display: 'flex', alignItems: 'baseline', gap: tokens.spacingHorizontalXS, minWidth: 0 },
  // On a phone what is worked at comes first; no figure is cut.
  tight: {
    [phone]: { marginBottom: 0, '& dl': { columnGap: tokens.spacingHorizontalM }, '& dd': { whiteSpace: 'nowrap' } },
  },
  // Of a screen beside others their menu is the way back.
  crumbless: { [phone]: { '& > nav': { display: 'none' } } },
  tightHead: {
    [phone]: { flexWrap: 'nowrap', columnGap: tokens.spacingHorizontalS, '& h1': { fontSize: tokens.fontSizeBase400 } },
  },
  tightEnd: { [phone]: { marginLeft: 'auto', flexWrap: 'nowrap', gap: tokens.spacingHorizontalXXS } },
  factName: { color: tokens.colorNeutralForeground3, whiteSpace: 'nowrap' },
  factValue: { margin: 0, fontVariantNumeric: 'tabular-nums', minWidth: 0 },
})

type Props = {
  title: string
  crumbs?: readonly Crumb[]
  /** Beside the crumbs, in small print. */
  facts?: readonly Fact[]
  badge?: ReactNode
  /** The screens beside this one. */
  siblings?: Siblings
  /** Between the title and the actions: search, filters. */
  tools?: ReactNode
  /** Before the actions: export, columns. */
  icons?: ReactNode
  /** In place of tools and actions while rows are chosen. */
  selection?: ReactNode
  actions?: readonly Action[]
  width?: 'narrow' | 'full'
  /** The head takes as little of a phone as it can. */
  tight?: boolean
  children: ReactNode
}

/**
 * The frame of every screen: crumbs over the title, what one works with in the same line, the content. The tab's title
 * is the route's name, set by the shell. A job that one of its actions starts stands in the corner, also after a reload.
 */
export const Page = (props: Props) => {
  const styles = useStyles()
  const { title, facts = [], actions = [] } = props
  const around = useContext(SiblingsAround)
  const siblings = props.siblings ?? around
  const crumbs = useCrumbs(title, props.crumbs)
  const { uuid, follow } = useFollowedJob()
  const railed = siblings !== undefined && (siblings.rail === true || siblings.items.length > most)
  return (
    <FollowJob value={follow}>
      <div className={mergeClasses(styles.page, railed && styles.railed, props.width === 'full' && styles.full)}>
        {railed && <Rail siblings={siblings} />}
        <div className={mergeClasses(styles.content, props.width === 'narrow' && styles.narrow)} data-content>
          <div
            className={mergeClasses(
              styles.way,
              props.tight && styles.tight,
              props.tight && siblings && styles.crumbless,
            )}
          >
            {crumbs.length > 0 && <Crumbs crumbs={crumbs} />}
            {facts.length > 0 && <FactsInLine facts={facts} />}
          </div>
          <div className={mergeClasses(styles.head, props.tight && styles.tightHead)} data-head>
            <div className={styles.name}>
              <h1 className={styles.title}>{title}</h1>
              {props.badge}
            </div>
            {props.selection ?? (
              <>
                {siblings && !railed && <SiblingTabs siblings={siblings} />}
                {props.tools !== undefined && <div className={styles.tools}>{props.tools}</div>}
                {(props.icons !== undefined || actions.length > 0) && (
                  <div className={mergeClasses(styles.end, props.tight && styles.tightEnd)} data-acts>
                    {props.icons}
                    <HeadActions actions={actions} />
                  </div>
                )}
              </>
            )}
          </div>
          {props.children}
        </div>
        <FormHost />
        {uuid && (
          <Suspense>
            <JobDock key={uuid} uuid={uuid} onClose={() => follow(null)} />
          </Suspense>
        )}
      </div>
    </FollowJob>
  )
}

const Crumbs = ({ crumbs }: { crumbs: readonly Crumb[] }) => {
  const styles = useStyles()
  return (
    <nav aria-label="位置">
      <ol className={styles.crumbs}>
        {crumbs.map((c, i) => (
          <li key={c.name} className={styles.step}>
            {i > 0 && <ChevronRight12Regular aria-hidden className={styles.divider} />}
            {c.to ? (
              <Link to={c.to} className={styles.crumb}>
                {c.name}
              </Link>
            ) : (
              <span className={styles.here} aria-current={i === crumbs.length - 1 ? 'page' : undefined}>
                {c.name}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** Names and values in one line. */
export const Facts = ({ facts }: { facts: readonly Fact[] }) => {
  const styles = useStyles()
  return facts.length === 0 ? null : <dl className={styles.facts}>{facts.map(factOf(styles))}</dl>
}

const factOf = (styles: ReturnType<typeof useStyles>) => (f: Fact) => (
  <div key={f.name} className={styles.fact} title={f.hint}>
    <dt className={styles.factName}>{f.name}</dt>
    <dd className={styles.factValue}>{typeof f.value === 'string' ? trueMinus(f.value) : f.value}</dd>
  </div>
)

/** Beside the crumbs, as many as their line holds: rows begin at one height, however much is known of them. */
const FactsInLine = ({ facts }: { facts: readonly Fact[] }) => {
  const styles = useStyles()
  const list = useRef<HTMLDListElement>(null)
  /** How high the first line is, where there are more. */
  const [first, setFirst] = useState<number | null>(null)
  const [isOpen, setOpen] = useState(false)
  const narrow = useNarrow()
  useLayoutEffect(() => {
    const { current } = list
    if (!current) return
    const look = (): void => {
      const tops = [...current.children].map((c) => c.getBoundingClientRect().top)
      const next = tops.find((top) => top > tops[0]! + 8)
      setFirst(next === undefined || narrow ? null : next - current.getBoundingClientRect().top)
    }
    const watch = new ResizeObserver(look)
    watch.observe(current)
    look()
    return () => watch.disconnect()
  }, [facts, narrow])
  return (
    <div className={styles.line}>
      <dl
        ref={list}
        className={mergeClasses(styles.facts, styles.inLine, first !== null && !isOpen && styles.oneLine)}
        style={first === null || isOpen ? undefined : { maxHeight: first }}
      >
        {facts.map(factOf(styles))}
      </dl>
      {first !== null && (
        <button
          type="button"
          className={styles.more}
          aria-expanded={isOpen}
          aria-label={isOpen ? '收起' : '其余信息'}
          title={
            isOpen ? '收起' : facts.map((f) => `${f.name} ${typeof f.value === 'string' ? f.value : ''}`).join('　')
          }
          onClick={() => setOpen(!isOpen)}
        >
          …
        </button>
      )}
    </div>
  )
}
