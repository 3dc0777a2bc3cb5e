/** Asks for a question to be cut again: on record, and with a reason once markers have seen the old pieces. */
import { recutQuestion } from '#shared/scan/batches/recut.calls.ts'
import { implement } from '#functions/kit/serve.ts'
import * as commands from './recut.commands.ts'

export const recutHandlers = [implement(recutQuestion, ({ input, caller }) => commands.recutQuestion(input, caller))]
