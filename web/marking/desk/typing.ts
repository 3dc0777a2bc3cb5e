/** What keys mean on the marking screen. Pure. */
import { showScore } from '#shared/kit/score.ts'

export type Typed = {
  /** What stands typed now. */
  text: string
  /** The score that it names, hundredths. */
  score: number | null
  /** Why what stands cannot be given: it is shown, and nothing is stored. */
  problem: string | null
  /** To be given now: one digit where one is all there can be, or what stood complete before this key began the next. */
  give: number | null
}
export const nothingTyped: Typed = { text: '', score: null, problem: null, give: null }

const digitsOf = (text: string): number => (text.split('.')[0] ?? '').length

/**
 * One more digit (or point) after what stands typed. With at most nine whole points a digit is the mark. Where two digits
 * are possible nothing is given by itself, however long the pause: Enter gives it, or the next key once no digit is left
 * to type. What is more than the full mark stays in sight with its reason and is not given; the next key begins anew.
 */
export const typed = (
  choices: readonly number[],
  before: Pick<Typed, 'text' | 'score' | 'problem'>,
  key: string,
): Typed => {
  const names = choices.map(showScore)
  const full = choices.at(-1) ?? 0
  const most = digitsOf(showScore(full))
  const decimals = names.some((n) => n.includes('.'))
  // A point that cannot be is said, since what follows it would otherwise be read as other digits: 0.5 is no 5.
  if (key === '.' && !decimals)
    return {
      ...nothingTyped,
      text: `${before.problem ? '' : before.text}.`,
      problem: `没有小数，每${showScore(choices[1] ?? full)}分一档`,
    }
  // Nor is the digit after it a mark of its own: 6.5 is no 5.
  if (before.problem !== null && before.text.endsWith('.') && !decimals)
    return { ...nothingTyped, text: before.text + key, problem: before.problem }
  const read = (text: string): Typed => {
    const at = names.indexOf(text)
    if (at >= 0) {
      const score = choices[at]!
      return most === 1 && !decimals ? { ...nothingTyped, give: score } : { ...nothingTyped, text, score }
    }
    if (names.some((n) => n.startsWith(text))) return { ...nothingTyped, text }
    const value = Number(text) * 100
    const problem =
      value > full ? `${text}分超过满分${showScore(full)}分` : `没有${text}分，每${showScore(choices[1] ?? full)}分一档`
    return { ...nothingTyped, text, problem }
  }
  const start = before.problem ? '' : before.text
  const text = (start + key).replace(/^0+(?=\d)/, '')
  const whole = before.score !== null && !before.problem
  const longer = names.some((n) => n.startsWith(text))
  const spent = start.includes('.') ? !longer : key !== '.' && digitsOf(start) >= most
  if (whole && spent) return { ...read(key), give: before.score }
  return read(text)
}

/** Mean and spread of the own marks, for the marker's own eye. Scores in hundredths; counts follow `choices`. */
export const ownMarks = (choices: readonly number[], given: readonly number[]) => ({
  n: given.length,
  mean: given.length === 0 ? null : given.reduce((a, b) => a + b, 0) / given.length,
  counts: choices.map((c) => given.filter((g) => g === c).length),
})
