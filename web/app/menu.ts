/** The header's menu: who sees what, where an item leads, and the menu as it was when the page was last open. Pure but for its store. */
import { bankOfSegment, bankShown } from '#shared/identity/signIn/guard.rules.ts'
import type { Expiry } from '#shared/identity/signIn/guard.rules.ts'
import { tabStore } from '#web/kit/ports.ts'
import { menuOf } from '#web/kit/route.types.ts'
import type { ScreenRoute, Viewer } from '#web/kit/route.types.ts'

export type MenuLimits = {
  /** Undefined: the checks have not answered yet. */
  expiry?: Expiry | undefined
  /** The white-list mode: these segments and nothing else. */
  whiteList?: readonly string[] | undefined
  /** False: no item for the centre. */
  home?: boolean
}

const segmentOf = (r: ScreenRoute): string => r.menu?.segment ?? ''

/** The menu of a viewer, without banks whose subscription is over and without what the session hides. */
export const menuFor = (routes: readonly ScreenRoute[], viewer: Viewer | undefined, limits: MenuLimits = {}) =>
  menuOf(routes, viewer)
    .filter((r) => {
      const bank = bankOfSegment[segmentOf(r)]
      return bank === undefined || bankShown(limits.expiry?.[bank])
    })
    .filter((r) => !limits.whiteList || limits.whiteList.includes(segmentOf(r)))
    .filter((r) => limits.home !== false || segmentOf(r) !== 'center')

/** The screen that opens in a window of its own. */
export const bigScreen = 'homework-data-big-screen'
export const bigScreenPath = `/v2/${bigScreen}`

/** The products' roots: an item leads to the first segment of where one is, plus its own, with a slash at the end. */
const roots: readonly string[] = ['v2']
export const menuHref = (pathname: string, segment: string): string => {
  const first = pathname.split('/').find(Boolean) ?? ''
  return `/${roots.includes(first) ? first : roots[0]}/${segment}/`
}

const key = 'menu'
/** Kept so that the frame is whole before the user is known. */
export const keepMenu = (menu: readonly ScreenRoute[]): void =>
  tabStore.set(key, JSON.stringify(menu.map((r) => r.path)))

export const storedMenu = (routes: readonly ScreenRoute[]): ScreenRoute[] => {
  try {
    const paths: unknown = JSON.parse(tabStore.get(key) ?? '[]')
    if (!Array.isArray(paths)) return []
    return paths.map((p) => routes.find((r) => r.path === p && r.menu)).filter((r) => r !== undefined)
  } catch {
    return []
  }
}
