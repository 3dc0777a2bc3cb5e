/** A screen's route as data: no JSX here or in `x.routes.ts`, so that the catalogue reads it without a browser. */
import type { ComponentType } from 'react'
import type { AnyCall } from '#shared/kit/call.ts'
import type { People } from '#shared/kit/people.ts'
import { admits } from '#shared/kit/userType.ts'

export type MenuIcon = 'home' | 'exam' | 'card' | 'scan' | 'mark' | 'chart' | 'school' | 'people' | 'book' | 'settings'

/** Who may see it; at a university without a list of its own it is hidden. */
export type ScreenRoute = People & ScreenFields & (Helped | Public)

/** What the "?" of a screen says: three lines, no more. */
export type Help = readonly [what: string, how: string, mind: string]
type Helped = {
  help: Help
  white?: false
  /** Keys of the screen and what each does. */
  keys?: Readonly<Record<string, string>>
}
/** A page for all, without a session: it says what it is by itself, and has no header to ask in. */
type Public = { white: true; help?: never; keys?: never }

type ScreenFields = {
  /** The whole address, with `:holes`. */
  path: string
  /** Further addresses of the same screen. */
  also?: readonly string[]
  /** What the title, the menu and the crumb say. */
  name: string
  /** The address above, where its crumb leads; the fields of the query that go along. */
  under?: string
  keeps?: readonly string[]
  /** The hole or the field of the query that names what the screen belongs to (an exam, a school): its way stands above. */
  within?: string
  hideHeader?: boolean
  hideProgress?: boolean
  /** Not in the menu. */
  hide?: boolean
  /** Not in the menu of these types. */
  hideUserTypeList?: readonly number[]
  /** The screen stays as it was when one comes back to it. */
  keepAlive?: boolean
  /** Of the account, at any identity: a parent without a child has it too. */
  account?: boolean
  /** A place in the header's menu; `segment` is the second path segment (/v2/<segment>/…). */
  menu?: { segment: string; order: number; icon?: MenuIcon; text?: string }
  load: () => Promise<ComponentType>
  /** The calls that the screen makes: a test holds its user types within each of theirs. */
  calls: readonly AnyCall[]
  /** Those of which some who see the screen are refused: it offers them to the others alone. */
  acts?: readonly AnyCall[]
}

/** What is judged of who is signed in. */
export type Viewer = { userType: number; stage: number; studentId?: string | undefined }

/** One rule for guard, menu and links (spec 1 §4). */
export const visible = (route: ScreenRoute, viewer: Viewer | undefined): boolean => {
  if (route.white) return true
  if (!viewer) return false
  if (viewer.userType === -1) return true
  if (viewer.userType === 5 && viewer.studentId === '-1' && route.menu?.segment !== 'center' && !route.account)
    return false
  if (route.stages && !route.stages.includes(viewer.stage)) return false
  if (viewer.stage === 4) return route.universityTypes !== undefined && admits(route.universityTypes, viewer.userType)
  return admits(route.userTypes, viewer.userType)
}

/** The routes of the header's menu, in their order. */
export const menuOf = (routes: readonly ScreenRoute[], viewer: Viewer | undefined): ScreenRoute[] =>
  routes
    .filter((r) => r.menu && !r.hide && visible(r, viewer))
    .filter((r) => !viewer || !(r.hideUserTypeList ?? []).includes(viewer.userType))
    .sort((a, b) => a.menu!.order - b.menu!.order)

/** Segments that the specification's addresses use for what stands under another item of the menu. */
const segmentOf: Readonly<Record<string, string>> = {
  'exam-management': 'exam',
  'exam-manage': 'exam',
  'operate-tools': 'school',
}

/** The second path segment names the active item of the menu. */
export const activeSegment = (pathname: string): string => {
  const segment = pathname.split('/').filter(Boolean)[1] ?? ''
  return segmentOf[segment] ?? segment
}

/** What stands above a route, the topmost first: a screen's crumbs, but for its own. */
export type Above = Pick<ScreenRoute, 'name' | 'path' | 'within'>
export const aboveOf = (route: ScreenRoute, routes: readonly ScreenRoute[]): Above[] => {
  const upper = routes.find((r) => r.path === route.under)
  if (!upper) return []
  const { name, path, within } = upper
  return [...aboveOf(upper, routes), { name, path, ...(within ? { within } : {}) }]
}
/** A route as the router hands it to its screen. */
export type RouteHandle = ScreenRoute & { above: readonly Above[] }

/** Fills the holes of a route's path. */
export const pathTo = (path: string, holes: Readonly<Record<string, string>>): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(holes[name] ?? ''))
