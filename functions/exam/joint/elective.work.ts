/** The rosters of a joint exam after its organiser has said which courses are chosen; every step can be done again. */
import { electivesJob } from '#shared/exam/exam.jobs.ts'
import { putLines } from '#functions/kit/objects.ts'
import { work } from '#functions/kit/work.ts'
import { creationKey } from '../creation/creation.ts'
import { chooseInSchool } from './elective.commands.ts'
import { examSchoolsOf } from '../exam.public.ts'
import type { SheetsNow } from '../roster/roster.public.ts'

export const electivesWork = ({ sheetsOf }: SheetsNow) =>
  work(electivesJob, {
    plan: async ({ input, jobId, tenant, progress }) => {
      const schools = await examSchoolsOf(input.examId, { consistent: true })
      const manifestKey = creationKey(jobId, tenant, input.examId, 'electives.jsonl')
      await putLines(
        manifestKey,
        schools.map(({ schoolId }) => ({ schoolId })),
      )
      await progress({ total: schools.length, message: '正在更新各校名单' })
      return { manifestKey, schools: schools.length }
    },
    choose: async ({ input, items }) => {
      for (const { schoolId } of items) await chooseInSchool(input.examId, schoolId, sheetsOf)
      return items.length
    },
    finish: ({ out }) => Promise.resolve({ schools: out.plan.schools }),
  })
