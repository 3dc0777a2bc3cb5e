/** The room's timer: what a purge that was missed has left. */
import { purgeLeft } from './exam.purge.ts'

export const handler = async (event: { schedule: string }): Promise<unknown> => {
  if (event.schedule !== 'purgeLeft') throw new Error(`no such schedule: ${event.schedule}`)
  return { purged: await purgeLeft() }
}
