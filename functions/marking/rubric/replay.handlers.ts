import * as calls from '#shared/marking/rubric/replay.calls.ts'
import { implement } from '#functions/kit/serve.ts'
import * as commands from './replay.commands.ts'

export const replayHandlers = [
  implement(calls.replayLook, ({ input, caller }) => commands.look(input, caller)),
  implement(calls.replayApply, ({ input, caller }) => commands.apply(input, caller)),
  implement(calls.replayUndo, ({ input, caller }) => commands.undo(input, caller)),
]
