/**
 * A score inside the system: an integer number of hundredths of a point. It becomes a decimal only where it is shown.
 */
export type Score = number

/** What a Chinese keyboard types for a number, as digits: １５．５ and 15。5 are 15.5. */
export const foldDigits = (text: string): string => text.normalize('NFKC').replaceAll('。', '.')

/** Points as typed or shown ("2.5") to hundredths; refuses more than two decimals and anything that is no number. */
export const scoreOf = (points: number | string): Score => {
  const text = foldDigits(String(points)).trim()
  if (!/^-?\d{1,7}(\.\d{1,2})?$/.test(text)) throw new RangeError(`not a score: ${text}`)
  const [whole = '0', part = ''] = text.replace('-', '').split('.')
  const value = Number(whole) * 100 + Number(part.padEnd(2, '0'))
  return text.startsWith('-') ? -value : value
}

/** Hundredths to the shortest decimal: 250 → "2.5", 300 → "3". */
export const showScore = (score: Score): string => {
  const n = Math.abs(Math.round(score))
  const sign = score < 0 && n > 0 ? '-' : ''
  const part = String(n % 100)
    .padStart(2, '0')
    .replace(/0+$/, '')
  return `${sign}${Math.floor(n / 100)}${part ? `.${part}` : ''}`
}

/** A figure as it is read: with a true minus, as wide as the plus. */
export const trueMinus = (text: string): string => text.replace(/^-(?=\d)/, '−')

/** A figure with so many decimals: the one place that rounds what is shown, so that nothing reads −0.00. */
export const decimal = (value: number, digits: number): string => {
  const text = value.toFixed(digits)
  return Number(text) === 0 ? text.replace('-', '') : text
}

/**
 * How far two figures are apart as they stand printed with so many decimals, which is what a reader finds who takes one from
 * the other: 29.7458 and 29.7712 are 0.02 apart with two of them.
 */
export const apart = (value: number, other: number, digits: number): number => {
  const places = 10 ** digits
  const whole = (n: number): number => Math.round(Number(n.toFixed(digits)) * places)
  return (whole(value) - whole(other)) / places + 0
}
