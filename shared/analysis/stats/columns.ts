/** The loops over one column of a tally, from row `from` of its item on. */

// Each loop over a column is a function of its own: one that runs long inside a function called once is compiled anew
// each time. The cells of the absent are zeros here.

/** Adds a column to the sums of its rows and of its runs; negative when a score is outside 0…full. */
export const addScores = (
  scores: Int32Array,
  from: number,
  full: number,
  sums: Int32Array,
  ends: Int32Array,
  ofRuns: Float64Array,
): number => {
  let outside = 0
  for (let run = 0, row = 0; run < ends.length; run++) {
    let sum = 0
    for (const end = ends[run]!; row < end; row++) {
      const score = scores[from + row]!
      outside |= score | (full - score)
      sums[row] = sums[row]! + score
      sum += score
    }
    ofRuns[run] = sum
  }
  return outside
}

/** The same of an item with choices; 0 when every choice is one, and has the one score that was noted. */
export const addChoices = (
  scores: Int32Array,
  chosen: Int32Array,
  from: number,
  options: number,
  scoreOf: Int32Array,
  sums: Int32Array,
  ends: Int32Array,
  ofRuns: Float64Array,
): number => {
  let other = 0
  const none = -(1 << options)
  for (let run = 0, row = 0; run < ends.length; run++) {
    let sum = 0
    for (const end = ends[run]!; row < end; row++) {
      const score = scores[from + row]!
      const choice = chosen[from + row]!
      other |= (score ^ scoreOf[choice]!) | (choice & none)
      sums[row] = sums[row]! + score
      sum += score
    }
    ofRuns[run] = sum
  }
  return other
}

/** Takes a column back out of the sums of its rows. */
export const takeScores = (scores: Int32Array, from: number, sums: Int32Array): void => {
  for (let row = 0; row < sums.length; row++) sums[row] = sums[row]! - scores[from + row]!
}

/** Counts a column by slot and score; negative when a score has no code yet. */
export const countScores = (
  scores: Int32Array,
  from: number,
  slots: Int32Array,
  width: number,
  codeOf: Int32Array,
  counts: Int32Array,
): number => {
  let unknown = 0
  for (let row = 0; row < slots.length; row++) {
    const code = codeOf[scores[from + row]!]!
    unknown |= code - 1
    const at = Math.imul(slots[row]!, width) + code
    counts[at] = counts[at]! + 1
  }
  return unknown
}

/** Counts a column of choices by slot and choice. */
export const countChoices = (
  chosen: Int32Array,
  from: number,
  slots: Int32Array,
  options: number,
  counts: Int32Array,
): void => {
  for (let row = 0; row < slots.length; row++) {
    const at = (slots[row]! << options) + chosen[from + row]!
    counts[at] = counts[at]! + 1
  }
}

/** Gives each score of a stretch a code of its own, counting on from `scoreOf.length`. */
export const learnCodes = (
  scores: Int32Array,
  from: number,
  rows: number,
  codeOf: Int32Array,
  scoreOf: number[],
): void => {
  for (let row = from; row < from + rows; row++)
    if (codeOf[scores[row]!] === 0) codeOf[scores[row]!] = scoreOf.push(scores[row]!) - 1
}

/** Notes the score of each choice, the last one where there are several. */
export const learnScores = (
  scores: Int32Array,
  chosen: Int32Array,
  from: number,
  rows: number,
  scoreOf: Int32Array,
): void => {
  for (let row = from; row < from + rows; row++) scoreOf[chosen[row]!] = scores[row]!
}

export const choicesFit = (chosen: Int32Array, from: number, rows: number, largest: number): boolean => {
  let outside = 0
  for (let row = from; row < from + rows; row++) outside |= chosen[row]! | (largest - chosen[row]!)
  return outside >= 0
}

/** Counts how often each bit of a choice is set, and blanks at 31, of the present; negative for a choice that is none. */
export const countBits = (
  chosen: Int32Array,
  from: number,
  present: Uint8Array,
  options: number,
  counts: Int32Array,
): number => {
  const largest = 2 ** options - 1
  let outside = 0
  for (let row = 0; row < present.length; row++) {
    if (!present[row]) continue
    const choice = chosen[from + row]!
    outside |= choice | (largest - choice)
    if (!choice) counts[31]!++
    else for (let rest = choice; rest; rest &= rest - 1) counts[31 - Math.clz32(rest & -rest)]!++
  }
  return outside
}
