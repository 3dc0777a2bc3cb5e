/**
 * Rules for answers that are text: the first of them that fits says what the answer is worth. Written a line each, by who
 * manages the exam: the points, a colon, and what fits. Pure, and bounded in time.
 */
import * as z from 'zod'
import { fitsPattern, patternFault } from './pattern.rules.ts'
import { sameValue, valueFault } from './formula.rules.ts'

export const mostRules = 40
const line = z.string().min(1).max(200)

export const TypedRule = z.discriminatedUnion('kind', [
  /** One of these, as it is written. */
  z.object({ kind: z.literal('exact'), score: z.int(), texts: z.array(line).min(1).max(20) }),
  /** All of these and no other, in any order. */
  z.object({ kind: z.literal('parts'), score: z.int(), parts: z.array(line).min(2).max(12) }),
  z.object({
    kind: z.literal('number'),
    score: z.int(),
    value: z.number(),
    tolerance: z.number().min(0),
    unit: z.string().max(20),
  }),
  /** Worth the same at every point, however it is written. */
  z.object({ kind: z.literal('formula'), score: z.int(), text: line }),
  z.object({ kind: z.literal('pattern'), score: z.int(), pattern: line }),
])
export type TypedRule = z.infer<typeof TypedRule>

/** One way of writing: widths, minus signs and spaces are no difference. */
export const plainly = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[−–—﹣]/g, '-')
    .replaceAll(/[×·]/g, '*')
    .replaceAll('÷', '/')
    .replaceAll(/\s+/g, '')

const partsOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .split(/[,;、。/\s]+/)
    .map(plainly)
    .filter((p) => p !== '')
    .sort()

const number = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(.*)$/i

const isNumber = (text: string, { value, tolerance, unit }: Extract<TypedRule, { kind: 'number' }>): boolean => {
  const [, digits, rest] = number.exec(plainly(text)) ?? []
  if (digits === undefined || rest !== plainly(unit)) return false
  // Within the tolerance as it is written: 9.9 is within 9.8 ± 0.1, though its bits are not.
  return Math.abs(Number(digits) - value) <= tolerance + 1e-9 * Math.max(1, Math.abs(value))
}

const fits = (rule: TypedRule, text: string): boolean => {
  switch (rule.kind) {
    case 'exact':
      return rule.texts.some((t) => plainly(t) === plainly(text))
    case 'parts':
      return partsOf(rule.parts.join(',')).join('\n') === partsOf(text).join('\n')
    case 'number':
      return isNumber(text, rule)
    case 'formula':
      return sameValue(plainly(rule.text), plainly(text))
    case 'pattern':
      return fitsPattern(rule.pattern, plainly(text))
    default:
      return rule satisfies never
  }
}

/** Which rule an answer fits first; null where none does: then nothing is said of it. */
export const ruleFor = (rules: readonly TypedRule[], text: string): number | null => {
  const at = rules.findIndex((rule) => fits(rule, text))
  return at < 0 ? null : at
}

export const scoreByRules = (rules: readonly TypedRule[], text: string): number | null => {
  const at = ruleFor(rules, text)
  return at === null ? null : rules[at]!.score
}

const amount = /^(.+?)(?:±|\+-)([0-9.]+)(.*)$/

const bodyOf = (body: string, score: number): TypedRule | string => {
  const [, word, rest = ''] = /^([数各式形])\s+(.+)$/u.exec(body) ?? []
  if (word === '数') {
    const [, middle, within = '0', unitThen] = amount.exec(rest.normalize('NFKC')) ?? [undefined, rest]
    const [, digits, unit = ''] = number.exec(plainly(middle!)) ?? []
    if (digits === undefined || !Number.isFinite(Number(within))) return '“数”后面写数值，如 9.8±0.1m/s'
    return { kind: 'number', score, value: Number(digits), tolerance: Number(within), unit: plainly(unitThen ?? unit) }
  }
  if (word === '各') {
    const parts = partsOf(rest)
    return parts.length < 2 || parts.length > 12 ? '“各”后面写2到12项，用逗号分开' : { kind: 'parts', score, parts }
  }
  if (word === '式') return valueFault(plainly(rest)) ?? { kind: 'formula', score, text: rest.trim() }
  if (word === '形') return patternFault(rest.trim()) ?? { kind: 'pattern', score, pattern: rest.trim() }
  const texts = body
    .split(/[|｜]/)
    .map((t) => t.trim())
    .filter((t) => t !== '')
  return texts.length === 0 || texts.length > 20 ? '写1到20种写法，用 | 分开' : { kind: 'exact', score, texts }
}

/** The rules of a text, or what is wrong with which of its lines. `isScore`: whether a question can be given so much. */
export const rulesOf = (
  text: string,
  isScore: (score: number) => boolean,
): { rules: TypedRule[] } | { why: string } => {
  const lines = text.split('\n').map((l) => l.trim())
  const rules: TypedRule[] = []
  for (const [i, l] of lines.entries()) {
    if (l === '') continue
    const at = `第${i + 1}行`
    const [, points, body] = /^([0-9.]+)\s*分?\s*[:：]\s*(.+)$/u.exec(l) ?? []
    if (points === undefined) return { why: `${at}：先写分数和冒号，如 3：12` }
    const score = Math.round(Number(points) * 100)
    if (!Number.isFinite(score) || !isScore(score)) return { why: `${at}：这道题不能给${points}分` }
    if (body!.length > 200) return { why: `${at}：最多200个字` }
    const rule = bodyOf(body!, score)
    if (typeof rule === 'string') return { why: `${at}：${rule}` }
    rules.push(rule)
    if (rules.length > mostRules) return { why: `最多${mostRules}行` }
  }
  return { rules }
}
