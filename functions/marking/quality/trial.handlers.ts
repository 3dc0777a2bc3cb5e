import * as calls from '#shared/marking/quality/trial.calls.ts'
import { implement } from '#functions/kit/serve.ts'
import * as commands from './trial.commands.ts'
import * as read from './trial.read.ts'

export const trialHandlers = [
  implement(calls.trialDesk, ({ input, caller }) => read.trialDeskRead(input, caller)),
  implement(calls.trialMark, ({ input, caller }) => commands.trialMark(input, caller)),
  implement(calls.finishTrial, ({ input, caller }) => commands.finishTrial(input, caller)),
  implement(calls.trialReport, ({ input, caller }) => read.trialReportRead(input, caller)),
  implement(calls.passTrial, ({ input, caller }) => commands.passTrial(input, caller)),
]
