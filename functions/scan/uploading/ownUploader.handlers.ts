import * as calls from '#shared/scan/uploading/ownUploader.calls.ts'
import { implement } from '#functions/kit/serve.ts'
import * as commands from './ownUploader.commands.ts'

export const ownUploaderHandlers = [
  implement(calls.ownUploaders, ({ input, caller }) => commands.ownUploaders(input, caller)),
  implement(calls.setOwnUploader, ({ input, caller }) => commands.setOwnUploader(input, caller)),
]
