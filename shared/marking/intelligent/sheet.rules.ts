/** Groups of like answers on sheets: what one marker takes in hand at once, a bundle like any other. */
import type { Group } from './group.rules.ts'
import { mostInBundle } from './sheet.types.ts'
import type { LikeSet } from './sheet.types.ts'

export type Sheet = { members: number[]; sets: LikeSet[] }

/** A large group is several, each a sheet's; what stands out is seen first, so it is all in the first of them. */
const piecesOf = ({ members, outliers }: Group): Group[] =>
  Array.from({ length: Math.ceil(members.length / mostInBundle) }, (_, k) => ({
    members: members.slice(k * mostInBundle, (k + 1) * mostInBundle),
    outliers: Math.max(0, Math.min(mostInBundle, outliers - k * mostInBundle)),
  }))

/** Largest groups first, each whole on the first sheet that has room for it; what is alone comes last. */
export const sheetsOf = (groups: readonly Group[]): Sheet[] => {
  const sheets: Sheet[] = []
  for (const { members, outliers } of groups.flatMap(piecesOf).sort((a, b) => b.members.length - a.members.length)) {
    let sheet = sheets.find((s) => s.members.length + members.length <= mostInBundle)
    if (!sheet) sheets.push((sheet = { members: [], sets: [] }))
    sheet.members.push(...members)
    sheet.sets.push({ size: members.length, outliers })
  }
  return sheets
}

/** The answers of a sheet by groups; of those that are still `shown`, and no group that is empty by that. */
export const setsOf = <Id extends string>(
  { studentIds, sets = [] }: { studentIds: readonly Id[]; sets?: readonly LikeSet[] | undefined },
  shown: (id: Id) => boolean,
): { studentIds: Id[]; outliers: number }[] => {
  let from = 0
  return sets.flatMap(({ size, outliers }) => {
    const own = studentIds.slice(from, (from += size))
    const left = own.filter(shown)
    return left.length > 0 ? [{ studentIds: left, outliers: own.slice(0, outliers).filter(shown).length }] : []
  })
}
