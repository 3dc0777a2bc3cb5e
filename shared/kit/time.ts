/** Moments are UTC milliseconds; what people see, and where days are cut, is Asia/Shanghai (UTC+8, no daylight saving since 1991). */
const offset = 8 * 3_600_000
const two = (n: number): string => String(n).padStart(2, '0')

const parts = (ms: number) => {
  const days = Math.floor((ms + offset) / 86_400_000)
  const rest = ms + offset - days * 86_400_000
  // Civil date from days since 1970-01-01 (Howard Hinnant, "chrono-compatible low-level date algorithms").
  const z = days + 719_468
  const era = Math.floor(z / 146_097)
  const doe = z - era * 146_097
  const yoe = Math.floor((doe - Math.floor(doe / 1460) + Math.floor(doe / 36_524) - Math.floor(doe / 146_096)) / 365)
  const doy = doe - (365 * yoe + Math.floor(yoe / 4) - Math.floor(yoe / 100))
  const mp = Math.floor((5 * doy + 2) / 153)
  const day = doy - Math.floor((153 * mp + 2) / 5) + 1
  const month = mp < 10 ? mp + 3 : mp - 9
  return {
    year: yoe + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day,
    hour: Math.floor(rest / 3_600_000),
    minute: Math.floor(rest / 60_000) % 60,
    second: Math.floor(rest / 1000) % 60,
  }
}

/** 2026-11-20 */
export const showDate = (ms: number): string => {
  const p = parts(ms)
  return `${p.year}-${two(p.month)}-${two(p.day)}`
}

/** 11-20 */
export const showDay = (ms: number): string => showDate(ms).slice(5)

/** 2026-11-20 08:05 */
export const showTime = (ms: number): string => {
  const p = parts(ms)
  return `${showDate(ms)} ${two(p.hour)}:${two(p.minute)}`
}

const joined = /^(\d{4})(\d\d)(\d\d)(?:[ T]?(\d\d):?(\d\d))?$/
const parted =
  /^(\d{4}) ?[-/.年] ?(\d{1,2}) ?[-/.月] ?(\d{1,2}) ?日?(?:[ T]*(?<=[日T ])(\d{1,2}) ?[:点时] ?(\d{1,2}) ?分?)?$/

/**
 * A day or a minute as it is typed or pasted (2026-11-05 8:05, 2026/11/5, 20261105, 2026年11月5日8点05分, digits of any
 * width); null where there is no such day or minute.
 */
export const readTime = (typed: string): { at: number; hasMinute: boolean } | null => {
  const text = typed.normalize('NFKC').trim().replace(/\s+/g, ' ')
  const found = joined.exec(text) ?? parted.exec(text)
  if (!found) return null
  const [y, month, day, hour, minute] = found.slice(1).map((p) => Number(p ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
  ]
  const at = Date.UTC(y, month - 1, day, hour, minute) - offset
  // The thirtieth of February is the second of March: no day that was meant.
  const isReal = y >= 1900 && hour < 24 && minute < 60 && showDate(at) === `${y}-${two(month)}-${two(day)}`
  return isReal ? { at, hasMinute: found[4] !== undefined } : null
}

/** 20261120, for keys and file names. */
export const dayKey = (ms: number): string => showDate(ms).replaceAll('-', '')

/** When the day began that a moment lies in. */
export const dayStart = (ms: number): number => Math.floor((ms + offset) / 86_400_000) * 86_400_000 - offset

/** The school year that a moment lies in; turned on 1 August unless the school says otherwise. 2026 means 2026–2027. */
export const schoolYear = (ms: number, turnMonth = 8): number => {
  const p = parts(ms)
  return p.month >= turnMonth ? p.year : p.year - 1
}
