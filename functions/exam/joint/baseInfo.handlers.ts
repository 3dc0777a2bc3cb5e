import * as calls from '#shared/exam/joint/baseInfo.calls.ts'
import { implement } from '#functions/kit/serve.ts'
import { baseInfoTemplate, importBaseInfo } from './baseInfo.commands.ts'

export const baseInfoHandlers = [
  implement(calls.importBaseInfo, ({ input, caller }) => importBaseInfo(input, caller)),
  implement(calls.baseInfoTemplate, ({ input, caller }) => baseInfoTemplate(input, caller)),
]
