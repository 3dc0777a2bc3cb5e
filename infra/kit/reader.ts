/** A reader of answers by contract (`functions/marking/reader`). Only marking's functions know it, and its secret who asks. */
import { CfnParameter } from 'aws-cdk-lib'
import type { Stack } from 'aws-cdk-lib'
import type { Domain } from '../domains.ts'

/** The stack's parameters, as the environment of who asks the reader, or of who only says whether there is one. */
export const readerIn = (
  stack: Stack,
  domains: readonly Pick<Domain, 'room'>[],
  asks: boolean,
): Record<string, string> => {
  // A parameter that nothing reads is refused.
  if (!domains.some((d) => d.room === 'marking')) return {}
  const url = new CfnParameter(stack, 'ReaderUrl', {
    default: '',
    description: 'Where pictures of answers are posted to be read (https); empty: none are',
  })
  if (!asks) return { READER_URL: url.valueAsString }
  const secret = new CfnParameter(stack, 'ReaderSecret', {
    noEcho: true,
    default: '',
    description: 'What the posts to the reader are signed with',
  })
  return { READER_URL: url.valueAsString, READER_SECRET: secret.valueAsString }
}
