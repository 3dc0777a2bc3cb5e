import type { MarkRole } from './marking.types.ts'

type RoleNames = Readonly<Record<MarkRole, string>>

export const roleNames: RoleNames = { first: '一评', second: '二评', third: '三评', final: '仲裁' }

/** Of marks that are looked back on: the last word may be a correction's too. */
export const pastRoleNames: RoleNames = { ...roleNames, final: '仲裁或更正' }
