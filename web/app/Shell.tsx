import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { Suspense, lazy, useEffect, useMemo } from 'react'
import { Outlet, useLocation, useMatches } from 'react-router'
import { brand } from '#web/kit/brand.ts'
import { arriving } from '#web/kit/chunks.ts'
import { ErrorState } from '#web/kit/parts/States.tsx'
import { aheadOf } from '#web/kit/screens/ahead.ts'
import type { ScreenRoute } from '#web/kit/route.types.ts'
import { sessionConfig } from '#web/kit/sessionConfig.ts'
import { useEra, useSession, viewerOf } from '#web/kit/viewer.ts'
import { NoticeScreen } from '#web/kit/screens/NoticeScreen.tsx'
import { Header } from './Header.tsx'
import { Watermark } from './Watermark.tsx'
import { keepMenu, menuFor, storedMenu } from './menu.ts'
import { routes } from './routes.ts'
import { MenuContext, expiryOf, useMay } from './shellState.ts'
import { titleOf } from './title.ts'

const Pretending = lazy(() =>
  arriving(async () => ({ default: (await import('#web/identity/signIn/Pretending.public.tsx')).Pretending })),
)

const useStyles = makeStyles({
  shell: {
    minHeight: '100dvh',
    // What stays in sight while a page scrolls stands below it.
    '--header': '64px',
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
  main: { flexGrow: 1, minWidth: 0, outline: 'none' },
})

const ahead = aheadOf(routes)

/** The frame of every screen; another identity begins it anew. */
export const Shell = () => <Frame key={useEra()} />

/** The header of spec 1 §2, the watermark, the screen itself. */
const Frame = () => {
  const styles = useStyles()
  const session = useSession()
  const { signedIn, user, start } = session
  const may = useMay()
  const { whiteList } = sessionConfig()
  const home = may('home')
  // By what is listed: the list itself is read anew at each render.
  const listed = whiteList?.join()
  const menu = useMemo(
    () =>
      user && !user.pending
        ? menuFor(routes, viewerOf(user), {
            expiry: expiryOf(user.userType, start),
            whiteList: listed?.split(',').filter(Boolean),
            home,
          })
        : [],
    [user, start, listed, home],
  )
  // Stored once every step has answered; until then the header shows what was stored the last time.
  useEffect(() => {
    if (start && menu.length > 0) keepMenu(menu)
  }, [start, menu])
  const shownMenu = user || !signedIn ? menu : storedMenu(routes)

  const route = useMatches().at(-1)?.handle as ScreenRoute | undefined
  const { pathname } = useLocation()
  useEffect(() => {
    // In braces: newer browsers answer a promise, which React would take for a cleanup.
    void window.scrollTo({ top: 0 })
  }, [pathname])
  useEffect(() => {
    if (route) document.title = titleOf(route.name, brand.title)
  }, [route])
  return (
    <div
      className={styles.shell}
      onPointerOver={(e) => ahead.soon(e.target)}
      onFocus={(e) => ahead.soon(e.target)}
      onPointerDown={(e) => ahead.now(e.target)}
    >
      <Button as="a" href="#main" className={styles.skip} appearance="primary">
        跳到内容
      </Button>
      {!route?.hideHeader && may('header') && <Header user={user} menu={shownMenu} />}
      {user?.pretendedBy && (
        <Suspense fallback={null}>
          <Pretending user={user} />
        </Suspense>
      )}
      <main id="main" tabIndex={-1} className={styles.main}>
        <MenuContext value={menu}>
          {user || !signedIn || route?.white ? (
            <Outlet />
          ) : session.error ? (
            <ErrorState error={session.error} again={session.again} />
          ) : (
            <NoticeScreen title={route?.name ?? ''} />
          )}
        </MenuContext>
      </main>
      {user && <Watermark user={user} />}
    </div>
  )
}
