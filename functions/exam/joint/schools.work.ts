/** Schools that come to a joint exam, and go: every step can be done again. */
import { changeSchoolsJob } from '#shared/exam/exam.jobs.ts'
import { getJson, putLines } from '#functions/kit/objects.ts'
import { work } from '#functions/kit/work.ts'
import { creationKey } from '../creation/creation.ts'
import type { SheetsNow } from '../roster/roster.public.ts'
import { closeSchools, goingItems, letIn, letOut, placed } from './schools.commands.ts'
import type { SchoolsWish } from './schools.commands.ts'

export const changeSchoolsWork = (sheets: SheetsNow) =>
  work(changeSchoolsJob, {
    plan: async ({ input, jobId, tenant, progress }) => {
      const wish = await getJson<SchoolsWish>(input.wishKey)
      const items = await (wish.kind === 'add' ? placed(wish, jobId) : goingItems(wish, sheets))
      const manifestKey = creationKey(jobId, tenant, input.examId, 'schools.jsonl')
      await putLines(manifestKey, items)
      await progress({
        total: items.length,
        message: wish.kind === 'add' ? '正在复制各校名单' : '正在移出学校',
      })
      return { manifestKey, schools: items.length }
    },
    change: async ({ input, items }) => {
      const wish = await getJson<SchoolsWish>(input.wishKey)
      for (const item of items) await (wish.kind === 'add' ? letIn(wish, item) : letOut(wish, item, sheets))
      return items.length
    },
    finish: async ({ input }) => closeSchools(await getJson<SchoolsWish>(input.wishKey)),
  })
