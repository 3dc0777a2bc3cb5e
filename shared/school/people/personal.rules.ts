/** ID cards and phones as people type them, and how often a caller may look at them. */
import * as z from 'zod'
import { cleanText } from '#shared/kit/text.ts'

export const idCardPattern = /^(\d{15}|\d{17}[\dX])$/
export const phonePattern = /^1[3-9]\d{9}$/

/** Digits of any width, blanks and hyphens out, the check letter upper case. */
export const cleanIdCard = (text: string): string =>
  cleanText(text).replace(/[\s-]/g, '').replace(/^'/, '').toUpperCase()
/** The same of a phone, without the country's code. */
export const cleanPhone = (text: string): string =>
  cleanText(text)
    .replace(/[\s-]/g, '')
    .replace(/^'/, '')
    .replace(/^(\+?86)(?=1\d{10}$)/, '')

const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
/** Whether the check digit of an 18-digit ID card is right (GB 11643-1999); the older 15 digits have none. */
export const idCardChecks = (text: string): boolean => {
  if (text.length !== 18) return true
  const sum = weights.reduce((n, w, i) => n + w * Number(text[i]), 0)
  return '10X98765432'[sum % 11] === text[17]
}

/** Spec 3 §5: the shape; a wrong check digit is a slip of the finger, and told as the same. */
export const isIdCard = (text: string): boolean => idCardPattern.test(text) && idCardChecks(text)
export const isPhone = (text: string): boolean => phonePattern.test(text)

/** '' takes the field away. */
export const idCardText = () =>
  z
    .string()
    .transform(cleanIdCard)
    .pipe(z.string().refine((t) => t === '' || isIdCard(t), '请输入正确的身份证号码'))
export const phoneText = () =>
  z
    .string()
    .transform(cleanPhone)
    .pipe(z.string().refine((t) => t === '' || isPhone(t), '请输入正确的手机号码'))

export type Allowance = { count: number; withinMs: number }
/** Looks at single fields, and searches by a whole number, of one person in an hour. */
export const allowances = {
  reveal: { count: 30, withinMs: 3_600_000 },
  find: { count: 120, withinMs: 3_600_000 },
} as const satisfies Record<string, Allowance>

/** The moments to remember when one more is taken at `now`; null where the allowance is used up. */
export const takeAllowance = (taken: readonly number[], now: number, of: Allowance): number[] | null => {
  const recent = taken.filter((at) => at > now - of.withinMs)
  return recent.length >= of.count ? null : [...recent, now]
}
