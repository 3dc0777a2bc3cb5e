/** What keys mean on the marking screen. Pure. */
import { showScore } from '#shared/kit/score.ts'

export type Typed = {
  /** What stands typed now. */
  text: string
  /** The score that it names, hundredths. */
  score: number | null
  /** Nothing longer can be meant: it is given at once, without Enter or a wait. */
  sure: boolean
}
export const nothingTyped: Typed = { text: '', score: null, sure: false }

/**
 * One more digit (or point) after what stands typed. With at most nine whole points a digit is the mark; where "1" could
 * become "12" it waits. What begins no score is dropped, and the new key begins anew.
 */
export const typed = (choices: readonly number[], before: string, key: string): Typed => {
  const names = choices.map(showScore)
  const read = (text: string): Typed | null => {
    const begun = names.filter((n) => n.startsWith(text))
    if (begun.length === 0) return null
    const at = names.indexOf(text)
    return { text, score: at < 0 ? null : choices[at]!, sure: at >= 0 && begun.length === 1 }
  }
  return read(before + key) ?? read(key) ?? nothingTyped
}

/** Mean and spread of the own marks, for the marker's own eye. Scores in hundredths; counts follow `choices`. */
export const ownMarks = (choices: readonly number[], given: readonly number[]) => ({
  n: given.length,
  mean: given.length === 0 ? null : given.reduce((a, b) => a + b, 0) / given.length,
  counts: choices.map((c) => given.filter((g) => g === c).length),
})
