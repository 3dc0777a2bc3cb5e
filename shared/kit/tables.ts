import type { Room } from './problem.ts'

/**
 * The one key shape of every table, as data: the stores, the stacks and the tests share it. All keys are strings.
 */
export const tableKeys = {
  pk: 'pk',
  sk: 'sk',
  indexes: [
    { name: 'gsi1', pk: 'gsi1pk', sk: 'gsi1sk' },
    { name: 'gsi2', pk: 'gsi2pk', sk: 'gsi2sk' },
  ],
  /** Seconds since 1970 after which a row may vanish. Rows past it are filtered on read. */
  ttl: 'ttl',
} as const

/** Tables beside the rooms' own. */
export type SharedTable = 'audit' | 'session'
export const sharedTables: readonly SharedTable[] = ['audit', 'session']

/** The variable of a function's environment that holds a table's name. */
export const tableVariable = (table: Room | SharedTable): string => `TABLE_${table.toUpperCase()}`
