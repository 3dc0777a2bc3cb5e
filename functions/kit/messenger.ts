/**
 * Messages to people go through here: a configured HTTPS messenger or Amazon's own services in the cloud, an outbox in
 * the demo. A deployment without any of them sends nothing and says so.
 */
import { createHmac } from 'node:crypto'
import { Logger } from '@aws-lambda-powertools/logger'
import * as z from 'zod'
import { setting } from './clients.ts'
import { now } from './ports.ts'
import { asError } from './refusal.ts'
import { inTime } from './kinds.ts'
import { rows } from './table.ts'

export type Message = {
  /** The same id is sent once, however often it is asked for. */
  id: string
  channel: 'sms' | 'email'
  to: string
  template: string
  values: Readonly<Record<string, string | number>>
  /** The text as a person reads it, for a messenger without templates. */
  text: string
  /** Of a mail. */
  subject?: string
}

const Outgoing = z.object({
  schema: z.literal(1),
  id: z.string(),
  at: z.int(),
  channel: z.enum(['sms', 'email']),
  to: z.string(),
  text: z.string(),
})
const outbox = rows({
  table: 'TABLE_PLATFORM',
  schema: Outgoing,
  hangsOn: inTime,
  personal: 'inTime',
  key: (of: { at: number; id: string }) => ({ pk: 'outbox', sk: `${of.at}#${of.id}` }),
  ttl: (m) => Math.ceil(m.at / 1000) + 86_400,
})

export const isDemo = (): boolean => setting('QINGHE_DEMO') === '1'

/** What the demo would have sent, newest first. */
export const outboxNow = (): Promise<z.infer<typeof Outgoing>[]> => outbox.query('outbox', { reverse: true, limit: 50 })

const logger = new Logger({ serviceName: 'messenger' })

/** Only over TLS; a messenger on this very machine is a test's. */
const addressOf = (text: string): URL | null => {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url) return null
  return url.protocol === 'https:' || url.hostname === '127.0.0.1' ? url : null
}

const post = async (url: URL, message: Message): Promise<boolean> => {
  const body = JSON.stringify(message)
  const at = String(now())
  const signature = createHmac('sha256', setting('MESSENGER_SECRET') ?? '')
    .update(`${at}.${body}`)
    .digest('hex')
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-qinghe-time': at, 'x-qinghe-signature': signature },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(5_000),
  })
  return response.ok
}

/** The deployment's way for a message: the HTTPS messenger before Amazon's services; null where there is none. */
const wayOf = async (message: Message): Promise<(() => Promise<boolean>) | null> => {
  const url = addressOf(setting('MESSENGER_URL') ?? '')
  if (url) return () => post(url, message)
  if (!setting('SMS_BY') && !setting('MAIL_FROM')) return null
  const { awsServiceOf, sendByAws } = await import('./messenger.aws.ts')
  const service = awsServiceOf(message.channel)
  return service && (() => sendByAws(service, message))
}

/** Whether the message is on its way. Tried twice under one id; what it says is never logged. */
export const deliver = async (message: Message): Promise<boolean> => {
  if (isDemo()) {
    const { id, channel, to, text } = message
    await outbox.put({ schema: 1, id, at: now(), channel, to, text })
    return true
  }
  const send = await wayOf(message)
  if (!send) {
    logger.warn('no messenger is configured', { template: message.template, channel: message.channel })
    return false
  }
  for (const last of [false, true]) {
    try {
      if (await send()) return true
    } catch (error) {
      if (last) logger.warn('the messenger does not answer', asError(error))
    }
  }
  return false
}
