import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { Suspense, createContext, lazy, useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { Link } from 'react-router'
import { arriving } from '../chunks.ts'
import type { Siblings } from '../screens/screen.types.ts'

const SiblingMenu = lazy(() => arriving(async () => ({ default: (await import('./SiblingMenu.tsx')).SiblingMenu })))

/** The siblings of what a form was opened from: a page without its own keeps them beside it. */
export const SiblingsAround = createContext<Siblings | undefined>(undefined)

/** More than so many siblings are a rail at the left. */
export const most = 5

const wide = '@media screen and (min-width: 1000px)'
const useStyles = makeStyles({
  tabs: {
    display: 'flex',
    gap: tokens.spacingHorizontalXS,
    minWidth: 0,
    overflowX: 'auto',
    scrollbarWidth: 'none',
    '@media print': { display: 'none' },
  },
  tab: {
    display: 'inline-flex',
    alignItems: 'center',
    height: '28px',
    paddingInline: tokens.spacingHorizontalS,
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground2,
    textDecorationLine: 'none',
    borderRadius: tokens.borderRadiusMedium,
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover, color: tokens.colorNeutralForeground1 },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  here: {
    color: tokens.colorBrandForeground2,
    fontWeight: tokens.fontWeightSemibold,
    backgroundColor: tokens.colorBrandBackground2,
  },
  rail: { display: 'none', [wide]: { display: 'block' } },
  list: {
    position: 'sticky',
    top: '76px',
    display: 'grid',
    gap: tokens.spacingVerticalXXS,
    '& a': { height: '32px' },
  },
  menu: { justifySelf: 'start', marginBottom: tokens.spacingVerticalXS, [wide]: { display: 'none' } },
  noPrint: { '@media print': { display: 'none' } },
})

/** Whose link was followed last: the screen that comes draws the same links anew, and the focus goes on there. */
let followed: string | null = null

/** Who went from one sibling to the next by keys is on the chosen one again when its screen stands. */
const useFocusOnArrival = (nav: RefObject<HTMLElement | null>, { label, here }: Siblings): void => {
  useEffect(() => {
    if (followed !== label) return
    followed = null
    const { activeElement } = document
    if (activeElement === null || activeElement === document.body)
      nav.current?.querySelector<HTMLElement>('[aria-current=page]')?.focus({ preventScroll: true })
  }, [nav, label, here])
}

const Items = ({ siblings }: { siblings: Siblings }) => {
  const styles = useStyles()
  return siblings.items.map((s) => (
    <Link
      key={s.key}
      to={s.to}
      onClick={() => (followed = siblings.label)}
      className={mergeClasses(styles.tab, s.key === siblings.here && styles.here)}
      aria-current={s.key === siblings.here ? 'page' : undefined}
    >
      {s.name}
    </Link>
  ))
}

/** A few siblings, in the line of the title. */
export const SiblingTabs = ({ siblings }: { siblings: Siblings }) => {
  const styles = useStyles()
  const bar = useRef<HTMLElement>(null)
  useFocusOnArrival(bar, siblings)
  // On a narrow screen the present one is in sight.
  useEffect(() => {
    bar.current?.querySelector('[aria-current=page]')?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [siblings.here])
  return (
    <nav ref={bar} className={styles.tabs} aria-label={siblings.label}>
      <Items siblings={siblings} />
    </nav>
  )
}

/** Many siblings: a column at the left; where there is no room for it, a menu. */
export const Rail = ({ siblings }: { siblings: Siblings }) => {
  const styles = useStyles()
  const nav = useRef<HTMLElement>(null)
  useFocusOnArrival(nav, siblings)
  return (
    <>
      <nav ref={nav} className={mergeClasses(styles.rail, styles.noPrint)} aria-label={siblings.label} data-rail>
        <div className={styles.list}>
          <Items siblings={siblings} />
        </div>
      </nav>
      <Suspense>
        <SiblingMenu siblings={siblings} className={mergeClasses(styles.menu, styles.noPrint)} />
      </Suspense>
    </>
  )
}
