import { Button, Skeleton, SkeletonItem, makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { Suspense, lazy, useEffect, useSyncExternalStore } from 'react'
import { Link, Outlet, useLocation, useMatches, useNavigate } from 'react-router'
import type { SessionUser } from '#shared/identity/identity.types.ts'
import { Sprout } from '#web/identity/Sprout.public.tsx'
import { ErrorState } from '#web/kit/parts/States.tsx'
import { activeSegment, menuOf } from '#web/kit/route.types.ts'
import type { ScreenRoute } from '#web/kit/route.types.ts'
import { isMultiDevice, isSignedIn, subscribeSession } from '#web/kit/session.ts'
import { Watermark } from './Watermark.tsx'
import { routes } from './routes.ts'
import { chooseTheme, useThemeChoice } from './theme.ts'
import { useShrink } from './useShrink.ts'
import { MenuContext, useSession, viewerOf } from './viewer.ts'

// The frame and the screen come first; what opens on a click follows.
const AccountMenu = lazy(async () => ({
  default: (await import('#web/identity/AccountMenu.public.tsx')).AccountMenu,
}))
const JobsTray = lazy(async () => ({ default: (await import('#web/platform/JobsTray.public.tsx')).JobsTray }))
const MainMenu = lazy(async () => ({ default: (await import('./MainMenu.tsx')).MainMenu }))

const narrow = '@media (max-width: 760px)'
const useStyles = makeStyles({
  shell: {
    minHeight: '100dvh',
    backgroundColor: tokens.colorNeutralBackground2,
    display: 'flex',
    flexDirection: 'column',
  },
  skip: {
    position: 'absolute',
    top: '-100px',
    left: tokens.spacingHorizontalM,
    zIndex: 20,
    ':focus': { top: tokens.spacingVerticalS },
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
    paddingInline: tokens.spacingHorizontalXXL,
    backgroundColor: tokens.colorNeutralBackground1,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    transitionProperty: 'height',
    transitionDuration: tokens.durationNormal,
    [narrow]: { paddingInline: tokens.spacingHorizontalM, height: '48px', gap: tokens.spacingHorizontalXS },
    '@media print': { display: 'none' },
    '@media (prefers-reduced-motion: reduce)': { transitionDuration: '0s' },
  },
  shrunk: { height: '40px' },
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
  right: { marginLeft: 'auto', display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalXXS },
  warning: {
    margin: 0,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalXXL}`,
    color: tokens.colorStatusWarningForeground1,
    backgroundColor: tokens.colorStatusWarningBackground1,
  },
  main: { flexGrow: 1, minWidth: 0, outline: 'none' },
})

/** The frame of every screen: the header of spec 1 §2, the watermark, the screen itself. */
export const Shell = () => {
  const styles = useStyles()
  const session = useSession()
  const { signedIn, user } = session
  const menu = menuOf(routes, viewerOf(user)).filter(() => user !== undefined)
  const route = useMatches().at(-1)?.handle as ScreenRoute | undefined
  const multiDevice = useSyncExternalStore(subscribeSession, isMultiDevice)
  const { pathname } = useLocation()
  useEffect(() => {
    // In braces: newer browsers answer a promise, which React would take for a cleanup.
    void window.scrollTo({ top: 0 })
  }, [pathname])
  useEffect(() => {
    if (route) document.title = `${route.name} - 青禾`
  }, [route])
  const known = !signedIn || user !== undefined
  return (
    <div className={styles.shell}>
      <Button as="a" href="#main" className={styles.skip} appearance="primary">
        跳到内容
      </Button>
      {!route?.hideHeader && <Header user={user} menu={menu} />}
      {multiDevice && (
        <p className={styles.warning} role="status">
          此账号正在其他设备上登录。若不是您本人，请尽快修改密码。
        </p>
      )}
      <main id="main" tabIndex={-1} className={styles.main}>
        {known ? (
          <MenuContext value={menu}>
            <Outlet />
          </MenuContext>
        ) : session.error ? (
          <ErrorState error={session.error} again={session.again} />
        ) : null}
      </main>
      {user && <Watermark text={`${user.userName} ${user.userId.slice(-6)}`} />}
    </div>
  )
}

const Waiting = () => (
  <Skeleton aria-label="正在加载">
    <SkeletonItem style={{ width: 160 }} size={24} />
  </Skeleton>
)

const Header = ({ user, menu }: { user: SessionUser | undefined; menu: readonly ScreenRoute[] }) => {
  const styles = useStyles()
  const navigate = useNavigate()
  const shrunk = useShrink()
  const theme = useThemeChoice()
  const { pathname } = useLocation()
  const here = activeSegment(pathname)
  return (
    <header className={mergeClasses(styles.header, shrunk && styles.shrunk)}>
      {menu.length > 0 && (
        <Suspense fallback={<span className={styles.burger} style={{ width: 32 }} />}>
          <MainMenu menu={menu} className={styles.burger} />
        </Suspense>
      )}
      <Link to="/v2/center" className={styles.logo} aria-label="青禾 首页">
        <Sprout size={24} />
        青禾
      </Link>
      <nav className={styles.nav} aria-label="主菜单">
        {menu.map((r) => (
          <Link
            key={r.path}
            to={r.path}
            className={mergeClasses(styles.tab, r.menu?.segment === here && styles.active)}
            aria-current={r.menu?.segment === here ? 'page' : undefined}
            onPointerEnter={() => void r.load().catch(() => undefined)}
          >
            {r.menu?.text ?? r.name}
          </Link>
        ))}
      </nav>
      <div className={styles.right}>
        {user ? (
          <Suspense fallback={<Waiting />}>
            <JobsTray />
            <AccountMenu
              user={user}
              theme={theme}
              onTheme={chooseTheme}
              onSwitched={() => void navigate('/v2?switched=1')}
            />
          </Suspense>
        ) : (
          isSignedIn() && <Waiting />
        )}
      </div>
    </header>
  )
}
