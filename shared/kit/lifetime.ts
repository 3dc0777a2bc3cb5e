/**
 * How long an object of the data bucket lives: said by its key, told to the store as a tag, and kept by the bucket's own
 * rules. What has no lifetime (scans, cards, published results) is kept until it is removed.
 */
export const lifetimes = {
  /** Rosters that were uploaded, what a job lays down for its steps. */
  week: 7,
  /** Files that people download. */
  month: 30,
} as const
export type Life = keyof typeof lifetimes

/** The tag's name; its value is the life. */
export const lifeTag = 'life'
const dayMs = 86_400_000

/** Keys are `<2 hex>/<tenant>/<room>/…`. */
const rules: readonly (readonly [pattern: RegExp, life: Life])[] = [
  // Families of uploads with people in them, or that are read once. Scans and card templates are kept.
  [/^..\/[^/]+\/uploads\/(roster|seatList|scores|paperAnswer|cardPicture|preflight)\//, 'week'],
  [/^..\/[^/]+\/[a-z]+\/(.*\/)?aside\//, 'week'],
  [/^..\/[^/]+\/school\/(import|erase|follow)\//, 'week'],
  [/^..\/[^/]+\/school\/export\/[^/]+\/slips\./, 'week'],
  [/^..\/[^/]+\/platform\/audit\//, 'week'],
  [/^..\/[^/]+\/marking\/(open|recount|verify|again|like)\//, 'week'],
  [/^..\/[^/]+\/scan\/(recount|rollback|mode|recut|templates)\//, 'week'],
  // Files of marking, and which answers a manager has signed to have marked twice: a job that failed goes on by them.
  [/^..\/[^/]+\/marking\/[^/]+\/export\//, 'month'],
  [/^..\/[^/]+\/school\/export\//, 'month'],
  [/^..\/[^/]+\/scan\/exports?\//, 'month'],
  [/^..\/[^/]+\/analysis\/[^/]+\/export\//, 'month'],
  [/^..\/[^/]+\/card\/[^/]+\/(print|render)\//, 'month'],
]

/** The life of an object of this key; null: it is kept. The first rule that fits decides. */
export const lifeOfKey = (key: string): Life | null => rules.find(([pattern]) => pattern.test(key))?.[1] ?? null

/** When an object that was made at this moment goes: the store waits for the next midnight (UTC) after its days. */
export const goesAt = (life: Life, madeAt: number): number =>
  Math.ceil((madeAt + lifetimes[life] * dayMs) / dayMs) * dayMs
