/** What candidates write on a blank: the same right answer and the same common mistakes for all who meet the question. */
import type { Dice } from './seed.ts'
import { diceOf } from './seed.ts'

const numberOf = (dice: Dice): string =>
  dice.chance(0.3) ? `x=${dice.int(10)}` : `${dice.chance(0.25) ? '-' : ''}${1 + dice.int(dice.chance(0.5) ? 9 : 98)}`

export const blankText = (dice: Dice, questionId: string, ability: number): string => {
  const known = diceOf(`blank/${questionId}`)
  const [right, ...mistakes] = Array.from({ length: 5 }, () => numberOf(known)) as [string, ...string[]]
  if (dice.chance(ability)) return right
  return dice.chance(0.8) ? mistakes[Math.floor(dice.next() ** 1.6 * mistakes.length)]! : numberOf(dice)
}
