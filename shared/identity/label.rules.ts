/** What identities are called, and which of them the dialogue offers (spec 1 §2, §4). Pure. */
import { userTypeLabels } from '#shared/kit/userType.ts'

type Entry = {
  readonly userType: number
  readonly userName: string
  readonly nickname?: string | undefined
  readonly alias?: string | undefined
  readonly gradeName?: string | undefined
  readonly courseName?: string | undefined
  readonly hzyFlag?: boolean | undefined
}
export type Labels = Readonly<Record<string | number, string>>

/** The brand's own word goes before the dictionary's, and that before the specification's. */
export const userTypeLabel = (userType: number, brand: Labels = {}, dictionary: Labels = {}): string =>
  brand[userType] ?? dictionary[userType] ?? (userTypeLabels as Labels)[userType] ?? `类型${userType}`

/** Nickname, grade, course or alias, then the type's label. */
export const identityLabel = (of: Entry, typeLabel: string): string =>
  [of.nickname ?? of.userName, of.gradeName, of.courseName ?? of.alias, typeLabel].filter(Boolean).join(' · ')

/** Homework mode or a custom module offers only teachers that have the homework platform. */
export const offeredIdentities = <E extends Entry>(
  list: readonly E[],
  config: { readonly homeworkMode?: boolean | undefined; readonly customModule?: number | undefined },
): E[] =>
  config.homeworkMode || config.customModule ? list.filter((u) => u.userType === 3 && u.hzyFlag === true) : [...list]
