/** What the shell decides from who is signed in (spec 1 §2 and §4). Pure; the browser and the server read the same. */
import { childlessTypes, sensitiveTypes } from '../accounts/account.people.ts'

/** What the rules look at; the session user has more. */
export type GuardedUser = { readonly userType: number; readonly studentId?: string | undefined }

export const guardParts = [
  'partTime',
  'relative',
  'teacherClasses',
  'trainer',
  'expiry',
  'jinjuan',
  'referrer',
  'forcedBank',
  'courseExams',
  'schoolGrades',
  'sensitiveInfo',
] as const
export type GuardPart = (typeof guardParts)[number]

/** The placeholder student: an account whose child is not known yet. */
export const isPlaceholder = (user: GuardedUser): boolean => user.studentId === '-1'

/** Types whose sensitive information is loaded at the start; the tab is for more of them. */
const sensitiveAtStart: readonly number[] = [-1, 1, 2, 13, 15]

const steps: readonly { part: GuardPart; when: (user: GuardedUser) => boolean }[] = [
  { part: 'partTime', when: (u) => u.userType === 21 || u.userType === 26 },
  { part: 'relative', when: (u) => u.userType !== 6 && !isPlaceholder(u) },
  { part: 'teacherClasses', when: (u) => u.userType === 3 },
  { part: 'trainer', when: (u) => u.userType === 6 },
  { part: 'expiry', when: () => true },
  { part: 'jinjuan', when: (u) => u.userType === 3 },
  { part: 'referrer', when: (u) => u.userType === 22 },
  { part: 'forcedBank', when: (u) => u.userType === 16 },
  { part: 'courseExams', when: () => true },
  { part: 'schoolGrades', when: () => true },
  { part: 'sensitiveInfo', when: (u) => sensitiveAtStart.includes(u.userType) },
]

/** The start-up's steps for this user, in the specification's order. */
export const guardStepsOf = (user: GuardedUser): GuardPart[] => steps.filter((s) => s.when(user)).map((s) => s.part)

/** Subscriptions that expire, as the session names them. */
export const subscriptions = ['jyeoo', 'xueke', 'yiqi', 'wusan', 'jinjuan'] as const
export type Subscription = (typeof subscriptions)[number]
export type Expiry = Readonly<Partial<Record<Subscription, number>>>

/** Area-level users check by area, all others by school. */
export const expiryBy = (userType: number): 'area' | 'school' => (userType === 8 || userType === 14 ? 'area' : 'school')

type Place = {
  readonly userType: number
  readonly areaId?: string | undefined
  readonly schoolId?: string | undefined
  readonly stage?: number | undefined
}

/** What each check is asked with; null where this user has nothing to ask with. */
export const expiryAsk = (
  of: Exclude<Subscription, 'jinjuan'>,
  user: Place,
): Readonly<Record<string, unknown>> | null => {
  const byArea = expiryBy(user.userType) === 'area'
  const area = user.areaId ? { areaId: user.areaId } : null
  const school = user.schoolId ? { schoolId: user.schoolId } : null
  switch (of) {
    case 'jyeoo':
      return byArea ? area : school
    case 'yiqi':
      return byArea ? area : school && { ...school, stage: user.stage ?? 0 }
    case 'xueke':
    case 'wusan':
      return school
  }
}

/** Type 16 has the first-tier bank at any answer of the check (step 8). */
export const settledExpiry = (userType: number, expiry: Expiry): Expiry =>
  userType === 16 ? { ...expiry, jyeoo: 3 } : expiry

/** A third-party bank's menu is hidden when its status is 0 or 4. */
export const bankShown = (status: number | undefined): boolean => status !== undefined && status !== 0 && status !== 4

/** Segments of the menu that stand and fall with a subscription. */
export const bankOfSegment: Readonly<Record<string, Subscription>> = {
  jyeoo: 'jyeoo',
  'subject-question-bank': 'xueke',
  xueke: 'xueke',
  yiqizuoye: 'yiqi',
  '53tk': 'wusan',
  'jinjuan-question-bank': 'jinjuan',
}

type Member = { readonly membershipStatus?: number | undefined; readonly vipEndTime?: number | undefined }

/** A membership counts only while its end lies ahead. `at` is the server's clock. */
export const vipActive = (user: Member, at: number): boolean =>
  user.membershipStatus === 1 && (user.vipEndTime ?? 0) > at

/** The school's switch is for pupils and parents. */
export const vipEnabled = (userType: number, schoolHasVip: boolean): boolean =>
  schoolHasVip && (userType === 4 || userType === 5)

/** Where a user arrives (spec 1 §2), before a brand's own table. */
const landings: Readonly<Record<number, string>> = {
  7: '/v2/entrust/list/',
  16: '/v2/regional-question/list/paper-list',
  17: '/v2/sync-task/list',
  27: '/v2/practice-book-person-manage',
  28: '/v2/practice-book/practice-book-manage',
}
export const centre = '/v2/center'

export type Landing = {
  readonly userType: number
  /** The brand's own table. */
  readonly brand?: Readonly<Record<number, string>>
  /** After an identity switch. */
  readonly switched?: boolean
  /** Whether a screen of that address is there for this user. */
  readonly exists: (path: string) => boolean
}

/** The landing page; the centre where the wanted screen is not there. */
export const landingOf = ({ userType, brand = {}, switched = false, exists }: Landing): string => {
  const wanted =
    brand[userType] ?? (userType === 7 && switched ? '/v2/target-monitor/' : (landings[userType] ?? centre))
  return exists(wanted) ? wanted : centre
}

/** The custom-module map: the segments whose first visible route takes the centre's place. */
export const customModules: Readonly<Record<number, readonly string[]>> = {
  1: ['question-bank'],
  2: ['regional-question'],
  3: ['jyeoo', 'yiqizuoye', 'choose-ques', '53tk', 'xueke'],
  4: ['answer-card'],
  5: ['exam'],
}
export const homeworkList = '/v2/homework/list'

/** Where the centre sends one on: homework mode first, then the custom module's first visible route; null stays. */
export const centreRedirect = (visit: {
  readonly homeworkMode: boolean
  readonly customModule?: number | undefined
  /** The menu's routes that this user sees, in order. */
  readonly menu: readonly { readonly path: string; readonly segment: string }[]
  readonly exists: (path: string) => boolean
}): string | null => {
  if (visit.homeworkMode && visit.exists(homeworkList)) return homeworkList
  const segments = customModules[visit.customModule ?? 0] ?? []
  return visit.menu.find((m) => segments.includes(m.segment))?.path ?? null
}

/** What outlives a sign-out, and nothing else (spec 1 §4). */
export const keptAtSignOut: readonly string[] = [
  'accountName',
  'scanUploadStatusType',
  'newDrawVersion',
  'schoolTranscriptCompare',
  'unionTranscriptCompare',
  'clientIp',
]

/** A switch of identity keeps also how this person likes to see things, and work that has not reached the server. */
export const keptAtSwitch = (key: string): boolean =>
  keptAtSignOut.includes(key) || key === 'theme' || /^(columns:|card-draft:|marking\.(outbox|notes)\.)/.test(key)

/** Work of this computer that a sign-out would lose. */
export const isUnsent = (key: string): boolean => /^(card-draft:|marking\.(outbox|notes)\.)/.test(key)

/** Where a sign-out ends, in the specification's order: nearer things decide first. `close` closes the window. */
export const signOutEnd = (of: {
  readonly brand: { readonly kind: 'index' } | { readonly kind: 'external' | 'mainSite'; readonly url: string }
  readonly closePage: boolean
  readonly thirdParty: boolean
}): { readonly close: boolean; readonly to: string } => {
  if (of.brand.kind === 'external') return { close: false, to: of.brand.url }
  const index = of.thirdParty ? '/third-party-login?loginOut=1' : of.brand.kind === 'mainSite' ? of.brand.url : '/login'
  // A window that no script has opened stays: it goes on to the next in the order.
  return { close: of.closePage, to: index }
}

/** Who configures the partners of the own school or area, and, of the platform's staff, of any. */
export const partnerManagers: readonly number[] = [1, 2]

/** The tabs of account settings, in order. */
export const settingsTabs = [
  'modify-password',
  'binding',
  'my-children',
  'sensitive-info',
  'role-manage',
  'vip',
] as const
export type SettingsTab = (typeof settingsTabs)[number]

/** The tabs that a user has. */
export const settingsTabsOf = (user: { readonly userType: number; readonly vip: boolean }): SettingsTab[] =>
  settingsTabs.filter((tab) => {
    switch (tab) {
      case 'my-children':
        return !childlessTypes.includes(user.userType)
      case 'sensitive-info':
        return sensitiveTypes.includes(user.userType)
      case 'role-manage':
        return user.userType !== 4
      case 'vip':
        return user.vip && (user.userType === 4 || user.userType === 5)
      default:
        return true
    }
  })

/** Where the settings' back button leads: the brand's own table, else /v2, the landing page of all. */
export const settingsBack = (userType: number, back: Readonly<Record<number, string>>): string =>
  back[userType] ?? '/v2'
