import type { ClassRule } from '#shared/marking/groups/class.types.ts'

/** How answers are handed out, by class or not. */
export const ruleNames = { any: '按题，各班混合', never: '按题，回避本班', own: '按班，本班老师评' } as const
export type RuleName = keyof typeof ruleNames
/** Of a joint exam, by whose school. */
export const schoolRuleName = (own: boolean): string => (own ? '各校自评，只评本校答卷' : '跨校评阅，不评本校答卷')
export const ruleName = (rule: ClassRule | null): string => ruleNames[rule ?? 'any']
