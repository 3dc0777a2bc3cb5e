import { Button, Skeleton, SkeletonItem, makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { Suspense, lazy, useSyncExternalStore } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { centre, vipActive } from '#shared/identity/signIn/guard.rules.ts'
import type { SessionUser } from '#shared/identity/identity.types.ts'
import { jumpTo } from '#shared/platform/brand.rules.ts'
import { chooseTheme, useThemeChoice } from '#web/kit/dark.ts'
import { Mark } from '#web/kit/parts/Mark.tsx'
import { brand } from '#web/kit/brand.ts'
import { arriving } from '#web/kit/chunks.ts'
import { homePaths } from '#web/kit/home.paths.ts'
import { serverNow } from '#web/kit/ports.ts'
import { activeSegment } from '#web/kit/route.types.ts'
import type { ScreenRoute } from '#web/kit/route.types.ts'
import { isMultiDevice, isSignedIn, subscribeSession } from '#web/kit/session.ts'
import { sessionConfig } from '#web/kit/sessionConfig.ts'
import { bigScreen, bigScreenPath, menuHref } from './menu.ts'
import { useMay } from './shellState.ts'
import { useShrink } from './useShrink.ts'

// The frame and the screen come first; what opens on a click follows.
const FindButton = lazy(() => arriving(async () => ({ default: (await import('./FindButton.tsx')).FindButton })))
const HelpButton = lazy(() => arriving(async () => ({ default: (await import('./HelpButton.tsx')).HelpButton })))
const AccountMenu = lazy(() =>
  arriving(async () => ({ default: (await import('#web/identity/accounts/AccountMenu.public.tsx')).AccountMenu })),
)
const OtherDevices = lazy(() =>
  arriving(async () => ({ default: (await import('#web/identity/signIn/OtherDevices.public.tsx')).OtherDevices })),
)
const JobsTray = lazy(() =>
  arriving(async () => ({ default: (await import('#web/platform/JobsTray.public.tsx')).JobsTray })),
)
const MainMenu = lazy(() => arriving(async () => ({ default: (await import('./MainMenu.tsx')).MainMenu })))

const narrow = '@media (max-width: 760px)'
const useStyles = makeStyles({
  // A badge of one colour: Fluent's brings the styles of all.
  vip: {
    padding: '0 6px',
    borderRadius: tokens.borderRadiusCircular,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightSemibold,
    lineHeight: '20px',
    color: tokens.colorPaletteYellowForeground1,
    backgroundColor: tokens.colorPaletteYellowBackground1,
  },
  header: {
    position: 'sticky',
    top: 0,
    zIndex: 10,
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    height: '64px',
    flexShrink: 0,
    boxSizing: 'border-box',
    // Flush with the page below, which is 1680 px wide at most.
    paddingInline: `max(${tokens.spacingHorizontalXXL}, calc((100% - 1680px) / 2 + ${tokens.spacingHorizontalXXL}))`,
    backgroundColor: tokens.colorNeutralBackground1,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    transitionProperty: 'height, margin-bottom',
    transitionDuration: tokens.durationNormal,
    [narrow]: { paddingInline: tokens.spacingHorizontalM, height: '48px', gap: tokens.spacingHorizontalXS },
    '@media print': { display: 'none' },
    '@media (prefers-reduced-motion: reduce)': { transitionDuration: '0s' },
  },
  // What it gives up is kept below it: a page that moved by that much would seem to be scrolled up.
  shrunk: { height: '40px', marginBottom: '24px', [narrow]: { height: '48px', marginBottom: 0 } },
  logo: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    color: tokens.colorBrandForeground1,
    fontSize: tokens.fontSizeBase500,
    fontWeight: tokens.fontWeightSemibold,
    letterSpacing: '.06em',
    textDecorationLine: 'none',
    whiteSpace: 'nowrap',
    [narrow]: { fontSize: tokens.fontSizeBase400 },
  },
  nav: {
    display: 'flex',
    alignSelf: 'stretch',
    gap: tokens.spacingHorizontalXS,
    overflowX: 'auto',
    scrollbarWidth: 'none',
    marginLeft: tokens.spacingHorizontalL,
    [narrow]: { display: 'none' },
  },
  tab: {
    display: 'inline-flex',
    alignItems: 'center',
    paddingInline: tokens.spacingHorizontalM,
    color: tokens.colorNeutralForeground2,
    textDecorationLine: 'none',
    whiteSpace: 'nowrap',
    borderBottom: '2px solid transparent',
    borderTop: '2px solid transparent',
    ':hover': { color: tokens.colorNeutralForeground1, backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  active: {
    color: tokens.colorBrandForeground1,
    fontWeight: tokens.fontWeightSemibold,
    borderBottomColor: tokens.colorBrandStroke1,
  },
  burger: { display: 'none', [narrow]: { display: 'inline-flex' } },
  wide: { [narrow]: { display: 'none' } },
  right: { marginLeft: 'auto', display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalXXS },
})

const Waiting = () => (
  <Skeleton aria-label="正在加载">
    <SkeletonItem style={{ width: 160 }} size={24} />
  </Skeleton>
)

/** Logo, menu, ways out, and who one is (spec 1 §2). */
export const Header = ({ user, menu }: { user: SessionUser | undefined; menu: readonly ScreenRoute[] }) => {
  const styles = useStyles()
  const navigate = useNavigate()
  const shrunk = useShrink()
  const theme = useThemeChoice()
  const may = useMay()
  const { pathname } = useLocation()
  const here = activeSegment(pathname)
  const multiDevice = useSyncExternalStore(subscribeSession, isMultiDevice)
  const { primeID } = sessionConfig()
  const jumps = user
    ? brand.jumps.map((j) => ({ name: j.name, to: jumpTo(j, user.userType, { primeID: primeID ?? '' }) }))
    : []
  const logo = (
    <>
      <Mark mark={brand.mark} size={24} />
      {brand.name}
    </>
  )
  return (
    <header className={mergeClasses(styles.header, shrunk && styles.shrunk)}>
      {menu.length + jumps.length > 0 && (
        <Suspense fallback={<span className={styles.burger} style={{ width: 32 }} />}>
          <MainMenu menu={menu} jumps={jumps} className={styles.burger} />
        </Suspense>
      )}
      {may('logo') &&
        (may('home') ? (
          <Link to={centre} className={styles.logo} aria-label={`${brand.name} 首页`}>
            {logo}
          </Link>
        ) : (
          <span className={styles.logo}>{logo}</span>
        ))}
      <nav className={styles.nav} aria-label="主菜单">
        {menu.map((r) => {
          const segment = r.menu?.segment ?? ''
          return (
            <Link
              key={r.path}
              to={segment === bigScreen ? bigScreenPath : menuHref(pathname, segment)}
              className={mergeClasses(styles.tab, segment === here && styles.active)}
              aria-current={segment === here ? 'page' : undefined}
              {...(segment === bigScreen ? { target: '_blank', rel: 'noopener' } : {})}
              onPointerEnter={() => void r.load().catch(() => undefined)}
            >
              {r.menu?.text ?? r.name}
            </Link>
          )
        })}
      </nav>
      <div className={styles.right}>
        {jumps.map((j) => (
          <Button key={j.name} as="a" href={j.to} appearance="subtle" size="small" className={styles.wide}>
            {j.name}
          </Button>
        ))}
        {user && vipActive(user, serverNow()) && (
          <span className={styles.vip} title="会员">
            VIP
          </span>
        )}
        {user ? (
          <Suspense fallback={<Waiting />}>
            {!user.pending && <FindButton user={user} />}
            {!user.pending && <HelpButton user={user} />}
            {multiDevice && !user.pending && <OtherDevices userId={user.userId} />}
            {!user.pending && <JobsTray />}
            <AccountMenu
              user={user}
              theme={theme}
              onTheme={chooseTheme}
              onSwitched={() => void navigate(homePaths.switched)}
            />
          </Suspense>
        ) : (
          isSignedIn() && <Waiting />
        )}
      </div>
    </header>
  )
}
