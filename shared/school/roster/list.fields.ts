/** Fields of several calls: what people type to find rows, and whole numbers with words for what is wrong. */
import * as z from 'zod'

export const typed = () => z.string().max(60, '查找内容不能超过60个字').optional()

/** A whole number within bounds; what was typed and is none is told from what is missing. */
export const whole = (name: string, min: number, max: number) => {
  const range = `${name}应在${min}到${max}之间`
  return z
    .int({ error: ({ input }) => (input === undefined ? `请填写${name}` : `${name}应为整数`) })
    .min(min, range)
    .max(max, range)
}
