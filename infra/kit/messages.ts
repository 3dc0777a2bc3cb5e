/** How messages reach people: the deployment's HTTPS messenger, or Amazon's own services. Who sends is said of each room (`tells` of `domains.ts`). */
import { CfnParameter } from 'aws-cdk-lib'
import type { Stack } from 'aws-cdk-lib'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { RoomFunction } from './RoomFunction.ts'

/** Amazon's own services in the messenger's place: the sender of mails by SES, SMS by SNS. */
export type Messages = { readonly mailFrom?: string; readonly sms?: boolean }

/** The stack's parameters, as the environment of what sends. */
export const messagesIn = (stack: Stack, { mailFrom, sms }: Messages): Record<string, string> => {
  const url = new CfnParameter(stack, 'MessengerUrl', {
    default: '',
    description: 'Where codes and messages to people are posted (https); empty: none are sent',
  })
  const secret = new CfnParameter(stack, 'MessengerSecret', {
    noEcho: true,
    default: '',
    description: 'What the posts to the messenger are signed with',
  })
  return {
    MESSENGER_URL: url.valueAsString,
    MESSENGER_SECRET: secret.valueAsString,
    ...(mailFrom ? { MAIL_FROM: mailFrom } : {}),
    ...(sms ? { SMS_BY: 'sns' } : {}),
  }
}

export const grantMessages = (stack: Stack, sender: RoomFunction | undefined, { mailFrom, sms }: Messages): void => {
  if (mailFrom)
    sender?.policy.addStatements(
      new PolicyStatement({
        actions: ['ses:SendEmail'],
        // The verified identity is the address or its domain.
        resources: [mailFrom, mailFrom.split('@')[1]!].map(
          (name) => `arn:${stack.partition}:ses:${stack.region}:${stack.account}:identity/${name}`,
        ),
        conditions: { StringEquals: { 'ses:FromAddress': mailFrom } },
      }),
    )
  if (sms)
    sender?.policy.addStatements(
      // A phone has no ARN: everything but what has one, which are the topics.
      new PolicyStatement({ actions: ['sns:Publish'], notResources: [`arn:${stack.partition}:sns:*:*:*`] }),
    )
}
