import { examMorning } from '#shared/analysis/guide.calls.ts'
import { implement } from '#functions/kit/serve.ts'
import * as commands from './guide.commands.ts'

export const guideHandlers = [implement(examMorning, ({ caller }) => commands.writeExamMorning(caller))]
