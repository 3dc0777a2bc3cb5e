import * as calls from '#shared/marking/quality/seed.calls.ts'
import { implement } from '#functions/kit/serve.ts'
import * as rules from './rule.commands.ts'
import * as commands from './seed.commands.ts'
import * as read from './seed.read.ts'

export const seedHandlers = [
  implement(calls.groupQuality, ({ input, caller }) => rules.groupQualityRead(input, caller)),
  implement(calls.saveGroupQuality, ({ input, caller }) => rules.saveGroupQuality(input, caller)),
  implement(calls.seedReport, ({ input, caller }) => read.seedReportRead(input, caller)),
  implement(calls.releaseMarker, ({ input, caller }) => commands.releaseMarker(input, caller)),
  implement(calls.remarkDoubted, ({ input, caller }) => commands.remarkDoubted(input, caller)),
]
