/**
 * Counters and finding rows made anew: every student is told once more, and what changes in between the stream tells. Large
 * schools every night: of others the rows themselves are read.
 */
import { followRosterJob } from '#shared/school/school.jobs.ts'
import type { RosterStretch } from '#shared/school/school.jobs.ts'
import { objectKey, putLines } from '#functions/kit/objects.ts'
import { now } from '#functions/kit/ports.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import { countMetric } from '#functions/kit/count.ts'
import { startJob, work } from '#functions/kit/work.ts'
import { inPieces } from '#functions/kit/turns.ts'
import { countingOf } from './classes/roster.counting.ts'
import { followAreas } from './areas/area.follow.ts'
import { countsOf, fewStudents, followStudents, rosterCounts } from './classes/roster.counts.ts'
import { allSchools, schoolPages } from './roster/school.public.ts'
import { students } from './roster/school.store.ts'

/** So many are told at once. */
const together = 250

export const followWork = work(followRosterJob, {
  plan: async ({ input, jobId, tenant, progress }) => {
    const stretches: RosterStretch[] = []
    for await (const page of schoolPages(input.schoolId))
      if (page.length > 0) stretches.push({ from: page[0]!.studentNumber, to: page.at(-1)!.studentNumber })
    const manifestKey = objectKey(jobId, tenant, 'school', 'follow', jobId, 'stretches.jsonl')
    await putLines(manifestKey, stretches)
    await progress({ total: stretches.length, message: '正在更新' })
    // What differs later was missed by the reader, if all was counted before and no import is on its way.
    const atRest = (await countsOf(input.schoolId)) !== null && (await countingOf(input.schoolId)) === 0
    return { manifestKey, any: stretches.length > 0, atRest }
  },

  follow: async ({ input, items, out }) => {
    const { schoolId } = input
    let late = 0
    for (const { from, to } of items) {
      const rows = await students.query(`students#${schoolId}`, { from, to })
      const changed = rows.map(({ studentNumber, studentName }) => ({ schoolId, studentNumber, names: [studentName] }))
      for (const some of inPieces(changed, together)) late += await followStudents(some)
    }
    const { atRest } = out.plan
    if (atRest && late > 0) countMetric('school', 'countsLate', late)
  },

  finish: async ({ input }) => {
    await rosterCounts.markWhole(input.schoolId, now())
    return { students: (await countsOf(input.schoolId))?.get('all') ?? 0 }
  },
})

/** Every night, and where a change was missed for good. Answers of how many schools. */
export const followDue = async (): Promise<number> => {
  await followAreas()
  let started = 0
  for (const schoolId of await allSchools()) {
    const counts = await countsOf(schoolId)
    if ((counts?.get('all') ?? 0) <= fewStudents) continue
    await startJob(followRosterJob, { schoolId }, { tenant: schoolTenant(schoolId), userId: 'schedule' })
    started++
  }
  return started
}
