/**
 * A student number that is shorter than its columns, or has zeros before it on one side alone: whose it may be. Pure.
 * Columns are plainly empty at one end only; a gap within the digits, or at both ends, is no number.
 */

/** What was filled in, and how many columns were left empty before and behind it. */
export type ShortNumber = { digits: string; before: number; after: number }

/** By column its digit, '' where nothing was marked, null where it is in doubt. null where it is no shorter number. */
export const shortNumber = (columns: readonly (string | null)[]): ShortNumber | null => {
  if (columns.includes(null)) return null
  const [, before, digits, after] = /^(_*)(\d+)(_*)$/.exec(columns.map((c) => c || '_').join('')) ?? []
  if (digits === undefined || (before && after)) return null
  return { digits, before: before!.length, after: after!.length }
}

/** The same number, but for zeros before it. */
const bare = (number: string): string => number.replace(/^0+(?=\d)/, '')

const tens = [...'0123456789']

/**
 * Numbers that may be meant. `same` are the digits with more or fewer zeros before them; `longer` have a digit where a column
 * was left empty: it may have been forgotten, or be too faint to be seen.
 */
export const numbersMeant = ({ digits, before, after }: ShortNumber): { same: string[]; longer: string[] } => {
  const least = bare(digits)
  const columns = before + digits.length + after
  const same = Array.from({ length: columns - least.length + 1 }, (_, zeros) => '0'.repeat(zeros) + least)
  const longer = [
    ...(before > 0 ? tens.map((d) => d + digits) : []),
    ...(after > 0 ? tens.map((d) => digits + d) : []),
  ].filter((n) => !same.includes(n))
  return { same, longer }
}
