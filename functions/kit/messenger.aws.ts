/**
 * Messages by Amazon's own services: SMS by SNS, mail by SES. Two signed requests need no client of the SDK. Neither
 * service is there in China's regions (`traitsOf`), where an HTTPS messenger stands in their place.
 */
import { createHash, createHmac } from 'node:crypto'
import { SignatureV4 } from '@smithy/signature-v4'
import { dynamo, env, setting } from './clients.ts'
import { now } from './ports.ts'
import type { Message } from './messenger.ts'

type Given = string | ArrayBuffer | ArrayBufferView
const bytesOf = (given: Given): Buffer =>
  typeof given === 'string'
    ? Buffer.from(given)
    : ArrayBuffer.isView(given)
      ? Buffer.from(given.buffer, given.byteOffset, given.byteLength)
      : Buffer.from(given)

class Sha256 {
  readonly #hash
  constructor(secret?: Given) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', bytesOf(secret))
  }
  update(data: Given): void {
    this.#hash.update(bytesOf(data))
  }
  digest(): Promise<Uint8Array> {
    return Promise.resolve(this.#hash.digest())
  }
  reset(): void {}
}

const asked = (service: 'sns' | 'ses', message: Message): { url: URL; type: string; body: string } => {
  const host = (name: string) => `https://${name}.${env('AWS_REGION')}.amazonaws.com`
  if (service === 'sns') {
    const form = new URLSearchParams({
      Action: 'Publish',
      Version: '2010-03-31',
      PhoneNumber: `+86${message.to}`,
      Message: message.text,
      'MessageAttributes.entry.1.Name': 'AWS.SNS.SMS.SMSType',
      'MessageAttributes.entry.1.Value.DataType': 'String',
      'MessageAttributes.entry.1.Value.StringValue': 'Transactional',
    })
    const url = new URL('/', setting('AWS_ENDPOINT_URL_SNS') ?? host('sns'))
    return { url, type: 'application/x-www-form-urlencoded', body: form.toString() }
  }
  const text = (data: string) => ({ Data: data, Charset: 'UTF-8' })
  const mail = {
    FromEmailAddress: env('MAIL_FROM'),
    Destination: { ToAddresses: [message.to] },
    Content: { Simple: { Subject: text(message.subject ?? '验证码'), Body: { Text: text(message.text) } } },
  }
  const url = new URL('/v2/email/outbound-emails', setting('AWS_ENDPOINT_URL_SESV2') ?? host('email'))
  return { url, type: 'application/json', body: JSON.stringify(mail) }
}

/** The service that the deployment has for a channel; null where it has none. */
export const awsServiceOf = (channel: Message['channel']): 'sns' | 'ses' | null =>
  channel === 'sms' ? (setting('SMS_BY') === 'sns' ? 'sns' : null) : setting('MAIL_FROM') ? 'ses' : null

/** Whether the service took the message. @throws what went wrong, without what the message says. */
export const sendByAws = async (service: 'sns' | 'ses', message: Message): Promise<boolean> => {
  const { url, type, body } = asked(service, message)
  const signer = new SignatureV4({
    service,
    region: env('AWS_REGION'),
    // The function's own role, as every client of it has it.
    credentials: dynamo().config.credentials,
    sha256: Sha256,
  })
  const { hostname, port, protocol, pathname } = url
  const signed = await signer.sign(
    {
      method: 'POST',
      protocol,
      hostname,
      ...(port ? { port: Number(port) } : {}),
      path: pathname,
      query: {},
      headers: { host: url.host, 'content-type': type },
      body,
    },
    { signingDate: new Date(now()) },
  )
  const { host: _, ...headers } = signed.headers
  const response = await fetch(url, {
    method: 'POST',
    headers,
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(5_000),
  })
  if (response.ok) return true
  // The answer names the mistake (no such identity, throttled, opted out); it repeats neither address nor text.
  const code = /<Code>(\w+)<|"__type":\s*"([\w.#]+)"/.exec(await response.text())
  throw new Error(
    `${service} answers ${response.status} ${code?.[1] ?? code?.[2] ?? response.headers.get('x-amzn-errortype') ?? ''}`,
  )
}
