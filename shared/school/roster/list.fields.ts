/** Whole numbers with words for what is wrong. */
import * as z from 'zod'

/** A whole number within bounds; what was typed and is none is told from what is missing. */
export const whole = (name: string, min: number, max: number) => {
  const range = `${name}应在${min}到${max}之间`
  return z
    .int({ error: ({ input }) => (input === undefined ? `请填写${name}` : `${name}应为整数`) })
    .min(min, range)
    .max(max, range)
}
