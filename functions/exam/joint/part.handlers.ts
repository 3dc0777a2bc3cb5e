import { listAreaParts } from '#shared/exam/joint/area.calls.ts'
import * as calls from '#shared/exam/joint/part.calls.ts'
import { implement } from '#functions/kit/serve.ts'
import { areaParts } from './guestArea.ts'
import { answer, close, extend, remind, sayContact, takeOver } from './part.commands.ts'
import { ownParts } from './part.read.ts'

export const partHandlers = [
  implement(calls.remindSchools, ({ input, caller }) => remind(input, caller)),
  implement(calls.extendSchools, ({ input, caller }) => extend(input, caller)),
  implement(calls.closeSchools, ({ input, caller }) => close(input, caller)),
  implement(calls.takeOverSchools, ({ input, caller }) => takeOver(input, caller)),
  implement(calls.listOwnParts, ({ caller }) => ownParts(caller)),
  implement(listAreaParts, ({ caller }) => areaParts(caller)),
  implement(calls.sayContact, ({ input, caller }) => sayContact(input, caller)),
  implement(calls.answerPart, ({ input, caller }) => answer(input, caller)),
]
