/** The stretch of time that operation records are asked for: a word, as it stands in an address. */
import { dayStart, showDate } from '#shared/kit/time.ts'

const day = 86_400_000
export const spans = { '1d': '今天', '7d': '近7天', '30d': '近30天', '180d': '近半年', '366d': '近一年' } as const
export const defaultSpan = '30d'
/** Months that may be asked for, this one and those before it. */
const monthsShown = 24

const monthOf = (ms: number): string => showDate(ms).slice(0, 7)
const firstOf = (month: string): number => dayStart(Date.parse(`${month}-01T04:00:00Z`))
const nextMonth = (month: string): string => monthOf(firstOf(month) + 40 * day)

export const spanOptions = (at: number): { value: string; label: string }[] => {
  const months: string[] = []
  for (let month = monthOf(at); months.length < monthsShown; month = monthOf(firstOf(month) - day)) months.push(month)
  return [
    ...Object.entries(spans).map(([value, label]) => ({ value, label })),
    ...months.map((m) => ({ value: m, label: `${m.slice(0, 4)}年${Number(m.slice(5))}月` })),
  ]
}

export const isSpan = (text: string): boolean => text in spans || /^20\d\d-(0[1-9]|1[0-2])$/.test(text)

/** From the first moment to the last, both within. */
export const spanOf = (span: string, at: number): { from: number; to: number } => {
  const days = /^(\d+)d$/.exec(span)
  if (days) return { from: dayStart(at) - (Number(days[1]) - 1) * day, to: at }
  return { from: firstOf(span), to: Math.min(at, firstOf(nextMonth(span)) - 1) }
}
