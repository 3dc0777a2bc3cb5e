import * as calls from '#shared/marking/rubric/rubric.calls.ts'
import { implement } from '#functions/kit/serve.ts'
import * as commands from './rubric.commands.ts'

export const rubricHandlers = [
  implement(calls.rubric, ({ input, caller }) => commands.rubricRead(input, caller)),
  implement(calls.rubricDetail, ({ input, caller }) => commands.rubricDetail(input, caller)),
  implement(calls.saveRubric, ({ input, caller }) => commands.saveRubric(input, caller)),
]
