import { submitMark } from '#shared/marking/marking.calls.ts'
import { implement } from '#functions/kit/serve.ts'
import * as commands from './mark.commands.ts'

export const markHandlers = [implement(submitMark, ({ input, caller }) => commands.submitMark(input, caller))]
