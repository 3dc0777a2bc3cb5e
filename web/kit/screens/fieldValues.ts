/** What stands in a form's fields and what is sent: the two ways, and whose fault an issue is. Pure. */
import type { Problem } from '#shared/kit/problem.ts'
import { scoreOf, showScore } from '#shared/kit/score.ts'
import { dayStart, readTime, showDate, showTime } from '#shared/kit/time.ts'
import { checkValue } from '#shared/kit/valueCheck.ts'
import { sentenceOf } from '../refusals.ts'
import type { Field, Values } from './screen.types.ts'

/** A stored value as it stands in its field. */
export const shownValue = (field: Field, value: unknown): unknown => {
  if (value === undefined || value === null) return field.kind === 'switch' ? false : field.kind === 'multi' ? [] : ''
  switch (field.kind) {
    case 'score':
      return showScore(Number(value))
    case 'date':
      return showDate(Number(value))
    case 'time':
      return showTime(Number(value))
    case 'number':
      return String(value)
    case 'select':
    case 'radio':
      return String(value)
    case 'multi':
      return Array.isArray(value) ? value.map(String) : []
    default:
      return value
  }
}

/** What another user made of a field, as its reader knows it. */
export const standsWords = (field: Field, shown: unknown, values: Values): string => {
  if (field.kind === 'custom' || field.kind === 'password') return '这一项已被改动'
  if (field.kind === 'switch') return `已被改为“${shown ? '开启' : '关闭'}”`
  const list = (Array.isArray(shown) ? shown : [shown]).map(String).filter(Boolean)
  const options =
    'options' in field ? (typeof field.options === 'function' ? field.options(values) : field.options) : []
  const words = list.map((value) => options.find((o) => o.value === value)?.label ?? value).join('、')
  return words ? `已被改为“${words}”` : '已被清空'
}

/** What may be kept of a form for its next sign-in: no password, and nothing that is no text, number or list of them. */
export const keptValues = (fields: readonly Field[], values: Values): Values =>
  Object.fromEntries(
    fields.flatMap((field) =>
      field.kind === 'password' || field.kind === 'custom' ? [] : [[field.name, values[field.name]]],
    ),
  )

/** The moment that is typed into a field; null where it is none, or lacks the minute that is asked for. */
const momentIn = (kind: 'date' | 'time', typed: string): number | null => {
  const read = readTime(typed)
  if (!read) return null
  return kind === 'date' ? dayStart(read.at) : read.hasMinute ? read.at : null
}
/** What is typed, as lists show it; what is no day or minute stays as it is. */
export const tidyMoment = (kind: 'date' | 'time', typed: string): string => {
  const at = momentIn(kind, typed)
  return at === null ? typed : kind === 'date' ? showDate(at) : showTime(at)
}

/** Digits of any width are digits. */
const numberOf = (text: string): number | string => {
  const bare = text.normalize('NFKC').trim()
  return /^-?\d+(\.\d+)?$/.test(bare) ? Number(bare) : text
}

/** What a field sends: undefined when it is empty, the text itself when it is no such value (the schema says why). */
export const sentValue = (field: Field, shown: unknown): unknown => {
  if (field.kind === 'custom' || field.kind === 'switch') return shown
  if (field.kind === 'multi') {
    const list = Array.isArray(shown) ? shown.map(String) : []
    return field.number ? list.map(Number) : list
  }
  if (typeof shown !== 'string') return shown
  if (shown === '') return field.kind === 'text' && field.required ? '' : undefined
  switch (field.kind) {
    case 'score':
      try {
        return scoreOf(shown)
      } catch {
        return shown
      }
    case 'number':
      return numberOf(shown)
    case 'date':
    case 'time':
      return momentIn(field.kind, shown) ?? shown
    case 'select':
    case 'radio':
      return field.number ? numberOf(shown) : shown
    default:
      return shown
  }
}

/** Where options follow from what else is typed, what is not offered any more is not chosen either. */
const stillOffered = (field: Field, shown: unknown, values: Values): unknown => {
  if (!('options' in field) || typeof field.options !== 'function') return shown
  const offered = new Set(field.options(values).map((o) => o.value))
  if (Array.isArray(shown)) return shown.filter((v) => offered.has(String(v)))
  return typeof shown === 'string' && !offered.has(shown) ? '' : shown
}

/** The whole input of the call: what is fixed, and every field that is seen. */
export const inputOf = (fields: readonly Field[], values: Values, fixed: object = {}): Values => {
  const input: Values = { ...fixed }
  for (const f of fields) {
    if (f.when && !f.when(values)) continue
    const value = sentValue(f, stillOffered(f, values[f.name], values))
    if (value !== undefined) input[f.name] = value
  }
  return input
}

type Issue = { readonly path: readonly PropertyKey[]; readonly message: string; readonly code?: string }

/** What a schema says that has no words of its own: English, or what the built product has in its place (`leanZod`). */
const wordless = (message: string): boolean => !/[\u4e00-\u9fff]/.test(message) || message === '输入有误'

const isEmpty = (sent: unknown): boolean => sent === undefined || (typeof sent === 'string' && sent.trim() === '')

/** What is wrong with a number or a moment that a schema has no words of its own for; empty where it is one. */
const numberWords = (field: Field, value: unknown): string => {
  if (field.kind === 'date' || field.kind === 'time') return typeof value === 'number' ? '' : momentWords[field.kind]
  if (field.kind === 'score') return checkValue('decimal', String(value), field.signed ? {} : { min: 0 }).message
  if (field.kind !== 'number') return ''
  const { message } = checkValue('number', String(value), { min: field.min, max: field.max })
  return message || (field.step === 1 && !Number.isInteger(value) ? '请输入整数' : '')
}

export const momentWords = {
  date: '请按年月日输入，如 2026-11-05',
  time: '请输入日期和时间，如 2026-11-05 08:00',
} as const

/** Fields that hold no number, or one that is out of bounds. */
export const wrongNumbersIn = (fields: readonly Field[], input: Values): Record<string, string> =>
  Object.fromEntries(
    fields
      .filter((f) => !isEmpty(input[f.name]))
      .map((f) => [f.name, numberWords(f, input[f.name])])
      .filter(([, words]) => words !== ''),
  ) as Record<string, string>

/** Each field's first message; what belongs to no field stands under ''. A schema's English becomes 请正确填写. */
export const errorsOf = (fields: readonly Field[], input: Values, issues: readonly Issue[]): Record<string, string> => {
  const errors: Record<string, string> = {}
  for (const issue of issues) {
    const field = fields.find((f) => f.name === String(issue.path[0] ?? ''))
    const key = field?.name ?? ''
    if (errors[key] !== undefined) continue
    const missing = field !== undefined && (input[field.name] === undefined || input[field.name] === '')
    errors[key] = !wordless(issue.message)
      ? issue.message
      : missing
        ? `${field.label}不能为空`
        : field
          ? numberWords(field, input[field.name]) || `请正确填写${field.label}`
          : '请正确输入'
  }
  return errors
}

/** A refusal under the field that its problem is about; under '' where it is about none that is seen. */
export const refusedField = (
  problems: readonly Problem[] | undefined,
  fields: readonly { name: string }[],
  { status, message }: { status: number; message: string },
): Record<string, string> => {
  const field = problems?.find((p) => p.status === status)?.field
  return { [fields.some((f) => f.name === field) ? field! : '']: sentenceOf(message) }
}

/**
 * Fields that are wanted and empty. A schema's default is for those who do not ask: a user who emptied a field is told.
 */
export const lackingIn = (fields: readonly Field[], values: Values, input: Values): Record<string, string> =>
  Object.fromEntries(
    fields
      .filter((f) => f.required && f.kind !== 'custom' && (!f.when || f.when(values)))
      .filter((f) => isEmpty(input[f.name]))
      .map((f) => [f.name, `${f.label}不能为空`]),
  )
