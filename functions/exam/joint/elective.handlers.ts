import * as calls from '#shared/exam/joint/elective.calls.ts'
import { implement } from '#functions/kit/serve.ts'
import * as commands from './elective.commands.ts'

export const electiveHandlers = [
  implement(calls.electiveCourses, ({ input, caller }) => commands.electiveCourses(input, caller)),
  implement(calls.chooseElectives, ({ input, caller }) => commands.chooseElectives(input, caller)),
]
