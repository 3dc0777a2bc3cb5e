/** Configuration, dictionaries, what a user has done once; and the demo's lists. */
import { dictionariesNamed } from '#shared/identity/dictionary.rules.ts'
import { demoAccounts } from '#shared/identity/identity.calls.ts'
import {
  demoOutbox,
  dictionaries,
  publicDictionaries,
  saveSystemConfig,
  saveUserAction,
  systemConfig,
  userAction,
} from '#shared/identity/signIn/session.calls.ts'
import { saveTableConfig, tableConfig } from '#shared/identity/table.calls.ts'
import { isDemo, outboxNow } from '#functions/kit/messenger.ts'
import { Barred } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import { configOf } from './config.ts'
import { demoAccountRows, tableConfigs, userActions } from './identity.store.ts'
import * as commands from './config.commands.ts'

export const configHandlers = [
  implement(dictionaries, async ({ input }) => dictionariesNamed(input.enName, false)),
  implement(publicDictionaries, async ({ input }) => dictionariesNamed(input.enName, true)),

  implement(systemConfig, ({ caller }) => configOf(caller)),

  implement(saveSystemConfig, ({ input, caller }) => commands.saveSystemConfig(input, caller)),

  implement(userAction, async ({ input, caller }) => {
    const actions = (await userActions.get(caller))?.actions ?? {}
    if (input.module === undefined) return actions
    return input.module in actions ? { [input.module]: actions[input.module]! } : {}
  }),

  implement(saveUserAction, ({ input, caller }) => commands.saveUserAction(input, caller)),

  implement(tableConfig, async ({ input, caller }) => {
    const hidden = (await tableConfigs.get(caller))?.tables[input.tableName]
    return hidden ? { hidden } : null
  }),

  implement(saveTableConfig, ({ input, caller }) => commands.saveTableConfig(input, caller)),

  implement(demoAccounts, async () => (isDemo() ? demoAccountRows.query('demo#accounts') : [])),

  implement(demoOutbox, async () => {
    if (!isDemo()) throw new Barred(403)
    return outboxNow()
  }),
]
