/**
 * How exams are found by a part of their names: each name is kept by every run of one to three of its characters, and what is
 * looked for is found at its own runs. What is up to three characters long is a run itself.
 */
import type { Exam } from './exam.types.ts'

type Named = Pick<Exam, 'examName' | 'gradeName'>

/** The longest run that is kept. */
export const longestRun = 3
/** So many runs of what is looked for are asked at once: with three characters each they cover most of what is typed. */
export const mostRuns = 8

const lower = (text: string): string[] => [...text.toLowerCase()]

/** What is looked through of an exam. */
export const namesIn = ({ examName, gradeName }: Named): string[] => [examName.toLowerCase(), gradeName.toLowerCase()]

/** Whether each word is in the name or the grade's name. Words are in small letters. */
export const holdsWords = (of: Named, words: readonly string[]): boolean => {
  const names = namesIn(of)
  return words.every((w) => names.some((name) => name.includes(w)))
}

/** The runs by which an exam is kept, each once. */
export const runsOf = (of: Named): string[] => {
  const runs = namesIn(of).flatMap((name) => {
    const signs = [...name]
    return signs.flatMap((_, at) =>
      Array.from({ length: Math.min(longestRun, signs.length - at) }, (_n, i) => signs.slice(at, at + i + 1).join('')),
    )
  })
  return [...new Set(runs)]
}

/** Runs that are in everything that holds these words: the whole of a short word, threes from over the length of a long one. */
export const runsIn = (words: readonly string[]): string[] => {
  const runs = words.filter(Boolean).flatMap((word) => {
    const signs = lower(word)
    const last = signs.length - longestRun
    if (last <= 0) return [signs.join('')]
    const starts = Array.from({ length: Math.ceil(last / longestRun) + 1 }, (_, i) => Math.min(i * longestRun, last))
    return starts.map((at) => signs.slice(at, at + longestRun).join(''))
  })
  const each = [...new Set(runs)]
  const step = Math.ceil(each.length / mostRuns)
  return each.filter((_, i) => i % step === 0)
}
