import { identityProblems } from '#shared/identity/identity.problems.ts'
import type { SystemConfig } from '#shared/identity/config.types.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { configOf } from './config.ts'
import { configs, tableConfigs, userActions } from './identity.store.ts'
import type * as sessionCalls from '#shared/identity/signIn/session.calls.ts'
import type * as tableCalls from '#shared/identity/table.calls.ts'
import type { Caller } from '#functions/kit/serve.ts'
import type { InputOf, AnswerOf } from '#shared/kit/call.ts'

/** Modules that are kept for a user. */
const modulesKept = 300

/** Tables whose columns are kept for a user. */
const tablesKept = 100

export const saveSystemConfig = async (
  input: InputOf<typeof sessionCalls.saveSystemConfig>,
  caller: Caller,
): Promise<AnswerOf<typeof sessionCalls.saveSystemConfig>> => {
  const { tenant } = caller
  const before = await configs.get({ tenant })
  const set = { ...before?.config, ...input }
  // null takes a setting back to what the platform or the area says.
  const config = Object.fromEntries(Object.entries(set).filter(([, v]) => v !== null)) as SystemConfig
  const row = { schema: 1 as const, tenant, config, version: before?.version ?? 1 }
  const saved = before ? await configs.save(row) : (await configs.create(row)) ? row : null
  if (!saved) return refuseStale(configs, { tenant })
  return configOf(caller)
}

export const saveUserAction = async (
  input: InputOf<typeof sessionCalls.saveUserAction>,
  caller: Caller,
): Promise<AnswerOf<typeof sessionCalls.saveUserAction>> => {
  const { userId } = caller
  // Two tabs may note two modules at once: neither is lost.
  const noted = await userActions.edit({ userId }, (before) => {
    const actions = { ...before?.actions, [input.module]: input.status }
    if (Object.keys(actions).length > modulesKept) return refuse(identityProblems.tooOften)
    return { schema: 1, userId, actions, version: 1 }
  })
  return noted!.actions
}

export const saveTableConfig = async (
  input: InputOf<typeof tableCalls.saveTableConfig>,
  caller: Caller,
): Promise<AnswerOf<typeof tableCalls.saveTableConfig>> => {
  const { userId } = caller
  await tableConfigs.edit({ userId }, (before) => {
    const { [input.tableName]: _old, ...others } = before?.tables ?? {}
    const tables = input.hidden ? { ...others, [input.tableName]: input.hidden } : others
    if (Object.keys(tables).length > tablesKept) return refuse(identityProblems.tooOften)
    return { schema: 1, userId, tables, version: 1 }
  })
  return {}
}
