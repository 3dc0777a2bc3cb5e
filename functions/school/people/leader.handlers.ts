import { deleteLeader, listLeaders, updateLeader } from '#shared/school/people/leader.calls.ts'
import { openStaff } from '#shared/school/school.calls.ts'
import { implement } from '#functions/kit/serve.ts'
import { leadersOf } from '../roster/school.public.ts'
import * as commands from './leader.commands.ts'

export const leaderHandlers = [
  implement(openStaff, ({ input, caller }) => commands.openStaff(input, caller)),

  implement(listLeaders, async ({ input }) =>
    (await leadersOf(input.schoolId)).sort(
      (a, b) => a.userType - b.userType || (a.pinyin < b.pinyin ? -1 : a.pinyin > b.pinyin ? 1 : 0),
    ),
  ),

  implement(updateLeader, ({ input, caller }) => commands.updateLeader(input, caller)),

  implement(deleteLeader, ({ input, caller }) => commands.deleteLeader(input, caller)),
]
