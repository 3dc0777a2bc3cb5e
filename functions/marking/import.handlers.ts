import { importScores, scoreTemplate } from '#shared/marking/import.calls.ts'
import { implement } from '#functions/kit/serve.ts'
import * as commands from './import.commands.ts'

export const importHandlers = [
  implement(importScores, ({ input, caller }) => commands.importScores(input, caller)),
  implement(scoreTemplate, ({ input, caller }) => commands.scoreTemplate(input, caller)),
]
