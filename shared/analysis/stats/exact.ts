/** Integer moments turned into ratios without losing a digit: sums stay integers, the one division comes last. */

const gcd = (a: bigint, b: bigint): bigint => {
  let [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b]
  while (y) [x, y] = [y, x % y]
  return x
}

const LARGEST = BigInt(Number.MAX_SAFE_INTEGER)

/** num / den as the nearest double (exactly so while both fit 53 bits in lowest terms). den must not be 0. */
export const ratio = (num: bigint, den: bigint): number => {
  if (den === 0n) throw new RangeError('ratio: the denominator is 0')
  if (num <= LARGEST && -num <= LARGEST && den <= LARGEST) return Number(num) / Number(den)
  const common = gcd(num, den)
  return Number(num / common) / Number(den / common)
}

/** Throws when an integer sum has outgrown 2^53, so that no figure is silently inexact. */
export const exact = (sum: number, what: string): number => {
  if (!Number.isSafeInteger(sum)) throw new RangeError(`${what} is no exact integer: ${sum}`)
  return sum
}

/** n·Σxy − Σx·Σy: n² times the population covariance (the variance where x is y). */
export const centred = (n: number, sumXy: number, sumX: number, sumY: number): bigint =>
  BigInt(n) * BigInt(sumXy) - BigInt(sumX) * BigInt(sumY)

/** Pearson's r from three centred products; null where a side does not vary. */
export const correlation = (xy: bigint, xx: bigint, yy: bigint): number | null => {
  if (xx <= 0n || yy <= 0n) return null
  const r = Number(xy) / (Math.sqrt(Number(xx)) * Math.sqrt(Number(yy)))
  return Math.max(-1, Math.min(1, r))
}
