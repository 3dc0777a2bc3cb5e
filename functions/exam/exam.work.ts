/** The room's job, and its timer: what a purge that was missed has left. */
import type { StepEvent } from '#shared/kit/job.ts'
import '#functions/app/kinds.ts'
import { sheetsNow } from '#functions/app/sheets.ts'
import { workers } from '#functions/kit/work.ts'
import { baseInfoWork } from './joint/baseInfo.work.ts'
import { createExamWork } from './creation/create.work.ts'
import { purgeLeft } from './exam.purge.ts'
import { changeRosterWork } from './roster/roster.work.ts'
import { electivesWork } from './joint/elective.work.ts'
import { changeSchoolsWork } from './joint/schools.work.ts'

export const works = [
  createExamWork,
  changeRosterWork(sheetsNow),
  changeSchoolsWork(sheetsNow),
  baseInfoWork,
  electivesWork(sheetsNow),
]
const runStep = workers('exam', works)

export const handler = async (event: StepEvent | { schedule: string }): Promise<unknown> => {
  if (!('schedule' in event)) return runStep(event)
  if (event.schedule !== 'purgeLeft') throw new Error(`no such schedule: ${event.schedule}`)
  return { purged: await purgeLeft() }
}
