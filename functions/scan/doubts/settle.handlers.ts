import * as exceptions from '#shared/scan/doubts/exception.calls.ts'
import * as calls from '#shared/scan/scan.calls.ts'
import { implement } from '#functions/kit/serve.ts'
import * as settle from './settle.commands.ts'

export const settleHandlers = [
  implement(calls.assignStudent, ({ input, caller }) => settle.assign(input, caller)),
  implement(calls.confirmReading, ({ input, caller }) => settle.confirm(input, caller)),
  implement(calls.voidPage, ({ input, caller }) => settle.takeAway(input, caller)),
  implement(calls.settleDuplicate, ({ input, caller }) => settle.keepOne(input, caller)),
  implement(calls.undoSettlement, ({ input, caller }) => settle.takeBack(input, caller)),
  implement(exceptions.setChoicesBlank, ({ input, caller }) => settle.leaveBlank(input, caller)),
  implement(exceptions.resetChoices, ({ input, caller }) => settle.readAgain(input, caller)),
  implement(exceptions.suspectPage, ({ input, caller }) => settle.suspect(input, caller)),
]
