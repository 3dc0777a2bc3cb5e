import * as calls from '#shared/marking/group.calls.ts'
import { implement } from '#functions/kit/serve.ts'
import { automaticRead } from './automatic.read.ts'
import { deskNow } from './desk.ts'
import * as commands from './group.commands.ts'
import { groupMarkersRead, groupsRead } from './group.read.ts'

export const groupHandlers = [
  implement(calls.markingGroups, async ({ input, caller }) => groupsRead(await deskNow(input.paperId), caller)),
  implement(calls.groupMarkers, async ({ input, caller }) =>
    groupMarkersRead(await deskNow(input.paperId), input, caller),
  ),
  implement(calls.automaticArrangement, async ({ input, caller }) =>
    automaticRead(await deskNow(input.paperId), input, caller),
  ),
  implement(calls.arrangeGroups, ({ input, caller }) => commands.arrangeGroups(input, caller)),
  implement(calls.saveMarkingGroup, ({ input, caller }) => commands.saveGroup(input, caller)),
  implement(calls.removeMarkingGroup, ({ input, caller }) => commands.removeGroup(input, caller)),
  implement(calls.setPrincipals, ({ input, caller }) => commands.setPrincipals(input, caller)),
  implement(calls.mobileMarkSwitch, async ({ input }) => {
    const { arrangement } = await deskNow(input.paperId)
    return { on: arrangement.largeScreen !== true, version: arrangement.version }
  }),
  implement(calls.setMobileMarkSwitch, ({ input, caller }) => commands.setMobileMarkSwitch(input, caller)),
  implement(calls.limitMarker, ({ input, caller }) => commands.limitMarker(input, caller)),
]
