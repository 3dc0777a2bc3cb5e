/** One `can(flag)`: brand, then area, then the school's moduleConfigList, then the session's own configuration. Pure. */

/** What partners and query strings may switch for one session (spec 1 §7, its last paragraph). */
export type SessionConfig = {
  readonly hideHeader?: boolean
  readonly hideLogo?: boolean
  readonly hideUserBtn?: boolean
  readonly hideSettingBtn?: boolean
  readonly hideLogOut?: boolean
  readonly hidehome?: boolean
  readonly hideFooter?: boolean
  readonly hideCampus?: boolean
  readonly iframe?: boolean
  readonly homeworkMode?: boolean
  /** 1 question bank, 2 regional bank, 3 third-party banks, 4 answer card, 5 exam. */
  readonly customModule?: number
  readonly title?: string
  readonly redirectUrl?: string
  readonly primeID?: string
  /** The window closes at sign-out. */
  readonly closePage?: boolean
  /** Entered from a partner. */
  readonly thirdParty?: boolean
  /** The listed segments of the menu only. */
  readonly whiteList?: readonly string[]
}

type Switch = {
  /** What holds when no tenant says otherwise. */
  readonly start: boolean
  /** The school's module, and the statuses that mean yes. */
  readonly module?: { readonly key: string; readonly on: readonly number[] }
  /** The session's field: true there means this. */
  readonly session?: { readonly field: keyof SessionConfig; readonly means: boolean }
}

const hiddenBy = (field: keyof SessionConfig): Switch => ({ start: true, session: { field, means: false } })

const switches = {
  header: hiddenBy('hideHeader'),
  logo: hiddenBy('hideLogo'),
  userButton: hiddenBy('hideUserBtn'),
  settingButton: hiddenBy('hideSettingBtn'),
  logOut: hiddenBy('hideLogOut'),
  home: hiddenBy('hidehome'),
  footer: hiddenBy('hideFooter'),
  campusLink: hiddenBy('hideCampus'),
  homeworkMode: { start: false, session: { field: 'homeworkMode', means: true } },
  closePage: { start: false, session: { field: 'closePage', means: true } },
  vip: { start: false, module: { key: 'vip_enable', on: [1, 2] } },
  vipModules: { start: true },
  /** The dialogue of a failed request; a test domain goes on without it. */
  networkError: { start: true },
} as const satisfies Record<string, Switch>

export type Flag = keyof typeof switches

export type Layers = {
  readonly brand?: Readonly<Partial<Record<string, boolean>>>
  readonly area?: Readonly<Partial<Record<string, boolean>>>
  readonly moduleConfigList?: readonly { readonly key: string; readonly status: number }[]
  readonly session?: SessionConfig
}

/** The first layer that speaks decides. */
export const can = (flag: Flag, layers: Layers): boolean => {
  const rule: Switch = switches[flag]
  const said = layers.brand?.[flag] ?? layers.area?.[flag]
  if (said !== undefined) return said
  const module = rule.module && layers.moduleConfigList?.find((m) => m.key === rule.module!.key)
  if (rule.module && module) return rule.module.on.includes(module.status)
  if (rule.session && layers.session?.[rule.session.field] === true) return rule.session.means
  return rule.start
}

const yes = (text: string | undefined): boolean => text !== undefined && /^(1|true|yes|)$/i.test(text.trim())

/** Names that queries use, and the field that each sets. */
const queryFields: Readonly<Record<string, keyof SessionConfig>> = {
  hideHeader: 'hideHeader',
  hideLogo: 'hideLogo',
  hideUserBtn: 'hideUserBtn',
  hideSettingBtn: 'hideSettingBtn',
  hideLogOut: 'hideLogOut',
  hideLogout: 'hideLogOut',
  hidehome: 'hidehome',
  hideHome: 'hidehome',
  hideFooter: 'hideFooter',
  iframe: 'iframe',
  homeworkMode: 'homeworkMode',
  closePage: 'closePage',
}

/** Only an address of this product: never another site's. */
export const ownPath = (text: string | undefined): string | undefined =>
  text !== undefined && /^\/(?![/\\])[^\s\\]*$/.test(text) ? text : undefined

/** What a query switches for the session; unknown names and malformed values are passed over. */
export const sessionConfigOf = (query: Readonly<Record<string, string>>): SessionConfig => {
  const config: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(queryFields)) if (yes(query[name])) config[field] = true
  const module = Number(query['customModule'])
  if (Number.isInteger(module) && module >= 1 && module <= 5) config['customModule'] = module
  const title = query['title']?.trim()
  if (title) config['title'] = title.slice(0, 60)
  const redirectUrl = ownPath(query['redirectUrl'])
  if (redirectUrl) config['redirectUrl'] = redirectUrl
  if (query['primeID'] && /^[\w-]{1,64}$/.test(query['primeID'])) config['primeID'] = query['primeID']
  const list = query['whiteList']
    ?.split(',')
    .map((s) => s.trim())
    .filter((s) => /^[\w-]{1,40}$/.test(s))
  if (list?.length) config['whiteList'] = list
  return config as SessionConfig
}

/** A kept configuration, or an empty one where it cannot be read. */
export const parseSessionConfig = (text: string | null): SessionConfig => {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as SessionConfig) : {}
  } catch {
    return {}
  }
}
