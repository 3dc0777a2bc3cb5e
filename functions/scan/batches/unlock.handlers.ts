import { unlockExam } from '#shared/scan/batches/unlock.calls.ts'
import { implement } from '#functions/kit/serve.ts'
import * as commands from './unlock.commands.ts'

export const unlockHandlers = [implement(unlockExam, ({ input, caller }) => commands.unlockExam(input, caller))]
