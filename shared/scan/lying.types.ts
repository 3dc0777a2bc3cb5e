/** How a page lies in its picture, and where on the picture its answers are. */
import * as z from 'zod'

/** The card's four corners in the picture, clockwise from its top left, x before y, and which card it is. */
export const Lying = z.object({ code: z.string(), version: z.int(), corners: z.array(z.int()).length(8) })
export type Lying = z.infer<typeof Lying>

/** Where questions stand on a picture: parts of its width and height. `choice`: a row of cells. */
export const Region = z.object({
  questionIds: z.array(z.string()),
  choice: z.boolean(),
  /** Of an answer in several parts which one, from the second on. */
  part: z.int().optional(),
  at: z.array(z.number()).length(4),
})
export type Region = z.infer<typeof Region>
