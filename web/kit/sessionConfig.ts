/**
 * What is switched for this session (spec 1 §7): by partners and queries, kept in the tab, and by the system's
 * configuration, which the start-up brings. The tab's own word goes before the configuration's.
 */
import { can, parseSessionConfig, sessionConfigOf } from '#shared/platform/flag.rules.ts'
import type { Flag, SessionConfig } from '#shared/platform/flag.rules.ts'
import { brand } from './brand.ts'
import { tabStore } from './ports.ts'

const key = 'sessionConfig'

export const sessionConfig = (): SessionConfig => parseSessionConfig(tabStore.get(key))

export const addSessionConfig = (more: SessionConfig): void => {
  if (Object.keys(more).length > 0) tabStore.set(key, JSON.stringify({ ...sessionConfig(), ...more }))
}

/** Takes the flags of an address's query into the session. */
export const takeQuery = (search: string): void =>
  addSessionConfig(sessionConfigOf(Object.fromEntries(new URLSearchParams(search))))

type SystemConfig = SessionConfig & {
  readonly moduleConfigList?: readonly { readonly key: string; readonly status: number }[] | undefined
}

/** The session's whole configuration. */
export const configOf = (system: SystemConfig = {}): SessionConfig => ({ ...system, ...sessionConfig() })

/** `can(flag)` for this page. */
export const may = (flag: Flag, system: SystemConfig = {}): boolean =>
  can(flag, { brand: brand.flags, moduleConfigList: system.moduleConfigList ?? [], session: configOf(system) })
