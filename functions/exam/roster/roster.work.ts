/** The writing of a large change of a roster. */
import { changeRosterJob } from '#shared/exam/exam.jobs.ts'
import { examProblems } from '#shared/exam/exam.problems.ts'
import { beaten, edit } from '#functions/kit/edit.ts'
import { getJson } from '#functions/kit/objects.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { work } from '#functions/kit/work.ts'
import { exams } from '../exam.store.ts'
import { closeRoster, writeRoster } from './roster.commands.ts'
import type { RosterAct } from './roster.commands.ts'
import type { RosterPlan } from './roster.plan.ts'
import type { SheetsNow } from './roster.public.ts'

type Change = { plan: RosterPlan; caller: Caller; act: RosterAct }

export const changeRosterWork = ({ sheetsOf }: SheetsNow) =>
  work(changeRosterJob, {
    write: async ({ input }) => {
      const { plan, act } = await getJson<Change>(input.changeKey)
      await writeRoster(plan, sheetsOf, act)
      return { changed: plan.put.length + plan.gone.length }
    },
    finish: async ({ input }) => {
      const change = await getJson<Change>(input.changeKey)
      const candidates = await edit(`the roster of ${input.examId}`, async () => {
        const exam = (await exams.get(input)) ?? refuse(examProblems.notFound)
        return (await closeRoster(exam, change)) ?? beaten
      })
      return { candidates }
    },
  })
