import {
  chooseCourses,
  exportRoster,
  followRoster,
  graduateGrade,
  listActs,
  setLeave,
  tagStudents,
  undoAct,
} from '#shared/school/people/act.calls.ts'
import { moveStudents } from '#shared/school/people/student.calls.ts'
import { followRosterJob } from '#shared/school/school.jobs.ts'
import { implement } from '#functions/kit/serve.ts'
import { startJob } from '#functions/kit/work.ts'
import { acts } from '../roster/school.store.ts'
import * as commands from './act.commands.ts'

export const actHandlers = [
  implement(moveStudents, ({ input, caller }) => commands.moveStudents(input, caller)),

  implement(followRoster, async ({ input, caller }) =>
    startJob(followRosterJob, input, { tenant: caller.tenant, userId: caller.userId }),
  ),

  implement(graduateGrade, ({ input, caller }) => commands.graduateGrade(input, caller)),

  implement(listActs, async ({ input }) => acts.query(`acts#${input.schoolId}`, { reverse: true, limit: 100 })),

  implement(undoAct, ({ input, caller }) => commands.undoAct(input, caller)),

  implement(setLeave, ({ input, caller }) => commands.setLeave(input, caller)),

  implement(tagStudents, ({ input, caller }) => commands.tagStudents(input, caller)),

  implement(chooseCourses, ({ input, caller }) => commands.chooseCourses(input, caller)),

  implement(exportRoster, ({ input, caller }) => commands.exportRoster(input, caller)),
]
