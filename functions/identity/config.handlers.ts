/** Configuration, dictionaries, what a user has done once; and the demo's lists. */
import { dictionariesNamed } from '#shared/identity/dictionary.rules.ts'
import { demoAccounts } from '#shared/identity/identity.calls.ts'
import { identityProblems } from '#shared/identity/identity.problems.ts'
import {
  demoOutbox,
  dictionaries,
  publicDictionaries,
  saveSystemConfig,
  saveUserAction,
  systemConfig,
  userAction,
} from '#shared/identity/session.calls.ts'
import { saveTableConfig, tableConfig } from '#shared/identity/table.calls.ts'
import type { SystemConfig } from '#shared/identity/config.types.ts'
import { isDemo, outboxNow } from '#functions/kit/messenger.ts'
import { Barred, refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { configOf } from './config.ts'
import { configs, demoAccountRows, tableConfigs, userActions } from './identity.store.ts'

/** Modules that are kept for a user. */
const modulesKept = 300
/** Tables whose columns are kept for a user. */
const tablesKept = 100

export const configHandlers = [
  implement(dictionaries, async ({ input }) => dictionariesNamed(input.enName, false)),
  implement(publicDictionaries, async ({ input }) => dictionariesNamed(input.enName, true)),

  implement(systemConfig, ({ caller }) => configOf(caller)),

  implement(saveSystemConfig, async ({ input, caller }) => {
    const { tenant } = caller
    const before = await configs.get({ tenant })
    const set = { ...before?.config, ...input }
    // null takes a setting back to what the platform or the area says.
    const config = Object.fromEntries(Object.entries(set).filter(([, v]) => v !== null)) as SystemConfig
    const row = { schema: 1 as const, tenant, config, version: before?.version ?? 1 }
    const saved = before ? await configs.save(row) : (await configs.create(row)) ? row : null
    if (!saved) return refuseStale(configs, { tenant })
    return configOf(caller)
  }),

  implement(userAction, async ({ input, caller }) => {
    const actions = (await userActions.get(caller))?.actions ?? {}
    if (input.module === undefined) return actions
    return input.module in actions ? { [input.module]: actions[input.module]! } : {}
  }),

  implement(saveUserAction, async ({ input, caller }) => {
    const { userId } = caller
    // Two tabs may note two modules at once: neither is lost.
    const noted = await userActions.edit({ userId }, (before) => {
      const actions = { ...before?.actions, [input.module]: input.status }
      if (Object.keys(actions).length > modulesKept) return refuse(identityProblems.tooOften)
      return { schema: 1, userId, actions, version: 1 }
    })
    return noted!.actions
  }),

  implement(tableConfig, async ({ input, caller }) => {
    const hidden = (await tableConfigs.get(caller))?.tables[input.tableName]
    return hidden ? { hidden } : null
  }),

  implement(saveTableConfig, async ({ input, caller }) => {
    const { userId } = caller
    await tableConfigs.edit({ userId }, (before) => {
      const { [input.tableName]: _old, ...others } = before?.tables ?? {}
      const tables = input.hidden ? { ...others, [input.tableName]: input.hidden } : others
      if (Object.keys(tables).length > tablesKept) return refuse(identityProblems.tooOften)
      return { schema: 1, userId, tables, version: 1 }
    })
    return {}
  }),

  implement(demoAccounts, async () => (isDemo() ? demoAccountRows.query('demo#accounts') : [])),

  implement(demoOutbox, async () => {
    if (!isDemo()) throw new Barred(403)
    return outboxNow()
  }),
]
