/** Counters and finding rows made anew: every student is told once more, and what changes meanwhile the stream tells. */
import { followRosterJob } from '#shared/school/school.jobs.ts'
import type { RosterStretch } from '#shared/school/school.jobs.ts'
import { objectKey, putLines } from '#functions/kit/objects.ts'
import { now } from '#functions/kit/ports.ts'
import { work } from '#functions/kit/work.ts'
import { countsOf, followStudents, rosterCounts } from './roster.counts.ts'
import { schoolPages } from './school.public.ts'
import { students } from './school.store.ts'

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
    return { manifestKey, any: stretches.length > 0 }
  },

  follow: async ({ input, items }) => {
    const { schoolId } = input
    for (const { from, to } of items as RosterStretch[]) {
      const rows = await students.query(`students#${schoolId}`, { from, to })
      const changed = rows.map(({ studentNumber, studentName }) => ({ schoolId, studentNumber, names: [studentName] }))
      for (let at = 0; at < changed.length; at += together) await followStudents(changed.slice(at, at + together))
    }
  },

  finish: async ({ input }) => {
    await rosterCounts.markWhole(input.schoolId, now())
    return { students: (await countsOf(input.schoolId))?.get('all') ?? 0 }
  },
})
