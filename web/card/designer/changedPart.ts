/** The elements between what both have in common before and behind. */
export const changedPart = (
  before: readonly string[],
  after: readonly string[],
): { from: number; removed: number; added: readonly string[] } => {
  const least = Math.min(before.length, after.length)
  let from = 0
  while (from < least && before[from] === after[from]) from++
  let same = 0
  while (same < least - from && before[before.length - 1 - same] === after[after.length - 1 - same]) same++
  return { from, removed: before.length - same - from, added: after.slice(from, after.length - same) }
}
