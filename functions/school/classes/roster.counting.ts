/** That a large import runs in a school, and its counters follow. */
import * as z from 'zod'
import { SchoolId } from '#shared/kit/ids.ts'
import { now } from '#functions/kit/ports.ts'
import { inTime } from '#functions/kit/kinds.ts'
import { rows } from '#functions/kit/table.ts'

const Counting = z.object({ schema: z.literal(1), schoolId: SchoolId, jobId: z.string(), rows: z.int(), at: z.int() })

/** After so long an import is over, whether or not it could say so. */
const longestMs = 3 * 3_600_000

const countings = rows({
  table: 'TABLE_SCHOOL',
  schema: Counting,
  hangsOn: inTime,
  personal: 'nothing',
  key: (of: { schoolId: string; jobId: string }) => ({ pk: `counting#${of.schoolId}`, sk: of.jobId }),
  ttl: (c) => Math.ceil((c.at + longestMs) / 1000),
})

/** An import is about to write so many students. */
export const beginCounting = (schoolId: SchoolId, jobId: string, students: number): Promise<void> =>
  countings.put({ schema: 1, schoolId, jobId, rows: students, at: now() })

export const endCounting = (schoolId: string, jobId: string): Promise<void> => countings.remove({ schoolId, jobId })

/** How many students are being written, and perhaps not yet counted; 0 when no import runs. */
export const countingOf = async (schoolId: string): Promise<number> => {
  const at = now()
  const running = await countings.query(`counting#${schoolId}`)
  return running.filter((c) => c.at + longestMs > at).reduce((n, c) => n + c.rows, 0)
}
